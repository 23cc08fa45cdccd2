export const TIMEFRAMES = ['scalp', 'day', 'swing', 'position', 'investing'] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];

/** The service documents no exact windows for `position` and `investing`. */
export const WINDOWS: Readonly<Record<Timeframe, string>> = {
  scalp: 'the last 1 to 5 minutes',
  day: 'the session',
  swing: 'roughly 5 to 20 days',
  position: 'longer than swing',
  investing: 'longer than position',
};

export const MARKET_SESSIONS = ['premarket', 'open', 'afterhours', 'closed'] as const;
export type MarketSession = (typeof MARKET_SESSIONS)[number];

export const BIASES = ['bullish', 'bearish', 'neutral'] as const;
export type Bias = (typeof BIASES)[number];

/** The `id` of a field in fields/fields.ts, as `--columns` and `--sort` accept it. */
export type Column = string;

export const CHANGE_TYPES = ['entered', 'left', 'moved', 'topPlay', 'bias', 'session', 'confluence'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** The service returns at most this many rows per board, except for money flow. */
export const MAX_LIMIT = 10;

/** Includes boards that earlier snapshots fill in. The service has about twenty boards. */
export const MAX_BOARDS = 100;

/** Confluence counts only ranks from 1 to this one. */
export const CONFLUENCE_RANKS = 5;

export function isTopRank(rank: number | null): rank is number {
  return rank !== null && rank <= CONFLUENCE_RANKS;
}
export const SHARED_CONFLUENCE = 2;

/** Screens mark a symbol with `◆` from this confluence on. */
export const HIGH_CONFLUENCE = 3;

/** The service ignores `limit` on money flow: it sends six rows of each market-cap tier, in this order. */
export const MONEY_FLOW_TIERS = ['blue', 'mid', 'small', 'penny'] as const;
export const MONEY_FLOW_TIER_ROWS = 6;

/** `rank` is the position in the group. Tables show the rank on the whole board instead. */
export interface GroupRank {
  readonly name: string;
  readonly rank: number;
}

export interface CatalogueEntry {
  readonly key: string;
  readonly title: string;
  readonly ranksOn: string;
  readonly ranksOnDaily?: string;
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly groupRanks?: ReadonlyArray<GroupRank>;
}

const all = TIMEFRAMES;
const intraday = ['scalp', 'day'] as const;
const longer = ['swing', 'position', 'investing'] as const;

/** A board that is missing here appears with its key as the title. */
export const BOARD_CATALOGUE: ReadonlyArray<CatalogueEntry> = [
  {
    key: 'alerted',
    title: 'Alerted',
    ranksOn: 'alert count',
    ranksOnDaily: 'distance from 52-week high',
    timeframes: all,
  },
  { key: 'movers', title: 'Movers', ranksOn: 'move over the window', timeframes: all },
  { key: 'rvol', title: 'Relative volume', ranksOn: 'volume versus average', timeframes: all },
  { key: 'momentum', title: 'Momentum', ranksOn: 'volume acceleration and thrust', timeframes: all },
  {
    key: 'emaTrend',
    title: 'EMA trend',
    ranksOn: 'above the 9, 200-min and 200-day averages',
    timeframes: all,
  },
  { key: 'forum', title: 'Forum', ranksOn: 'buzz among retail traders', timeframes: all },
  { key: 'search', title: 'Search', ranksOn: 'search volume', timeframes: all },
  {
    key: 'moneyFlow',
    title: 'Money flow',
    ranksOn: 'dollars traded, by market-cap tier',
    timeframes: ['day', ...longer],
    groupRanks: MONEY_FLOW_TIERS.flatMap((name) =>
      Array.from({ length: MONEY_FLOW_TIER_ROWS }, (_, index) => ({ name, rank: index + 1 })),
    ),
  },
  { key: 'lowFloat', title: 'Low float', ranksOn: 'float size', timeframes: intraday },
  { key: 'shorted', title: 'Shorted', ranksOn: 'short percent of float', timeframes: intraday },
  {
    key: 'smartMoney',
    title: 'Smart money',
    ranksOn: '13F funds adding',
    timeframes: ['day', 'position', 'investing'],
  },
  {
    key: 'insiderBuys',
    title: 'Insider buys',
    ranksOn: 'Form 4 insider buys',
    timeframes: ['day', 'swing', 'position'],
  },
  { key: 'buzz', title: 'Buzz', ranksOn: 'alert days over 14 days', timeframes: longer },
  { key: 'steady', title: 'Steady', ranksOn: 'steady climbers', timeframes: longer },
  {
    key: 'relStrength',
    title: 'Relative strength',
    ranksOn: 'strength versus the broad market',
    timeframes: longer,
  },
  { key: 'breakouts', title: 'Breakouts', ranksOn: 'base breakout', timeframes: longer },
  { key: 'pullback', title: 'Pullback', ranksOn: 'at a rising 50-day average', timeframes: longer },
  { key: 'highClub', title: 'High club', ranksOn: 'fresh 52-week high on volume', timeframes: longer },
];

/** The first item belongs to rank 1. The list is empty for a board without groups. */
export function groupRanksOf(board: string): ReadonlyArray<GroupRank> {
  return BOARD_CATALOGUE.find(({ key }) => key === board)?.groupRanks ?? [];
}

/** `rank` is the rank from the service. The limit applies to each group of a board. */
export function isWithinLimit(board: string, rank: number, limit: number): boolean {
  return (groupRanksOf(board)[rank - 1]?.rank ?? rank) <= limit;
}

export function ranksOn(board: string, timeframe: string | null): string {
  const entry = BOARD_CATALOGUE.find(({ key }) => key === board);
  const isDaily = longer.some((name) => name === timeframe);
  return (isDaily ? entry?.ranksOnDaily : undefined) ?? entry?.ranksOn ?? '';
}
