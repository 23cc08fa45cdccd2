import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { csvFields, renderCsv } from '../../src/output/csv.ts';
import { decodeRow } from '../../src/service/snapshot.ts';
import { rowOf } from '../support/snapshots.ts';

const HEADER = 'asOf,timeframe,board,rank,symbol,name,price,dayPct,volume,boards,bias,metric,tag';

function csvOf(fields: JsonObject): string {
  const row = decodeRow(rowOf(fields));
  const origin = { asOf: '2026-06-03T14:30:00.000Z', timeframe: 'day', board: 'movers' };
  return renderCsv([{ ...row, ...origin }], csvFields('row', false));
}

/** The name of a row as a CSV field. */
function nameAs(name: string): string {
  return /,1,AAA,(.*),12\.5,/.exec(csvOf({ name }))?.[1] ?? 'no such line';
}

test('has only the header without rows, and ends each line with LF', () => {
  expect(renderCsv([], csvFields('row', false))).toBe(`${HEADER}\n`);
});

test('writes unrounded numbers and an empty field for null', () => {
  expect(csvOf({ price: 0.00012345, dayPct: -1.25, volume: 82_100_123, name: null })).toBe(
    `${HEADER}\n2026-06-03T14:30:00.000Z,day,movers,1,AAA,,0.00012345,-1.25,82100123,2,bullish,4.2x,\n`,
  );
});

describe('a text', () => {
  test.each([
    ['Plain & Co', 'Plain & Co'],
    ['Alpha, Inc', '"Alpha, Inc"'],
    ['The "A"', '"The ""A"""'],
    [' edge', '" edge"'],
    ['Ünïcode 株', 'Ünïcode 株'],
  ])('%j is written as %j', (name, field) => {
    expect(nameAs(name)).toBe(field);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+A1', "'+A1"],
    ['-2+3+cmd|x', "'-2+3+cmd|x"],
    ['+1.8% on 3.2x', "'+1.8% on 3.2x"],
    ['a;=1', '"a;\'=1"'],
    ['a;-1;b', '"a;\'-1;b"'],
    ['1;2', '"1;2"'],
    [' =1', "' =1"],
    ['a; =1', '"a;\' =1"'],
    ['a;"=1', '"a;\'""=1"'],
    ['-1,2', '"\'-1,2"'],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ])('%j is not run as a formula', (name, field) => {
    expect(nameAs(name)).toBe(field);
  });
});

test.each(['+12.4%', '-0.36%', '-1', '+1,234.5', '-.5', '-1e5'])(
  '%s is a figure and no formula',
  (metric) => {
    const field = metric.includes(',') ? `"${metric}"` : metric;
    expect(csvOf({ metric })).toContain(`,${field},`);
  },
);
