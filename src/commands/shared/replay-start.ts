import { UsageError } from '../../errors.ts';
import { freeParser, type Parser } from '../../parse.ts';
import { dateIn, describeTime, parseMoment, parseTime, timeForm } from '../../parse-time.ts';

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
): number {
  const times = timesOf(text, first, last);
  const start = times.find((time) => time >= first && time <= last) ?? times.findLast((time) => time <= last);
  if (start !== undefined) return Math.max(first, start);
  throw new UsageError(`--from: ${text} is after the last snapshot, of ${describeTime(last)}`, {
    hint: `The first one is of ${describeTime(first)}.`,
  });
}

/** In ascending order. A time of day is one of each date, on clocks here, on which a recording of a market day begins or ends. */
function timesOf(text: string, first: number, last: number): ReadonlyArray<number> {
  const form = timeForm(text, OPTION);
  if (form === 'ago') return [parseTime(text, { now: last, option: OPTION })];
  if (form === 'moment') return [parseMoment(text, { option: OPTION })];
  const dates = [first, last].map((time) => dateIn(time));
  return [...new Set(dates)].map((date) => parseMoment(`${date}T${text}`, { option: OPTION }));
}
