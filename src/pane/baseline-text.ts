import type { Reading } from '../text/ctx.ts';
import { formatDuration, formatMinute, formatSpan } from '../text/format.ts';
import { MINUTE_MS, SECOND_MS } from '../time.ts';
import type { Shown } from './view.ts';

/** What is compared, with what and why. */
type Named = Pick<Shown, 'pane' | 'compared' | 'remembered'>;
type Words = readonly [string, ...ReadonlyArray<string>];

/** `5m`, `1h`, `last`, `here 12:20`, `start`, or `2m` where memory does not reach back that far. */
export function baselineText({ pane, compared: { comparison }, remembered }: Named, ctx: Reading): string {
  const { baseline, visit } = pane;
  if (comparison?.isMemoryTooShort === true) return formatSpan(remembered.asOf - comparison.asOf);
  if (baseline === 'here') return `here ${formatMinute(visit.at, ctx)}`;
  return typeof baseline === 'string' ? baseline : shortText(baseline);
}

/** The same in words: `since you were here 14:20 (15 min)`, and shorter ones. */
export function sinceWords({ pane, compared, remembered }: Named, ctx: Reading): Words {
  const { baseline, visit } = pane;
  const { comparison, movement } = compared;
  // Snapshots without a time are compared with the one before.
  if (comparison === null) return [movement.size === 0 ? 'no older snapshot' : 'since the snapshot before'];
  const span = ` (${formatDuration(remembered.asOf - comparison.asOf)})`;
  const then = `since ${formatMinute(comparison.asOf, ctx)}`;
  if (typeof baseline === 'number' || comparison.isMemoryTooShort) return [then + span, then];
  if (baseline === 'last') return [`since the snapshot before${span}`, then];
  if (baseline === 'start')
    return [`since the start ${formatMinute(comparison.asOf, ctx)}${span}`, then + span, then];
  const time = formatMinute(visit.at, ctx);
  return [`since you were here ${time}${span}`, `since here ${time}${span}`, `since here ${time}`];
}

/** `5m`, `1h`, `1h30`, `24h`, and `90s` where it is not in whole minutes. */
function shortText(milliseconds: number): string {
  if (milliseconds % MINUTE_MS !== 0) return `${Math.ceil(milliseconds / SECOND_MS)}s`;
  return formatSpan(milliseconds).replace('1d00h', '24h').replace(/h00$/, 'h');
}
