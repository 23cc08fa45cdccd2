import { describe, expect, test } from 'vitest';
import { checkKeyForm, maskKey } from '../../src/settings/key.ts';
import { CANARY_KEY as KEY } from '../support/canary.ts';

describe('the format of a key', () => {
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

test.each([
  [KEY, `…${KEY.slice(-4)}`],
  ['abcdefghijkl', '…jkl'],
  ['abcdefg', '…g'],
  ['abc', '…'],
  ['', '…'],
  ['abcdefghijklmn\x1b[', '…'],
])('the mask of %j is %s: at most a quarter of it', (key, mask) => {
  expect(maskKey(key)).toBe(mask);
});
