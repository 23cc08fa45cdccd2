import { groupBy } from '../group-by.ts';
import { dateOf } from '../market/market-day.ts';
import { decodeSnapshot, type Snapshot } from '../service/snapshot.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import type { RecordedFile, RecordedPlace } from './days.ts';
import { createTimeReader, decodeLine, mayList, timeframeOfLine } from './decode.ts';
import { type LineFile, type LinePlace, openLines } from './line-source.ts';

export interface ReadOptions {
  /** Called with the number of bad lines that were found, if there were any. Each is counted once. */
  readonly onSkipped?: ((count: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface IndexOptions extends ReadOptions, Pick<RecordedPlace, 'isSimulated'> {
  /** Those whose rows the caller looks for: lines without them are not parsed, and give a snapshot without boards. */
  readonly symbols?: ReadonlyArray<string>;
}

/** What is recorded of a timeframe: lines that are parsed when they are asked for. */
interface RecordedLines {
  /** Those of the snapshots, ascending, each once. A bad line can have one too. */
  readonly times: ReadonlyArray<number>;
  /** Of several lines with one time, the one with most rows. Null if none is a snapshot. Throws the reason of an aborted signal. */
  read(time: number): Promise<Snapshot | null>;
}

/** What files have. */
export interface RecordingIndex {
  /** Those with lines, in their usual order. */
  readonly timeframes: ReadonlyArray<Timeframe>;
  linesOf(timeframe: Timeframe): RecordedLines;
  close(): Promise<void>;
}

const NOTHING = { timeframe: null, session: null, breadth: null, topPlay: null, boards: [], raw: {} };
const NO_LINES: RecordedLines = { times: [], read: async () => null };
/** Of more lines of a file, those that come last are skipped, so that memory is bounded. One a second is 86,400 a day. */
const MAX_LINES = 100_000;

/** A line, and what is known of it. */
interface IndexedLine extends LinePlace {
  readonly file: LineFile;
  readonly timeframe: Timeframe;
  readonly asOf: number;
  /** Null if it is as JavaScript writes it. */
  readonly text: string | null;
  readonly mayMatch: boolean;
}

/** Options that count bad lines, for a caller that decides later whether to report them. */
export function countSkipped() {
  let count = 0;
  const onSkipped = (more: number) => {
    count += more;
  };
  return { onSkipped, count: () => count };
}

/**
 * Indexes the lines of files, of one day, or loose ones. What is not a snapshot is counted as skipped; a file that cannot be read
 * counts as one bad line. Lines of another day than their file are left out. Files stay open until `close` is called. Rejects with
 * the reason of an aborted signal.
 */
export async function indexFiles(
  files: ReadonlyArray<RecordedFile>,
  options: IndexOptions,
): Promise<RecordingIndex> {
  const lines: Array<IndexedLine> = [];
  const opened: Array<LineFile> = [];
  const close = async () => {
    for (const file of opened) await file.close();
  };
  for (const day of files) {
    try {
      const file = openLines(day, () => lines.filter((line) => line.file === file), options.signal);
      opened.push(file);
      await addLines(day, file, lines, options);
    } catch {
      // Removed by another process, not permitted, not a gzip file, or too large.
      if (options.signal?.aborted === true) await close();
      options.signal?.throwIfAborted();
      options.onSkipped?.(1);
    }
  }
  const found = new Map<Timeframe, RecordedLines>();
  const takeTurn = createTurns();
  for (const [timeframe, ofTimeframe] of groupBy(lines, (line) => line.timeframe)) {
    const { times, read } = recordedLines(ofTimeframe, options);
    found.set(timeframe, { times, read: (time) => takeTurn(() => read(time)) });
  }
  return {
    timeframes: TIMEFRAMES.filter((timeframe) => found.has(timeframe)),
    linesOf: (timeframe) => found.get(timeframe) ?? NO_LINES,
    close,
  };
}

/**
 * Returns a function that does one piece of work after the other: a replay and the memory of its pane read the same file, which
 * gives one line at a time.
 */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

async function addLines(
  { date, timeframe }: RecordedFile,
  file: LineFile,
  lines: Array<IndexedLine>,
  { isSimulated, onSkipped, symbols }: IndexOptions,
): Promise<void> {
  const timeOf = createTimeReader();
  const mayMatch = symbols === undefined ? () => true : mayList(symbols);
  const most = lines.length + MAX_LINES;
  let skipped = 0;
  try {
    for await (const { offset, bytes, isComplete } of file.lines()) {
      const time = bytes === null || lines.length === most ? null : timeOf(bytes, isComplete);
      if (bytes === null || time === null) {
        if (bytes === null || !isBlank(bytes)) skipped++;
        continue;
      }
      const { asOf, text } = time;
      if (date !== null && dateOf(asOf, isSimulated) !== date) continue;
      lines.push({
        file,
        offset,
        length: bytes.length,
        timeframe: date === null ? (timeframeOfLine(bytes) ?? timeframe) : timeframe,
        asOf,
        // A part of a text would keep the whole in memory.
        text: text === new Date(asOf).toISOString() ? null : Buffer.from(text).toString(),
        mayMatch: mayMatch(bytes),
      });
    }
  } finally {
    if (skipped > 0) onSkipped?.(skipped);
  }
}

function isBlank(line: Buffer): boolean {
  return line.toString('latin1').trim() === '';
}

function recordedLines(
  lines: ReadonlyArray<IndexedLine>,
  { onSkipped, signal, symbols }: IndexOptions,
): RecordedLines {
  const byTime = groupBy(lines, ({ asOf }) => asOf);
  const bad = new Set<IndexedLine>();
  return {
    times: [...byTime.keys()].sort((a, b) => a - b),
    async read(time) {
      const candidates = byTime.get(time)?.filter((line) => !bad.has(line)) ?? [];
      if (candidates.length > 0 && !candidates.some(({ mayMatch }) => mayMatch))
        return {
          ...NOTHING,
          asOf: candidates[0]?.text ?? new Date(time).toISOString(),
          asOfMilliseconds: time,
        };
      let best: Snapshot | null = null;
      for (const line of candidates) {
        // Of several lines, all rows count.
        const snapshot = await readLine(line, signal, candidates.length === 1 ? symbols : undefined);
        if (snapshot === null) {
          bad.add(line);
          onSkipped?.(1);
        } else if (best === null || countRows(snapshot) > countRows(best)) best = snapshot;
      }
      const isWhole = candidates.length > 1 && symbols !== undefined;
      return best !== null && isWhole ? decodeSnapshot(best.raw, symbols) : best;
    },
  };
}

export function countRows({ boards }: Pick<Snapshot, 'boards'>): number {
  return boards.reduce((sum, { rows }) => sum + rows.length, 0);
}

async function readLine(
  line: IndexedLine,
  signal?: AbortSignal,
  symbols?: ReadonlyArray<string>,
): Promise<Snapshot | null> {
  try {
    const bytes = await line.file.read(line);
    const snapshot = bytes === null ? null : decodeLine(bytes, symbols);
    return snapshot?.asOfMilliseconds === line.asOf ? snapshot : null;
  } catch {
    signal?.throwIfAborted();
    return null;
  }
}
