import { UsageError } from '../errors.ts';
import { parseTime } from '../parse-time.ts';
import type { Reading } from '../text/ctx.ts';
import { formatMinute } from '../text/format.ts';

/** `15m`, `15M ago`. */
const AGO = /^\s*\d+[smh] *(ago)?\s*$/i;

/**
 * The time that was typed, in milliseconds since 1970, or why there is nothing to show of it. `startsAt` is the time of the
 * oldest snapshot in memory; null if there is none. Times up to `endsAt` have come, also those after the present time of a replay.
 */
export function findTime(
  text: string,
  reading: Reading,
  startsAt: number | null,
  endsAt: number = reading.nowMilliseconds,
): number | { readonly problem: string } {
  if (text.trim() === '') return { problem: 'no time given' };
  try {
    const isAgo = AGO.test(text);
    const time = parseTime(isAgo ? text.toLowerCase() : text, {
      now: isAgo ? reading.nowMilliseconds : endsAt,
      option: 'time',
      timeZone: reading.timeZone,
    });
    if (startsAt !== null && time >= startsAt) return time;
    return {
      problem: startsAt === null ? 'no snapshot yet' : `memory begins ${formatMinute(startsAt, reading)}`,
    };
  } catch (error) {
    if (error instanceof UsageError) return { problem: error.message };
    throw error;
  }
}
