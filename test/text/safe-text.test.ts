import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, clip, displayWidth, fitCell } from '../../src/text/safe-text.ts';
import { boardLines, rowsBoard, styleOf } from '../support/view-fixtures.ts';

/** Must not reach a terminal: control and format characters, surrogates, line separators, marks, unassigned characters. */
const FORBIDDEN = /[\p{C}\p{M}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/u;

describe('cleanText shows `?` for', () => {
  test.each([
    ['ESC', 'a\x1b[31mb', 'a?[31mb'],
    ['OSC 8', '\x1b]8;;https://evil.example\x07link\x1b]8;;\x07', '?]8;;https://evil.example?link?]8;;?'],
    ['OSC 52', '\x1b]52;c;aGk=\x1b\\', '?]52;c;aGk=?\\'],
    ['C1', 'a\x9b31m\x9d\x90\x80', 'a?31m???'],
    ['BEL, BS, NUL, DEL', '\x07\x08\x00\x7f', '????'],
    ['CR, LF, TAB, VT, FF', 'a\r\n\t\v\fb', 'a?????b'],
    ['NEL', 'a\x85b', 'a?b'],
    ['line and paragraph separators', 'a\u2028\u2029b', 'a??b'],
    [
      'bidi controls',
      '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c',
      '?'.repeat(12),
    ],
    ['zero-width', 'a\u200b\u200c\u200d\u2060\ufeffb', 'a?????b'],
    ['soft hyphen, invisible operators', 'a\u00ad\u2061\u2064b', 'a???b'],
    ['fillers', '\u034f\u115f\u1160\u3164\uffa0\u17b4', '??????'],
    ['variation selectors', 'a\ufe0e\ufe0f\u{e0100}', 'a???'],
    ['tags', '\u{e0001}\u{e0041}\u{e007f}', '???'],
    ['lone surrogates', 'a\ud83db\ude00', 'a?b?'],
    ['private use, noncharacters', '\ue000\u{f0000}\uffff\ufdd0', '????'],
    ['emoji', '🚀 ☀ ⌚', '? ? ?'],
    ['joined emoji, flags, skin tones, keycaps', '👩‍💻 🇩🇪 👍🏽 1️⃣', '??? ?? ?? 1??'],
    ['marks that have no composed letter', 'x\u0301 ส\u0e38', 'x? ส?'],
    ['characters of ambiguous width', '\u06de\u2630\u268a\u0e33\u0eb3\u0d4e', '??????'],
    ['conjoining Jamo that make no syllable', '\u1100 \u11a8', '? ?'],
    ['letters whose width depends on the terminal', '\u1200\u1d00', '??'],
    ['planes beyond the first', '𝐀 𠮷 𒀀', '? ? ?'],
  ])('%s', (_, text, shown) => {
    expect(cleanText(text)).toBe(shown);
  });
});

describe('cleanText keeps', () => {
  test.each([
    ['ASCII', 'Aldermont & Co. (A) ~ #1'],
    ['accents', 'Société Générale Čez Ørsted Łódź'],
    ['signs of names', 'Brand™ Name® ©2026 № €'],
    ['Greek and Cyrillic', 'Όμιλος Газпром'],
    ['right-to-left scripts', 'בנק الراجحي'],
    ['Han, Kana, Hangul, full-width', '株式会社 トヨタ・モーター ひらがな 삼성전자 ＡＢＣ　'],
    [
      'the first and the last characters of two cells',
      '\u3001\u3029\u3041\u3096\u30a0\u30ff\u3400\u4dbf\u4e00\u9fff\uac00\ud7a3\uff01\uff60',
    ],
    ['the characters beside those of uncertain width', '\u10ff \u1e00'],
    ['Thai and Devanagari letters', 'ปตท टट'],
    ['typography', '– — … “quoted” • ½'],
  ])('%s', (_, text) => {
    expect(cleanText(text)).toBe(text);
  });

  test.each([
    ['composes what can be composed', 'e\u0301 \u1112\u1161\u11ab', 'é 한'],
    ['replaces any space character with a space', 'a\u00a0b\u2003c\u202fd\u1680e', 'a b c d e'],
  ])('%s', (_, text, shown) => {
    expect(cleanText(text)).toBe(shown);
  });
});

test('clean text contains no character that a terminal interprets, hides or joins', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        expect(cleanText(text)).not.toMatch(FORBIDDEN);
      },
    ),
    { numRuns: 120, seed: 1 },
  );
});

test('cleaning text twice has the same result as cleaning it once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 100 }), (codePoints) => {
      const text = String.fromCodePoint(...codePoints);
      expect(cleanText(cleanText(text))).toBe(cleanText(text));
    }),
    { numRuns: 60, seed: 2 },
  );
});

describe('very long text', () => {
  test('has 400 characters and a sign that it was cut', () => {
    expect(cleanText('A'.repeat(400))).toBe('A'.repeat(400));
    expect(cleanText('A'.repeat(401))).toBe(`${'A'.repeat(400)}…`);
  });

  test.each([
    ['1 MB of letters', 'A'.repeat(1 << 20)],
    ['1 MB of marks', `e${'\u0301'.repeat(1 << 20)}`],
    ['32 KB of newlines', `a${'\n'.repeat(1 << 15)}`],
    ['16 KB of ESC[', '\x1b['.repeat(1 << 13)],
    ['a surrogate pair at the limit', `${'A'.repeat(399)}🚀🚀`],
  ])('%s is one row of clipped columns', (_, text) => {
    expect(cleanText(text).length).toBeLessThanOrEqual(401);
    const row = { symbol: text, name: text, metric: text, tag: text };
    const lines = boardLines([rowsBoard([row], cleanText(text))], styleOf(120));
    // The title, the labels, and the metric on a few lines.
    expect(lines.length).toBeLessThan(20);
    for (const line of lines) {
      expect(line).not.toMatch(FORBIDDEN);
      expect(displayWidth(line)).toBeLessThanOrEqual(120);
    }
    expect(lines[2]).toContain('…');
  });
});

describe('clip and fitCell', () => {
  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['abcdef', 1, '…'],
    ['abcdef', 0, ''],
    ['abcdef', -3, ''],
    ['abc def', 5, 'abc…'],
    ['株式会社', 8, '株式会社'],
    ['株式会社', 7, '株式会…'],
    ['株式会社', 6, '株式…'],
    ['', 0, ''],
  ])('clip(%j, %d) is %j', (text, width, clipped) => {
    expect(clip(text, width)).toBe(clipped);
  });

  test.each([
    ['ab', 4, 'left', 'ab  '],
    ['ab', 4, 'right', '  ab'],
    ['株式', 4, 'left', '株式'],
    ['株式会', 4, 'left', '株… '],
    ['株式会', 4, 'right', ' 株…'],
  ] as const)('fitCell(%j, %d, %s) is %j', (text, width, align, cell) => {
    expect(fitCell(text, width, align)).toBe(cell);
    expect(displayWidth(cell)).toBe(width);
  });
});
