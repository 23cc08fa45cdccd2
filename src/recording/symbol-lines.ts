import type { Snapshot } from '../api/snapshot.ts';
import { onlySymbols } from '../model/symbol-history.ts';
import { type DayFile, dayOf } from './days.ts';
import { decodeLine, richer } from './decode.ts';
import { asOfInHead, type LineBytes, type ReadOptions, readLineBytes } from './lines.ts';
import { groupsInOrder, mergeLines } from './order.ts';

export interface SymbolLinesOptions extends ReadOptions {
  readonly symbols: ReadonlyArray<string>;
  /** Days are those of UTC, not of New York. */
  readonly isSimulated: boolean;
}

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** What a recorded snapshot contains; a line without it is decoded to know what it is. */
const BOARDS_FIELD = '"boards":{';

/**
 * The snapshots of one day and timeframe with the rows of some symbols only, ascending, each time once. `files` are those of
 * that day, at most two. Only lines that name a symbol are kept and parsed, so that most of a large file is merely searched:
 * of two lines of one time, one that names a symbol counts. Lines of other days are left out.
 */
export async function* symbolSnapshots(
  files: ReadonlyArray<DayFile>,
  options: SymbolLinesOptions,
): AsyncGenerator<Snapshot, void> {
  let skipped = 0;
  try {
    for await (const group of groupsInOrder(linesOfDay(files, options), options)) {
      const lines = group.filter(({ bytes }) => bytes[0] === OPEN_BRACE);
      const decoded = lines.map(decodeLine);
      skipped += decoded.filter((each) => each === null).length;
      const recorded = decoded.reduce(richer, null);
      const foreign = group.find(({ bytes }) => bytes[0] !== OPEN_BRACE);
      if (recorded !== null) yield onlySymbols(recorded.snapshot, options.symbols);
      else if (foreign !== undefined) yield withoutRows(foreign);
    }
  } finally {
    if (skipped > 0) options.onSkipped?.(skipped);
  }
}

/** Of a line that names none of the symbols, only the time as it was sent is left. */
async function* linesOfDay(
  files: ReadonlyArray<DayFile>,
  options: SymbolLinesOptions,
): AsyncGenerator<LineBytes, void> {
  const names = options.symbols.map((symbol) => Buffer.from(JSON.stringify(symbol)));
  const [first, second] = files.map((file) => readLineBytes(file, options));
  const date = files[0]?.date;
  if (first === undefined) return;
  for await (const line of second === undefined ? first : mergeLines(first, second)) {
    if (dayOf(line.asOf, options.isSimulated) !== date) continue;
    const asOf = isForeign(line.bytes, names) ? asOfInHead(line.bytes) : null;
    yield asOf === null ? line : { asOf: line.asOf, bytes: Buffer.from(asOf) };
  }
}

/** True if a line names no symbol, and looks whole. */
function isForeign(bytes: Buffer, names: ReadonlyArray<Buffer>): boolean {
  return (
    !names.some((name) => bytes.includes(name)) &&
    bytes.includes(BOARDS_FIELD) &&
    countOf(bytes, OPEN_BRACE) === countOf(bytes, CLOSE_BRACE)
  );
}

/** A torn line has braces that nothing closes. Searching for them is some ten times as fast as parsing. */
function countOf(bytes: Buffer, byte: number): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) count++;
  return count;
}

function withoutRows({ asOf, bytes }: LineBytes): Snapshot {
  return {
    asOf: bytes.toString(),
    asOfMilliseconds: asOf,
    timeframe: null,
    session: null,
    breadth: null,
    topPlay: null,
    boards: [],
    raw: {},
  };
}
