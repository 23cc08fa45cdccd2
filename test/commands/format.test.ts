import { describe, expect, test } from 'vitest';
import { CONFLUENCE_FIELDS, ROW_FIELDS, TOP_PLAY_FIELDS } from '../../src/view/template.ts';
import { responseOf, transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const HOSTILE = '\x1b]0;x\x07\n\t{symbol}\u202e';
const EMPTY = { symbol: null, name: null, price: null, dayPct: null, volume: null, boards: null, bias: null };

const boards = {
  movers: [rowOf({ tag: 'low float' }), rowOf({ rank: null, ...EMPTY, metric: null })],
  rvol: [rowOf({ rank: 2, symbol: 'BBB', dayPct: -0.004, price: 0.5, boards: 0, bias: 'bearish' })],
};
const day = bodyOf({ boards, boardNames: ['movers', 'rvol'] });
const transport = transportByTimeframe({
  day,
  swing: bodyOf({
    timeframe: 'swing',
    topPlay: null,
    boards: { rvol: [rowOf({ rank: 3, boards: 1, bias: 'neutral' })] },
  }),
});

function format(command: string, template: string, options: WorldOptions = {}) {
  const env = { TZ: 'UTC', ...options.env };
  return runCli([...command.split(' '), '--format', template], { transport, ...options, env });
}

async function lines(
  command: string,
  template: string,
  options?: WorldOptions,
): Promise<ReadonlyArray<string>> {
  const { exitCode, stdout, stderr } = await format(command, template, options);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout.split('\n').slice(0, -1);
}

const all = (fields: ReadonlyArray<string>, form = '') => fields.map((name) => `{${name}${form}}`).join('|');

describe('--format prints one line per row', () => {
  test('of boards, as the tables show it', async () => {
    expect(await lines('boards', all(ROW_FIELDS))).toEqual([
      '1|AAA|Alpha Works|12.50|+4.56%|82.1M|2|bullish|4.2x|low float|movers|day|14:30:00|open||–|–',
      '–|–|–|–|–|–|–|–|–|–|movers|day|14:30:00|open||–|–',
      '2|BBB|Alpha Works|0.5000|0.00%|82.1M|0|bearish|4.2x|–|rvol|day|14:30:00|open||–|–',
    ]);
  });

  test('raw, as in JSON, empty for null', async () => {
    expect(await lines('boards', all(ROW_FIELDS, ':raw'))).toEqual([
      '1|AAA|Alpha Works|12.5|4.56|82100000|2|bullish|4.2x|low float|movers|day|2026-06-03T14:30:00.000Z|open|||',
      '||||||||||movers|day|2026-06-03T14:30:00.000Z|open|||',
      '2|BBB|Alpha Works|0.5|-0.004|82100000|0|bearish|4.2x||rvol|day|2026-06-03T14:30:00.000Z|open|||',
    ]);
  });

  test('of the top play; a null one prints nothing', async () => {
    expect(await lines('top', '{symbol} {dayPct} ◆{boards}')).toEqual(['AAA +4.56% ◆4']);
    expect(await lines('top -t swing', '{symbol}')).toEqual([]);
    expect(await lines('top -t day,swing', all(TOP_PLAY_FIELDS))).toEqual([
      'AAA|Alpha Works|12.50|+4.56%|82.1M|4|bullish|top mover · high relative volume|day|14:30:00|open||–|–',
    ]);
    expect(await lines('top', '{reasons:raw}')).toEqual(['["top mover","high relative volume"]']);
  });

  test.each([
    ['boards -b rvol', '0.00% 82.1M 0 -0.004'],
    ['top', '+4.56% 82.1M 4 4.56'],
    ['symbol AAA -t day', '+4.56% 82.1M 2 4.56'],
    ['confluence --symbol BBB', '0.00% 82.1M 0 -0.004'],
  ])('of %s, with the headers of tables as names of fields', async (command, line) => {
    expect(await lines(command, '{chg} {vol} {Bds} {chg:raw}')).toEqual([line]);
  });

  test('of a ticker for each timeframe and board, also where it is on none', async () => {
    expect(
      await lines('symbol aaa zzz -t day,swing', '{symbol} {timeframe} {boards} {board} {rank} {metric:raw}'),
    ).toEqual(['AAA day 2 movers 1 4.2x', 'AAA swing 1 rvol 3 4.2x', 'ZZZ day 0 – – ', 'ZZZ swing 0 – – ']);
    expect(await lines('symbol AAA -t day', all(ROW_FIELDS))).toEqual([
      '1|AAA|Alpha Works|12.50|+4.56%|82.1M|2|bullish|4.2x|low float|movers|day|14:30:00|open||–|–',
    ]);
  });

  test('of confluence for each symbol, with its parts', async () => {
    expect(await lines('confluence -t day,swing', all(CONFLUENCE_FIELDS))).toEqual([
      '1|AAA|Alpha Works|12.50|+4.56%|82.1M|3|mixed|day 2, swing 1|day movers 1, swing rvol 3|2 timeframes|14:30:00|open||–|–',
      '2|BBB|Alpha Works|0.5000|0.00%|82.1M|0|bearish|day 0|rvol 2|2 timeframes|14:30:00|open||–|–',
    ]);
    expect(
      await lines('confluence -t day,swing --first 1', '{timeframes:raw} {on:raw} [{bias:raw}]'),
    ).toEqual(['{"day":2,"swing":1} {"day":["movers"],"swing":["rvol"]} []']);
  });

  test('uncoloured, on a terminal too', async () => {
    const options = { isTTY: true, env: { FORCE_COLOR: '3' } };
    expect(await lines('boards -b rvol -q', '{symbol} {dayPct}', options)).toEqual(['BBB 0.00%']);
    const { stdout } = await format('top -q --color always', '{symbol} {bias}', options);
    expect(stdout).toBe('AAA bullish\n');
  });

  test('in ASCII where the terminal has no UTF-8', async () => {
    expect(await lines('boards -b movers', '◆{price}', { env: { LC_ALL: 'C' } })).toEqual(['*12.50', '*-']);
  });

  test('takes the filters of the command', async () => {
    expect(await lines('boards --bias bearish', '{symbol}')).toEqual(['BBB']);
    expect(await lines('boards -b rvol --symbol zzz', '{symbol}')).toEqual([]);
  });
});

describe('data that is not live is labelled', () => {
  const simulated: WorldOptions = { transport: async () => responseOf(200, day, { 'x-sandbox': '1' }) };
  const NOTE = 'note: SANDBOX: simulated data\n';

  test.each([
    ['{symbol}', 'AAA SANDBOX\n'],
    ['{symbol} {source}', 'AAA SANDBOX\n'],
    ['{source:raw}|{symbol}', 'SANDBOX|AAA\n'],
    ['{symbol}\\n{dayPct}\\n', 'AAA SANDBOX\n+4.56% SANDBOX\n\n'],
  ])('top --format %j: in each line', async (template, expected) => {
    expect(await format('top -q', template, simulated)).toMatchObject({ stdout: expected, stderr: '' });
  });

  test('top with its time if it is recorded', async () => {
    const { stdout, stderr } = await format('top -q --sandbox --at 10m', '{symbol}');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^[A-Z]+ RECORDED 14:20:00 UTC · SANDBOX\n$/);
    const ascii = await format('top -q --sandbox --at 10m', '{symbol}', { env: { LC_ALL: 'C' } });
    expect(ascii.stdout).toMatch(/ RECORDED 14:20:00 UTC \. SANDBOX\n$/);
  });

  test.each(['boards', 'symbol AAA -t day', 'confluence'])(
    '%s: on stderr, even with --quiet',
    async (command) => {
      const { stdout, stderr } = await format(`${command} -q`, '{symbol}', simulated);
      expect(stderr).toBe(NOTE);
      expect(stdout).not.toContain('SANDBOX');
      expect((await format(`${command} -q`, '{source}', simulated)).stdout).toMatch(/^SANDBOX\n/);
    },
  );
});

describe('text of the service', () => {
  const hostile = transportByTimeframe({
    day: bodyOf({
      timeframe: HOSTILE,
      boards: { [HOSTILE]: [rowOf({ symbol: HOSTILE, name: HOSTILE, metric: HOSTILE, tag: HOSTILE })] },
      topPlay: { symbol: HOSTILE, name: HOSTILE, reasons: [HOSTILE] },
    }),
  });

  test.each([
    ['boards', ROW_FIELDS],
    ['top', TOP_PLAY_FIELDS],
    ['confluence', CONFLUENCE_FIELDS],
  ])('%s is cleaned, raw too, and cannot name fields or begin lines', async (command, fields) => {
    const { stdout } = await format(command, `${all(fields)} ${all(fields, ':raw')}`, { transport: hostile });
    expect(stdout.split('\n')).toHaveLength(2);
    expect(stdout).toContain('{symbol}');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
  });
});

describe('errors', () => {
  test.each([
    ['boards', '{reasons}', 'unknown field "reasons"', 'Valid: rank, symbol, '],
    ['top', '{rank}', 'unknown field "rank"', 'Valid: symbol, name, '],
    ['symbol AAA', '{simbol}', 'unknown field "simbol"', 'Did you mean symbol? Valid: '],
    ['confluence', '{board}', 'unknown field "board"', 'Did you mean boards? Valid: '],
    ['top', '{symbol', '{ without }', 'Close it, '],
    ['top', '', 'no {field} in the template', 'For example: '],
    ['top', 'symbol', 'no {field} in the template', 'For example: '],
  ])('%s --format %j: %s', async (command, template, message, hint) => {
    const { exitCode, stdout, stderr, world } = await format(command, template);
    expect({ exitCode, stdout, requests: world.requests.length }).toEqual({
      exitCode: 2,
      stdout: '',
      requests: 0,
    });
    expect(stderr).toContain(`error: --format: ${message}\nhint: ${hint}`);
  });

  test.each([
    'boards --json',
    'boards --csv',
    'top --json',
    'symbol AAA --json',
    'confluence --json',
    'confluence --csv',
  ])('%s --format is refused', async (command) => {
    const { exitCode, stdout, stderr } = await format(command, '{symbol}');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    const other = command.split(' ').at(-1);
    const { message, hint } = messageOf(stderr);
    expect(message).toBe(`--format and ${other} cannot be used together`);
    expect(hint).toBe(`Leave out --format or ${other}.`);
  });

  test.each(['boards', 'top', 'symbol AAA', 'confluence'])(
    '%s: all timeframes or none, with the usual exit code',
    async (command) => {
      const { exitCode, stdout, stderr } = await format(`${command} -t day,scalp --retries 0`, '{symbol}');
      expect({ exitCode, stdout }).toEqual({ exitCode: 6, stdout: '' });
      expect(stderr).toMatch(/^error: scalp: /);
    },
  );
});

/** The message and the hint of an error, in words or as JSON. */
function messageOf(stderr: string): { readonly message: string; readonly hint: string } {
  if (stderr.startsWith('{')) return JSON.parse(stderr).error;
  const [, message = '', hint = ''] = /^error: (.*)\nhint: (.*)\n$/.exec(stderr) ?? [];
  return { message, hint };
}
