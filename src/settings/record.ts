import { type Parser, parser } from '../parse.ts';
import { unexpected } from '../quote.ts';

/** The preference: for how many days recordings are kept; `off`: nothing is recorded. */
export type RecordDays = number | 'off';

/** As `RecordDays`; `kept`: what is recorded is never removed. */
export type Recording = RecordDays | 'kept';

const MAX_DAYS = 3650;

/** `off`, `false` or `no`, or a whole number of days. */
export const parseRecord: Parser<RecordDays> = parser(parse, {
  name: 'days',
  kind: 'one',
  words: ['off'],
  example: '30',
});

function parse(text: string): RecordDays {
  const word = text.trim().toLowerCase();
  if (['off', 'false', 'no'].includes(word)) return 'off';
  const days = /^\d{1,9}$/.test(word) ? Number(word) : 0;
  if (days >= 1 && days <= MAX_DAYS) return days;
  const hint = 'Give off, or for how many days to keep recordings, such as 30.';
  throw unexpected(`record must be off or a number of days from 1 to ${MAX_DAYS}, not`, text, hint);
}
