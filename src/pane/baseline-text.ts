import type { Comparison } from '../market/baseline.ts';
import { formatSpan } from '../text/age.ts';
import type { Reading } from '../text/ctx.ts';
import { formatMinute } from '../text/format.ts';
import { MINUTE_MS, SECOND_MS } from '../time-units.ts';
import type { BaselineChoice } from '../watch/source.ts';
import type { Shown } from './view.ts';

/** What names a baseline: the choice, what was found for it, and the time of the snapshot that is compared. */
interface Named {
  readonly baseline: BaselineChoice;
  /** The time of `here`, in milliseconds since 1970. */
  readonly here: number;
  readonly comparison: Comparison | null;
  readonly asOf: number;
}

export function namedBaseline({
  pane,
  compared,
  remembered,
}: Pick<Shown, 'pane' | 'compared' | 'remembered'>): Named {
  const { baseline, visit } = pane;
  return { baseline, here: visit.at, comparison: compared.comparison, asOf: remembered.asOf };
}

/** `5m`, `1h`, `last`, `here 12:20`, `start`, or `2m` where memory does not reach back that far. */
export function baselineText({ baseline, comparison, asOf, here }: Named, ctx: Reading): string {
  if (comparison?.isMemoryTooShort === true) return formatSpan(asOf - comparison.asOf);
  if (baseline === 'here') return `here ${formatMinute(here, ctx)}`;
  return typeof baseline === 'string' ? baseline : shortText(baseline);
}

/** For the line of symbols that left: `in 15m`, `since 12:20`; empty for the snapshot before. */
export function baselineWords(named: Named, ctx: Reading): string {
  const { baseline } = named;
  if (baseline === 'last') return '';
  if (named.comparison?.isMemoryTooShort === true) return `in ${baselineText(named, ctx)}`;
  if (baseline === 'start') return 'since the start';
  return baseline === 'here' ? `since ${formatMinute(named.here, ctx)}` : `in ${baselineText(named, ctx)}`;
}

/** For a message, because the strip has no room for more than `baselineText`; short, for 40 columns. */
export function describeBaseline(named: Named, ctx: Reading): string {
  const { baseline, comparison } = named;
  if (baseline === 'last') return 'compared with the snapshot before';
  if (comparison === null) return 'no older snapshot to compare with';
  const text = `compared with ${baselineText(named, ctx)} ago`;
  if (comparison.isMemoryTooShort)
    return typeof baseline === 'number' ? `${text}, not with ${shortText(baseline)}` : text;
  if (baseline === 'start') return `compared with the start, ${formatMinute(comparison.asOf, ctx)}`;
  return baseline === 'here' ? `since you were here at ${formatMinute(named.here, ctx)}` : text;
}

/** `5m`, `1h`, `1h30`, `24h`, and `90s` where it is not in whole minutes. */
function shortText(milliseconds: number): string {
  if (milliseconds % MINUTE_MS !== 0) return `${Math.ceil(milliseconds / SECOND_MS)}s`;
  return formatSpan(milliseconds).replace('1d00h', '24h').replace(/h00$/, 'h');
}
