import { groupBy } from '../group-by.ts';
import { excessOf } from '../json.ts';
import { dateOf } from '../market/market-day.ts';
import { decodeSnapshot, parseAsOf, type Snapshot } from '../service/snapshot.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import type { RecordedFile, RecordedPlace } from './days.ts';
import { type LineFile, openLines } from './lines.ts';

export interface ReadOptions {
  /** Called with the number of bad lines that were found, if there were any. Each is counted once. */
  readonly onSkipped?: ((count: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type IndexOptions = ReadOptions & Pick<RecordedPlace, 'isSimulated'>;

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
  close(): void;
}

interface IndexedLine {
  readonly file: LineFile;
  readonly offset: number;
  readonly length: number;
  readonly timeframe: Timeframe;
  readonly asOf: number;
}

/** Of more lines of a file, those that come last are skipped, so that memory is bounded. One a second is 86,400 a day. */
const MAX_LINES = 100_000;

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
  const close = () => {
    for (const file of opened) file.close();
  };
  for (const each of files) {
    try {
      const file = openLines(each, options.signal);
      opened.push(file);
      await addLines(each, file, lines, options);
    } catch {
      // Removed by another process, not permitted, not a gzip file, or too large.
      if (options.signal?.aborted === true) close();
      options.signal?.throwIfAborted();
      options.onSkipped?.(1);
    }
  }
  const byTimeframe = groupBy(lines, (line) => line.timeframe);
  const found = new Map(
    [...byTimeframe].map(([timeframe, some]) => [timeframe, recordedLines(some, options)]),
  );
  return {
    timeframes: TIMEFRAMES.filter((timeframe) => found.has(timeframe)),
    linesOf: (timeframe) => found.get(timeframe) ?? recordedLines([], options),
    close,
  };
}

async function addLines(
  { date, timeframe }: RecordedFile,
  file: LineFile,
  lines: Array<IndexedLine>,
  { isSimulated, onSkipped }: IndexOptions,
): Promise<void> {
  const timeOf = createTimeReader();
  const most = lines.length + MAX_LINES;
  let skipped = 0;
  try {
    for await (const { offset, bytes, isComplete } of file.lines()) {
      const asOf = bytes === null || lines.length === most ? null : timeOf(bytes, isComplete);
      if (bytes === null || asOf === null) {
        if (bytes === null || bytes.toString('latin1').trim() !== '') skipped++;
      } else if (date === null || dateOf(asOf, isSimulated) === date) {
        const own = date === null ? timeframeOf(bytes) : null;
        lines.push({ file, offset, length: bytes.length, timeframe: own ?? timeframe, asOf });
      }
    }
  } finally {
    if (skipped > 0) onSkipped?.(skipped);
  }
}

function recordedLines(
  lines: ReadonlyArray<IndexedLine>,
  { onSkipped, signal }: IndexOptions,
): RecordedLines {
  const byTime = groupBy(lines, ({ asOf }) => asOf);
  const bad = new Set<IndexedLine>();
  const readLine = async ({ file, offset, length, asOf }: IndexedLine) => {
    const bytes = await file.read(offset, length).catch(() => signal?.throwIfAborted());
    const snapshot = bytes == null ? null : decodeLine(bytes);
    return snapshot?.asOfMilliseconds === asOf ? snapshot : null;
  };
  return {
    times: [...byTime.keys()].sort((a, b) => a - b),
    async read(time) {
      let best: Snapshot | null = null;
      for (const line of byTime.get(time) ?? []) {
        const snapshot = bad.has(line) ? null : await readLine(line);
        if (snapshot === null) {
          if (!bad.has(line)) onSkipped?.(1);
          bad.add(line);
        } else if (best === null || countRows(snapshot) > countRows(best)) best = snapshot;
      }
      return best;
    },
  };
}

export function countRows({ boards }: Pick<Snapshot, 'boards'>): number {
  return boards.reduce((sum, { rows }) => sum + rows.length, 0);
}

/** Decodes a line as a response of the service is decoded, within the same limits. Null if it is not a snapshot. */
export function decodeLine(line: Buffer): Snapshot | null {
  // A file may begin with a byte order mark.
  const text = line.toString().replace(/^\uFEFF/, '');
  if (excessOf(text) !== null) return null;
  try {
    return decodeSnapshot(JSON.parse(text));
  } catch {
    return null;
  }
}

/** How a program such as this one writes the boards of a snapshot; rows have a field of that name which is a number. */
const BOARDS_FIELD = '"boards":{';
const HEAD_BYTES = 512;
/** Fields of texts, numbers and words only: what follows is a field of the snapshot and not of a part of it. */
const FIELDS = String.raw`^\{\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)\s*,\s*)*?`;
const AS_OF = new RegExp(String.raw`${FIELDS}"asOf"\s*:\s*"([^"\\]*)"`);
const TIMEFRAME = new RegExp(String.raw`${FIELDS}"timeframe"\s*:\s*"([^"\\]*)"`);

/**
 * Returns a function that gives the time of each line of a file; null for one that is not a snapshot. Lines of one program begin
 * and end in the same way: of those, only the first one is decoded, and one that is torn behind a brace.
 */
function createTimeReader(): (line: Buffer, isComplete: boolean) => number | null {
  let usualEnd = '';
  return (line, isComplete) => {
    const end = line.toString('latin1', line.length - 3).replace(/\d/g, '0');
    const isUsual = isComplete && end === usualEnd && line.includes(BOARDS_FIELD);
    const asOf = isUsual ? parseAsOf(AS_OF.exec(headOf(line))?.[1] ?? '') : null;
    if (asOf !== null) return asOf;
    const decoded = decodeLine(line)?.asOfMilliseconds ?? null;
    if (decoded !== null) usualEnd = end;
    return decoded;
  };
}

/** The timeframe that a snapshot names; null if it names none of those that there are. */
function timeframeOf(line: Buffer): Timeframe | null {
  const name = TIMEFRAME.exec(headOf(line))?.[1] ?? decodeLine(line)?.timeframe;
  return TIMEFRAMES.find((timeframe) => timeframe === name) ?? null;
}

function headOf(line: Buffer): string {
  return line.toString('latin1', 0, HEAD_BYTES);
}
