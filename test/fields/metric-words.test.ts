import { describe, expect, test } from 'vitest';
import { cutMetrics, splitMetrics } from '../../src/fields/metric-words.ts';
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
  ['one long word', ['extraordinarily9'], ['extraordinar…']],
  ['wide characters', ['東京東京東京東京 5'], ['… 5']],
])('in 13 cells, the pane shows of %s what differs', (_, metrics, expected) => {
  expect(cutMetrics(metrics, 13)).toEqual(expected);
});
