import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asciiGlyphs, shownText, toAscii } from '../../src/text/ascii.ts';
import { cleanText, displayWidth } from '../../src/text/safe-text.ts';
import { createTheme } from '../../src/text/theme.ts';
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
    ['a heavy frame', '┏━ TOP PLAY ━┓ ┃ ┃ ┗━┛', '+= TOP PLAY =+ | | +=+'],
    ['breadth', '28% up ▓▓▓░░░░░░░', '28% up ###.......'],
    ['a sparkline', '▁▂▃▄▅▆▇█', '__..::||'],
    ['a sign in a column', '14:20  ·    NVDA', '14:20  ;    NVDA'],
    ['null, a range, a cut', '– 9–16 Aldermo…', '- 9-16 Alderm..'],
    ['ranks over time', '6→4 ×3', '6>4 x3'],
    ['nothing but a cut', '1  …  …', '1 .. ..'],
    ['a cut that is painted', '1  \x1b[2mAb…\x1b[22m', '1  \x1b[2mA..\x1b[22m'],
    ['a cut behind a code', '1  \x1b[38;5;244m…\x1b[39m', '1  \x1b[38;5;244m.\x1b[39m'],
    ['a prompt and a list', 'NV▏ ▸ [x] ★', 'NV| > [x] T'],
    ['accents', 'Société Générale Čez Ångström Ǿre', 'Societe Generale Cez Angstrom Ore'],
    ['letters without a base', 'Ørsted Łódź Straße Æon', 'Orsted Lodz Strase Aon'],
    ['typography', '“Bob’s” — ‹A›', '"Bob\'s" - <A>'],
    ['wide characters', '株式　ＡＢ한', '????  ??????'],
    ['other scripts and signs', 'Газпром ≠ € ™', '??????? ? ? ?'],
    ['lone surrogates and C1 controls', 'a\ud83db\ude00c\x9b', 'a?b?c?'],
    ['arrows', '▲↑ ▼↓ →▸▶›»≥ ←◂◀‹«≤', '^^ vv >>>>>> <<<<<<'],
    ['all parts of frames', '╭╮╰╯┌┐└┘├┤┬┴┼ ┏┓┗┛┣┫┳┻╋', '+++++++++++++ +++++++++'],
    ['dashes, rules and bars', '–—―−‐‑‒─ ━ │┃▏ ░ ▓', '-------- = ||| . #'],
    ['quotes', '‘’‚′ “”„″', `'''' """"`],
    ['signs between texts', '· • ± ×', '; * ~ x'],
    [
      'both cases of letters without a base',
      'Ææ Ðð Đđ Ħħ ı Łł Øø Œœ ß Þþ Ŧŧ',
      'Aa Dd Dd Hh i Ll Oo Oo s Tt Tt',
    ],
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

test.each([
  ['texts of a list', 'Movers 2 · Forum 1 ·', 'Movers 2; Forum 1;'],
  ['a separator alone', ' · ', '; '],
  ['a sign in a column', '14:20  ·    NVDA', '14:20  ·    NVDA'],
  ['the gaps of a sparkline', '··▁▂▃▄▅·▆▇█', '  ▁▂▃▄▅ ▆▇█'],
  ['a sparkline that has samples at its ends', '▁··  ··█', '▁      █'],
  ['at least', 'for ≥28m', 'for >=28m'],
  ['at least, in brackets', 'Movers 3 (≥22m)', 'Movers 3 (>=22m)'],
  ['at least, with a single blank behind it', '≥41m ago', '>=41m ago'],
  ['at least, with blanks behind it', '≥41m  or longer', '>=41m or longer'],
  ['an interval', '50% ±3', '50%+-3'],
  ['news', ' •4  •9+  ', ' (4) (9+) '],
  ['the top play', '14:20 ★    NVDA', '14:20 TOP  NVDA'],
  ['the top play and its place', '★   1', 'TOP 1'],
  ['the top play alone', '★', 'TOP'],
  ['the sign of a session before its word', '● open', 'open'],
  ['the sign of a session without its word', '● ', ''],
  ['the signs of all sessions', '● ◐ ◑ ○', '● ◐ ◑ ○'],
  ['the sign of the top play before its words', '★ top play for 3 min', 'top play for 3 min'],
  ['the label of ranks', '#', ' '],
  ['signs of one cell, and a cut', '◆5- ▲2 Alderm…', '◆5- ▲2 Alderm…'],
])('in the glyphs of ASCII, %s', (_, text, expected) => {
  expect(asciiGlyphs(text)).toBe(expected);
  expect(createTheme('classic', 0, true).glyphs(text)).toBe(expected);
  expect(createTheme('classic', 0).glyphs(text)).toBe(text);
});

test('shownText replaces characters only where the terminal needs it', () => {
  expect(shownText('▲ 1', { LANG: 'C' })).toBe('^ 1');
  expect(shownText('≥41m · ▲ 1', { LANG: 'C' })).toBe('>=41m; ^ 1');
  expect(shownText('▲ 1', { LANG: 'en_US.UTF-8' })).toBe('▲ 1');
});
