import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json.ts';
import { PALETTES } from '../../src/vocabulary.ts';
import { createEmulator } from '../support/emulator.ts';
import { describeScreen, goldenFolder } from '../support/golden.ts';
import { recordedSandbox } from '../support/recordings.ts';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const golden = goldenFolder('one-shot');
const RECORDED = { BOARDS_DATA_DIR: recordedSandbox() };

interface View {
  readonly command: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly platform?: string;
  readonly config?: object;
  /** Fields of the snapshot of the service. */
  readonly body?: JsonObject;
}

/** What the terminal shows below a command, from its first line on. */
const VIEWS: Readonly<Record<string, string | View>> = {
  boards: 'boards --sandbox',
  'boards-of-swing': 'boards -t swing -l 5 --sandbox',
  wide: 'boards --wide -b movers,shorted,moneyFlow -l 4 --sandbox',
  'one-board': 'boards -b insiderBuys --sandbox',
  columns: 'boards -b movers,rvol,forum --columns price,symbol,metric -l 3 --sandbox',
  sorted: 'boards -b movers,moneyFlow,forum -l 4 --sort volume --sandbox',
  'boards-at': 'boards --at 14:00 -b movers,rvol,forum,insiderBuys -l 5 --sandbox',
  'wide-at': 'boards --at 14:00 -b movers,rvol --wide -l 5 --sandbox',
  top: 'top --sandbox',
  'top-of-all-timeframes': 'top -t all --sandbox',
  'top-at': 'top -t all --at 14:00 --sandbox',
  confluence: 'confluence --min-boards 3 --sandbox',
  'confluence-of-all-timeframes': 'confluence -t all --min-boards 3 --sandbox',
  'gain-at': 'boards --at 14:00 -b movers -l 2 --columns gain,symbol --sandbox',
  'confluence-at': 'confluence --at 14:00 --min-boards 3 --sandbox',
  'confluence-sorted': 'confluence --sort name --columns symbol,name,volume,on --min-boards 3 --sandbox',
  'confluence-columns': 'confluence --columns symbol,price,dayPct,boards,bias,on --min-boards 3 --sandbox',
  symbol: 'symbol STOE -t day --sandbox',
  'symbol-of-all-timeframes': 'symbol OSP --sandbox',
  symbols: 'symbol STOE EBEI ZZZ -t day --sandbox',
  'symbols-of-all-timeframes': 'symbol EBEI SOR ZZZ --sandbox',
  'symbol-at': 'symbol STOE EBEI -t day,swing --at 14:00 --sandbox',
  history: 'history STOE --last 40m --sandbox',
  'history-of-recordings': { command: 'history sona ZZZ', env: RECORDED },
  'boards-of-recordings': { command: 'boards --at 14:05 -b movers,rvol -l 3', env: RECORDED },
};

const BOARDS = {
  movers: [rowOf()],
  rvol: [rowOf({ symbol: 'BBB' })],
  7: [rowOf({ symbol: 'CCC' })],
  forum: [],
};

/** Shown in 80 columns only: there is nothing to place, or only colours differ. */
const VIEWS_OF_80: typeof VIEWS = {
  filtered: 'boards --bias bearish --min-boards 1 --sandbox',
  'one-symbol': 'boards --symbol STOE,EBEI --sandbox',
  'no-rows': 'boards --symbol ZZZ -b movers,rvol --sandbox',
  'palette-classic': 'boards -b movers,rvol -l 3 --palette classic --sandbox',
  'palette-colorblind': 'boards -b movers,rvol -l 3 --palette colorblind --sandbox',
  'palette-red-up': 'boards -b movers,rvol -l 3 --palette red-up --sandbox',
  'palette-mono': 'boards -b movers,rvol -l 3 --palette mono --sandbox',
  'sixteen-colors': { command: 'boards -b movers,rvol -l 3 --sandbox', env: { TERM: 'xterm' } },
  'no-colors': 'top --no-color --sandbox',
  'in-new-york': { command: 'top --sandbox', config: { timezone: 'America/New_York' } },
  'history-in-new-york': {
    command: 'history SONA -t day',
    env: RECORDED,
    config: { timezone: 'America/New_York' },
  },
  premarket: { command: 'boards', body: { session: 'premarket', asOf: '2026-06-03T14:27:00.000Z' } },
  afterhours: { command: 'boards', body: { session: 'afterhours', asOf: '2026-06-03T11:30:00.000Z' } },
  closed: { command: 'top', body: { session: 'closed', asOf: '2026-05-29T20:00:00.000Z', topPlay: null } },
  'nothing-known': { command: 'boards', body: { session: null, asOf: 'soon', breadth: null, topPlay: null } },
  'all-declining': { command: 'top', body: { breadth: { advancers: 0, decliners: 400, symbols: 400 } } },
  'in-the-future': { command: 'boards -b movers', body: { asOf: '2026-06-03T14:33:00.000Z' } },
  'two-timeframes': 'boards -t day,swing -l 2 -b movers,rvol --sandbox',
  'wide-without-shorter': 'boards -l 4 --wide --sandbox',
  'boards-in-their-order': {
    command: 'boards',
    body: { boards: BOARDS, boardNames: ['rvol', 'gone', 3, 'forum', 'rvol'] },
  },
  'boards-without-an-order': { command: 'boards', body: { boards: BOARDS, boardNames: { rvol: 1 } } },
};

/** A home that does not exist, of Linux: status and config list show its paths. */
const HOME = { platform: 'linux', env: { BOARDS_CONFIG_DIR: '/home/ann/.config/boards' } };
const SETTINGS: typeof VIEWS = {
  status: { command: 'status --sandbox', ...HOME },
  'config-list': { command: 'config list', ...HOME },
};

const WIDTHS = [30, 40, 80, 120, 200];

const viewsIn = (views: typeof VIEWS, widths: ReadonlyArray<number>) =>
  Object.entries(views).flatMap(([view, given]) =>
    widths.map((columns) => ({ view, columns, ...(typeof given === 'string' ? { command: given } : given) })),
  );

type Case = ReturnType<typeof viewsIn>[number];

/** The lines of a command in a terminal of this width, which cannot show all boards at once. */
async function linesOf(
  { command, columns, env, platform, config, body }: Case,
  forced: WorldOptions['env'] = {},
) {
  const { exitCode, stdout } = await runCli(command, {
    isTTY: true,
    columns,
    rows: 24,
    platform,
    homeDirectory: '/home/ann',
    env: { TERM: 'xterm-256color', ...env, ...forced },
    config,
    ...(body === undefined ? {} : { transport: transportByTimeframe({ day: bodyOf(body) }) }),
  });
  expect(exitCode).toBe(0);
  return stdout.split('\n').slice(0, -1);
}

const cases = viewsIn(VIEWS, WIDTHS);

describe('one-shot output, cell by cell,', () => {
  test.each([...cases, ...viewsIn(VIEWS_OF_80, [80]), ...viewsIn(SETTINGS, [40, 80])])(
    'shows $view in $columns columns',
    async (each) => {
      const { view, columns } = each;
      const lines = await linesOf(each);
      const emulator = createEmulator({ columns, rows: lines.length });
      await emulator.write(lines.join('\n'));
      await golden.matches(`${view}-${columns}`, describeScreen(emulator.cells()));
    },
  );

  test.each(viewsIn(VIEWS, [30, 120]))('shows $view in ASCII within $columns columns', async (each) => {
    const lines = await linesOf(each, { NO_COLOR: '1', LC_ALL: 'C' });
    expect(lines.join('')).toMatch(/^[\x20-\x7e]+$/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(each.columns);
  });

  const tables = ['boards -b insiderBuys', 'boards -b rvol --at 14:00', 'confluence', 'confluence -t all'];
  test.each([...tables, 'top -t all', 'top -t all --at 14:00'])(
    'shows no fewer columns of %s in a wider terminal',
    async (command) => {
      let before = 0;
      for (let columns = 20; columns <= 200; columns += 9) {
        const lines = await linesOf(
          { view: '', command: `${command} --sandbox`, columns },
          { NO_COLOR: '1' },
        );
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
      const lines = await linesOf({ view: '', command: 'symbol OSP --sandbox', columns }, { NO_COLOR: '1' });
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      const shown = details.filter((detail) => lines.some((line) => detail.test(line))).length;
      expect(shown, `at ${columns}`).toBeGreaterThanOrEqual(before);
      before = shown;
    }
    expect(before).toBe(details.length);
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
        const command = `boards -t day,swing -b movers,rvol --palette ${palette} --sandbox`;
        const lines = await linesOf({ view: '', command, columns: 80 }, env);
        texts.add(stripVTControlCharacters(lines.join('\n')));
      }
    expect(texts.size).toBe(1);
  });
});
