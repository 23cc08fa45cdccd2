import { parseAsOf } from '../api/as-of.ts';
import { isObject } from '../json-object.ts';
import { dateOf } from '../model/market-day.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import type { DayFile, RecordedPlace } from './days.ts';
import { readChunks } from './read-chunks.ts';
import { splitLines } from './split-lines.ts';

export interface ReadOptions {
  /** Called with the number of bad lines that were found, if there were any. Each is counted once. */
  readonly onSkipped?: ((count: number) => void) | undefined;
}

/** Options that count bad lines, for a caller that decides later whether to report them. */
export function countSkipped() {
  let count = 0;
  const onSkipped = (more: number) => {
    count += more;
  };
  return { onSkipped, count: () => count };
}

/** A line that has a time and boards. */
export interface LineBytes {
  /** In milliseconds since 1970. */
  readonly asOf: number;
  /** From `{` to `}`, but what is between them has not been parsed. Valid only until the next line is asked for. */
  readonly bytes: Buffer;
}

/** How a program such as this one writes the boards of a snapshot; rows have a field of that name which is a number. */
export const BOARDS_FIELD = '"boards":{';
const ANY_BOARDS_FIELD = /"boards"\s*:\s*\{/;
const HEAD_BYTES = 512;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const ZERO = 0x30;
const NINE = 0x39;
/** Fields of texts, numbers and words only: what follows is a field of the snapshot and not of a part of it. */
const FIELDS = String.raw`^\{\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)\s*,\s*)*?`;
const AS_OF = new RegExp(String.raw`${FIELDS}"asOf"\s*:\s*"([^"\\]*)"`);
const TIMEFRAME = new RegExp(String.raw`${FIELDS}"timeframe"\s*:\s*"([^"\\]*)"`);

/**
 * The lines of a recording, in the order of the file. Bad lines are skipped and counted: garbage, torn or longer than 9 MB,
 * without a time or without boards. A file that cannot be read counts as one bad line. The caller decides which lines become
 * text, which takes most of the time.
 */
export async function* readLines(file: DayFile, options: ReadOptions): AsyncGenerator<LineBytes, void> {
  let skipped = 0;
  const isWhole = createTornCheck();
  try {
    for await (const { bytes, isComplete } of splitLines(readChunks(file))) {
      const line = bytes === null ? null : trim(bytes);
      if (line?.length === 0) continue;
      const asOf = line === null ? null : asOfIn(line, isComplete);
      if (line === null || asOf === null || !hasBoards(line) || !isWhole(line)) skipped++;
      else yield { asOf, bytes: line };
    }
  } catch {
    // Removed by another process, not permitted, or not a gzip file.
    skipped++;
  } finally {
    if (skipped > 0) options.onSkipped?.(skipped);
  }
}

/**
 * The lines of a day file that are of its day. Others can be there after files were copied together; all readers of days leave
 * them out, so that what one finds the others find too.
 */
export async function* readDayLines(
  file: DayFile,
  isSimulated: RecordedPlace['isSimulated'],
  options: ReadOptions,
): AsyncGenerator<LineBytes, void> {
  for await (const line of readLines(file, options))
    if (dateOf(line.asOf, isSimulated) === file.date) yield line;
}

/** The value of a line; undefined if it is not JSON. */
export function parseLine(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The time of a line in milliseconds since 1970; null if it has none or is torn. */
function asOfIn(line: Buffer, isComplete: boolean): number | null {
  if (line[0] !== OPEN_BRACE || line.at(-1) !== CLOSE_BRACE) return null;
  const inHead = asOfInHead(line);
  if (inHead !== null && isComplete) return parseAsOf(inHead);
  if (!line.includes('"asOf"')) return null;
  const value = parseLine(line.toString());
  return isObject(value) && typeof value.asOf === 'string' ? parseAsOf(value.asOf) : null;
}

/**
 * Returns a function that tells a line from one that was torn behind a brace. Lines of one program end in the same way: only one
 * that ends otherwise than the last whole one is parsed.
 */
function createTornCheck(): (line: Buffer) => boolean {
  let usual: number | undefined;
  return (line) => {
    const beforeBrace = line.at(-2) ?? 0;
    const end = isDigit(beforeBrace) ? ZERO : beforeBrace;
    if (end === usual) return true;
    if (parseLine(line.toString()) === undefined) return false;
    usual = end;
    return true;
  };
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function hasBoards(line: Buffer): boolean {
  if (line.includes(BOARDS_FIELD)) return true;
  return line.includes('"boards"') && ANY_BOARDS_FIELD.test(line.toString('latin1'));
}

/** `asOf` as it was sent, if it is one of the first fields of the line; else null. */
function asOfInHead(line: Buffer): string | null {
  return AS_OF.exec(line.toString('latin1', 0, HEAD_BYTES))?.[1] ?? null;
}

/** The timeframe that a line names; null if it names none of those that there are. */
export function timeframeOfLine(line: Buffer): Timeframe | null {
  const inHead = TIMEFRAME.exec(line.toString('latin1', 0, HEAD_BYTES))?.[1];
  if (inHead === undefined && !line.includes('"timeframe"')) return null;
  const value = inHead === undefined ? parseLine(line.toString()) : null;
  const name = inHead ?? (isObject(value) ? value.timeframe : null);
  return TIMEFRAMES.find((timeframe) => timeframe === name) ?? null;
}

/** Without white space at its ends, and without the mark at the beginning of a file. */
function trim(line: Buffer): Buffer {
  const hasMark = line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  let start = hasMark ? BYTE_ORDER_MARK.length : 0;
  let end = line.length;
  while (start < end && isSpace(line[start])) start++;
  while (end > start && isSpace(line[end - 1])) end--;
  return line.subarray(start, end);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
