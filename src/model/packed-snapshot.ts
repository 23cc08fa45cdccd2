import type { Breadth } from '../api/snapshot.ts';
import { BIASES, MARKET_SESSIONS, type MarketSession } from '../vocabulary.ts';
import { createNameIds, type NameIds } from './name-ids.ts';
import type { Observation } from './observation.ts';

/** What packed snapshots refer to. */
export interface PackedNames {
  readonly boards: NameIds;
  readonly symbols: NameIds;
}

/** What a packed snapshot knows of its symbols: the same index in each array is the same symbol. */
export interface PackedSymbols {
  readonly symbols: Uint16Array;
  readonly prices: Float32Array;
  readonly changes: Float32Array;
  readonly confluence: Uint8Array;
  readonly biases: Uint8Array;
}

/** The parts of a packed snapshot. Rows are in groups, one for each board. */
export interface PackedParts extends PackedSymbols {
  /** An id that is not in use if there is none. */
  readonly topPlay: number;
  readonly session: MarketSession | null;
  readonly breadth: Breadth | null;
  readonly rowSymbols: Uint16Array;
  readonly rowRanks: Uint16Array;
  /** The number of rows of each board. */
  readonly groupSizes: Uint16Array;
  readonly boards: Uint8Array;
  readonly body: Uint8Array;
}

const NO_SYMBOL = 65_535;
const NO_BOARD = 255;
/** For a bias or session that is null: beyond the index of any. */
const UNKNOWN = 255;

export function createPackedNames(): PackedNames {
  return { boards: createNameIds(NO_BOARD), symbols: createNameIds(NO_SYMBOL) };
}

/**
 * A snapshot without its time, in one buffer: each ArrayBuffer costs some 200 bytes of its own, and the result of gzipSync
 * is a part of a buffer of 16 KB. Rows whose symbol or board gets no id are left out.
 */
export function packSnapshot(
  observation: Observation,
  body: Uint8Array | null,
  names: PackedNames,
): ArrayBuffer {
  const symbols = withIds(observation.symbols, names.symbols);
  const idOf = new Map(symbols.map(({ id, name }) => [name, id]));
  const groups = withIds(observation.ranks, names.boards).map(({ id, value }) => ({
    board: id,
    rows: [...value].flatMap(([symbol, rank]) => {
      const symbolId = idOf.get(symbol);
      return symbolId === undefined ? [] : [{ symbolId, rank }];
    }),
  }));
  const rows = groups.flatMap((group) => group.rows);
  const topPlay = observation.topPlay === null ? null : names.symbols.acquire(observation.topPlay);
  const { buffer, header, breadth, ...parts } = allocate(
    [groups.length, rows.length, symbols.length],
    body?.length ?? 0,
  );
  header.set([groups.length, rows.length, symbols.length, topPlay ?? NO_SYMBOL]);
  header[4] = observation.session === null ? UNKNOWN : MARKET_SESSIONS.indexOf(observation.session);
  header[5] = observation.breadth === null ? 0 : 1;
  const { advancers, decliners, symbols: scanned } = observation.breadth ?? {};
  breadth.set([advancers ?? Number.NaN, decliners ?? Number.NaN, scanned ?? Number.NaN]);
  parts.boards.set(groups.map(({ board }) => board));
  parts.groupSizes.set(groups.map((group) => group.rows.length));
  parts.rowSymbols.set(rows.map(({ symbolId }) => symbolId));
  parts.rowRanks.set(rows.map(({ rank }) => rank));
  parts.symbols.set(symbols.map(({ id }) => id));
  parts.confluence.set(symbols.map(({ value }) => value.boards));
  parts.biases.set(symbols.map(({ value: { bias } }) => (bias === null ? UNKNOWN : BIASES.indexOf(bias))));
  parts.prices.set(symbols.map(({ value }) => value.price ?? Number.NaN));
  parts.changes.set(symbols.map(({ value }) => value.dayPct ?? Number.NaN));
  parts.body.set(body ?? []);
  return buffer;
}

/** The parts as views, which are cheap compared with the buffer. */
export function openPacked(buffer: ArrayBuffer): PackedParts {
  const [groups = 0, rows = 0, symbols = 0] = new Uint16Array(buffer, 0, 3);
  const { header, breadth, ...parts } = viewsOf(buffer, [groups, rows, symbols]);
  const [advancers = null, decliners = null, scanned = null] = [...breadth].map(finiteOrNull);
  return {
    ...parts,
    topPlay: header[3] ?? NO_SYMBOL,
    session: MARKET_SESSIONS[header[4] ?? UNKNOWN] ?? null,
    breadth: header[5] === 0 ? null : { advancers, decliners, symbols: scanned },
  };
}

/** The symbols alone, several times as fast as all parts: some questions are about one symbol in a thousand snapshots. */
export function openPackedSymbols(buffer: ArrayBuffer): PackedSymbols {
  const [groups = 0, rows = 0, symbols = 0] = new Uint16Array(buffer, 0, 3);
  return symbolViewsOf(buffer, offsetsOf([groups, rows, symbols]), symbols);
}

/** Gives up the names that the packed snapshot uses. */
export function releaseNames({ boards, symbols, topPlay }: PackedParts, names: PackedNames): void {
  for (const id of boards) names.boards.release(id);
  for (const id of symbols) names.symbols.release(id);
  names.symbols.release(topPlay);
}

type Counts = readonly [groups: number, rows: number, symbols: number];

const HEADER_FIELDS = 6;

function allocate(counts: Counts, bodyBytes: number) {
  const buffer = new ArrayBuffer(offsetsOf(counts).body + bodyBytes);
  return { buffer, ...viewsOf(buffer, counts) };
}

function viewsOf(buffer: ArrayBuffer, counts: Counts) {
  const [groups, rows, symbols] = counts;
  const at = offsetsOf(counts);
  return {
    header: new Uint16Array(buffer, at.header, HEADER_FIELDS),
    breadth: new Float32Array(buffer, at.breadth, 3),
    rowSymbols: new Uint16Array(buffer, at.rowSymbols, rows),
    rowRanks: new Uint16Array(buffer, at.rowRanks, rows),
    groupSizes: new Uint16Array(buffer, at.groupSizes, groups),
    boards: new Uint8Array(buffer, at.boards, groups),
    ...symbolViewsOf(buffer, at, symbols),
    body: new Uint8Array(buffer, at.body),
  };
}

function symbolViewsOf(
  buffer: ArrayBuffer,
  at: ReturnType<typeof offsetsOf>,
  symbols: number,
): PackedSymbols {
  return {
    prices: new Float32Array(buffer, at.prices, symbols),
    changes: new Float32Array(buffer, at.changes, symbols),
    symbols: new Uint16Array(buffer, at.symbols, symbols),
    confluence: new Uint8Array(buffer, at.confluence, symbols),
    biases: new Uint8Array(buffer, at.biases, symbols),
  };
}

/** The first byte of each part. Wide elements come first, because a view must begin at a multiple of its element size. */
function offsetsOf([groups, rows, symbols]: Counts) {
  const header = 0;
  const breadth = header + 2 * HEADER_FIELDS;
  const prices = breadth + 4 * 3;
  const changes = prices + 4 * symbols;
  const rowSymbols = changes + 4 * symbols;
  const rowRanks = rowSymbols + 2 * rows;
  const ids = rowRanks + 2 * rows;
  const groupSizes = ids + 2 * symbols;
  const boards = groupSizes + 2 * groups;
  const confluence = boards + groups;
  const biases = confluence + symbols;
  const body = biases + symbols;
  return {
    header,
    breadth,
    prices,
    changes,
    rowSymbols,
    rowRanks,
    symbols: ids,
    groupSizes,
    boards,
    confluence,
    biases,
    body,
  };
}

/** Each name with its id, without the names for which there was none. */
function withIds<Value>(entries: ReadonlyMap<string, Value>, ids: NameIds) {
  return [...entries].flatMap(([name, value]) => {
    const id = ids.acquire(name);
    return id === null ? [] : [{ id, name, value }];
  });
}

/** Null for a number that was null, or that 32 bits cannot hold. */
export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
