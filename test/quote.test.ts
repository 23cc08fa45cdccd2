import { describe, expect, test } from 'vitest';
import { looksLikeKey, nearest, quote, shortenKeys } from '../src/quote.ts';
import { BOARD_CATALOGUE, PALETTES, TIMEFRAMES } from '../src/vocabulary.ts';
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

const BOARD_KEYS = BOARD_CATALOGUE.map(({ key }) => key);
const COMMANDS = ['boards', 'top', 'watch', 'symbol', 'confluence', 'config', 'sandbox', 'completion'];

describe('nearest', () => {
  test.each([
    ['dya', TIMEFRAMES, 'day'],
    ['DAY', TIMEFRAMES, 'day'],
    ['days', TIMEFRAMES, 'day'],
    ['swnig', TIMEFRAMES, 'swing'],
    ['scap', TIMEFRAMES, 'scalp'],
    ['invest', TIMEFRAMES, 'investing'],
    ['positon', TIMEFRAMES, 'position'],
    ['mover', BOARD_KEYS, 'movers'],
    ['MOENYFLOW', BOARD_KEYS, 'moneyFlow'],
    ['rel', BOARD_KEYS, 'relStrength'],
    ['insider', BOARD_KEYS, 'insiderBuys'],
    ['wacht', COMMANDS, 'watch'],
    ['conf', COMMANDS, 'confluence'],
    ['tpo', COMMANDS, 'top'],
    ['daypct', ['symbol', 'dayPct'], 'dayPct'],
    ['colourblind', PALETTES, 'colorblind'],
    ['redup', PALETTES, 'red-up'],
  ])('%s, of %j: %s', (word, candidates, meant) => {
    expect(nearest(word, candidates)).toBe(meant);
  });

  test.each([
    ['', TIMEFRAMES],
    ['x', TIMEFRAMES],
    ['xyz', TIMEFRAMES],
    ['week', TIMEFRAMES],
    ['foo', COMMANDS],
    ['list', COMMANDS],
    ['AAPL', BOARD_KEYS],
    ['hello world', BOARD_KEYS],
    ['z'.repeat(1_000_000), BOARD_KEYS],
    ['anything', []],
  ])('finds nothing for %.20s', (word, candidates) => {
    expect(nearest(word, candidates)).toBeUndefined();
  });
});
