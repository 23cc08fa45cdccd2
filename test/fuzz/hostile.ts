import fc from 'fast-check';
import { BIASES, BOARD_CATALOGUE, MARKET_SESSIONS } from '../../src/market/catalogue.ts';
import { anyText } from '../support/generated-snapshots.ts';

/** Printable characters mixed with those that terminals interpret, hide, join, reorder or measure differently. */
const ALPHABET = [
  ...'aZ09 .,"\'\\/<>&%$-+=@|{}[]',
  ...'\x00\x07\x08\t\n\r\x1b\x7f\x80\x85\x9b\x9d',
  ...'\u00ad\u0301\u0e33\u200b\u200d\u200e\u2028\u2029\u202e\u2066\ufe0f\ufeff',
  ...'é漢ｶﾊﾟ한글عبरि🇩🇪👩‍👧😀☰♥😃©',
  '\ud800',
  '\udc00',
  '\x1b[2J',
  '\x1b]8;;http://evil\x07',
  '\x1b]52;c;AAAA\x1b\\',
  '\u{e0041}',
];

const shortText = fc.string({ unit: fc.constantFrom(...ALPHABET), maxLength: 24 });
export const hostileText = fc.oneof(
  { weight: 6, arbitrary: shortText },
  { weight: 1, arbitrary: shortText.map((text) => text.repeat(200)) },
  { weight: 1, arbitrary: anyText() },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', '', ' ') },
);

const hostileNumber = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.005, -0.004, 1e21, 1e308, -1e308, 5e-324, 2 ** 53, 999_999.5, 99.995),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

/** Nested to depths below and above the limit of the decoder. */
const deepValue = fc.integer({ min: 1, max: 80 }).map((depth) => {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
});

const hostileValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(null, true, false, [], {}, '12', [null]) },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 2, arbitrary: hostileText },
  { weight: 1, arbitrary: deepValue },
);

/** Usually a valid value, sometimes an arbitrary one. */
function damaged<T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: good }, { weight: 1, arbitrary: hostileValue });
}

const SYMBOLS = ['AAA', 'BBB', 'BRK.B', 'NVDA', 'F'];
const listing = {
  symbol: damaged(fc.oneof(fc.constantFrom(...SYMBOLS), hostileText)),
  name: damaged(hostileText),
  price: damaged(hostileNumber),
  dayPct: damaged(hostileNumber),
  volume: damaged(hostileNumber),
  boards: damaged(fc.integer({ min: 0, max: 20 })),
  bias: damaged(fc.constantFrom(...BIASES)),
};
const row = damaged(
  fc.record(
    { rank: damaged(fc.nat(30)), ...listing, metric: damaged(hostileText), tag: damaged(hostileText) },
    { requiredKeys: [] },
  ),
);
const rows = fc.oneof(
  { weight: 6, arbitrary: fc.array(row, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(row, { minLength: 24, maxLength: 24 }) },
);
const boardKey = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...BOARD_CATALOGUE.map(({ key }) => key)) },
  { weight: 1, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.nat(99).map(String) },
);
/** Built from entries, so that `__proto__` is an ordinary key. */
const boards = fc
  .array(fc.tuple(boardKey, damaged(rows)), { maxLength: 5 })
  .map((entries): unknown => Object.fromEntries(entries));

const isoTime = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
/** Times with and without a zone, and invalid times. */
const time = fc.oneof(
  isoTime,
  isoTime.map((text) => text.replace('Z', '')),
  isoTime.map((text) => text.replace('Z', '+05:30')),
  isoTime.map((text) => text.slice(0, 10)),
  fc.constantFrom('2026-02-30T10:00:00Z', '2026-06-03T25:61:00Z', 'yesterday', '12', '1780497000000'),
);

/** A snapshot as a faulty service could send it. */
export const hostileBody = damaged(
  fc.record(
    {
      asOf: damaged(fc.oneof(fc.constant('2026-06-03T14:30:00.000Z'), time)),
      // Another one of the five is rejected as a whole.
      timeframe: damaged(fc.constantFrom('day', 'day', 'weekly', null, 'swing')),
      session: damaged(fc.constantFrom(...MARKET_SESSIONS)),
      breadth: damaged(
        fc.record(
          { advancers: damaged(fc.nat()), decliners: damaged(fc.nat()), symbols: damaged(hostileNumber) },
          { requiredKeys: [] },
        ),
      ),
      topPlay: damaged(
        fc.record(
          { ...listing, reasons: damaged(fc.array(damaged(hostileText), { maxLength: 5 })) },
          { requiredKeys: [] },
        ),
      ),
      boards: damaged(boards),
      boardNames: damaged(fc.array(damaged(boardKey), { maxLength: 5 })),
      unknown: hostileValue,
    },
    { requiredKeys: ['boards'] },
  ),
);

/** Serializes a body, with some numbers beyond the range of a double. */
export function toWire(body: unknown): string {
  return JSON.stringify(body).replaceAll('1e+308', '1e400');
}
