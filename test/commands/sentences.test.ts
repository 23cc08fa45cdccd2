import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../src/text/safe-text.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { hostileTransport } from '../support/hostile-snapshot.ts';
import { minuteService } from '../support/minute-service.ts';
import { play, press, shoot } from '../support/play.ts';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf, topPlayOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

const row = (symbol: string, rank: number, boards: number, bias: string, price: number) =>
  rowOf({ symbol, rank, boards, bias, price });

const snapshotOf = (timeframe: string, symbol: string, bias: string) =>
  bodyOf({
    timeframe,
    topPlay: { symbol, name: null, price: 1, dayPct: 1, volume: 1, boards: 3, bias, reasons: [] },
    boards: {
      movers: [
        row('AAA', 1, 3, 'bullish', 1),
        row('BBB', 2, 3, 'bearish', 2),
        row('CCC', 3, 1, 'bearish', 3),
        row('DDD', 4, 1, 'neutral', 4),
      ],
      rvol: [row('BBB', 1, 3, 'bearish', 2), row('AAA', 2, 3, 'bullish', 1)],
      moneyFlow: Array.from({ length: 24 }, (_, index) => row(`M${index}`, index + 1, 0, 'neutral', index)),
    },
    boardNames: ['movers', 'rvol', 'moneyFlow'],
  });

const transport = transportByTimeframe({
  scalp: snapshotOf('scalp', 'DDD', 'neutral'),
  day: snapshotOf('day', 'AAA', 'bullish'),
  swing: snapshotOf('swing', 'DDD', 'neutral'),
  position: snapshotOf('position', 'BBB', 'bearish'),
  investing: snapshotOf('investing', 'DDD', 'neutral'),
});

async function shown(line: string, options: { columns?: number; rows?: number } = {}): Promise<string> {
  const { exitCode, stdout } = await runCli(line, {
    ...{ transport, isTTY: true, columns: 120, rows: 40 },
    ...options,
  });
  expect(exitCode).toBe(0);
  return stripVTControlCharacters(stdout);
}

async function symbols(line: string): Promise<string> {
  const { exitCode, stdout } = await runCli([...line.split(' '), '--format', '{symbol}'], { transport });
  expect(exitCode).toBe(0);
  return stdout.trim().replaceAll('\n', ' ');
}

describe('--min-boards of confluence compares the total shown', () => {
  // AAA and BBB are on three boards in each timeframe, CCC and DDD on one.
  test.each([
    ['-t day,swing --min-boards 6', 'AAA BBB'],
    ['-t day,swing --min-boards 7', ''],
    ['-t day,swing,position --min-boards 3', 'AAA BBB DDD CCC'],
    ['-t day,swing,position --min-boards 3 --bias bearish', 'BBB CCC'],
    ['-t day --min-boards 3', 'AAA BBB'],
  ])('%s', async (options, expected) => {
    expect(await symbols(`confluence ${options}`)).toBe(expected);
  });

  test('in JSON, CSV and plain tables, too', async () => {
    const run = (form: string) => runCli(`confluence -t day,swing --min-boards 6 ${form}`, { transport });
    const json = JSON.parse((await run('--json')).stdout);
    expect(json.map(({ symbol, total }: { symbol: string; total: number }) => [symbol, total])).toEqual([
      ['AAA', 6],
      ['BBB', 6],
    ]);
    expect((await run('--csv')).stdout.trim().split('\n')).toHaveLength(3);
    expect((await run('--plain')).stdout).toContain('confluence: 2 symbols\n');
  });
});

describe('--limit with an order cuts after sorting', () => {
  test.each([
    ['boards -b movers --sort price -l 2', 'DDD CCC'],
    ['boards -b movers --sort price --bias bearish -l 1', 'CCC'],
    ['boards -b movers --reverse -l 2', 'DDD CCC'],
    ['boards -b movers --bias bearish -l 2', 'BBB'],
    // The limit applies to each tier.
    ['boards -b moneyFlow --sort price -l 1', 'M5 M11 M17 M23'],
    ['confluence -b movers --sort price -l 2', 'DDD CCC'],
    ['confluence -b movers -l 2', 'AAA BBB'],
  ])('%s', async (line, expected) => {
    expect(await symbols(line)).toBe(expected);
  });

  test.each([
    ['boards --sort price -l 2', '10'],
    ['boards -l 2 -b movers', '2'],
    ['boards -l 2 --csv', '2'],
    // The hot list is computed from 10 rows whatever the limit is.
    ['boards -l 2', '10'],
    ['confluence --sort price -l 2', '10'],
  ])('%s requests %s rows', async (line, rows) => {
    const { world } = await runCli(line, { transport });
    expect(world.requests.map(({ url }) => url.searchParams.get('limit'))).toEqual([rows]);
  });

  test('in the streams of watch', async () => {
    const stream = (form: string) =>
      runCli(`watch -b movers --sort price -l 2 --count 1 ${form}`, { transport });
    const json = JSON.parse((await stream('--json')).stdout);
    expect(json.boards.movers.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['DDD', 'CCC']);
    const events = (await stream('--events --initial')).stdout.trim().split('\n');
    expect(events.map((line) => JSON.parse(line).symbol)).toEqual(['DDD', 'CCC']);
    expect((await stream('')).stdout).toMatch(/movers: .*\n.*\n.* DDD .*\n.* CCC .*\n\n?$/);
  });
});

test('the pane sorts rows, also by age, before it cuts them', async () => {
  const prices: Readonly<Record<string, number>> = { AAA: 1, BBB: 5, OLD: 3, NEW: 9 };
  const moversOf = (symbols: string) =>
    symbols.split(' ').map((symbol, index) => rowOf({ symbol, rank: index + 1, price: prices[symbol] ?? 0 }));
  const rowsOf = async (options: string) => {
    const service = minuteService((minute) => ({
      boards: { movers: moversOf(minute === 0 ? 'AAA BBB OLD' : 'NEW AAA BBB OLD') },
    }));
    const end = press('\x03');
    const steps = [[70, shoot('later')] as const, [71, end] as const];
    const played = await play(`watch -b movers -l 2${options}`, steps, {
      ...service,
      columns: 100,
      rows: 20,
    });
    const lines = (await played.screen('later')).split('\n');
    return lines.flatMap((line) => /^\d .{3} ([A-Z]{3}) /.exec(line.trimEnd())?.[1] ?? []);
  };
  expect(await rowsOf('')).toEqual(['NEW', 'AAA']);
  expect(await rowsOf(' --sort price')).toEqual(['NEW', 'BBB']);
  expect(await rowsOf(' --sort age')).toEqual(['AAA', 'BBB']);
});

describe('confluence on a terminal lists symbols on two boards or more', () => {
  const tickers = (output: string) => output.match(/\b(?:[A-D]{3}|M\d+)\b/g)?.join(' ') ?? '';
  const more = (output: string) => /^(\d+) more on one board or none: --min-boards 0$/m.exec(output)?.[1];

  // Without a number, the output has no last line.
  test.each([
    ['', 'AAA BBB', '26'],
    ['-b movers', 'AAA BBB', '2'],
    ['-b moneyFlow', '', '24'],
    ['--bias bearish', 'BBB', '1'],
    ['-l 1', 'AAA BBB', '4'],
    ['-b movers --sort price', 'BBB AAA', '2'],
    ['-b movers -t day,swing', 'AAA BBB DDD CCC', undefined],
    ['-b movers --columns symbol', 'AAA BBB', '2'],
    // Tickers of `--symbol`, and sorted rows that `-l` counts, are never hidden.
    ['--symbol DDD', 'DDD', undefined],
    ['--symbol DDD,AAA', 'AAA DDD', undefined],
    ['-b movers --sort price -l 2', 'DDD CCC', undefined],
    ['-b movers --min-boards 0', 'AAA BBB CCC DDD', undefined],
    ['-b movers --min-boards 1', 'AAA BBB CCC DDD', undefined],
    ['-b movers --min-boards 4', '', undefined],
    ['-b rvol', 'AAA BBB', undefined],
  ])('%s', async (options, expected, others) => {
    const output = await shown(`confluence ${options}`);
    expect([tickers(output), more(output)]).toEqual([expected, others]);
  });

  test('and says so within 30 columns', async () => {
    const lines = (await shown('confluence -b moneyFlow', { columns: 30 })).trimEnd().split('\n');
    expect(lines.slice(-4)).toEqual([
      'No matching symbol is on two',
      'boards or more.',
      '24 more on one board or none:',
      '--min-boards 0',
    ]);
  });

  test.each(['--plain', '--json', '--csv', '--format {symbol}'])('not with %s', async (form) => {
    expect(await shown(`confluence ${form}`)).toMatch(/\bM23\b/);
  });

  test.each(['', '--no-plain'])('not in a pipe with "%s"', async (form) => {
    expect((await runCli(`confluence ${form}`, { transport })).stdout).toMatch(/\bM23\b/);
  });
});

describe('the total of several timeframes counts the boards and ranks that are hidden, too', () => {
  const rvol = ['EEE', 'FFF', 'AAA'].map((symbol, index) => row(symbol, index + 1, 2, 'bearish', 1));
  const swing = bodyOf({ timeframe: 'swing', boards: { rvol } });
  const service = transportByTimeframe({ day: snapshotOf('day', 'AAA', 'bullish'), swing });
  const run = (options: string) =>
    runCli(`confluence -t day,swing --symbol AAA ${options}`, { transport: service });

  test.each(['', '-b movers', '-l 2', '-l 2 --sort price', '--bias bullish'])('%s', async (options) => {
    const [found] = JSON.parse((await run(`${options} --json`)).stdout);
    expect([found.total, found.timeframes]).toEqual([5, { day: 3, swing: 2 }]);
    expect((await run(`${options} --format {boards}`)).stdout).toBe('5\n');
  });

  test.each([
    ['-b movers', { day: { movers: 1 }, swing: {} }],
    ['-l 1', { day: { movers: 1 }, swing: {} }],
    ['-l 2', { day: { movers: 1, rvol: 2 }, swing: {} }],
    ['-b rvol', { day: { rvol: 2 }, swing: { rvol: 3 } }],
  ])('%s leaves ranks out', async (options, ranks) => {
    expect(JSON.parse((await run(`${options} --json`)).stdout)[0].ranks).toEqual(ranks);
  });

  test('but does not list symbols that are only hidden', async () => {
    expect((await run('-b moneyFlow --json')).stdout).toBe('[]\n');
    expect((await run('-b movers --bias bearish --json')).stdout).toBe('[]\n');
  });
});

describe('top of several timeframes has a line for each, within the terminal', () => {
  const wide = {
    symbol: 'トヨタ自動車株式会社',
    price: 1e15,
    reasons: ['株価が急上昇しています', 'x'.repeat(500)],
  };
  const services = {
    'of wide characters': transportByTimeframe({
      day: bodyOf({ topPlay: topPlayOf(wide) }),
      swing: bodyOf({ timeframe: 'swing', topPlay: null }),
      investing: bodyOf({ timeframe: 'investing', topPlay: undefined }),
    }),
    'that are hostile': hostileTransport(),
  };

  test.each(
    Object.entries(services).flatMap(([name, service]) =>
      [{}, { LC_ALL: 'C' }, { FORCE_COLOR: '3' }].map((env) => ({ name, service, env })),
    ),
  )('$name, with $env', async ({ service, env }) => {
    for (let columns = 30; columns < 140; columns += 9) {
      const options = { transport: service, isTTY: true, columns, env };
      const { stdout } = await runCli('top -t day,swing,investing', options);
      const lines = stripVTControlCharacters(stdout).trimEnd().split('\n');
      expect(Math.max(...lines.map(displayWidth)), `at ${columns}`).toBeLessThanOrEqual(columns);
      const names = lines.flatMap((line) => /^(day|swing|inv|investing) /.exec(line)?.[1] ?? []);
      expect(names.map((each) => each.slice(0, 3))).toEqual(['day', 'swi', 'inv']);
      if ('LC_ALL' in env) expect(lines.join('')).toMatch(/^[ -~]*$/);
    }
  });

  test('says why a timeframe has no top play', async () => {
    const options = { transport: services['of wide characters'], isTTY: true, columns: 80 };
    const { stdout } = await runCli('top -t day,swing,investing', options);
    const lines = stripVTControlCharacters(stdout).split('\n');
    expect(lines.find((line) => line.startsWith('swing'))).toMatch(/ – .* no symbol qualifies$/);
    expect(lines.find((line) => line.startsWith('investing'))).toMatch(/ – .* not in this snapshot$/);
    expect(lines).toContain('Top plays: 1 bullish.');
  });
});

describe('sentences count only the symbols that they name', () => {
  test.each([
    ['top -t all', 'Top plays: 1 bullish, 1 bearish, 3 neutral.'],
    ['top -t scalp,swing', 'Top plays: 2 neutral.'],
    ['confluence -b movers', 'CONFLUENCE  2 symbols on two boards or more · 4 match'],
    ['confluence -b movers --bias bearish', 'CONFLUENCE  1 symbol on two boards or more · 2 match'],
    ['confluence -b movers --min-boards 1', 'CONFLUENCE  2 symbols on two boards or more · 4 shown'],
    ['confluence', 'CONFLUENCE  2 symbols on two boards or more · 28 in all'],
    ['confluence --min-boards 0', 'CONFLUENCE  2 symbols on two boards or more · 28 in all'],
    ['confluence -b moneyFlow', 'No matching symbol is on two boards or more.'],
    ['confluence -b movers --sort price -l 2', 'CONFLUENCE  2 symbols'],
    ['confluence -b movers -t all', 'CONFLUENCE  4 symbols, most boards first'],
    ['confluence -b movers -t all --sort price', 'CONFLUENCE  4 symbols'],
    ['confluence -t scalp,day', 'CONFLUENCE  4 symbols, most boards first'],
    ['symbol CCC -t day', 'CCC  Alpha Works'],
    ['symbol CCC -t day -b rvol', 'CCC is not on Relative volume in day.'],
    ['symbol CCC -t day -b rvol,moneyFlow', 'CCC is not on Relative volume or Money flow in day.'],
    ['symbol ZZZ -t day', 'ZZZ is on no board in day.'],
  ])('%s: %s', async (line, sentence) => {
    const lines = (await shown(line)).split('\n').map((each) => each.replace(/ [─ ]+$/, ''));
    expect(lines).toContain(sentence);
  });

  test('in the past, no sentence says now', async () => {
    const none = transportByTimeframe({ day: bodyOf({ topPlay: null }) });
    const live = await runCli('top', { transport: none });
    expect(live.stdout).toContain('No symbol qualifies right now.');
    const directory = temporaryDirectory();
    const env = { BOARDS_DATA_DIR: directory };
    await runCli('watch --json --count 1 --record', { transport: none, env });
    const past = await runCli('top --at 14:30', { transport: none, env });
    expect(past.stdout).toContain('No symbol qualified.\n');
  });
});
