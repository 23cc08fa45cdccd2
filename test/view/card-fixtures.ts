import type { PastStint } from '../../src/model/past-stints.ts';
import type { PathPlace, PathPoint, TrailRank } from '../../src/model/symbol-path.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import type { Card } from '../../src/view/card.ts';
import type { CardPlace } from '../../src/view/card-places.ts';
import type { CardTimeframe } from '../../src/view/card-timeframes.ts';
import { NOW } from './fixtures.ts';

/** The time of day of `NOW`, as in `at('11:02')`. */
export function at(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return NOW - (NOW % (24 * 60 * MINUTE_MS)) + (hours * 60 + minutes) * MINUTE_MS;
}

/** From `9 7 – ·`. */
function trailOf(text: string): ReadonlyArray<TrailRank> {
  return text.split(' ').map((rank) => (rank === '–' ? 'off' : rank === '·' ? 'unknown' : Number(rank)));
}

/** A stay on `board` that goes on at 14:30. */
export function pathPlace(
  board: string,
  {
    since,
    best,
    trail,
    isAtLeast = false,
  }: { since: string; best: number; trail: string; isAtLeast?: boolean },
): PathPlace {
  const ranks = trailOf(trail);
  const last = ranks.at(-1);
  return {
    board,
    symbol: 'NVDA',
    since: at(since),
    isAtLeast,
    isBack: false,
    rank: typeof last === 'number' ? last : best,
    best,
    bestAt: at(since),
    there: { milliseconds: at('14:30') - at(since), isAtLeast },
    trail: ranks,
  };
}

function cardPlace(
  rank: number,
  metric: string,
  word: NonNullable<CardPlace['trend']>['word'],
  path: PathPlace,
): CardPlace {
  return { board: path.board, rank, metric, path, trend: { ranks: [], word } };
}

/** The boards of NVDA. */
export const PLACES: ReadonlyArray<CardPlace> = [
  cardPlace(1, '+6.1%', 'rise', pathPlace('movers', { since: '13:51', best: 1, trail: '9 7 4 3 2 1' })),
  cardPlace(
    2,
    '8.4x',
    'hold',
    pathPlace('rvol', { since: '09:31', best: 1, trail: '2 2 1 2 2 2', isAtLeast: true }),
  ),
  cardPlace(
    12,
    '3 buys, $1.8M',
    'fade',
    pathPlace('moneyFlow', { since: '14:04', best: 5, trail: '· – 5 8 11 12' }),
  ),
  cardPlace(4, '41 mentions', 'new', pathPlace('forum', { since: '14:27', best: 4, trail: '– – – – – 4' })),
];

/** A stay on `board` that ended at `leftAt`. */
export function pastStint(board: string, leftAt: string, rank: number, isLeftInHole = false): PastStint {
  return {
    ...pathPlace(board, { since: '10:00', best: 1, trail: `${rank}` }),
    rank,
    leftAt: at(leftAt),
    isLeftInHole,
  };
}

/** A snapshot every minute: boards and change of the day by minute. */
export function pointsFrom(
  time: string,
  minutes: number,
  valuesAt: (minute: number) => Pick<PathPoint, 'boards' | 'dayPct'>,
): ReadonlyArray<PathPoint> {
  return Array.from({ length: minutes }, (_, minute) => ({
    asOf: at(time) + minute * MINUTE_MS,
    ...valuesAt(minute),
  }));
}

/** The day of NVDA: three boards from 11:02 to 13:01, two after that, three from 14:04 and four from 14:27 on. */
const POINTS = pointsFrom('09:31', 300, (minute) => ({
  boards: minute < 91 ? 1 : minute < 210 ? 3 : minute < 273 ? 2 : minute < 296 ? 3 : 4,
  dayPct: 1.8 + minute * 0.01618 + Math.sin(minute / 30),
}));

/** A timeframe that is not polled and of which nothing is known. */
export function otherTimeframe(
  timeframe: CardTimeframe['timeframe'],
  fields: Partial<CardTimeframe> = {},
): CardTimeframe {
  return {
    timeframe,
    boards: null,
    bias: null,
    asOf: null,
    canBeAsked: true,
    isAsked: false,
    failure: null,
    isListed: (fields.boards ?? 0) > 0,
    ...fields,
  };
}

/** A symbol on four boards, of which memory knows all. */
export const NVDA: Card = {
  symbol: 'NVDA',
  name: 'NVIDIA Corporation',
  price: 182.4,
  dayPct: 6.12,
  volume: 214e6,
  bias: 'bullish',
  boards: 4,
  isPinned: false,
  isRecorded: false,
  timeframe: 'day',
  lastSeenAt: null,
  memoryStartsAt: at('09:31'),
  record: {
    firstSeen: at('09:31'),
    boards: 4,
    boardsSince: at('14:27'),
    isAtLeast: false,
    previousBoards: 3,
  },
  firstBoards: { boards: 3, at: at('11:02') },
  points: POINTS,
  places: PLACES,
  left: [pastStint('search', '12:15', 5), pastStint('lowFloat', '10:40', 8, true)],
  others: [
    otherTimeframe('scalp', { boards: 3, bias: 'bullish', canBeAsked: false }),
    otherTimeframe('swing', { boards: 2, bias: 'neutral', asOf: at('14:20') }),
    otherTimeframe('position'),
    otherTimeframe('investing'),
  ],
};

/** One that was on two boards until 14:20. */
export const GONE: Card = {
  ...NVDA,
  boards: 0,
  lastSeenAt: at('14:20'),
  record: {
    firstSeen: at('09:31'),
    boards: 0,
    boardsSince: at('14:21'),
    isAtLeast: false,
    previousBoards: 2,
  },
  firstBoards: null,
  points: POINTS.map((point) => (point.asOf > at('14:20') ? { ...point, boards: 0, dayPct: null } : point)),
  places: [],
};

/** One that memory has not seen. */
export const UNKNOWN: Card = {
  ...NVDA,
  symbol: 'ZZZZ',
  name: null,
  price: null,
  dayPct: null,
  volume: null,
  bias: null,
  boards: 0,
  record: null,
  firstBoards: null,
  points: POINTS.map(({ asOf }) => ({ asOf, boards: 0, dayPct: null })),
  places: [],
  left: [],
};
