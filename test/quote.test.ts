import { describe, expect, test } from 'vitest';
import { looksLikeKey, quote, shortenKeys } from '../src/quote.ts';
import { KEY_FORMS, leakIn } from './support/canary.ts';

describe('a word that looks like a key', () => {
  test.each(Object.entries(KEY_FORMS))('%s', (_, key) => {
    expect(looksLikeKey(key)).toBe(true);
    for (const word of [key, ...key.split(',')])
      expect(leakIn(shortenKeys(`unknown board ${quote(word)}`, ['-b', key]), key)).toBeNull();
  });

  test.each([
    ['0123456789abcdef0123', true],
    ['0123456789abcdef012', false],
    ['rb_live_', true],
    ['swing', false],
    ['boards>=4 and a word', false],
    ['a/path/to/some/file.ndjson', false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(looksLikeKey(text)).toBe(expected);
  });
});

test.each([
  ['unknown timeframe "swng"', ['-t', 'swng'], 'unknown timeframe "swng"'],
  [`unknown option '--pasword=Zq81xKv03'`, ['--pasword=Zq81xKv03'], `unknown option '--pasword=Zq81xKv03'`],
  [`unknown option '--pasword=Zq81xKv03Lm'`, ['--pasword=Zq81xKv03Lm'], `unknown option '--pas…'`],
  ['unknown board "momentun"', ['-b', 'movers,rvol,momentun'], 'unknown board "momen…"'],
  ['invalid ticker "ZQ81XKV03LMPW7YTRD52"', ['Zq81xKv03LmPw7YtRd52'], 'invalid ticker "ZQ81X…"'],
  [String.raw`invalid ticker "a\\b\\c\\d"`, [`a\\b\\c\\d,${'x'.repeat(20)}`], 'invalid ticker "a\\\\b\\…"'],
])('of %j, the command line %j leaves %j', (text, argv, expected) => {
  expect(shortenKeys(text, argv)).toBe(expected);
});
