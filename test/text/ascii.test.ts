import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shownText, toAscii } from '../../src/text/ascii.ts';
import { cleanText, displayWidth } from '../../src/text/safe-text.ts';
import { anyText } from '../support/generated-snapshots.ts';

const SOURCE = new URL('../../src/', import.meta.url);
/** These name characters that the program does not draw. */
const TABLES = ['text/ascii.ts', 'text/safe-text.ts', 'output/csv.ts'];

describe('toAscii', () => {
  test.each([
    ['a mark', '1 ▲2 NVDA', '1 ^2 NVDA'],
    ['confluence and bias', '◆5- 2+', '#5- 2+'],
    ['the session', '◐ ● ◑ ○', 'p o a c'],
    ['a light frame', '╭─ Movers ─╮ │ │ ╰─╯', '+- Movers -+ | | +-+'],
    ['a heavy frame', '┏━ TOP PLAY · DAY ━┓ ┃ ┃ ┗━┛', '+= TOP PLAY;  DAY =+ | | +=+'],
    ['breadth', '28% up ▓▓▓░░░░░░░', '28% up ###.......'],
    ['a sparkline and its gaps', 'x ··▁▂▃▄▅·▆▇█ · y', 'x   __..: :||;  y'],
    ['a sparkline with a hole', '▁··  ··█', '_      |'],
    ['texts of a list', 'Movers 2 \x1b[2m·\x1b[22m Forum 1 ·', 'Movers 2\x1b[2m; \x1b[22m Forum 1; '],
    ['a sign in a column', '14:20  ·    NVDA', '14:20  ;    NVDA'],
    ['null, a range, a cut', '– 9–16 Aldermo…', '- 9-16 Alderm..'],
    ['ranks over time', '6→4  ≥41m  ≤14:20 ×3', '6>4 >=41m <=14:20 x3'],
    ['at least, with a single blank before it', 'for ≥28m · ≤17:39', 'for>=28m; <=17:39'],
    [
      'at least, painted',
      '- \x1b[2m≥29m\x1b[22m \x1b[2m ≥9m\x1b[22m',
      '-\x1b[2m>=29m\x1b[22m \x1b[2m>=9m\x1b[22m',
    ],
    ['at least, in brackets', 'Movers 3 (≥22m)', 'Movers 3(>=22m)'],
    ['at least, without a blank', '≥29m', '>29m'],
    ['at least, at the beginning', '\x1b[1m≥41m  \x1b[22m  or longer', '\x1b[1m>=41m \x1b[22m  or longer'],
    ['at most, at the beginning', '≤13:51  since then', '<=13:51 since then'],
    ['at least, at the beginning, with a single blank behind it', '≥41m ago', '>41m ago'],
    ['nothing but a cut', '1  …  …', '1 .. ..'],
    ['a cut that is painted', '1  \x1b[2m…\x1b[22m', '1 .\x1b[2m.\x1b[22m'],
    [
      'tabs',
      '3 swing •4   4 position \x1b[36m•9+\x1b[39m  ◀ PAST',
      '3 swing (4)  4 position \x1b[36m(9+)\x1b[39m < PAST',
    ],
    ['the top play', '14:20 ★    NVDA', '14:20 TOP  NVDA'],
    ['the header of ranks', '  # Symbol', '    Symbol'],
    ['a prompt and a list', 'NV▏ ▸ [x] ★', 'NV| > [x] T'],
    ['accents', 'Société Générale Čez Ångström Ǿre', 'Societe Generale Cez Angstrom Ore'],
    ['letters without a base', 'Ørsted Łódź Straße Æon', 'Orsted Lodz Strase Aon'],
    ['typography', '“Bob’s” — ‹A›', '"Bob\'s" - <A>'],
    ['wide characters', '株式　ＡＢ한', '????  ??????'],
    ['other scripts and signs', 'Газпром ≠ € ™', '??????? ? ? ?'],
    ['lone surrogates and C1 controls', 'a\ud83db\ude00c\x9b', 'a?b?c?'],
    ['ASCII', '\x1b[1mA\x1b[22m ~\n', '\x1b[1mA\x1b[22m ~\n'],
    ['painted text', '\x1b[36m◆5\x1b[39m', '\x1b[36m#5\x1b[39m'],
    ['nothing', '', ''],
  ])('%s', (_, text, ascii) => {
    expect(toAscii(text)).toBe(ascii);
  });

  test('keeps the order of a sparkline', () => {
    const levels = [...toAscii('▁▂▃▄▅▆▇█')].map((sign) => '_.:|'.indexOf(sign));
    expect(levels).toEqual(levels.toSorted((a, b) => a - b));
    expect(new Set(levels).size).toBe(4);
  });

  test('has a replacement for every sign that the program draws', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.ts') && !TABLES.includes(file));
    const signs = new Set(
      files.flatMap((file) => readFileSync(new URL(file, SOURCE), 'utf8').match(/\P{ASCII}/gu) ?? []),
    );
    expect(signs.size).toBeGreaterThan(15);
    expect([...signs].filter((sign) => toAscii(sign) === '?')).toEqual([]);
  });

  test('any clean text becomes printable ASCII of the same width', () => {
    const text = fc.oneof(
      anyText({ maxLength: 12 }),
      fc.string({ unit: fc.integer({ min: 0x80, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
    );
    fc.assert(
      fc.property(text.map(cleanText), (clean) => {
        const ascii = toAscii(clean);
        expect(ascii).toMatch(/^[ -~]*$/);
        expect(ascii.length).toBe(displayWidth(clean));
      }),
      { numRuns: 200 },
    );
  });
});

test('shownText replaces characters only where the terminal needs it', () => {
  expect(shownText('▲ 1', { LANG: 'C' })).toBe('^ 1');
  expect(shownText('▲ 1', { LANG: 'en_US.UTF-8' })).toBe('▲ 1');
});
