import { describe, expect, test } from 'vitest';
import { fitColumns } from '../../src/view/columns.ts';
import type { Column } from '../../src/vocabulary.ts';
import { COLUMNS } from '../support/fields.ts';

const FRAME = 4;
const WIDTHS = Array.from({ length: 281 }, (_, index) => 20 + index);
const CHOICES: ReadonlyArray<ReadonlyArray<Column>> = [
  ['symbol'],
  ['name'],
  ['tag', 'symbol'],
  ['dayPct', 'symbol', 'boards', 'bias'],
  ['name', 'rank', 'name', 'rank', 'name'],
  [...COLUMNS].reverse(),
  [...COLUMNS],
];

const namesAt = (width: number, chosen: ReadonlyArray<Column>) =>
  fitColumns(width - FRAME, chosen).map(({ field }) => field.id);

describe.each(CHOICES.map((chosen) => [chosen.join(','), chosen] as const))(
  '%s, at each width from 20 to 300',
  (_, chosen) => {
    test('a wider pane never drops a column', () => {
      let before: ReadonlyArray<Column> = [];
      for (const width of WIDTHS) {
        const names = namesAt(width, chosen);
        expect(names.length).toBeGreaterThan(0);
        expect(names, `at ${width}`).toEqual(expect.arrayContaining([...before]));
        before = names;
      }
      expect(new Set(before)).toEqual(new Set(chosen));
    });

    test('the order of the columns does not change', () => {
      const order = [...new Set(chosen)];
      for (const width of WIDTHS) {
        const names = namesAt(width, chosen);
        expect(names, `at ${width}`).toEqual(order.filter((column) => names.includes(column)));
      }
    });
  },
);

test('a duplicate column is shown once', () => {
  for (const width of WIDTHS) {
    expect(namesAt(width, ['name', 'name', 'tag', 'tag'])).toEqual(namesAt(width, ['name', 'tag']));
  }
});
