import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onlySymbols } from '../../src/model/only-symbols.ts';
import { decodeLine } from '../../src/recording/decode.ts';
import type { LineBytes } from '../../src/recording/lines.ts';
import { createLineScanner } from '../../src/recording/scan-line.ts';
import { anyText } from '../support/any-text.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';

const SYMBOLS = ['NVDA', 'BRK.B', '__proto__'];
const AS_OF = '2026-11-20T15:00:00.000Z';
const scan = createLineScanner(SYMBOLS);

function lineOf(text: string): LineBytes {
  return { asOf: Date.parse(AS_OF), bytes: Buffer.from(text) };
}

/** What a parser of the whole line finds. */
function parsed(line: LineBytes) {
  const recorded = decodeLine(line);
  return recorded === null ? null : { ...recorded, snapshot: onlySymbols(recorded.snapshot, SYMBOLS) };
}

function check(text: string): void {
  const line = lineOf(text);
  expect(scan(line)).toEqual(parsed(line));
}

/** Texts that look like a part of a row. */
const text = fc.oneof(
  fc.constantFrom(
    ...SYMBOLS,
    'AMD',
    'nvda',
    '',
    ' ',
    '"symbol":"NVDA"',
    '},{"symbol":"NVDA"',
    '\\',
    '\\"NVDA"',
  ),
  fc.string(),
  anyText(),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
/** In the order of their keys, or shuffled, or with fields missing; some of them odd. */
const row: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        rank: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 30 }) }, value),
        symbol: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...SYMBOLS, 'AMD', 'XOM') }, value),
        name: text,
        price: value,
        dayPct: fc.double({ noNaN: true, noDefaultInfinity: true }),
        extra: value,
      })
      .map((fields) => rowOf(fields)),
  },
  {
    weight: 2,
    arbitrary: fc
      .uniqueArray(fc.tuple(fc.constantFrom('symbol', 'rank', 'price', 'tag', '__proto__', 'x'), value), {
        selector: ([key]) => key,
      })
      .map(Object.fromEntries),
  },
  value,
);
const board = fc.tuple(
  fc.oneof(fc.constantFrom('movers', 'rvol', 'moneyFlow', '7', '__proto__', 'boards'), fc.string()),
  fc.oneof(
    { weight: 4, arbitrary: fc.array(row, { maxLength: 5 }) },
    { weight: 2, arbitrary: fc.array(row, { minLength: 24, maxLength: 24 }) },
    { weight: 1, arbitrary: value },
  ),
);
const asOf = fc.oneof({ weight: 20, arbitrary: fc.constant(AS_OF) }, value);

/** The JSON of an object whose fields can occur twice. */
function objectJson(fields: ReadonlyArray<readonly [string, string]>): string {
  return `{${fields.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}

const line = fc
  .record({
    boards: fc.array(board, { maxLength: 4 }),
    names: fc.oneof(fc.array(fc.constantFrom('rvol', 'movers', 'moneyFlow', '7')), value),
    fields: fc.array(
      fc.tuple(fc.constantFrom('asOf', 'session', 'timeframe', 'topPlay', 'breadth', 'boards', 'x'), value),
      { maxLength: 2 },
    ),
    asOf,
    seed: fc.nat(),
  })
  .map(({ boards, names, fields, asOf: time, seed }) => {
    const boardsJson = objectJson(boards.map(([key, rows]) => [key, JSON.stringify(rows)]));
    const body = Object.entries(bodyOf()).filter(([key]) => !['asOf', 'boards', 'boardNames'].includes(key));
    const all: Array<readonly [string, string]> = [
      ...[...body, ...fields].map(([key, each]) => [key, JSON.stringify(each)] as const),
      ['asOf', JSON.stringify(time)],
      ['boards', boardsJson],
      ['boardNames', JSON.stringify(names)],
    ];
    const turn = seed % all.length;
    return objectJson([...all.slice(turn), ...all.slice(0, turn)]);
  });

test('what is scanned is what a parser of the whole line finds', () => {
  fc.assert(fc.property(line, check), { numRuns: 200 });
});

test('is the same for indented JSON and for texts with escapes', () => {
  const variant = fc.constantFrom(
    (json: string) => JSON.stringify(JSON.parse(json), null, 1).replaceAll('\n', ' '),
    (json: string) => json.replaceAll('NVDA', '\\u004eVDA'),
    (json: string) => json.replaceAll('"symbol"', '"s\\u0079mbol"'),
    (json: string) => json.replaceAll('"boards"', '"\\u0062oards"'),
    (json: string) =>
      json.replaceAll(/[^\x20-\x7e]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
  fc.assert(
    fc.property(line, variant, (json, change) => check(change(json))),
    { numRuns: 100 },
  );
});

test('is the same for damaged lines', () => {
  const byte = fc.oneof(fc.constantFrom(...Buffer.from('"\\,:{}[]0-+.eE \t\nx')), fc.nat({ max: 255 }));
  const damage = fc.record({
    at: fc.nat(),
    removed: fc.nat({ max: 3 }),
    added: fc.array(byte, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(line, fc.array(damage, { minLength: 1, maxLength: 2 }), (json, damages) => {
      let bytes = Buffer.from(json);
      for (const { at, removed, added } of damages) {
        const start = at % bytes.length;
        bytes = Buffer.concat([
          bytes.subarray(0, start),
          Buffer.from(added),
          bytes.subarray(start + removed),
        ]);
      }
      const damaged = { asOf: Date.parse(AS_OF), bytes };
      expect(scan(damaged)).toEqual(parsed(damaged));
    }),
    { numRuns: 280 },
  );
});

test.each([
  ['two boards of one name', '"a":[{"rank":1,"symbol":"NVDA"}],"b":[{"rank":2,"symbol":"NVDA"}],"a":[]'],
  [
    'a symbol twice in a row',
    '"a":[{"rank":1,"symbol":"NVDA","symbol":"AMD"},{"rank":2,"symbol":"AMD","symbol":"NVDA"}]',
  ],
  ['a row without a rank', '"a":[{"symbol":"AMD"},{"symbol":"NVDA"}]'],
  ['numbers as only JavaScript writes them', '"a":[{"rank":1,"symbol":"NVDA","price":01}]'],
  ['numbers in all forms', '"a":[-0,1e5,1E+5,-1.5e-7,0.1,{"rank":-0,"symbol":"NVDA","price":1e400}]'],
  ['words', '"a":[true,false,null,{"rank":1,"symbol":"NVDA"}]'],
  ['half a word', '"a":[nul,{"rank":1,"symbol":"NVDA"}]'],
  ['an unknown escape', '"a":[{"rank":1,"symbol":"NVDA","name":"\\x"}]'],
  ['an unfinished escape', '"a":[{"rank":1,"symbol":"NVDA","name":"\\u00g0"}]'],
  ['a comma too much', '"a":[{"rank":1,"symbol":"NVDA"},]'],
  ['deep nesting', `"a":[{"rank":1,"symbol":"NVDA","x":${'['.repeat(40)}${']'.repeat(40)}}]`],
])('is the same with %s', (_, boards) => {
  check(`{"asOf":"${AS_OF}","boards":{${boards}},"boardNames":["b"]}`);
});

test('a row of moneyFlow has its rank among all, and no group', () => {
  const rows = Array.from({ length: 24 }, (_, index) => ({
    rank: index + 1,
    symbol: index === 13 ? 'NVDA' : 'AMD',
  }));
  const json = JSON.stringify({ asOf: AS_OF, boards: { moneyFlow: rows } });
  check(json);
  expect(scan(lineOf(json))?.snapshot.boards).toMatchObject([
    { key: 'moneyFlow', rows: [{ rank: 14, group: undefined }] },
  ]);
});

test('a line that is no JSON behind its end, or has bytes that are no text, is as a parser sees it', () => {
  check(`{"asOf":"${AS_OF}","boards":{}}}`);
  check(`{"asOf":"${AS_OF}","boards":{}}{}`);
  const bytes = Buffer.from(`{"asOf":"${AS_OF}","boards":{"a":[{"rank":1,"symbol":"NVDA","name":"*"}]}}`);
  bytes[bytes.indexOf('*')] = 0xe2;
  const broken = { asOf: Date.parse(AS_OF), bytes };
  expect(scan(broken)).toEqual(parsed(broken));
  expect(scan(broken)?.snapshot.boards[0]?.rows[0]?.name).toBe('\uFFFD');
});
