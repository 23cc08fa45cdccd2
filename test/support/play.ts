import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { Context } from '../../src/context.ts';
import { run } from '../../src/run.ts';
import { temporaryDirectory } from './directories.ts';
import { type Cell, createEmulator, type Emulator } from './emulator.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

export interface PaneOptions extends WorldOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly isWithoutKeyboard?: boolean;
}

export interface Pane {
  readonly world: World;
  raw(): string;
  press(keys: string): void;
  resize(columns: number, rows: number): void;
  shoot(name: string): void;
  isCooked(): boolean;
}

export interface Screening extends RecordedScreens {
  readonly exitCode: number;
  readonly raw: string;
  /** True if the terminal is not in raw mode at the end. */
  readonly cooked: boolean;
  readonly world: World;
}

/** Steps with their times, in seconds after the first output; the last step must end the program. */
export type Script = ReadonlyArray<readonly [seconds: number, step: (pane: Pane) => void]>;

export const press = (keys: string) => (pane: Pane) => pane.press(keys);
export const shoot = (name: string) => (pane: Pane) => pane.shoot(name);

/** Runs a command on an emulated terminal, with the steps of a script in simulated time. */
export async function play(
  args: string | ReadonlyArray<string>,
  script: Script,
  options: PaneOptions = {},
): Promise<Screening> {
  const { columns = 100, rows = 30 } = options;
  const size = { columns, rows };
  // With an existing data directory, the pane shows no message about recording.
  const env = { BOARDS_DATA_DIR: temporaryDirectory(), ...options.env };
  const world = createWorld({ ...options, env, isTTY: true });
  const resizeListeners = new Set<() => void>();
  const shots = new Map<string, Shot>();
  let raw = '';
  let cooked = true;
  const stdout = {
    isTTY: true,
    get columns() {
      return size.columns;
    },
    get rows() {
      return size.rows;
    },
    write(text: string) {
      if (raw === '') begin();
      raw += text;
      return true;
    },
    on: (event: string, listener: () => void) => event === 'resize' && resizeListeners.add(listener),
    off: (_: string, listener: () => void) => resizeListeners.delete(listener),
  };
  const stdin = Object.assign(new Readable({ read: () => undefined }), {
    isTTY: options.isWithoutKeyboard !== true,
    setRawMode: (isRaw: boolean) => {
      cooked = !isRaw;
    },
  });
  const context: Context = { ...world.context, stdout, stdin };
  const pane: Pane = {
    world,
    raw: () => raw,
    press: (keys) => stdin.emit('data', keys),
    resize(width, height) {
      size.columns = width;
      size.rows = height;
      for (const listener of [...resizeListeners]) listener();
    },
    shoot: (name) => shots.set(name, { at: raw.length, ...size }),
    isCooked: () => cooked,
  };
  const begin = () => {
    for (const [seconds, step] of script) void world.clock.sleep(seconds * 1000).then(() => step(pane));
  };
  const exitCode = await run(typeof args === 'string' ? args.split(' ') : args, context);
  shots.set('end', { at: raw.length, ...size });
  return { exitCode, raw, cooked, world, ...createRecordedScreens(raw, shots) };
}

/** Presses one item of `keys` each second from the tenth on, then Ctrl-C. Returns the screen after each. */
export async function screensAfter(
  args: string,
  keys: ReadonlyArray<string>,
  options: PaneOptions = {},
): Promise<ReadonlyArray<string>> {
  const { screen } = await playKeys(keys, { from: 10, every: 1 }, args, options);
  return inTurn(keys, screen);
}

/** Presses the keys from the given second on, every 0.4 s. Fails if text exceeds the edges of the screen. */
export async function screensFrom(
  seconds: number,
  keys: ReadonlyArray<string>,
  options: PaneOptions,
  args = 'watch',
): Promise<ReadonlyArray<string>> {
  const times = { from: seconds, every: 0.4 };
  const { screen, overflow } = await playKeys(keys, times, args, { columns: 120, ...options });
  for (const lines of await inTurn(keys, overflow)) assert.deepEqual(lines, []);
  return inTurn(keys, screen);
}

function playKeys(
  keys: ReadonlyArray<string>,
  { from, every }: { readonly from: number; readonly every: number },
  args: string,
  options: PaneOptions,
): Promise<Screening> {
  const script: Script = keys.flatMap((pressed, index) => [
    [from + index * every, (pane: Pane) => pressed !== '' && pane.press(pressed)] as const,
    [from + (index + 0.5) * every, shoot(String(index))] as const,
  ]);
  return play(args, [...script, [from + keys.length * every + 1, press('\x03')]], options);
}

async function inTurn<T>(
  keys: ReadonlyArray<string>,
  draw: (name: string) => Promise<T>,
): Promise<ReadonlyArray<T>> {
  const drawn: Array<T> = [];
  for (const index of keys.keys()) drawn.push(await draw(String(index)));
  return drawn;
}

/** `at` is the number of characters written until then. */
interface Shot {
  readonly at: number;
  readonly columns: number;
  readonly rows: number;
}

interface RecordedScreens {
  screen(name: string): Promise<string>;
  cells(name: string): Promise<ReadonlyArray<ReadonlyArray<Cell>>>;
  /** Throws if there is text beyond the edges of the terminal. */
  cellsWithin(name: string): Promise<ReadonlyArray<ReadonlyArray<Cell>>>;
  /** Returns the text beyond the edges, which the terminal does not show. */
  overflow(name: string): Promise<ReadonlyArray<string>>;
  /** Draws the screen `to` from only the output since the screen `from`. */
  repainted(from: string, to: string): Promise<string>;
  /** In characters. */
  bytesBetween(from: string, to: string): number;
}

/** Columns beyond the edge, in which text that does not fit becomes visible. */
const MARGIN = 40;

function createRecordedScreens(raw: string, shots: ReadonlyMap<string, Shot>): RecordedScreens {
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
      assert.deepEqual(textBeyond(emulator, columns, rows), []);
      return emulator
        .cells()
        .slice(0, rows)
        .map((line) => line.slice(0, columns));
    },
    async overflow(name) {
      const { columns, rows } = shot(name);
      return textBeyond(await larger(shot(name)), columns, rows);
    },
    async repainted(from, to) {
      const { at, columns, rows } = shot(to);
      return (await drawn(raw.slice(shot(from).at, at), columns, rows)).lines().join('\n');
    },
    bytesBetween: (from, to) => shot(to).at - shot(from).at,
  };
}

function textBeyond(larger: Emulator, columns: number, rows: number): ReadonlyArray<string> {
  const lines = larger.lines();
  const beside = lines.slice(0, rows).map((line) => line.slice(columns));
  return [...beside, ...lines.slice(rows)].filter((text) => text !== '');
}

async function drawn(text: string, columns: number, rows: number): Promise<Emulator> {
  const emulator = createEmulator({ columns, rows });
  await emulator.write(text);
  return emulator;
}

/** A later shot of the same size reuses the terminal, and adds only the new output. */
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
