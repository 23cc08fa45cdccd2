import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Subject } from '../../src/fields/field.ts';
import { fieldsOf } from '../../src/fields/fields.ts';
import { transportByTimeframe } from '../support/responses.ts';
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

const all = (fields: ReadonlyArray<string>, form = '') => fields.map((name) => `{${name}${form}}`).join('|');

const idsOf = (subject: Subject) => fieldsOf(subject).map(({ id }) => id);

describe('text of the service', () => {
  const hostile = transportByTimeframe({
    day: bodyOf({
      timeframe: HOSTILE,
      boards: { [HOSTILE]: [rowOf({ symbol: HOSTILE, name: HOSTILE, metric: HOSTILE, tag: HOSTILE })] },
      topPlay: { symbol: HOSTILE, name: HOSTILE, reasons: [HOSTILE] },
    }),
  });

  test.each([
    ['boards', idsOf('row')],
    ['top', idsOf('topPlay')],
    ['confluence', idsOf('symbol')],
  ])('%s is cleaned, even with :raw, and cannot name fields or begin lines', async (command, fields) => {
    const { stdout } = await format(command, `${all(fields)} ${all(fields, ':raw')}`, { transport: hostile });
    expect(stdout.split('\n')).toHaveLength(2);
    expect(stdout).toContain('{symbol}');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
  });
});

test('the bias across timeframes is the one that all known ones share', async () => {
  const swing = bodyOf({
    timeframe: 'swing',
    boards: { rvol: [rowOf({ bias: null }), rowOf({ symbol: 'BBB', bias: 'bullish' })] },
  });
  const both = { transport: transportByTimeframe({ day, swing }) };
  const { stdout } = await format('confluence -t day,swing', '{symbol} {bias} {bias:raw}', both);
  expect(stdout.split('\n').sort()).toEqual(['', 'AAA bullish bullish', 'BBB mixed ']);
});

test.each<[number, ReadonlyArray<string>]>([
  [
    38,
    [
      'Symbol Bias  da   sw   Sum Price   Vol',
      'AAA    mixed ◆12+ ◆12-  24 12.50 82.1M',
      'BBB    bear  0    0      0 12.50 82.1M',
    ],
  ],
  [
    37,
    [
      'Symbol Bias da   sw   Sum Price   Vol',
      'AAA    mix  ◆12+ ◆12-  24 12.50 82.1M',
      'BBB    bear 0    0      0 12.50 82.1M',
    ],
  ],
  [
    36,
    [
      'Symbol Bias da   sw  Sum Price   Vol',
      'AAA    mix  ◆12+ ◆12  24 12.50 82.1M',
      'BBB    bear 0    0     0 12.50 82.1M',
    ],
  ],
  [
    35,
    [
      'Symbol Bias da  sw  Sum Price   Vol',
      'AAA    mix  ◆12 ◆12  24 12.50 82.1M',
      'BBB    bear 0   0     0 12.50 82.1M',
    ],
  ],
  [
    34,
    [
      'Symbol Bias    da   sw   Sum Price',
      'AAA    mixed   ◆12+ ◆12-  24 12.50',
      'BBB    bearish 0    0      0 12.50',
    ],
  ],
  [
    33,
    [
      'Symbol Bias   da   sw   Sum Price',
      'AAA    mixed  ◆12+ ◆12-  24 12.50',
      'BBB    bear   0    0      0 12.50',
    ],
  ],
])(
  'in %d columns, a table cuts biases, then the boards of a timeframe, then leaves out a column',
  async (columns, expected) => {
    const boardsWith = (bias: string) => ({
      movers: [rowOf({ bias, boards: 12 }), rowOf({ symbol: 'BBB', rank: 2, bias: 'bearish', boards: 0 })],
    });
    const both = transportByTimeframe({
      day: bodyOf({ boards: boardsWith('bullish') }),
      swing: bodyOf({ timeframe: 'swing', boards: boardsWith('bearish') }),
    });
    const line = 'confluence -t day,swing --columns symbol,bias,boards,price,volume --min-boards 0';
    const { stdout } = await runCli(line, { transport: both, isTTY: true, columns });
    const rows = stripVTControlCharacters(stdout).split('\n');
    expect(rows.filter((row) => /^(?:Symbol|AAA|BBB) /.test(row))).toEqual(expected);
  },
);
