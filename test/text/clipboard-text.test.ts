import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipboardText } from '../../src/text/safe-text.ts';
import { hostileText } from '../fuzz/hostile.ts';

describe('what is copied of a symbol', () => {
  test.each([
    ...[
      'NVDA',
      'BRK.B',
      'BF/B',
      '^GSPC',
      'EURUSD=X',
      '7203.T',
      '/ES',
      'A_B',
      'M&M',
      'A B',
      '$SPX',
      "A'B",
      'A+B',
    ],
    ...['A:B', '~X', '*X', 'ΟΤΕ', 'Straße', '漢字', '한A', 'X'.repeat(64)],
  ])('%s is a ticker: all of it', (symbol) => {
    expect(clipboardText(symbol)).toBe(symbol);
  });

  test.each([
    ['an escape sequence', 'NVDA\x1b[2J'],
    ['a sequence that copies', '\x1b]52;c;cm0gLXJm\x07'],
    ['the end of a paste', 'A\x1b[201~\nreboot\n'],
    ['line breaks', 'NVDA\r\n\u2028\u2029\x85\x0b'],
    ['another kind of blank', 'A\u00a0B'],
    ['shell text', '; rm -rf ~ #'],
    ['a command in place of a text', 'A$(reboot)'],
    ['the same', 'A`reboot`'],
    ['a command behind an ampersand', 'A&rm -rf ~'],
    ['another', 'a&reboot'],
    ['the home directory', 'A ~/.profile'],
    ['a variable among words', 'echo $HOME'],
    ['pipes', 'a|b'],
    ['redirections', 'a>b'],
    ['the end of a quoted text', 'A"B'],
    ['a formula', '=cmd'],
    ['a formula behind a blank', ' =cmd'],
    ['another formula', '+cmd'],
    ['an option', '-rf'],
    ['emoji', 'V🚀D'],
    ['marks that reorder or hide', '\u202eADVN\u2066\ufeff\u00ad'],
    ['half a character', 'A\ud800'],
    ['65 characters', 'X'.repeat(65)],
    ['many characters', 'X'.repeat(1_000_000)],
    ['nothing', ''],
    ['blanks', '  '],
    ['signs alone', '$'],
  ])('nothing of a symbol with %s', (_, symbol) => {
    expect(clipboardText(symbol)).toBeNull();
  });

  test('of any text: all of it or nothing, only characters of tickers', () => {
    fc.assert(
      fc.property(hostileText, (symbol) => {
        const text = clipboardText(symbol);
        if (text === null) return;
        expect(text).toBe(symbol);
        expect(text).toMatch(/^(?![-=+ ])[\p{L}\p{M}\p{N} .^=/_:+~*&'$-]{1,64}$/u);
        if (text.includes(' ')) expect(text).not.toMatch(/[~*&'$]/);
      }),
    );
  });
});
