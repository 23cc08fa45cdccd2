import { UsageError } from '../../errors.ts';
import { freeParser, type Parser } from '../../parse.ts';
import { dateIn, describeTime, parseMoment, parseTime, timeForm } from '../../parse-time.ts';
import type { TimeZone } from '../../time-zone.ts';

const OPTION = '--from';

/** The text of `--from`: what it means depends on the recording, which is not known yet. */
export const parseFrom: Parser<string> = freeParser(
  'time',
  (text) => {
    timeForm(text, OPTION);
    return text.trim();
  },
  '10:15',
);

/**
 * The time that a text means in a recording, in milliseconds since 1970: `10:15` is that of its day (or of the first of two on
 * which it has snapshots), `15m` is before its end. A time before the first snapshot is that of the first one. Throws
 * UsageError for a time after the last one.
 */
export function startIn(
  text: string,
  { first, last }: { readonly first: number; readonly last: number },
  timeZone: TimeZone,
): number {
  const times = timesOf(text, { first, last }, timeZone);
  const start = times.find((time) => time >= first && time <= last) ?? times.findLast((time) => time <= last);
  if (start !== undefined) return Math.max(first, start);
  throw new UsageError(`--from: ${text} is after the last snapshot, of ${describeTime(last, timeZone)}`, {
    hint: `The first one is of ${describeTime(first, timeZone)}.`,
  });
}

/** In ascending order. A time of day is one of each date, on clocks of the zone, on which a recording of a market day begins or ends. */
function timesOf(
  text: string,
  { first, last }: { readonly first: number; readonly last: number },
  timeZone: TimeZone,
): ReadonlyArray<number> {
  const form = timeForm(text, OPTION);
  const options = { option: OPTION, timeZone };
  if (form === 'ago') return [parseTime(text, { ...options, now: last })];
  if (form === 'moment') return [parseMoment(text, options)];
  const dates = [first, last].map((time) => dateIn(time, timeZone));
  return [...new Set(dates)].map((date) => parseMoment(`${date}T${text}`, options));
}
