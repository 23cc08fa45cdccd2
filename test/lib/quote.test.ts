import { describe, expect, test } from 'vitest';
import { nearest } from '../../src/lib/distance.ts';
import { BOARD_CATALOGUE, TIMEFRAMES } from '../../src/market/catalogue.ts';
import { mayBeKey, shortenKeys } from '../../src/service/redact.ts';
import { PALETTES } from '../../src/text/palettes.ts';
import { KEY_FORMS, leakIn } from '../support/canary.ts';

describe('a word that may be a key is shortened', () => {
  test.each(Object.entries(KEY_FORMS))('%s', (_, key) => {
    const text = `unknown board "${key}"`;
    expect(mayBeKey(text)).toBe(true);
    expect(shortenKeys(text)).toBe(`unknown board "${key.slice(0, 5)}…"`);
    expect(leakIn(shortenKeys(`no such file: C:\\keys\\${key}.txt, /keys/${key}`), key)).toBeNull();
  });

  test.each([
    ['31 characters', '0123456789abcdef0123456789abcde'],
    ['32 letters', 'unusualOptionsActivityInThisWeek'],
    ['a list', 'movers,rvol,momentum,emaTrend,forum,search,buzz2'],
    ['a condition', 'entered+movers,leftovers+rvol,boards>=4,symbol:BRK.B'],
    ['a template', '{symbol} {dayPct} {boards:raw} {voolume} 24h'],
    ['a time', '2026-11-20T10:15:00.000+05:30'],
    ['a path', String.raw`C:\Users\me\recordings\2026-11-20\day.ndjson`],
    ['a prefix without its underscores', 'https://live.example/go-live-7'],
  ])('but not %s: %s', (_, text) => {
    expect(mayBeKey(text)).toBe(false);
    expect(shortenKeys(text)).toBe(text);
  });

  test('nor a word of the paths given', () => {
    const [word = '', key = ''] = [KEY_FORMS['a UUID'], KEY_FORMS.hexadecimal];
    expect(shortenKeys(`${word}/${key}`, `/data/${word}/boards`)).toBe(`${word}/9f86d…`);
  });
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
