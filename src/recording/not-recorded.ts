import { NotRecordedError } from '../errors.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import { type DayFile, listDays } from './days.ts';

interface Place {
  readonly directory: string;
  /** What is recorded in the directory is simulated. */
  readonly isSimulated: boolean;
}

/** The error for what is not recorded; its hint names what is, or how to record. */
export async function notRecorded(
  message: string,
  { directory, isSimulated }: Place,
): Promise<NotRecordedError> {
  const files = await listDays(directory);
  const recorded = TIMEFRAMES.flatMap((each) => describeDays(each, files));
  const command = isSimulated ? 'boards watch --sandbox --record' : 'boards watch --record';
  const hint =
    recorded.length === 0
      ? `Nothing is recorded yet. Record with \`${command}\`.`
      : `Recorded: ${recorded.join('; ')}.`;
  return new NotRecordedError(message, { hint });
}

/** `day 2026-11-20`, `swing 2026-11-02 to 2026-11-20 (12 days)`; empty if there is none. */
function describeDays(timeframe: Timeframe, files: ReadonlyArray<DayFile>): ReadonlyArray<string> {
  const dates = files.flatMap((file) => (file.timeframe === timeframe ? [file.date] : [])).toSorted();
  const [first] = dates;
  if (first === undefined) return [];
  const last = dates.at(-1) ?? first;
  const days = new Set(dates).size;
  return [first === last ? `${timeframe} ${first}` : `${timeframe} ${first} to ${last} (${days} days)`];
}
