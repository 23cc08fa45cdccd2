import assert from 'node:assert/strict';
import { run } from '../../src/cli.ts';
import type { Context, Input } from '../../src/context.ts';
import { type Cell, createEmulator, type Emulator } from './emulator.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

export interface PaneOptions extends WorldOptions {
  readonly columns?: number;
  readonly rows?: number;
}

export interface Pane {
  readonly world: World;
  /** All output to the terminal so far. */
  raw(): string;
  press(keys: string): void;
  resize(columns: number, rows: number): void;
  /** Records the current screen under a name. */
  shoot(name: string): void;
  /** The terminal is not in raw mode. */
  isCooked(): boolean;
}

export interface Screening {
  readonly exitCode: number;
  readonly raw: string;
  readonly cooked: boolean;
  readonly world: World;
  /** A recorded screen as the user saw it. */
  screen(name: string): Promise<string>;
  /** The cells of a recorded screen, line by line. */
  cells(name: string): Promise<ReadonlyArray<ReadonlyArray<Cell>>>;
  /** Text beyond the edges of the terminal up to a recorded screen, which the terminal does not show. */
  overflow(name: string): Promise<ReadonlyArray<string>>;
  /** The screen `to`, drawn with only the output since the screen `from`. */
  repainted(from: string, to: string): Promise<string>;
  /** The number of characters written between two recorded screens. */
  bytesBetween(from: string, to: string): number;
}

/** Steps with their times, in seconds after the first output; the last step must end the program. */
export type Script = ReadonlyArray<readonly [seconds: number, step: (pane: Pane) => void]>;

/** Steps of a script. */
export const press = (keys: string) => (pane: Pane) => pane.press(keys);
export const shoot = (name: string) => (pane: Pane) => pane.shoot(name);

/** Runs a command on an emulated terminal, with the steps of a script in simulated time. */
export async function play(args: string, script: Script, options: PaneOptions = {}): Promise<Screening> {
  const { columns = 100, rows = 30 } = options;
  const size = { columns, rows };
  const world = createWorld({ ...options, isTTY: true });
  const listeners = new Set<(chunk: string) => void>();
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
  const stdin: Input = {
    isTTY: true,
    setRawMode: (isRaw) => {
      cooked = !isRaw;
    },
    on: (_, listener) => listeners.add(listener),
    off: (_, listener) => listeners.delete(listener),
    async *[Symbol.asyncIterator]() {},
  };
  const context: Context = { ...world.context, stdout, stdin };
  const pane: Pane = {
    world,
    raw: () => raw,
    press: (keys) => {
      for (const listener of [...listeners]) listener(keys);
    },
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
  const exitCode = await run(args.split(' '), context);
  shots.set('end', { at: raw.length, ...size });
  const shot = (name: string) => {
    const found = shots.get(name);
    if (found === undefined) throw new Error(`no recorded screen ${name}`);
    return found;
  };
  return {
    exitCode,
    raw,
    cooked,
    world,
    screen: createProjector(() => raw, shot),
    async cells(name) {
      const { at, columns: width, rows: height } = shot(name);
      const emulator = createEmulator({ columns: width, rows: height });
      await emulator.write(raw.slice(0, at));
      return emulator.cells();
    },
    async overflow(name) {
      const { at, columns: width, rows: height } = shot(name);
      const emulator = createEmulator({ columns: width + 40, rows: height + 10 });
      await emulator.write(raw.slice(0, at));
      const lines = emulator.lines();
      return [...lines.slice(0, height).map((line) => line.slice(width)), ...lines.slice(height)].filter(
        Boolean,
      );
    },
    async repainted(from, to) {
      const { at, columns: width, rows: height } = shot(to);
      const emulator = createEmulator({ columns: width, rows: height });
      await emulator.write(raw.slice(shot(from).at, at));
      return emulator.lines().join('\n');
    },
    bytesBetween: (from, to) => shot(to).at - shot(from).at,
  };
}

/**
 * Presses keys on the pane, one entry each second from the tenth on, and returns the screen after each of them. An empty entry
 * presses none. Ends with Ctrl-C.
 */
export async function screensAfter(
  args: string,
  keys: ReadonlyArray<string>,
  options: PaneOptions = {},
): Promise<ReadonlyArray<string>> {
  const script: Script = keys.flatMap((pressed, index) => [
    [10 + index, (pane: Pane) => pressed !== '' && pane.press(pressed)] as const,
    [10.5 + index, shoot(String(index))] as const,
  ]);
  const played = await play(args, [...script, [11 + keys.length, press('\x03')]], options);
  const screens: Array<string> = [];
  for (const index of keys.keys()) screens.push(await played.screen(String(index)));
  return screens;
}

/**
 * Presses keys on a pane of 120 columns, one entry after the other from the given second on, within a few seconds. Returns the
 * screen after each of them, and fails if one has text beyond its edges.
 */
export async function screensFrom(
  seconds: number,
  keys: ReadonlyArray<string>,
  options: PaneOptions,
  args = 'watch',
): Promise<ReadonlyArray<string>> {
  const script = keys.flatMap((pressed, index): Script => {
    const at = seconds + index * 0.4;
    return [
      [at, press(pressed)],
      [at + 0.2, shoot(String(index))],
    ];
  });
  const played = await play(args, [...script, [seconds + keys.length, press('\x03')]], {
    columns: 120,
    ...options,
  });
  const screens: Array<string> = [];
  for (const index of keys.keys()) {
    assert.deepEqual(await played.overflow(String(index)), []);
    screens.push(await played.screen(String(index)));
  }
  return screens;
}

interface Shot {
  readonly at: number;
  readonly columns: number;
  readonly rows: number;
}

/** Draws recorded screens. In order and of one size, each draws only the output since the one before. */
function createProjector(raw: () => string, shot: (name: string) => Shot): (name: string) => Promise<string> {
  let last: (Shot & { readonly emulator: Emulator }) | null = null;
  return async (name) => {
    const { at, columns, rows } = shot(name);
    const fits = last !== null && last.at <= at && last.columns === columns && last.rows === rows;
    const emulator = fits && last !== null ? last.emulator : createEmulator({ columns, rows });
    await emulator.write(raw().slice(fits && last !== null ? last.at : 0, at));
    last = { at, columns, rows, emulator };
    return emulator.lines().join('\n');
  };
}
