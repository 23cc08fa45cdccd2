import { describe, expect, test } from 'vitest';
import { checkKeyForm, looksLikeKey, maskKey } from '../../src/config/key.ts';
import { KEY } from './fake-context.ts';

describe('the form of a key', () => {
  test.each([
    [KEY, null],
    ['x', null],
    ['x'.repeat(512), null],
    ['x'.repeat(513), 'is longer than 512 characters'],
    ['', 'is empty'],
    ['ab cd', 'contains a space'],
    ['ab\ncd', 'contains a control character'],
    ['ab\tcd', 'contains a control character'],
    ['ab\x7fcd', 'contains a control character'],
    ['abécd', 'contains a non-ASCII character'],
    ['ab\u00a0cd', 'contains a non-ASCII character'],
  ])('%j: %s', (key, fault) => {
    expect(checkKeyForm(key)).toBe(fault);
  });
});

describe('a word that looks like a key', () => {
  test.each([
    [KEY, true],
    [`--api-key=${KEY}`, true],
    ['sk_live_abcdefghijklmnop', true],
    ['RB-LIVE-abcdefghijklmnop', true],
    ['0123456789abcdef0123456789abcdef', true],
    ['0123456789abcdef0123456789abcde', false],
    ['abcdefghijklmnopqrstuvwxyzabcdefgh', false],
    ['12345678901234567890123456789012', false],
    ['movers,rvol,momentum,emaTrend,forum4', false],
    ['https://boards.example/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1', false],
    ['my_live_board', false],
    ['swing', false],
    ['', false],
  ])('%s: %s', (word, expected) => {
    expect(looksLikeKey(word)).toBe(expected);
  });
});

test.each([
  [KEY, '…AaTz'.slice(0, 1) + KEY.slice(-4)],
  ['abcdefghijkl', '…jkl'],
  ['abcdefg', '…g'],
  ['abc', '…'],
  ['', '…'],
  ['abcdefghijklmn\x1b[', '…'],
])('the mask of %j is %s: never more than a quarter', (key, mask) => {
  expect(maskKey(key)).toBe(mask);
});
