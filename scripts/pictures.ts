import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Cell } from '../test/support/emulator.ts';
import { openProgram, type TerminalProgram } from '../test/support/program.ts';
import { renderPicture } from './generators/picture.ts';

/** At this time the simulated market is busy, and a new snapshot comes in three seconds. */
const START_TIME = '2026-03-02T14:42:57Z';
/** A new snapshot comes every ten seconds, and not every snapshot shows all marks. */
const TIMEOUT_MS = 90_000;

/** Each step presses a key and waits until the screen matches all its patterns. */
interface Screenshot {
  readonly size: readonly [columns: number, rows: number];
  readonly command: string;
  readonly steps: ReadonlyArray<readonly [key: '' | 'Enter' | 'e', ...shows: ReadonlyArray<RegExp>]>;
}

const SCREENSHOTS: Readonly<Record<string, Screenshot>> = {
  boards: { size: [120, 40], command: 'boards --sandbox', steps: [['', /live: boards watch/]] },
  // The screen must show rows that climbed, rows that entered, and symbols that left.
  watch: {
    size: [120, 40],
    command: 'boards watch --sandbox',
    steps: [['', /▲\d +[A-Z]/, /NEW/, / {2}out [A-Z]+ /]],
  },
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
  top: { size: [100, 24], command: 'boards top -t all --sandbox', steps: [['', /TIMEFRAMES/]] },
};

async function takeScreenshot({ size: [columns, rows], command, steps }: Screenshot): Promise<string> {
  const terminal = openProgram(command.split(' ').slice(1), { columns, rows, env: environment() });
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

function environment() {
  const setClock = `{const now=Date.now,ahead=Date.parse("${START_TIME}")-now();Date.now=()=>now()+ahead}`;
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
for (const [name, screenshot] of Object.entries(SCREENSHOTS)) {
  writeFileSync(fileURLToPath(new URL(`${name}.svg`, directory)), await takeScreenshot(screenshot));
}
