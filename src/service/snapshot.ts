import { isObject, type JsonObject } from '../lib/json.ts';
import {
  BIASES,
  groupRanksOf,
  MARKET_SESSIONS,
  type MarketSession,
  TIMEFRAMES,
  type Timeframe,
} from '../market/catalogue.ts';

/** The types of a response, and their decoder. */

/** The fields that a board row and the top play have in common. A missing field, or one of the wrong type, is null. */
type ListedSymbol = Readonly<ReturnType<typeof decodeListedSymbol>>;

/** A row of a board. */
export interface BoardRow extends ListedSymbol {
  /** Of the service: what scripts, conditions and memory know it by. */
  readonly rank: number | null;
  readonly metric: string | null;
  readonly tag: string | null;
  /** On a board with groups: the name of the one that has the row. */
  readonly group?: string | undefined;
}

/** The symbol on the most boards. */
export interface TopPlay extends ListedSymbol {
  readonly reasons: ReadonlyArray<string>;
}

/** How many symbols are up and down on the session. */
export type Breadth = Readonly<ReturnType<typeof decodeBreadth>>;

/** One board, with rows in the order of the response. */
export interface Board {
  readonly key: string;
  readonly rows: ReadonlyArray<BoardRow>;
}

/** What people read as one board: a board, or one of its groups. */
export interface BoardPart extends Board {
  readonly group: string | null;
}

/** A response, decoded. */
export interface Snapshot {
  /** As sent, for comparison and machine-readable output; null if it is not a string. */
  readonly asOf: string | null;
  /**
   * `asOf` in milliseconds since 1970, as UTC if it has no zone; null if it is not an ISO 8601 date and time, or was dated ahead of
   * the clocks when it came.
   */
  readonly time: number | null;
  /** The client has set this: `asOf` is a time that had not come. */
  readonly isDatedAhead?: boolean;
  /** The one that was requested; as decoded, the text that was sent, null if it is not a string. */
  readonly timeframe: string | null;
  readonly session: MarketSession | null;
  readonly breadth: Breadth | null;
  /** Null: no symbol qualifies; undefined: unknown, because it is absent, or because all boards are. */
  readonly topPlay: TopPlay | null | undefined;
  /**
   * In the order of `boardNames`. An array, because a board can have any key, including `__proto__`. Without those that are no list:
   * such a board is absent, and what it has is unknown, while one with an empty list has no rows.
   */
  readonly boards: ReadonlyArray<Board>;
  /** The response body, including unknown fields. */
  readonly raw: JsonObject;
}

/** Whether data is simulated; `unknown` for what was read from a file, which does not say. */
export type Simulated = boolean | 'unknown';

/** A snapshot with the timeframe that was requested. */
export interface TimeframeSnapshot {
  readonly timeframe: Timeframe;
  readonly snapshot: Snapshot;
  /** Whether it is of a simulated market, as a response of the sandbox says in its header, or a recording by where it lies. */
  readonly isSimulated: Simulated;
  /** From a recording, or computed for a time in the past: it is not live. */
  readonly isRecorded: boolean;
}

/** Rejects responses that would take too long to render. A snapshot has some 200 rows. */
const MAX_ROWS = 100_000;

/**
 * Decodes a parsed body and keeps it as `raw`. A field of the wrong type becomes null.
 * Returns null if the body is not a snapshot: not an object, no `boards` object, or more than MAX_ROWS rows.
 */
export function decodeSnapshot(body: unknown): Snapshot | null {
  if (!isObject(body) || !isObject(body.boards) || countRows(body.boards) > MAX_ROWS) return null;
  const asOf = text(body.asOf);
  const boards = inNamedOrder(body.boards, body.boardNames).flatMap(([key, rows]) =>
    Array.isArray(rows) ? [{ key, rows: decodeRows(key, rows) }] : [],
  );
  return {
    asOf,
    time: asOf === null ? null : parseAsOf(asOf),
    timeframe: text(body.timeframe),
    session: oneOf(MARKET_SESSIONS, body.session),
    breadth: isObject(body.breadth) ? decodeBreadth(body.breadth) : null,
    topPlay: decodeTopPlay(body.topPlay, boards),
    boards,
    raw: body,
  };
}

/** The timeframe of a snapshot where it is another one of the five than the one requested; else null. */
export function otherTimeframe(
  { timeframe }: Pick<Snapshot, 'timeframe'>,
  requested: Timeframe,
): Timeframe | null {
  return TIMEFRAMES.find((each) => each === timeframe && each !== requested) ?? null;
}

/** Boards in the order of `boardNames`, then the others. Needed because JavaScript moves keys that look like integers to the front. */
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

/** The number of rows of all boards. An empty board counts as one row. */
function countRows(boards: JsonObject): number {
  return Object.values(boards).reduce<number>(
    (sum, rows) => sum + Math.max(1, Array.isArray(rows) ? rows.length : 0),
    0,
  );
}

/** `share`: advancers of advancers and decliners, 0 to 1. */
function decodeBreadth(value: JsonObject) {
  const [advancers, decliners] = [number(value.advancers), number(value.decliners)];
  const isKnown = advancers !== null && decliners !== null && advancers >= 0 && decliners >= 0;
  const share = isKnown && advancers + decliners > 0 ? advancers / (advancers + decliners) : null;
  return { advancers, decliners, symbols: number(value.symbols), share };
}

function decodeTopPlay(value: unknown, boards: ReadonlyArray<Board>): Snapshot['topPlay'] {
  if (!isObject(value)) return value === null && boards.length > 0 ? null : undefined;
  const reasons = Array.isArray(value.reasons) ? value.reasons : [];
  return { ...decodeListedSymbol(value), reasons: reasons.map(text).filter((reason) => reason !== null) };
}

/** The groups of a board can be told apart only if it has all its rows. */
export function decodeRows(board: string, values: ReadonlyArray<unknown>): ReadonlyArray<BoardRow> {
  const groups = groupRanksOf(board);
  const isWhole = values.length === groups.length;
  return values.map((value, index) => decodeRow(value, isWhole ? groups[index]?.name : undefined));
}

/** Any value becomes a row, so that an invalid one is shown too. */
export function decodeRow(value: unknown, group?: string): BoardRow {
  const row = isObject(value) ? value : {};
  // Written out, because an object with a spread takes more memory.
  const { symbol, name, price, dayPct, volume, boards, bias } = decodeListedSymbol(row);
  const [rank, metric, tag] = [count(row.rank), text(row.metric), text(row.tag)];
  return { rank, symbol, name, price, dayPct, volume, boards, bias, metric, tag, group };
}

function decodeListedSymbol(value: JsonObject) {
  return {
    symbol: text(value.symbol),
    name: text(value.name),
    price: number(value.price),
    dayPct: number(value.dayPct),
    volume: number(value.volume),
    /** The confluence score: the number of boards that have the symbol in their top 5. */
    boards: count(value.boards),
    bias: oneOf(BIASES, value.bias),
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function number(value: unknown): number | null {
  // + 0 converts -0 to 0.
  return typeof value === 'number' && Number.isFinite(value) ? value + 0 : null;
}

function count(value: unknown): number | null {
  return Number.isSafeInteger(value) ? number(value) : null;
}

function oneOf<T extends string>(values: ReadonlyArray<T>, value: unknown): T | null {
  return values.find((each) => each === value) ?? null;
}

const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):\d\d)((?::\d\d(?:[.,]\d{1,9})?)?)(?:Z|([+-]\d\d)(?::?(\d\d))?)?$/i;

/**
 * Parses an ISO 8601 date and time to milliseconds since 1970; without a zone it is UTC. Returns null for anything else.
 * `Date.parse` would accept "12" as a month, use the local zone for a time without one, and carry February 30 over.
 */
export function parseAsOf(text: string): number | null {
  const [, date, time, seconds = '', hours = '+00', minutes = '00'] = DATE_TIME.exec(text) ?? [];
  const day = Date.parse(`${date}T00:00Z`);
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(`${date}T`)) return null;
  const utc = Date.parse(`${date}T${time}${seconds.replace(',', '.')}${hours}:${minutes}`);
  return utc >= 0 ? utc : null;
}
