import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containsLiveKey, looksLikeKey, quote, unexpected } from '../src/quote.ts';
import { checkKeyForm } from '../src/settings/key.ts';
import { leakIn } from './support/canary.ts';
import { KEY_FORMS } from './support/key-forms.ts';

describe('text that looks like a key', () => {
  test.each(Object.entries(KEY_FORMS))('%s', (_, key) => {
    expect(looksLikeKey(key)).toBe(true);
    expect(leakIn(quote(key), key)).toBeNull();
  });

  test.each([
    ['0123456789abcdef0123', true],
    ['0123456789abcdef012', false],
    ['rb_live_', true],
    ['sk-live-1', true],
    ['go_live', false],
    ['swing', false],
    ['relStrength', false],
    ['boards>=4 and a word', false],
    ['sk live 9f8e7d', true],
    ['abcdefghij klmnopqrst uvwx', true],
    ['live', false],
    ['go live', false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(looksLikeKey(text)).toBe(expected);
  });

  test('is every well-formed key of 20 characters or more', () => {
    const keys = fc.string({ unit: fc.constantFrom(...printable()), minLength: 20, maxLength: 512 });
    fc.assert(
      fc.property(keys, fc.nat(), (key, cut) => {
        expect(checkKeyForm(key)).toBeNull();
        expect(looksLikeKey(key)).toBe(true);
        expect(leakIn(quote(key, key))).toBeNull();
        // As one item of a list, if it contains commas.
        const part = key.split(',').at(cut % key.split(',').length) ?? '';
        expect(leakIn(quote(part, key), key)).toBeNull();
      }),
    );
  });
});

test.each([
  [
    'a live key in a command',
    'curl -H X-API-Key:rb_live_Zq81xKv03LmPw7YtRd52NsGh64 https://boards.example',
    true,
  ],
  ['a live key in an address', 'https://boards.example/rb_live_Zq81xKv03LmPw7YtRd52NsGh64', true],
  ['a path', '/srv/go_live_2026-11-21-release/hooks/notify', false],
])('%s: contains a live key: %s', (_, text, expected) => {
  expect(containsLiveKey(text)).toBe(expected);
});

test('a backslash in an item of a list that may be a key counts as the two characters that are printed', () => {
  const key = String.raw`Zq\\81,xKv03LmPw7YtRd52NsGh`;
  expect(quote(String.raw`Zq\\81`, key)).toBe(String.raw`"Zq\\…"`);
  expect(leakIn(quote(String.raw`Zq\\81`, key), key)).toBeNull();
});

describe('a quoted word', () => {
  test.each([
    ['swng', undefined, '"swng"'],
    ['', undefined, '""'],
    ['a"b', undefined, '"a\\"b"'],
    ['a word or two, '.repeat(4), undefined, '"…"'],
    ['Zq81xKv03LmPw7YtRd52', undefined, '"…"'],
    ['momentun', 'movers,rvol,momentun', '"momen…"'],
    ['serch', 'movers,rvol,momentum,serch', '"serch"'],
    ['momentun', 'rvol,momentun', '"momentun"'],
  ])('%j of %j: %s', (word, whole, expected) => {
    expect(quote(word, whole)).toBe(expected);
  });
});

test('an unexpected word is quoted; for a key, the hint shows how to enter it', () => {
  expect(unexpected('unknown timeframe', 'swng', 'Did you mean swing?')).toMatchObject({
    exitCode: 2,
    message: 'unknown timeframe "swng"',
    hint: 'Did you mean swing?',
  });
  expect(unexpected('unknown timeframe', 'Zq81xKv03LmPw7YtRd52', 'Valid: …')).toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/looks like an API key/),
    hint: expect.stringMatching(/boards login`, or set BOARDS_API_KEY/),
  });
});

/** ASCII from ! to ~. */
function printable(): ReadonlyArray<string> {
  return Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
}
