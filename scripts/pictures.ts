import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Cell } from '../test/support/emulator.ts';
import { openProgram, type TerminalProgram } from '../test/support/program.ts';
import { renderPicture } from './generators/picture.ts';

/** A busy hour of the simulated day, three seconds before a build. A fixed time shows the same market on every run. */
const START_TIME = '2026-03-02T15:31:57Z';
/** What changed since the previous build: rows that climbed and entered, and symbols that left. */
const MARKS = [/▲\d +[A-Z]/, /NEW/, /OUT/];
/** There is a build every ten seconds, and not every build shows all marks. */
const TIMEOUT_MS = 90_000;

type Screen = ReadonlyArray<ReadonlyArray<Cell>>;

interface Screenshot {
  readonly columns: number;
  readonly rows: number;
  readonly command: string;
  /** The screenshot is taken when the screen matches all of these. */
  readonly shows: ReadonlyArray<RegExp>;
  /** A key to press then, with its name for the title, and what the screen must match after it. */
  readonly key?: { readonly name: string; readonly input: string; readonly shows: RegExp };
}

const SCREENSHOTS = {
  boards: {
    columns: 120,
    rows: 60,
    command: 'boards --sandbox -l 5',
    shows: [/Low float/],
  },
  watch: {
    columns: 120,
    rows: 40,
    command: 'boards watch --sandbox',
    shows: MARKS,
  },
  card: {
    columns: 100,
    rows: 24,
    command: 'boards watch --sandbox',
    shows: [/NEW/],
    key: { name: 'Enter', input: '\r', shows: /\nboards +[^…?\n]+\n/ },
  },
  log: {
    columns: 100,
    rows: 24,
    command: 'boards watch --sandbox',
    shows: [/NEW/],
    key: { name: 'e', input: 'e', shows: /LOG {2}since/ },
  },
  top: {
    columns: 100,
    rows: 24,
    command: 'boards top -t all --sandbox',
    shows: [/timeframes/],
  },
} as const satisfies Readonly<Record<string, Screenshot>>;

/** Runs the built program in a terminal and renders its screen as SVG. */
async function takeScreenshot(screenshot: Screenshot): Promise<string> {
  const { columns, rows, command, shows, key } = screenshot;
  const [, ...args] = command.split(' ');
  const terminal = openProgram(args, { columns, rows, env: environment() });
  await terminal.waitFor((text) => shows.every((pattern) => pattern.test(text)), TIMEOUT_MS);
  await waitForIdle(terminal);
  if (key !== undefined) {
    terminal.type(key.input);
    await terminal.waitFor((text) => key.shows.test(text), TIMEOUT_MS);
    await waitForIdle(terminal);
  }
  const screen = withoutBlankEnd(terminal.emulator.cells());
  terminal.kill('SIGTERM');
  await terminal.ended;
  const title = key === undefined ? command : `${command} · ${key.name}`;
  return renderPicture({ title, rows: screen });
}

/** Shifts the clock of the program to START_TIME. */
function environment() {
  const setClock = `{const now=Date.now,ahead=Date.parse("${START_TIME}")-now();Date.now=()=>now()+ahead}`;
  return {
    COLORTERM: 'truecolor',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(setClock)}`,
  };
}

/** Waits until no more output arrives, so that the last frame is complete. */
async function waitForIdle(terminal: TerminalProgram): Promise<void> {
  let written = -1;
  while (written !== terminal.raw().length) {
    written = terminal.raw().length;
    await delay(300);
  }
}

function withoutBlankEnd(screen: Screen): Screen {
  const isBlank = (row: ReadonlyArray<Cell>) => row.every(({ text }) => text.trim() === '');
  return screen.slice(0, screen.findLastIndex((row) => !isBlank(row)) + 1);
}

const directory = new URL('../../.github/pictures/', import.meta.url);
mkdirSync(directory, { recursive: true });
for (const [name, screenshot] of Object.entries(SCREENSHOTS)) {
  writeFileSync(fileURLToPath(new URL(`${name}.svg`, directory)), await takeScreenshot(screenshot));
}
