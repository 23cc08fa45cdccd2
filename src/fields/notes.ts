import { UsageError } from '../errors.ts';
import { nearest } from '../lib/distance.ts';
import { quote } from '../lib/quote.ts';
import { MINUTE_MS } from '../lib/time.ts';
import { BOARD_CATALOGUE, type Timeframe } from '../market/catalogue.ts';
import type { Selection } from '../market/selection.ts';
import { separatedOtherwise } from '../market/ticker.ts';
import type { Board, Snapshot, TimeframeSnapshot } from '../service/snapshot.ts';
import { formatDuration } from '../text/format.ts';
import { joinTexts } from '../text/lines.ts';
import { cleanText } from '../text/safe-text.ts';

/** Data older than this is old, unless the market is closed. */
const OLD_MS = 5 * MINUTE_MS;
/** A note names at most so many similar symbols. */
const MAX_NAMED = 3;

export interface MissingBoards {
  /** The place that lacks the boards: `this snapshot`, `any timeframe`. */
  readonly where: string;
  readonly missing: ReadonlyArray<string>;
  readonly present: ReadonlyArray<Pick<Board, 'key'>>;
}

/** `not in this snapshot: mover (did you mean movers?); it has alerted, movers` */
export function describeMissingBoards(missing: MissingBoards): string {
  return `${factOf(missing)}; it has ${keysOf(missing).join(', ') || 'no boards'}`;
}

/** The error where nothing is left of the boards that were asked for. */
export function noSuchBoards(missing: MissingBoards): UsageError {
  const keys = keysOf(missing).join(', ') || 'none';
  return new UsageError(factOf(missing), {
    hint: `Valid: ${keys}. -b or the preference boards chooses them.`,
  });
}

function keysOf({ present }: MissingBoards): ReadonlyArray<string> {
  return [...new Set(present.map(({ key }) => key))];
}

function factOf(all: MissingBoards): string {
  const { where, missing } = all;
  const keys = keysOf(all);
  const names = missing.map((key) => {
    const meant = nearest(key, keys);
    const name = isCatalogued(key) ? key : quote(key);
    return meant === undefined ? name : `${name} (did you mean ${meant}?)`;
  });
  return `not in ${where}: ${names.join(', ')}`;
}

/**
 * A note for each ticker that is not among the symbols where one with other separators is: `"BRK-B" is on no board, but "BRK.B" is`.
 * `where` says where the ticker is missing.
 */
export function describeOtherSeparators(
  tickers: ReadonlyArray<string>,
  symbols: ReadonlyArray<string>,
  where = 'on no board',
): ReadonlyArray<string> {
  return tickers.flatMap((ticker) => {
    const names = separatedOtherwise(ticker, symbols)
      .slice(0, MAX_NAMED)
      .map((symbol) => quote(symbol));
    const verb = names.length > 1 ? 'are' : 'is';
    return names.length === 0
      ? []
      : [`${quote(cleanText(ticker))} is ${where}, but ${names.join(' and ')} ${verb}`];
  });
}

/** The options of the command line that filter: `only SONA, bearish, 3+ boards`. */
export function onlyText({ symbols, bias, minBoards }: Selection): string {
  const options = joinTexts(
    ', ',
    cleanText((symbols ?? []).join(', ')),
    bias ?? '',
    minBoards == null ? '' : `${minBoards}+ boards`,
  );
  return options === '' ? '' : `only ${options}`;
}

/** A note on a snapshot that is dated ahead of the clocks, and so has no time; null for any other. */
export function describeTimeAhead(requested: Timeframe, { asOf, isDatedAhead }: Snapshot): string | null {
  if (isDatedAhead !== true) return null;
  return `the ${requested} snapshot is dated in the future (${asOf}): shown without a time, and not kept`;
}

/** Names the timeframes whose data is old, and how old it is: `day data is 12 min old`; null if there is none. */
export function describeOldData(
  snapshots: ReadonlyArray<Pick<TimeframeSnapshot, 'timeframe' | 'snapshot'>>,
  now: number,
): string | null {
  const old = snapshots.flatMap(({ timeframe, snapshot: { time, session } }) => {
    const age = now - (time ?? now);
    return session !== 'closed' && age > OLD_MS ? [`${timeframe} data is ${formatDuration(age)} old`] : [];
  });
  return old.length === 0 ? null : old.join(', ');
}

/** Says by how much the two clocks differ; null if they agree. `ahead` is positive, in milliseconds, if the service's clock is ahead. */
export function describeClock(ahead: number): string | null {
  if (ahead === 0) return null;
  const difference = formatDuration(Math.round(Math.abs(ahead) / MINUTE_MS) * MINUTE_MS);
  return `this computer's clock is ${difference} ${ahead > 0 ? 'behind' : 'ahead of'} that of the service`;
}

/** Whether this version knows the board, in any case. */
export function isCatalogued(name: string): boolean {
  return BOARD_CATALOGUE.some(({ key }) => key.toLowerCase() === name.toLowerCase());
}
