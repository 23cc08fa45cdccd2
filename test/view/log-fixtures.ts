import { MINUTE_MS } from '../../src/time-units.ts';
import { NOW, symbolEntry } from './fixtures.ts';

const there = (minutes: number, isAtLeast = false) => ({ milliseconds: minutes * MINUTE_MS, isAtLeast });
export const place = (board: string, rank: number | null, was = rank) => ({ board, rank, was });
export const entry = (
  board: string,
  rank: number,
  back: { isReturn?: boolean; awayMilliseconds?: number | null } = {},
) => ({
  board,
  symbol: 'EMLO',
  rank,
  isReturn: false,
  awayMilliseconds: null,
  ...back,
});
export const departure = (board: string, was: number, minutes: number, isAtLeast = false) => ({
  board,
  symbol: 'EMLO',
  was,
  there: there(minutes, isAtLeast),
});

export const ENTERED = symbolEntry('entered', { entered: [entry('movers', 3)], firstSeen: 'today' });
export const LEFT = symbolEntry('left', { symbol: 'RIVN', left: [departure('movers', 3, 22)] });
export const TOP_PLAY = {
  kind: 'topPlay',
  asOf: NOW - MINUTE_MS,
  symbol: 'NVDA',
  was: 'TLLT',
  there: there(48),
} as const;
export const FOUR = symbolEntry('confluence', {
  symbol: 'PLTR',
  confluence: { from: 3, to: 4 },
  places: [place('movers', 3), place('rvol', 2), place('momentum', 4, 5), place('forum', 1, null)],
  entered: [entry('forum', 1)],
});
export const SESSION = {
  kind: 'session',
  asOf: NOW - MINUTE_MS,
  symbol: null,
  from: 'premarket',
  to: 'open',
} as const;
export const BIAS = {
  kind: 'bias',
  asOf: NOW - MINUTE_MS,
  symbol: 'SOFI',
  from: 'bullish',
  to: 'neutral',
} as const;
