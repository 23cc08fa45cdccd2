import {
  type Bias,
  BOARD_CATALOGUE,
  MAX_LIMIT,
  type MarketSession,
  type Timeframe,
} from '../../vocabulary.ts';
import { sessionAt } from './calendar.ts';
import { at, type PerListing } from './columns.ts';
import { isDaily } from './horizons.ts';
import type { Market } from './market.ts';
import { boardsOf, countConfluence, pickTopPlay, type Ranking, rank, rankByTier, tierOf } from './ranking.ts';
import { LOW_FLOAT_SHARES, type Rule, ruleOf } from './rules.ts';
import { createStatistics, type Statistics } from './statistics.ts';

/** A row has exactly these fields. */
export interface SandboxRow extends SandboxQuote {
  readonly rank: number;
  readonly metric: string | null;
  readonly tag: string | null;
}

/** The fields that a row and the top play share. */
interface SandboxQuote {
  readonly symbol: string;
  readonly name: string | null;
  readonly price: number | null;
  readonly dayPct: number | null;
  readonly volume: number | null;
  readonly boards: number;
  readonly bias: Bias;
}

/** A whole snapshot, with the maximum limit. */
export interface SandboxSnapshot {
  readonly asOf: string;
  readonly timeframe: Timeframe;
  readonly session: MarketSession;
  readonly breadth: { readonly advancers: number; readonly decliners: number; readonly symbols: number };
  readonly topPlay: (SandboxQuote & { readonly reasons: ReadonlyArray<string> }) | null;
  readonly boards: Readonly<Record<string, ReadonlyArray<SandboxRow>>>;
  readonly boardNames: ReadonlyArray<string>;
}

const TIERED_BOARD = 'moneyFlow';
/** Percent of the float. */
const HIGH_SHORT_PERCENT = 22;
/** Distance in the logarithm of the price, above or below the high. */
const NEAR_HIGH_DISTANCE = 0.02;

interface RankedBoard {
  readonly key: string;
  readonly rule: Rule;
  readonly ranking: Ranking;
}

/** The snapshot of a timeframe at a time in milliseconds. A pure function of both and of the seed of the market. */
export function buildSnapshot(market: Market, timeframe: Timeframe, time: number): SandboxSnapshot {
  const statistics = createStatistics(market, timeframe, time);
  const boards = rankBoards(statistics, timeframe);
  const counts = countConfluence(boards.map(({ ranking }) => ranking));
  const quote = (index: number) => quoteOf(statistics, index, counts.get(index) ?? 0);
  const topPlay = pickTopPlay(boards.map(({ ranking }) => ranking));
  return {
    asOf: new Date(time).toISOString(),
    timeframe,
    session: sessionAt(time),
    breadth: breadthOf(statistics.sessionMove()),
    topPlay:
      topPlay === undefined
        ? null
        : { ...quote(topPlay), reasons: boardsOf(topPlay, boards).map(({ rule }) => rule.reason) },
    boards: Object.fromEntries(
      boards.map((board) => [
        board.key,
        board.ranking.map((index, place) => rowOf(statistics, board, index, place + 1, quote(index))),
      ]),
    ),
    boardNames: boards.map(({ key }) => key),
  };
}

/** Limits the rows per board. `moneyFlow` and all scores are unchanged. */
export function cutToLimit(whole: SandboxSnapshot, limit: number): SandboxSnapshot {
  const cut = Object.entries(whole.boards).map(([key, rows]) => [
    key,
    key === TIERED_BOARD ? rows : rows.slice(0, limit),
  ]);
  return { ...whole, boards: Object.fromEntries(cut) };
}

function rankBoards(statistics: Statistics, timeframe: Timeframe): ReadonlyArray<RankedBoard> {
  return BOARD_CATALOGUE.flatMap(({ key, timeframes }) => {
    const rule = ruleOf(key, timeframe);
    if (rule === undefined || !timeframes.includes(timeframe)) return [];
    const score = rule.score(statistics);
    const ranking =
      key === TIERED_BOARD ? rankByTier(score, statistics.marketValue()) : rank(score).slice(0, MAX_LIMIT);
    return [{ key, rule, ranking }];
  });
}

/** Null fields: price and move of a halted symbol, volume of a thin one, move of one listed after the window began. */
function quoteOf(statistics: Statistics, index: number, boards: number): SandboxQuote {
  const listing = statistics.listings[index];
  const price = Math.exp(at(statistics.level(), index));
  return {
    symbol: listing?.symbol ?? '',
    name: listing?.name ?? null,
    price: rounded(price, price < 1 ? 4 : 2),
    dayPct: rounded(at(statistics.move(), index), 2),
    volume: listing?.thin ? null : rounded(at(statistics.sessionVolume(), index), 0),
    boards,
    bias: biasOf(at(statistics.move(), index), at(statistics.aboveAverage(), index)),
  };
}

/** Thinly traded symbols have no metric. */
function rowOf(
  statistics: Statistics,
  { key, rule }: RankedBoard,
  index: number,
  place: number,
  quote: SandboxQuote,
): SandboxRow {
  const { symbol, name, price, dayPct, volume, boards, bias } = quote;
  const metric = statistics.listings[index]?.thin ? null : rule.metric(statistics, index);
  const tag =
    key === TIERED_BOARD ? tierOf(at(statistics.marketValue(), index)) : tagOf(statistics, index, quote);
  return { rank: place, symbol, name, price, dayPct, volume, boards, bias, metric, tag };
}

function tagOf(statistics: Statistics, index: number, { price }: SandboxQuote): string | null {
  const listing = statistics.listings[index];
  if (price === null) return 'halted';
  if (listing?.thin) return 'thin';
  if (Number.isFinite(listing?.daysListed)) return 'new listing';
  if ((listing?.floatShares ?? Number.NaN) < LOW_FLOAT_SHARES) return 'low float';
  if (isDaily(statistics.timeframe) && Math.abs(at(statistics.fromHigh(), index)) < NEAR_HIGH_DISTANCE) {
    return 'near high';
  }
  return at(statistics.shortPercent(), index) > HIGH_SHORT_PERCENT ? 'high short' : null;
}

/** Neutral if the move and the average disagree or one of them is unknown. */
function biasOf(move: number, aboveAverage: number): Bias {
  if (move > 0 && aboveAverage > 0) return 'bullish';
  return move < 0 && aboveAverage < 0 ? 'bearish' : 'neutral';
}

function breadthOf(sessionMove: PerListing): SandboxSnapshot['breadth'] {
  const moves = Array.from(sessionMove);
  return {
    advancers: moves.filter((move) => move > 0).length,
    decliners: moves.filter((move) => move < 0).length,
    symbols: moves.length,
  };
}

function rounded(value: number, digits: number): number | null {
  return Number.isFinite(value) ? Number(value.toFixed(digits)) + 0 : null;
}
