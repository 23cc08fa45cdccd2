import { UsageError } from '../../errors.ts';
import { freeParser, type Parser } from '../../parse.ts';
import { describeTime, parseTime } from '../../parse-time.ts';

/** The end of a day in UTC: every form of a time is in the past of it. */
const FAR_FUTURE = Date.UTC(9000, 0, 1, 23, 59, 59, 999);
const TIME_OF_DAY = /^\d?\d:/;
const AGO = /[smh]$/;

/** The text of `--from`: what it means depends on the recording, which is not known yet. */
export const parseFrom: Parser<string> = freeParser('time', (text) => {
  parseTime(text, { now: FAR_FUTURE, option: '--from', timeZone: 'UTC' });
  return text.trim();
});

/**
 * The time that a text means in a recording, in milliseconds since 1970: `10:15` is that of its day (or of the first of two on
 * which it has snapshots), `15m` is before its end. A time before the first snapshot is that of the first one. Throws
 * UsageError for a time after the last one.
 */
export function startIn(
  text: string,
  { first, last }: { readonly first: number; readonly last: number },
): number {
  const times = AGO.test(text)
    ? [parseTime(text, { now: last, option: '--from' })]
    : timesOf(text, first, last);
  const start = times.find((time) => time >= first && time <= last) ?? times.findLast((time) => time <= last);
  if (start !== undefined) return Math.max(first, start);
  throw new UsageError(`--from: ${text} is after the last snapshot, of ${describeTime(last)}`, {
    hint: `The first one is of ${describeTime(first)}.`,
  });
}

/** Ascending. A time of day is one of each date, on clocks here, on which a recording of a market day begins or ends. */
function timesOf(text: string, first: number, last: number): ReadonlyArray<number> {
  const options = { now: FAR_FUTURE, option: '--from' };
  if (!TIME_OF_DAY.test(text)) return [parseTime(text, options)];
  const dates = [first, last].map((time) => describeTime(time).slice(0, '2026-11-20'.length));
  return [...new Set(dates)].map((date) => parseTime(`${date}T${text}`, options));
}
