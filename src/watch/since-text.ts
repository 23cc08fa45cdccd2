import type { Comparison, Since } from '../model/since.ts';
import { MINUTE_MS, SECOND_MS } from '../time-units.ts';
import { formatSpan } from '../view/age.ts';

/** For the footer: `last`, `15m`, `start`; with what memory has, if that is less: `1h (12m)`. */
export function sinceText(since: Since, comparison: Comparison | null, newest: number | null): string {
  if (typeof since !== 'number') return since;
  const text = shortText(since);
  if (comparison === null || !comparison.isMemoryTooShort || newest === null) return text;
  return `${text} (${formatSpan(newest - comparison.asOf)})`;
}

/** For the line of symbols that left: `in 15m`; empty for the previous snapshot. */
export function sinceWords(since: Since): string {
  if (since === 'last') return '';
  return since === 'start' ? 'since the start' : `in ${shortText(since)}`;
}

/** For a note, because narrow footers have no room for more than `sinceText`. */
export function describeSince(since: Since, comparison: Comparison | null, newest: number | null): string {
  if (since === 'last') return 'compared with the snapshot before';
  if (comparison === null || newest === null) return 'no older snapshot in memory yet';
  if (since === 'start') return 'compared with the first snapshot';
  const text = shortText(since);
  if (!comparison.isMemoryTooShort) return `compared with ${text} ago`;
  return `compared with ${formatSpan(newest - comparison.asOf)} ago, not yet ${text}`;
}

/** `5m`, `1h`, `1h30`, `24h`, and `90s` where it is not in whole minutes. */
function shortText(milliseconds: number): string {
  if (milliseconds % MINUTE_MS !== 0) return `${Math.ceil(milliseconds / SECOND_MS)}s`;
  return formatSpan(milliseconds).replace('1d00h', '24h').replace(/h00$/, 'h');
}
