import { UsageError } from '../errors.ts';
import { parseTime } from '../parse-time.ts';
import type { Reading } from '../text/ctx.ts';
import { formatMinute } from '../text/format.ts';

/**
 * The time that was typed, in milliseconds since 1970, or why there is nothing to show of it. `startsAt` is the time of the
 * oldest snapshot in memory; null if there is none.
 */
export function findTime(
  text: string,
  reading: Reading,
  startsAt: number | null,
): number | { readonly problem: string } {
  if (text.trim() === '') return { problem: 'no time given' };
  try {
    const typed = text.replace(/^\s*\d+[smh] *(ago)?\s*$/i, (ago) => ago.toLowerCase());
    const time = parseTime(typed, {
      now: reading.nowMilliseconds,
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
