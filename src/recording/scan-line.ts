import { decodeSnapshot } from '../api/snapshot.ts';
import { isObject } from '../json-object.ts';
import { onlySymbols } from '../model/only-symbols.ts';
import { decodeLine, type RecordedSnapshot } from './decode.ts';
import type { LineBytes } from './lines.ts';
import { NOT_PLAIN, skipValue, walkArray, walkObject } from './skip-json.ts';

/** The fields of a snapshot, besides its boards, that a history may need. */
const FIELDS = new Set(['asOf', 'timeframe', 'session', 'boardNames']);
const BOARDS = 'boards';
const BACKSLASH = '\\';
const QUOTE = 0x22;
/** A full parse judges what is larger. */
const MAX_ROWS = 10_000;

/**
 * Returns a function that decodes a line as `decodeLine` and `onlySymbols` do, with the same result, but parses only the rows
 * of the symbols and skips the others as bytes, which is some five times as fast. What is unusual is parsed as a whole. `rows`
 * counts all rows.
 */
export function createLineScanner(symbols: ReadonlyArray<string>) {
  const names = symbols.map((symbol) => Buffer.from(JSON.stringify(symbol)));
  return (line: LineBytes): RecordedSnapshot | null => {
    const scanned = scan(line.bytes, names, symbols);
    if (scanned === null) return parseFully(line, symbols);
    const snapshot = decodeSnapshot(scanned.body);
    if (snapshot === null || snapshot.asOfMilliseconds !== line.asOf) return null;
    return { snapshot: onlySymbols(snapshot, symbols), rows: scanned.rows };
  };
}

function parseFully(line: LineBytes, symbols: ReadonlyArray<string>): RecordedSnapshot | null {
  const recorded = decodeLine(line);
  return recorded === null ? null : { ...recorded, snapshot: onlySymbols(recorded.snapshot, symbols) };
}

/** What a full parse would give, without the rows of other symbols; null for a line that is not plain. */
function scan(bytes: Buffer, names: ReadonlyArray<Buffer>, symbols: ReadonlyArray<string>) {
  const isNamed = createNameFinder(bytes, names);
  const fields: Array<readonly [string, unknown]> = [];
  let rows = 0;
  const end = walkObject(bytes, 0, (key, value) => {
    const name = bytes.toString('utf8', key + 1, value - 2);
    if (name === BOARDS) {
      const boards = scanBoards(bytes, value, { isNamed, symbols });
      if (boards === null) return NOT_PLAIN;
      fields.push([BOARDS, boards.rows]);
      rows = boards.count;
      return boards.end;
    }
    const after = skipValue(bytes, value);
    if (after >= 0 && FIELDS.has(name)) fields.push([name, parse(bytes, value, after)]);
    return after;
  });
  return end === bytes.length ? { body: Object.fromEntries(fields), rows } : null;
}

interface Wanted {
  /** Whether the bytes may name a symbol. */
  readonly isNamed: (start: number, end: number) => boolean;
  readonly symbols: ReadonlyArray<string>;
}

/** As in a full parse, the last of several boards with one name counts. */
function scanBoards(bytes: Buffer, start: number, wanted: Wanted) {
  const boards = new Map<string, ScannedRows>();
  let total = 0;
  const end = walkObject(bytes, start, (key, value) => {
    const board = bytes.toString('utf8', key + 1, value - 2);
    const scanned = scanRows(bytes, value, wanted);
    boards.set(board, scanned);
    total += scanned.count + 1;
    return total > MAX_ROWS ? NOT_PLAIN : scanned.end;
  });
  if (end < 0) return null;
  const found: Array<readonly [string, ReadonlyArray<unknown>]> = [];
  let count = 0;
  for (const [board, scanned] of boards) {
    count += scanned.count;
    if (scanned.rows.length > 0) found.push([board, scanned.rows]);
  }
  return { rows: Object.fromEntries(found), count, end };
}

interface ScannedRows {
  readonly rows: ReadonlyArray<unknown>;
  /** Of all rows. */
  readonly count: number;
  readonly end: number;
}

function scanRows(bytes: Buffer, start: number, { isNamed, symbols }: Wanted): ScannedRows {
  const rows: Array<unknown> = [];
  let count = 0;
  const end = walkArray(bytes, start, (at) => {
    const after = skipValue(bytes, at);
    if (after >= 0 && isNamed(at, after)) {
      const row = parse(bytes, at, after);
      if (isObject(row) && typeof row.symbol === 'string' && symbols.includes(row.symbol)) {
        // Without a rank, it has that of its place among all rows.
        if (!Number.isSafeInteger(row.rank)) return NOT_PLAIN;
        rows.push(row);
      }
    }
    count++;
    return after;
  });
  return { rows, count, end };
}

/**
 * Whether a part of the bytes may name a symbol: it has the name in quotes, or an escape, with which a name can be written.
 * Parts must be asked for in ascending order.
 */
function createNameFinder(bytes: Buffer, names: ReadonlyArray<Buffer>) {
  const finders = names.map((name) => {
    // Searching for a letter is faster than for a quotation mark, which is everywhere.
    const needle = name.subarray(1);
    return (from: number) => {
      let at = bytes.indexOf(needle, from);
      while (at >= 0 && bytes[at - 1] !== QUOTE) at = bytes.indexOf(needle, at + 1);
      return at;
    };
  });
  finders.push((from) => bytes.indexOf(BACKSLASH, from));
  const next = finders.map((find) => find(0));
  return (start: number, end: number) => {
    let isFound = false;
    for (let index = 0; index < finders.length; index++) {
      let at = next[index] ?? -1;
      if (at >= 0 && at < start) at = finders[index]?.(start) ?? -1;
      next[index] = at;
      isFound ||= at >= 0 && at < end;
    }
    return isFound;
  };
}

function parse(bytes: Buffer, start: number, end: number): unknown {
  return JSON.parse(bytes.toString('utf8', start, end));
}
