import { describe, expect, test } from 'vitest';
import { nearest } from '../src/quote.ts';
import { BOARD_CATALOGUE, PALETTES, TIMEFRAMES } from '../src/vocabulary.ts';
import { COLUMNS } from './support/view-fixtures.ts';

const BOARD_KEYS = BOARD_CATALOGUE.map(({ key }) => key);
const COMMANDS = [
  'boards',
  'top',
  'watch',
  'symbol',
  'confluence',
  'auth',
  'config',
  'sandbox',
  'completion',
];

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
    ['daypct', COLUMNS, 'dayPct'],
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
