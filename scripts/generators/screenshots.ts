import { setTimeout as delay } from 'node:timers/promises';
import type { Cell } from '../../test/support/emulator.ts';
import { openProgram, runProgram, type TerminalProgram } from '../../test/support/program.ts';
import { renderPicture } from './picture.ts';

/** A busy hour of a simulated day, and three seconds before the next build: every run shows the same market. */
const MOMENT = '2026-03-02T15:31:57Z';
/** What moved since the build before. */
const MARKS = [/▲\d/, /▼\d/, /NEW/];
/** A build every ten seconds, and not every one brings all marks. */
const PATIENCE_SECONDS = 90;

type Screen = ReadonlyArray<ReadonlyArray<Cell>>;

export interface Screenshot {
  readonly columns: number;
  readonly rows: number;
  readonly command: () => Promise<string>;
  /** The screen is ready to be taken once it shows all of these. */
  readonly shows: ReadonlyArray<RegExp>;
  readonly trim?: (screen: Screen) => Screen;
}

export const SCREENSHOTS = {
  boards: {
    columns: 126,
    rows: 150,
    command: async () => 'boards --sandbox',
    shows: [/Low float/],
    trim: (screen) => wholeBoxes(screen.slice(0, 34)),
  },
  watch: {
    columns: 100,
    rows: 32,
    command: async () => 'boards watch --timeframe scalp --sandbox',
    shows: MARKS,
  },
  symbol: {
    columns: 80,
    rows: 40,
    command: async () => `boards symbol ${await symbolOnMostBoards()} --sandbox`,
    shows: [/: on \d+ boards? in/],
  },
} as const satisfies Readonly<Record<string, Screenshot>>;

/** Runs the built program in a terminal of its own and draws what it shows. */
export async function takeScreenshot(screenshot: Screenshot): Promise<string> {
  const { columns, rows, shows, trim = (screen: Screen) => screen } = screenshot;
  const title = await screenshot.command();
  const [, ...args] = title.split(' ');
  const terminal = openProgram(args, { columns, rows, env: environment() });
  await terminal.waitFor((text) => shows.every((pattern) => pattern.test(text)), PATIENCE_SECONDS);
  await settle(terminal);
  const screen = withoutBlankEnd(trim(terminal.emulator.cells()));
  terminal.kill('SIGTERM');
  await terminal.ended;
  return renderPicture({ title, rows: screen });
}

/** The program with its clock set; nothing else of it changes. */
function environment() {
  const setClock = `{const now=Date.now,ahead=Date.parse("${MOMENT}")-now();Date.now=()=>now()+ahead}`;
  return {
    COLORTERM: 'truecolor',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(setClock)}`,
  };
}

async function symbolOnMostBoards(): Promise<string> {
  const args = ['confluence', '--sandbox', '--timeframe', 'all', '--json'];
  const { stdout } = await runProgram(args, { env: environment() });
  const [first]: ReadonlyArray<{ readonly symbol: string }> = JSON.parse(stdout);
  if (first === undefined) throw new Error('no symbol is on a board');
  return first.symbol;
}

/** Until a frame that came in pieces is whole. */
async function settle(terminal: TerminalProgram): Promise<void> {
  let written = -1;
  while (written !== terminal.raw().length) {
    written = terminal.raw().length;
    await delay(300);
  }
}

/** Up to the last line that ends boxes, so that none is cut through. */
function wholeBoxes(screen: Screen): Screen {
  return screen.slice(0, screen.findLastIndex(([first]) => first?.text === '╰') + 1);
}

function withoutBlankEnd(screen: Screen): Screen {
  const isBlank = (row: ReadonlyArray<Cell>) => row.every(({ text }) => text.trim() === '');
  return screen.slice(0, screen.findLastIndex((row) => !isBlank(row)) + 1);
}
