import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipboardText } from '../../src/text/safe-text.ts';
import { hostileText } from '../fuzz/hostile.ts';

describe('what is copied of a symbol', () => {
  test.each(['NVDA', 'BRK.B', 'BF/B', '^GSPC', 'EURUSD=X', '7203.T', '/ES', 'A_B'])(
    '%s is a ticker: all of it',
    (symbol) => {
      expect(clipboardText(symbol)).toBe(symbol);
    },
  );

  test.each([
    ['an escape sequence', 'NVDA\x1b[2J', 'NVDA2J'],
    ['a sequence that copies', '\x1b]52;c;cm0gLXJm\x07', '52ccm0gLXJm'],
    ['the end of a paste', 'A\x1b[201~\nreboot\n', 'A201reboot'],
    ['line breaks', 'NVDA\r\n\u2028\u2029\x85\x0b', 'NVDA'],
    ['shell text', '; rm -rf ~ #', 'rm-rf'],
    ['pipes and redirections', 'a|b>c<d&e!f*g?h', 'abcdefgh'],
    ['a formula', '=cmd', 'cmd'],
    ['a formula behind what is removed', '\u200b =+@-=cmd|"/c calc"!A0', 'cmd/ccalcA0'],
    ['an option', '-rf', 'rf'],
    ['wide characters and emoji', '漢N字V🚀D한A', 'NVDA'],
    ['marks that reorder or hide', '\u202eADVN\u2066\ufeff\u00ad', 'ADVN'],
  ])('%s', (_, symbol, text) => {
    expect(clipboardText(symbol)).toBe(text);
  });

  test.each(['', ' ', '\n', '\x1b', '漢字', '🚀', '---', '=', '-=-=', '$()', '\u202e', '\ud800'])(
    'nothing is left of %j',
    (symbol) => {
      expect(clipboardText(symbol)).toBeNull();
    },
  );

  test('at most 32 characters, of whatever length', () => {
    expect(clipboardText('A'.repeat(1_000_000))).toBe('A'.repeat(32));
    expect(clipboardText(`${'-'.repeat(500_000)}${'\x1b'.repeat(500_000)}NVDA`)).toBe('NVDA');
    expect(clipboardText('漢'.repeat(1_000_000))).toBeNull();
  });

  test('of any text: characters of tickers, in their order, and none that begins an option or a formula', () => {
    fc.assert(
      fc.property(hostileText, (symbol) => {
        const text = clipboardText(symbol);
        if (text === null) return;
        expect(text).toMatch(/^[A-Za-z0-9_.^/][A-Za-z0-9_.^=/-]{0,31}$/);
        let from = 0;
        for (const character of text) {
          from = symbol.indexOf(character, from) + 1;
          expect(from).toBeGreaterThan(0);
        }
        expect(clipboardText(text)).toBe(text);
      }),
    );
  });
});
