import assert from 'node:assert/strict';
import { type Cell, createEmulator, type Emulator } from './emulator.ts';

/** A moment of the output to a terminal: the characters written so far, and the size of the terminal. */
export interface Shot {
  readonly at: number;
  readonly columns: number;
  readonly rows: number;
}

/** What a user saw at named moments. */
export interface RecordedScreens {
  screen(name: string): Promise<string>;
  /** The cells, line by line. */
  cells(name: string): Promise<ReadonlyArray<ReadonlyArray<Cell>>>;
  /** The same. Throws if there is text beyond the edges of the terminal, which the terminal does not show. */
  cellsWithin(name: string): Promise<ReadonlyArray<ReadonlyArray<Cell>>>;
  /** Text beyond the edges of the terminal, which the terminal does not show. */
  overflow(name: string): Promise<ReadonlyArray<string>>;
  /** The screen `to`, drawn with only the output since the screen `from`. */
  repainted(from: string, to: string): Promise<string>;
  /** The number of characters written between two screens. */
  bytesBetween(from: string, to: string): number;
}

/** Draws screens from the whole output to a terminal. */
export function createRecordedScreens(raw: string, shots: ReadonlyMap<string, Shot>): RecordedScreens {
  const shot = (name: string) => {
    const found = shots.get(name);
    if (found === undefined) throw new Error(`no recorded screen ${name}`);
    return found;
  };
  return {
    screen: createProjector(raw, shot),
    async cells(name) {
      const { at, columns, rows } = shot(name);
      return (await drawn(raw.slice(0, at), columns, rows)).cells();
    },
    async cellsWithin(name) {
      const { at, columns, rows } = shot(name);
      const larger = await drawn(raw.slice(0, at), columns + 40, rows + 10);
      assert.deepEqual(outside(larger, columns, rows), []);
      return larger
        .cells()
        .slice(0, rows)
        .map((line) => line.slice(0, columns));
    },
    async overflow(name) {
      const { at, columns, rows } = shot(name);
      return outside(await drawn(raw.slice(0, at), columns + 40, rows + 10), columns, rows);
    },
    async repainted(from, to) {
      const { at, columns, rows } = shot(to);
      return (await drawn(raw.slice(shot(from).at, at), columns, rows)).lines().join('\n');
    },
    bytesBetween: (from, to) => shot(to).at - shot(from).at,
  };
}

/** Text of a larger terminal that has no place in one of this size. */
function outside(larger: Emulator, columns: number, rows: number): ReadonlyArray<string> {
  const lines = larger.lines();
  const beside = lines.slice(0, rows).map((line) => line.slice(columns));
  return [...beside, ...lines.slice(rows)].filter((text) => text !== '');
}

async function drawn(text: string, columns: number, rows: number): Promise<Emulator> {
  const emulator = createEmulator({ columns, rows });
  await emulator.write(text);
  return emulator;
}

/** Draws screens. In order and of one size, each draws only the output since the one before. */
function createProjector(raw: string, shot: (name: string) => Shot): RecordedScreens['screen'] {
  let last: (Shot & { readonly emulator: Emulator }) | null = null;
  return async (name) => {
    const { at, columns, rows } = shot(name);
    const fits = last !== null && last.at <= at && last.columns === columns && last.rows === rows;
    const emulator = fits && last !== null ? last.emulator : createEmulator({ columns, rows });
    await emulator.write(raw.slice(fits && last !== null ? last.at : 0, at));
    last = { at, columns, rows, emulator };
    return emulator.lines().join('\n');
  };
}
