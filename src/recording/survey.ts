import type { Snapshot } from '../api/snapshot.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import type { DayFile } from './days.ts';
import { linesOfDays } from './find.ts';
import { countSkipped, type LineBytes, type ReadOptions, readLines, timeframeOfLine } from './lines.ts';
import { createOrderCheck, inOrder } from './order.ts';
import { inParts, MAX_TIMES } from './parts.ts';

/** What to play: one day of a directory, or a file of the same form from anywhere. */
export type Recorded =
  | { readonly type: 'day'; readonly files: ReadonlyArray<DayFile>; readonly isSimulated: boolean }
  | { readonly type: 'file'; readonly file: DayFile };

/** What a recording has of a timeframe. */
export interface Surveyed {
  /** The times of its snapshots, ascending, each once. A bad line can have one too. */
  readonly times: ReadonlyArray<number>;
  /** Its lines are almost in order, so that reading them once is enough. */
  readonly isInOrder: boolean;
}

/**
 * What a recording has of each timeframe, in the usual order of timeframes; those without a snapshot are left out. Lines are
 * searched, not parsed: 21 MB take some 20 ms. Rejects with the reason of an aborted signal.
 */
export async function survey(
  recorded: Recorded,
  { signal, ...options }: ReadOptions & { readonly signal: AbortSignal },
): Promise<ReadonlyMap<Timeframe, Surveyed>> {
  const found = new Map<Timeframe, ReturnType<typeof createTimes>>();
  for await (const line of readTimeframes(recorded, null, options)) {
    signal.throwIfAborted();
    const times = found.get(line.timeframe) ?? createTimes();
    found.set(line.timeframe, times);
    times.add(line);
  }
  const surveyed = new Map<Timeframe, Surveyed>();
  for (const timeframe of TIMEFRAMES) {
    const each = found.get(timeframe)?.all();
    if (each !== undefined && (await hasSnapshot(recorded, timeframe, each, options)))
      surveyed.set(timeframe, each);
  }
  return surveyed;
}

function createTimes() {
  const times: Array<number> = [];
  const check = createOrderCheck();
  let isInOrder = true;
  return {
    add(line: LineBytes): void {
      isInOrder = check(line);
      if (times.length < MAX_TIMES && times.at(-1) !== line.asOf) times.push(line.asOf);
    },
    all: (): Surveyed => ({ times: [...new Set(times.sort((a, b) => a - b))], isInOrder }),
  };
}

/** False if no line turns out to be a snapshot; they are counted then. */
async function hasSnapshot(
  recorded: Recorded,
  timeframe: Timeframe,
  { isInOrder }: Surveyed,
  { onSkipped }: ReadOptions,
): Promise<boolean> {
  const counting = countSkipped();
  const wanted = { timeframe, since: Number.NEGATIVE_INFINITY, isInOrder };
  for await (const _ of recordedSnapshots(recorded, wanted, counting)) return true;
  if (counting.count() > 0) onSkipped?.(counting.count());
  return false;
}

interface Wanted extends Pick<Surveyed, 'isInOrder'> {
  readonly timeframe: Timeframe;
  /** In milliseconds since 1970. */
  readonly since: number;
}

/**
 * The snapshots of a timeframe at and after a time, ascending, each time once, with the rows of the line that has most. Only bad
 * lines that `survey` could not tell from snapshots are counted.
 */
export async function* recordedSnapshots(
  recorded: Recorded,
  { timeframe, since, isInOrder }: Wanted,
  options: ReadOptions,
): AsyncGenerator<Snapshot, void> {
  const read = () => linesAfter(recorded, timeframe, since);
  // A line that came out of order after the survey is left out.
  const onLate = () => {};
  const snapshots = isInOrder ? inOrder(read(), { ...options, onLate }) : inParts(read, options);
  for await (const { snapshot } of snapshots) yield snapshot;
}

async function* linesAfter(
  recorded: Recorded,
  timeframe: Timeframe,
  since: number,
): AsyncGenerator<LineBytes, void> {
  for await (const line of readTimeframes(recorded, timeframe, {})) if (line.asOf >= since) yield line;
}

interface TimeframeLine extends LineBytes {
  readonly timeframe: Timeframe;
}

/** The lines of one timeframe, or of all. */
async function* readTimeframes(
  recorded: Recorded,
  wanted: Timeframe | null,
  options: ReadOptions,
): AsyncGenerator<TimeframeLine, void> {
  if (recorded.type === 'file') {
    const { file } = recorded;
    for await (const line of readLines(file, options)) {
      const timeframe = timeframeOfLine(line.bytes) ?? file.timeframe;
      if (wanted === null || timeframe === wanted) yield { ...line, timeframe };
    }
    return;
  }
  const { files, isSimulated } = recorded;
  for (const timeframe of wanted === null ? TIMEFRAMES : [wanted]) {
    const ofTimeframe = files.filter((file) => file.timeframe === timeframe);
    for await (const line of linesOfDays([ofTimeframe], isSimulated, options)) yield { ...line, timeframe };
  }
}
