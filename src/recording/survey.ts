import type { Snapshot } from '../api/snapshot.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import { type DayFile, dayOf } from './days.ts';
import { linesSince } from './find.ts';
import { type LineBytes, type ReadOptions, readLineBytes, timeframeOfLine } from './lines.ts';
import { inOrder } from './order.ts';

/** Some hundred days of one snapshot a minute; more times are not kept, so that memory is bounded. */
const MAX_TIMES = 100_000;
/** What a snapshot contains. */
const BOARDS_FIELD = '"boards"';

/** What to play: one day of a directory, or a file of the same form from anywhere. */
export type Recorded =
  | { readonly type: 'day'; readonly files: ReadonlyArray<DayFile>; readonly isSimulated: boolean }
  | { readonly type: 'file'; readonly file: DayFile };

/**
 * The times of the snapshots of each timeframe, ascending, each once, in the usual order of timeframes. Lines are searched, not
 * parsed, so that a bad one can count too: 21 MB take some 20 ms. Rejects with the reason of an aborted signal.
 */
export async function surveyTimes(
  recorded: Recorded,
  { signal, ...options }: ReadOptions & { readonly signal: AbortSignal },
): Promise<ReadonlyMap<Timeframe, ReadonlyArray<number>>> {
  const found = new Map<Timeframe, Array<number>>();
  for await (const { asOf, bytes, timeframe } of linesOf(recorded, null, options)) {
    signal.throwIfAborted();
    const times = found.get(timeframe) ?? [];
    if (!bytes.includes(BOARDS_FIELD) || times.length === MAX_TIMES || times.at(-1) === asOf) continue;
    found.set(timeframe, times);
    times.push(asOf);
  }
  return new Map(
    TIMEFRAMES.flatMap((timeframe) => {
      const times = found.get(timeframe);
      return times === undefined ? [] : [[timeframe, [...new Set(times.sort((a, b) => a - b))]] as const];
    }),
  );
}

/** The snapshots of a timeframe at and after a time, as `inOrder` gives them. Bad lines of files are not counted again. */
export async function* recordedSnapshots(
  recorded: Recorded,
  { timeframe, since }: { readonly timeframe: Timeframe; readonly since: number },
  options: ReadOptions,
): AsyncGenerator<Snapshot, void> {
  for await (const { snapshot } of inOrder(linesAfter(recorded, timeframe, since), options)) yield snapshot;
}

async function* linesAfter(
  recorded: Recorded,
  timeframe: Timeframe,
  since: number,
): AsyncGenerator<LineBytes, void> {
  for await (const line of linesOf(recorded, timeframe, {}))
    if (line.asOf >= since && line.bytes.includes(BOARDS_FIELD)) yield line;
}

interface TimeframeLine extends LineBytes {
  readonly timeframe: Timeframe;
}

/** The lines of one timeframe, or of all; of a day only those whose time is of that day. */
async function* linesOf(
  recorded: Recorded,
  wanted: Timeframe | null,
  options: ReadOptions,
): AsyncGenerator<TimeframeLine, void> {
  if (recorded.type === 'file') {
    const { file } = recorded;
    for await (const line of readLineBytes(file, options)) {
      const timeframe = timeframeOfLine(line.bytes) ?? file.timeframe;
      if (wanted === null || timeframe === wanted) yield { ...line, timeframe };
    }
    return;
  }
  const { files, isSimulated } = recorded;
  for (const timeframe of wanted === null ? TIMEFRAMES : [wanted]) {
    const ofTimeframe = files.filter((file) => file.timeframe === timeframe);
    const [first] = ofTimeframe;
    if (first === undefined) continue;
    for await (const line of linesSince([ofTimeframe], Number.NEGATIVE_INFINITY, options))
      if (dayOf(line.asOf, isSimulated) === first.date) yield { ...line, timeframe };
  }
}
