import type { Age } from '../market/timeline/runs.ts';
import { DAY_MS, MINUTE_MS } from '../time-units.ts';

/** Cells of `12h05` and `1d02h`. */
const MAX_SPAN_CELLS = 5;

const BELOW_A_MINUTE = '<1m';
/** Of what was there when memory began, which may be long ago. */
const UNKNOWN_AGE = '≥0m';

/**
 * `41m`, `2h05`, `1d02h`, `<1m`; `≥41m` where memory does not reach back far enough. At most five cells: from
 * ten hours on, `≥10h` has no minutes.
 */
export function formatAgeText({ milliseconds, isAtLeast }: Age): string {
  const text = formatSpan(milliseconds);
  if (!isAtLeast) return text;
  if (text === BELOW_A_MINUTE) return UNKNOWN_AGE;
  return `≥${text.length < MAX_SPAN_CELLS ? text : text.replace(/^(\d+[hd]).*/, '$1')}`;
}

/** `41m`, `2h05`, `1d02h`; `<1m` below a minute. */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  if (minutes < 1) return BELOW_A_MINUTE;
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (milliseconds < DAY_MS) return `${hours}h${twoDigits(minutes % 60)}`;
  const days = Math.floor(hours / 24);
  return days < 10 ? `${days}d${twoDigits(hours % 24)}h` : `${days}d`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
