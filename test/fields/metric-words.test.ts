import { describe, expect, test } from 'vitest';
import { cutMetrics, splitMetrics, tileMetrics } from '../../src/fields/metric-words.ts';
import { decodeRow } from '../../src/service/snapshot.ts';
import { rowOf } from '../support/snapshots.ts';

/** The metrics of a board as its tile shows them, and the words in its title. */
function split(values: ReadonlyArray<string | null>) {
  const rows = values.map((metric) => decodeRow(rowOf({ metric })));
  const metrics = splitMetrics(rows);
  return { shown: rows.map(metrics.text), words: metrics.label };
}

describe('the words that all metrics of a board share', () => {
  test.each<
    readonly [name: string, values: ReadonlyArray<string | null>, words: string, shown: ReadonlyArray<string>]
  >([
    ['one word', ['255 alerts', '67 alerts'], 'alerts', ['255', '67']],
    ['two words', ['37.2% of float', '36.9% of float'], 'of float', ['37.2%', '36.9%']],
    ['as many as all share', ['3 funds adding', '12 new funds adding'], 'funds adding', ['3', '12 new']],
    ['a row without metric', ['255 alerts', null, '67 alerts'], 'alerts', ['255', '–', '67']],
    ['equal metrics', ['at 50 days', 'at 50 days'], '50 days', ['at', 'at']],
    ['with digits', ['0.1% above 50-day', '0.4% above 50-day'], 'above 50-day', ['0.1%', '0.4%']],
    ['at the beginning', ['new high on 2.5x', 'new high on 1.9x'], 'new high on', ['2.5x', '1.9x']],
    ['at both ends', ['up 12% in 30min', 'up 10% in 30min'], 'up in 30min', ['12%', '10%']],
    ['a comma at the end of the shared words', ['1, of 3,', '2, of 3,'], 'of 3', ['1,', '2,']],
    ['blanks around and between', [' 48.7K  queries ', '21.9K queries'], 'queries', ['48.7K', '21.9K']],
  ])('move into its title: %s', (_, values, words, shown) => {
    expect(split(values)).toEqual({ words, shown });
  });

  test.each<readonly [name: string, values: ReadonlyArray<string | null>]>([
    ['no row', []],
    ['only one metric', ['255 alerts']],
    ['only one metric beside nulls', ['255 alerts', null, null]],
    ['one row has another word', ['255 alerts', '67 alerts', '1 alert']],
    ['only a word between them is shared', ['+2.3% on 1.7x', '+2.0% on 1.2x']],
    ['nothing would remain of one', ['alerts', '67 alerts']],
    ['nothing would remain of any', ['rising', 'rising']],
    ['only blanks would remain', ['  alerts', '67 alerts']],
    ['the words before a comma', ['6 buys, $1.2M', '6 buys, $0.4M']],
    ['words that only look alike', ['12 Alerts', '9 alerts']],
    ['the words before a semicolon', ['6 buys; $1.2M', '6 buys; $0.4M']],
    ['the words before a colon', ['buys: $1.2M', 'buys: $0.4M']],
  ])('stay in the rows: %s', (_, values) => {
    const { shown, words } = split(values);
    expect(words).toBe('');
    expect(shown).toEqual(values.map((value) => value?.trim() ?? '–'));
  });
});

test.each<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]>([
  ['those that fit', ['11.4x', '–'], ['11.4x', '–']],
  ['a long one whose start has its number', ['+11.0% on 1.4x'], ['+11.0% on 1.…']],
  ['one whose start has no number', ['new high on 3.1x'], ['… on 3.1x']],
  [
    'those with the same start',
    ['12 crossed 200-day by 3%', '12 crossed 200-day by 4%', 'flat'],
    ['… by 3%', '… by 4%', 'flat'],
  ],
  ['equal ones', ['crossed a very old high', 'crossed a very old high'], ['crossed a ve…', 'crossed a ve…']],
  ['one whose end just fits', ['a new high of 12345678'], ['… of 12345678']],
  ['one long word', ['extraordinarily9'], ['extraordinar…']],
  ['wide characters', ['東京東京東京東京 5'], ['… 5']],
])('in 13 cells, the pane shows of %s what differs', (_, metrics, expected) => {
  expect(cutMetrics(metrics, 13)).toEqual(expected);
});

describe('a metric that only repeats the change', () => {
  /** Returns the label and the texts of a tile without a column for the price. */
  const tileOf = (rows: ReadonlyArray<readonly [metric: string | null, dayPct: number | null]>) => {
    const decoded = rows.map(([metric, dayPct]) => decodeRow(rowOf({ metric, dayPct })));
    const { label, text } = tileMetrics(decoded, false);
    return [label, ...decoded.map(text)];
  };

  test.each<[string, Parameters<typeof tileOf>[0]]>([
    ['+9.7% of +9.69 %', [['+9.7%', 9.69]]],
    [
      'as far as its decimals show',
      [
        ['+9.7%', 9.65],
        ['-12%', -12.5],
        [' 4.56 % ', 4.565],
      ],
    ],
    [
      'beside a row without one',
      [
        ['+9.7%', 9.69],
        [null, 1],
      ],
    ],
  ])('gives way to the price: %s', (_, rows) => {
    expect(tileOf(rows)).toEqual(['price', ...rows.map(() => '12.50')]);
  });

  test.each<[string, Parameters<typeof tileOf>[0], ReadonlyArray<string>]>([
    ['another number', [['+9.7%', 9.64]], ['+9.7%']],
    ['another number of whole percent', [['12%', 12.6]], ['12%']],
    ['another sign', [['+9.7%', -9.7]], ['+9.7%']],
    ['an unknown change', [['0.0%', null]], ['0.0%']],
    ['no percentage', [['9.7x', 9.7]], ['9.7x']],
    ['more words', [['9.7% up', 9.7]], ['9.7% up']],
    [
      'only one row that repeats it',
      [
        ['+9.7%', 9.7],
        ['+1.0%', 2],
      ],
      ['+9.7%', '+1.0%'],
    ],
    [
      'no metric in any row',
      [
        [null, 1],
        [null, 2],
      ],
      ['–', '–'],
    ],
  ])('stays with %s', (_, rows, expected) => {
    expect(tileOf(rows)).toEqual(['', ...expected]);
  });

  test('leaves its cells blank where the price has a column', () => {
    const { label, text } = tileMetrics([decodeRow(rowOf({ metric: '+4.6%' }))], true);
    expect([label, text(decodeRow(rowOf()))]).toEqual(['', '']);
  });
});
