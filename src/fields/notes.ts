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

const OLD_MS = 5 * MINUTE_MS;
const MAX_SIMILAR_SYMBOLS = 3;

export interface MissingBoards {
  /** Such as `this snapshot` or `any timeframe`. */
  readonly where: string;
  readonly missing: ReadonlyArray<string>;
  readonly present: ReadonlyArray<Pick<Board, 'key'>>;
}

/** Returns `board not in this snapshot: mover (did you mean movers?); available: alerted, movers`. */
export function describeMissingBoards(missing: MissingBoards): string {
  return `${factOf(missing)}; available: ${keysOf(missing).join(', ') || 'none'}`;
}

/** Use this error if none of the requested boards exists. */
export function noSuchBoards(missing: MissingBoards): UsageError {
  const keys = keysOf(missing).join(', ') || 'none';
  return new UsageError(factOf(missing), {
    hint: `Available: ${keys}. Choose boards with -b or the preference boards.`,
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
  return `board${names.length > 1 ? 's' : ''} not in ${where}: ${names.join(', ')}`;
}

/** Returns notes such as `"BRK-B" is on no board, but "BRK.B" is`. */
export function describeOtherSeparators(
  tickers: ReadonlyArray<string>,
  symbols: ReadonlyArray<string>,
  where = 'on no board',
): ReadonlyArray<string> {
  return tickers.flatMap((ticker) => {
    const names = separatedOtherwise(ticker, symbols)
      .slice(0, MAX_SIMILAR_SYMBOLS)
      .map((symbol) => quote(symbol));
    const verb = names.length > 1 ? 'are' : 'is';
    return names.length === 0
      ? []
      : [`${quote(cleanText(ticker))} is ${where}, but ${names.join(' and ')} ${verb}`];
  });
}

/** Returns a text such as `only SONA, bearish, 3+ boards`. */
export function onlyText({ symbols, bias, minBoards }: Selection): string {
  const options = joinTexts(
    ', ',
    cleanText((symbols ?? []).join(', ')),
    bias ?? '',
    minBoards == null ? '' : `${minBoards}+ boards`,
  );
  return options === '' ? '' : `only ${options}`;
}

export function describeTimeAhead(requested: Timeframe, { asOf, isDatedAhead }: Snapshot): string | null {
  if (isDatedAhead !== true) return null;
  return `the ${requested} snapshot is dated in the future (${asOf}), so it is shown without a time and not recorded`;
}

/** Returns a text such as `day data is 12 min old`. */
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

/** `ahead` is in milliseconds, and positive if the service's clock is ahead. */
export function describeClock(ahead: number): string | null {
  if (ahead === 0) return null;
  const difference = formatDuration(Math.round(Math.abs(ahead) / MINUTE_MS) * MINUTE_MS);
  return `this computer's clock is ${difference} ${ahead > 0 ? 'behind' : 'ahead of'} that of the service`;
}

export function isCatalogued(name: string): boolean {
  return BOARD_CATALOGUE.some(({ key }) => key.toLowerCase() === name.toLowerCase());
}
