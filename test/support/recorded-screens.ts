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

/** Cells and lines beyond the edges, in which text would show that has no place. */
const MARGIN = 40;

/** Draws screens from the whole output to a terminal. */
export function createRecordedScreens(raw: string, shots: ReadonlyMap<string, Shot>): RecordedScreens {
  const shot = (name: string) => {
    const found = shots.get(name);
    if (found === undefined) throw new Error(`no recorded screen ${name}`);
    return found;
  };
  const exact = createDrawer(raw, 0);
  const larger = createDrawer(raw, MARGIN);
  return {
    screen: async (name) => (await exact(shot(name))).lines().join('\n'),
    cells: async (name) => (await exact(shot(name))).cells(),
    async cellsWithin(name) {
      const { columns, rows } = shot(name);
      const emulator = await larger(shot(name));
      assert.deepEqual(outside(emulator, columns, rows), []);
      return emulator
        .cells()
        .slice(0, rows)
        .map((line) => line.slice(0, columns));
    },
    async overflow(name) {
      const { columns, rows } = shot(name);
      return outside(await larger(shot(name)), columns, rows);
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

/** Draws screens in terminals that are larger by a margin. In order and of one size, each draws only the output since the one before. */
function createDrawer(raw: string, margin: number): (shot: Shot) => Promise<Emulator> {
  let last: (Shot & { readonly emulator: Emulator }) | null = null;
  return async ({ at, columns, rows }) => {
    const before =
      last !== null && last.at <= at && last.columns === columns && last.rows === rows ? last : null;
    const size = { columns: columns + margin, rows: rows + Math.ceil(margin / 4) };
    const emulator = before?.emulator ?? createEmulator(size);
    await emulator.write(raw.slice(before?.at ?? 0, at));
    last = { at, columns, rows, emulator };
    return emulator;
  };
}
