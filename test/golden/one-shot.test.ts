import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { DISCLAIMER } from '../../src/commands/shared/one-shot.ts';
import type { Transport } from '../../src/context.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { renderReport } from '../../src/output/report-lines.ts';
import { PALETTES } from '../../src/text/palettes.ts';
import { createEmulator } from '../support/emulator.ts';
import { describeScreen, goldenFolder } from '../support/golden.ts';
import { LONG, recordedLongDay } from '../support/long-day.ts';
import { marketFrom, marketSnapshot, recordedMarket } from '../support/market.ts';
import { conveyorDay, recordedConveyor, recordedTrends, reportOf } from '../support/report-days.ts';
import { responseOf } from '../support/responses.ts';
import { styleOf } from '../support/view-fixtures.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const golden = goldenFolder('one-shot');

/** A home that does not exist, of Linux: status and config list show its paths. */
const HOME = { platform: 'linux', env: { BOARDS_CONFIG_DIR: '/home/ann/.config/boards' } };

interface View {
  readonly command: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly platform?: string;
  readonly config?: object;
  /** Fields of the snapshot of `day`. */
  readonly fields?: JsonObject;
  /** In 80 and 120 columns otherwise. */
  readonly columns?: number;
  /** A further width. */
  readonly other?: number;
}

/** What the terminal shows below a command at 13:41:20, from its first line on. */
const VIEWS: Readonly<Record<string, View>> = {
  boards: { command: 'boards', other: 200 },
  wide: { command: 'boards --wide -b movers,forum,moneyFlow -l 4', other: 150 },
  'one-board': { command: 'boards -b insiderBuys' },
  'boards-at': { command: 'boards --at 13:32 -b forum,search,shorted,lowFloat -l 5' },
  top: { command: 'top' },
  'top-of-all-timeframes': { command: 'top -t all' },
  confluence: { command: 'confluence' },
  'confluence-of-all-timeframes': { command: 'confluence -t all --min-boards 3' },
  'confluence-at': { command: 'confluence --at 13:32 --min-boards 3' },
  symbol: { command: 'symbol NOVA' },
  symbols: { command: 'symbol R&R tyo WISP -t day,swing' },
  history: { command: 'history NOVA -t day', other: 150 },
  'report-of-few': { command: 'history' },
  'symbol-at': { command: 'symbol WISP ECHO -t day --at 13:32' },
  swing: { command: 'boards -t swing -l 5', columns: 80 },
  'two-timeframes': { command: 'boards -t day,swing -l 2 -b movers,rvol', columns: 80, other: 150 },
  filtered: { command: 'boards --bias bearish --min-boards 1', columns: 80 },
  columns: { command: 'boards -b movers,rvol,forum --columns price,symbol,name,metric,volume -l 3' },
  biases: { command: 'boards -b alerted,forum --columns symbol,bias,tag,price', columns: 30 },
  origins: {
    command: 'boards -b movers -l 2 --columns symbol,boards,board,timeframe,asOf,session,dataAge,source',
    columns: 120,
  },
  'origins-unknown': {
    command: 'boards -b movers -l 2 --columns symbol,boards,asOf,session,dataAge,source',
    fields: { asOf: 'soon', session: null },
    columns: 80,
  },
  'lists-of-boards': {
    command: 'confluence -t day,swing --min-boards 9 --columns timeframes,symbol,on,bias',
    columns: 80,
  },
  sorted: { command: 'boards -b movers,forum -l 4 --sort volume', columns: 80 },
  'no-rows': { command: 'boards --symbol ZZZ -b movers,rvol', columns: 80 },
  'in-new-york': { command: 'top', config: { timezone: 'America/New_York' }, columns: 80 },
  falling: {
    command: 'boards -b movers -l 1',
    fields: { topPlay: { symbol: 'TIDE', price: 0.433, dayPct: -14.86, boards: 3, bias: 'bearish' } },
    columns: 80,
  },
  closed: {
    command: 'boards -b movers',
    fields: { session: 'closed', asOf: '2026-06-02T20:00:00Z', topPlay: null },
    columns: 80,
  },
  'nothing-known': {
    command: 'boards -b movers',
    fields: {
      session: null,
      asOf: 'soon',
      breadth: null,
      topPlay: null,
      boardNames: ['rvol', 3, 'gone', 'movers'],
    },
  },
  status: { command: 'status', ...HOME, columns: 80 },
  'config-list': { command: 'config list', ...HOME },
};

interface Case extends View {
  readonly columns: number;
}

/** The lines of a command in a terminal of 80 × 24, which cannot show all boards at once, or of 120 × 40, which can. */
async function linesOf({ command, columns, env, platform, config }: Case, options: WorldOptions = {}) {
  const { exitCode, stdout } = await runCli(command, {
    isTTY: true,
    columns,
    rows: columns < 120 ? 24 : 40,
    platform,
    homeDirectory: '/home/ann',
    config,
    ...options,
    env: { TERM: 'xterm-256color', ...env, ...options.env },
  });
  expect(exitCode).toBe(0);
  return stdout.split('\n').slice(0, -1);
}

const BOARDS_DATA_DIR = recordedMarket();
const REPORT_DIRECTORY = recordedConveyor();

/** The market at 13:41:20, with what was recorded of it. */
function marketOptions(fields?: JsonObject): WorldOptions {
  const { clock, transport } = marketFrom('13:41:20');
  const other: Transport = async () => responseOf(200, { ...marketSnapshot('day', '13:41'), ...fields });
  const env = { BOARDS_DATA_DIR };
  return { clock, transport: fields === undefined ? transport : other, env };
}

const marketLines = async (command: string, columns: number, env: WorldOptions['env'] = {}) => {
  const options = marketOptions();
  const lines = await linesOf({ command, columns }, { ...options, env: { ...options.env, ...env } });
  return lines.map((line) => stripVTControlCharacters(line));
};

const casesIn = (widths: ReadonlyArray<number>) =>
  Object.entries(VIEWS).flatMap(([view, given]) =>
    [...(given.columns === undefined ? widths : [given.columns]), ...(given.other ? [given.other] : [])].map(
      (columns) => ({ ...given, view, columns }),
    ),
  );

async function screenOf(lines: ReadonlyArray<string>, columns: number): Promise<string> {
  const emulator = createEmulator({ columns, rows: lines.length });
  await emulator.write(lines.join('\n'));
  return describeScreen(emulator.cells());
}

describe('one-shot output, cell by cell,', () => {
  test.each(casesIn([80, 120]))('shows $view in $columns columns', async (each) => {
    const { view, columns, fields, env } = each;
    const options = marketOptions(fields);
    const lines = await linesOf(each, env === HOME.env ? { ...options, env } : options);
    await golden.matches(`${view}-${columns}`, await screenOf(lines, columns));
  });

  test.each(casesIn([30, 120]))('shows $view in ASCII within $columns columns', async (each) => {
    const options = marketOptions(each.fields);
    const painted = await linesOf(each, { ...options, env: { ...options.env, LC_ALL: 'C' } });
    const lines = painted.map((line) => stripVTControlCharacters(line));
    expect(lines.join('')).toMatch(/^[\x20-\x7e]+$/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(each.columns);
    const name = `ascii-${each.view}-${each.columns}`;
    if (each.columns < 80) await golden.matches(name, await screenOf(painted, each.columns));
  });

  // Most groups of the market have fewer than 20 symbols.
  test.each([30, 80, 120, 200])('shows the report of a day in %i columns', async (columns) => {
    const options = { ...marketOptions(), env: { BOARDS_DATA_DIR: REPORT_DIRECTORY } };
    const lines = await linesOf({ command: 'history', columns }, options);
    await golden.matches(`report-${columns}`, await screenOf(lines, columns));
  });

  test.each([
    ['open', 'history', 160],
    ['closed', 'history -b shorted', 100],
  ])('shows the report of two %s days with trends', async (session, command, columns) => {
    const options = { ...marketOptions(), env: { BOARDS_DATA_DIR: recordedTrends(session) } };
    const lines = await linesOf({ command, columns }, options);
    await golden.matches(`report-of-${session}-days-${columns}`, await screenOf(lines, columns));
  });

  test.each([44, 64, 120])('shows the cards of a long day in %i columns', async (columns) => {
    const options = { ...marketOptions(), rows: 60, env: { BOARDS_DATA_DIR: recordedLongDay() } };
    const command = `history ${LONG} FLAT STIR GONE DOWN ONCE`;
    const lines = await linesOf({ command, columns }, options);
    await golden.matches(`history-of-a-long-day-${columns}`, await screenOf(lines, columns));
  });

  test('shows no fewer facts of the report in a wider terminal', () => {
    const report = reportOf([conveyorDay()]);
    const options = { isSimulated: false, isRecorded: true, only: '', disclaimer: DISCLAIMER };
    let before = 0;
    for (let columns = 30; columns <= 200; columns += 9) {
      const painted = renderReport(report, { ...styleOf(columns), ...options });
      const lines = painted.map((line) => stripVTControlCharacters(line));
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      const facts =
        lines
          .find((line) => line.includes('median'))
          ?.trim()
          .split(/ +/).length ?? 0;
      expect(facts, `at ${columns}`).toBeGreaterThanOrEqual(before);
      before = facts;
    }
    expect(before).toBe(25);
  });

  const tables = ['boards -b insiderBuys', 'boards -b rvol --at 13:32', 'confluence', 'confluence -t all'];
  test.each([...tables, 'top -t all', 'top -t day,swing --at 13:32'])(
    'shows no fewer columns of %s in a wider terminal',
    async (command) => {
      let before = 0;
      for (let columns = 20; columns <= 200; columns += 9) {
        const lines = await marketLines(command, columns);
        const labels = lines.find((line) => /^ *(#|Symbol) /.test(line))?.split(/ +/).length ?? 0;
        expect(labels, `at ${columns}`).toBeGreaterThanOrEqual(before);
        before = labels;
      }
      expect(before).toBeGreaterThan(5);
    },
  );

  test('shows no less of a symbol in a wider terminal, and no line is wider than that', async () => {
    const details = [/^boards /, /^change /, / \d+ {2}\d/, / day.* swing/, / investing/, /^Relative volume /];
    let before = 0;
    for (let columns = 20; columns <= 200; columns += 9) {
      const lines = await marketLines('symbol NOVA', columns);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      const shown = details.filter((detail) => lines.some((line) => detail.test(line))).length;
      expect(shown, `at ${columns}`).toBeGreaterThanOrEqual(before);
      before = shown;
    }
    expect(before).toBe(details.length);
  });

  test('shows these labels and this row of a board in each width', async () => {
    const found: Array<string> = [];
    for (let columns = 130; columns >= 30; columns--) {
      const lines = await marketLines('boards --wide -b smartMoney --symbol ROOK', columns);
      const labels = lines.findIndex((line) => /^ +(?:#|Symbol) /.test(line));
      const shown = lines.slice(labels, labels + 2).map((line) => line.trim().replace(/ +/g, ' '));
      const text = shown.join('\n    ');
      if (found.at(-1)?.endsWith(`: ${text}`)) found.pop();
      found.push(`from ${columns}: ${text}`);
    }
    await golden.matches('labels-by-width', `${found.join('\n')}\n`);
  });

  test('shows the same text with all palettes and levels of colour', async () => {
    const texts = new Set<string>();
    for (const palette of PALETTES)
      for (const env of [
        { TERM: 'xterm' },
        { TERM: 'xterm-256color' },
        { COLORTERM: 'truecolor' },
        { NO_COLOR: '1' },
      ]) {
        const lines = await marketLines(`boards -t day,swing -b movers,rvol --palette ${palette}`, 80, env);
        texts.add(lines.join('\n'));
      }
    expect(texts.size).toBe(1);
  });
});
