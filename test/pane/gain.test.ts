import { expect, test } from 'vitest';
import { minuteService } from '../support/minute-service.ts';
import { screensFrom } from '../support/play.ts';
import { rowOf } from '../support/snapshots.ts';

/** GONE rises from $10 to $11 at 14:31:00, and is on no board at 14:31:40. */
const service = minuteService((minute) => {
  const gone = rowOf({ symbol: 'GONE', rank: 2, price: minute === 0 ? 10 : 11 });
  const first = rowOf({ symbol: 'AAA', rank: 1 });
  const asOf = `2026-06-03T14:${['30:00', '31:00', '31:40'][minute]}Z`;
  return { asOf, boards: { movers: minute < 2 ? [first, gone] : [first] }, topPlay: null };
});

test('the gain of a symbol that left all boards ends at its last price', async () => {
  const [, past = ''] = await screensFrom(130, ['[', '['], service);
  expect(past).toMatch(/^ +2 +GONE .* out 14:31 \+10\.0%/m);
});
