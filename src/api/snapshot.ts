import {
  BIASES,
  type Bias,
  MARKET_SESSIONS,
  type MarketSession,
  MONEY_FLOW_TIER_ROWS,
  MONEY_FLOW_TIERS,
  type Timeframe,
} from '../vocabulary.ts';
import { parseAsOf } from './as-of.ts';

/** The service as we see it: types of api.md section 2, and the door where `unknown` becomes one of them. */

/** api.md section 2.4. A field that did not come in its type is null here, whatever the service sent. */
export interface BoardRow {
  readonly rank: number | null;
  readonly symbol: string | null;
  readonly name: string | null;
  readonly price: number | null;
  readonly dayPct: number | null;
  readonly volume: number | null;
  /** The confluence score: over the top 5 of each board (section 2.6). */
  readonly boards: number | null;
  readonly bias: Bias | null;
  readonly metric: string | null;
  readonly tag: string | null;
}

/** api.md section 2.3. */
export interface TopPlay {
  readonly symbol: string | null;
  readonly name: string | null;
  readonly price: number | null;
  readonly dayPct: number | null;
  readonly volume: number | null;
  readonly boards: number | null;
  readonly bias: Bias | null;
  readonly reasons: ReadonlyArray<string>;
}

/** api.md section 2.2. */
export interface Breadth {
  readonly advancers: number | null;
  readonly decliners: number | null;
  readonly symbols: number | null;
}

/** One board under its key, rows in the order the service sent them. `moneyFlow` is one Board per tier. */
export interface Board {
  readonly key: string;
  readonly tier: string | null;
  readonly rows: ReadonlyArray<BoardRow>;
}

/** api.md section 2.1, decoded. */
export interface Snapshot {
  /** As sent, for comparing and for machines; null when it is not a string. */
  readonly asOf: string | null;
  /** `asOf` in milliseconds since 1970, UTC when it names no zone; null when it is no ISO 8601 date and time. */
  readonly asOfMilliseconds: number | null;
  /** The timeframe served, which may differ from the one asked for. */
  readonly timeframe: string | null;
  readonly session: MarketSession | null;
  readonly breadth: Breadth | null;
  readonly topPlay: TopPlay | null;
  /** In the order of `boardNames`. An array, so that a board may have any key, `__proto__` included. */
  readonly boards: ReadonlyArray<Board>;
  /** What the service sent, unknown fields included. */
  readonly raw: JsonObject;
}

/** A snapshot under the timeframe that was asked for. */
export interface TimeframeSnapshot {
  readonly timeframe: Timeframe;
  readonly snapshot: Snapshot;
  /** The service says itself that its data is simulated. */
  readonly isSimulated: boolean;
}

/** A snapshot has some 200 rows (section 2.5); whatever draws them must not be handed millions. */
const MOST_ROWS = 100_000;

export type JsonObject = { readonly [key: string]: unknown };

/**
 * Decodes a parsed body (api.md section 2) and keeps it as `raw`. A field of the wrong type becomes null.
 * Returns null for what is no snapshot at all: not an object, without a map of boards, or with more than any scan has.
 */
export function decodeSnapshot(body: unknown): Snapshot | null {
  if (!isObject(body) || !isObject(body.boards) || countRows(body.boards) > MOST_ROWS) return null;
  const asOf = text(body.asOf);
  return {
    asOf,
    asOfMilliseconds: asOf === null ? null : parseAsOf(asOf),
    timeframe: text(body.timeframe),
    session: oneOf(MARKET_SESSIONS, body.session),
    breadth: isObject(body.breadth) ? decodeBreadth(body.breadth) : null,
    topPlay: isObject(body.topPlay) ? decodeTopPlay(body.topPlay) : null,
    boards: inNamedOrder(body.boards, body.boardNames).flatMap(([key, rows]) =>
      decodeBoard(key, Array.isArray(rows) ? rows : []),
    ),
    raw: body,
  };
}

/** Boards in the order of `boardNames`, then the others: JavaScript moves keys that look like integers to the front. */
function inNamedOrder(boards: JsonObject, names: unknown): ReadonlyArray<readonly [string, unknown]> {
  const unnamed = new Map(Object.entries(boards));
  const named: Array<readonly [string, unknown]> = [];
  for (const name of Array.isArray(names) ? names : []) {
    if (typeof name !== 'string' || !unnamed.has(name)) continue;
    named.push([name, unnamed.get(name)]);
    unnamed.delete(name);
  }
  return [...named, ...unnamed];
}

/** Rows of all boards; an empty board takes as much room as a row. */
function countRows(boards: JsonObject): number {
  return Object.values(boards).reduce<number>(
    (sum, rows) => sum + Math.max(1, Array.isArray(rows) ? rows.length : 0),
    0,
  );
}

function decodeBreadth(value: JsonObject): Breadth {
  return {
    advancers: number(value.advancers),
    decliners: number(value.decliners),
    symbols: number(value.symbols),
  };
}

function decodeTopPlay(value: JsonObject): TopPlay {
  const reasons = Array.isArray(value.reasons) ? value.reasons : [];
  return { ...decodeListing(value), reasons: reasons.map(text).filter((reason) => reason !== null) };
}

function decodeBoard(key: string, values: ReadonlyArray<unknown>): ReadonlyArray<Board> {
  const rows = values.map(decodeRow);
  // Only the full 24 rows tell where a tier begins (api.md section 4).
  if (key !== 'moneyFlow' || rows.length !== MONEY_FLOW_TIERS.length * MONEY_FLOW_TIER_ROWS) {
    return [{ key, tier: null, rows }];
  }
  return MONEY_FLOW_TIERS.map((tier, index) => ({
    key,
    tier,
    rows: rows.slice(index * MONEY_FLOW_TIER_ROWS, (index + 1) * MONEY_FLOW_TIER_ROWS),
  }));
}

/** Any value becomes a row, so that a damaged one still shows. */
export function decodeRow(value: unknown): BoardRow {
  const row = isObject(value) ? value : {};
  return {
    rank: count(row.rank),
    ...decodeListing(row),
    metric: text(row.metric),
    tag: text(row.tag),
  };
}

/** What a board row and the top play have in common. */
function decodeListing(value: JsonObject) {
  return {
    symbol: text(value.symbol),
    name: text(value.name),
    price: number(value.price),
    dayPct: number(value.dayPct),
    volume: number(value.volume),
    boards: count(value.boards),
    bias: oneOf(BIASES, value.bias),
  };
}

/** A JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function number(value: unknown): number | null {
  // + 0 turns a negative zero into zero.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : null;
}

function count(value: unknown): number | null {
  return Number.isSafeInteger(value) ? number(value) : null;
}

function oneOf<T extends string>(values: ReadonlyArray<T>, value: unknown): T | null {
  return values.find((known) => known === value) ?? null;
}
