import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Cell } from '../test/support/emulator.ts';
import { openProgram, type TerminalProgram } from '../test/support/program.ts';
import { type Frame, renderAnimation, renderPicture } from './generators/picture.ts';

/** At this time the simulated market is busy, and a new snapshot comes in three seconds. */
const START_TIME = '2026-03-02T14:42:57Z';
/** A picture can need several snapshots, which come every ten seconds. */
const TIMEOUT_MS = 90_000;

/** Each step presses a key and waits until the screen matches all its patterns. */
interface Screenshot {
  /** The time of the simulated market; START_TIME without it. */
  readonly time?: string;
  readonly size: readonly [columns: number, rows: number];
  readonly command: string;
  readonly steps: ReadonlyArray<readonly [key: '' | 'Enter' | 'e', ...shows: ReadonlyArray<RegExp>]>;
}

const SCREENSHOTS: Readonly<Record<string, Screenshot>> = {
  boards: { size: [120, 40], command: 'boards --sandbox', steps: [['', /live: boards watch/]] },
  card: {
    size: [100, 24],
    command: 'boards watch --sandbox',
    steps: [
      ['', / {2}in [A-Z]+ /],
      ['Enter', /\nboards +[^…?\n]+\n/],
    ],
  },
  log: {
    size: [100, 24],
    command: 'boards watch --sandbox',
    steps: [
      ['', / {2}in [A-Z]+ /],
      ['e', /LOG {2}since/],
    ],
  },
  report: {
    time: '2026-03-02T19:30:00Z',
    size: [100, 32],
    command: 'boards history --sandbox --last 4h',
    steps: [['', /not investment advice/]],
  },
};

interface Scene {
  /** Shown in the title of the window; empty for a scene that begins by itself. */
  readonly key: string;
  readonly typed: string;
  readonly shows: RegExp;
  readonly seconds: number;
}

/** A new snapshot arrives, a card opens and closes, and the pane steps back in time and returns. */
const SCENES: ReadonlyArray<Scene> = [
  { key: '', typed: '', shows: /nothing changed|NEW|▲\d/, seconds: 1.5 },
  { key: '', typed: '', shows: /(?=.*NEW)(?=.*out [A-Z]+ )/s, seconds: 2 },
  { key: '↓', typed: 'j', shows: /▸/, seconds: 0.8 },
  { key: 'Enter', typed: '\r', shows: /\nboards +[^…?\n]+\n/, seconds: 2 },
  { key: 'q', typed: 'q', shows: /▸/, seconds: 0.7 },
  { key: '[ × 12', typed: '['.repeat(12), shows: /PAST .*2m ago/, seconds: 2 },
  { key: 'q', typed: 'q', shows: /live/, seconds: 1 },
];
const STILL_SCENE = 1;

async function recordAnimation(): Promise<string> {
  const command = 'boards watch --sandbox';
  const terminal = openProgram(command.split(' ').slice(1), { columns: 100, rows: 32, env: environment() });
  const frames: Array<Frame> = [];
  for (const { key, typed, shows, seconds } of SCENES) {
    const before = frames.length === 0 ? '' : JSON.stringify(terminal.emulator.cells());
    terminal.type(typed);
    await terminal.waitFor(
      (text) => shows.test(text) && JSON.stringify(terminal.emulator.cells()) !== before,
      TIMEOUT_MS,
    );
    await waitForIdle(terminal);
    const title = [command, key].filter((text) => text !== '').join(' · ');
    frames.push({ title, rows: terminal.emulator.cells(), seconds });
  }
  terminal.kill('SIGTERM');
  await terminal.ended;
  return renderAnimation(frames, STILL_SCENE);
}

async function takeScreenshot({ time, size: [columns, rows], command, steps }: Screenshot): Promise<string> {
  const terminal = openProgram(command.split(' ').slice(1), { columns, rows, env: environment(time) });
  for (const [key, ...shows] of steps) {
    terminal.type(key === 'Enter' ? '\r' : key);
    await terminal.waitFor((text) => shows.every((pattern) => pattern.test(text)), TIMEOUT_MS);
    await waitForIdle(terminal);
  }
  const screen = withoutBlankEnd(terminal.emulator.cells());
  // Other commands end by themselves.
  if (command.startsWith('boards watch')) terminal.kill('SIGTERM');
  await terminal.ended;
  const title = [command, ...steps.flatMap(([key]) => key || [])].join(' · ');
  return renderPicture(title, screen);
}

function environment(time = START_TIME) {
  const setClock = `{const now=Date.now,ahead=Date.parse("${time}")-now();Date.now=()=>now()+ahead}`;
  return {
    COLORTERM: 'truecolor',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(setClock)}`,
  };
}

async function waitForIdle(terminal: TerminalProgram): Promise<void> {
  let written = -1;
  while (written !== terminal.raw().length) {
    written = terminal.raw().length;
    await delay(300);
  }
}

function withoutBlankEnd(screen: ReadonlyArray<ReadonlyArray<Cell>>) {
  const isBlank = (row: ReadonlyArray<Cell>) => row.every(({ text }) => text.trim() === '');
  return screen.slice(0, screen.findLastIndex((row) => !isBlank(row)) + 1);
}

const directory = new URL('../../docs/pictures/', import.meta.url);
mkdirSync(directory, { recursive: true });
const write = (name: string, picture: string) =>
  writeFileSync(fileURLToPath(new URL(`${name}.svg`, directory)), picture);
write('demo', await recordAnimation());
for (const [name, screenshot] of Object.entries(SCREENSHOTS)) {
  write(name, await takeScreenshot(screenshot));
}
