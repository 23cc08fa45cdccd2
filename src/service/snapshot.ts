import { BadResponseError } from '../errors.ts';
import { groupBy } from '../lib/group-by.ts';
import { isObject, type JsonObject } from '../lib/json.ts';
import {
  BIASES,
  groupRanksOf,
  MARKET_SESSIONS,
  MAX_BOARDS,
  MAX_LIMIT,
  type MarketSession,
  TIMEFRAMES,
  type Timeframe,
} from '../market/catalogue.ts';
import { cleanText } from '../text/safe-text.ts';

/**
 * The types of a response, and their decoder: the one place where unknown data becomes a snapshot. All texts are clean (`cleanText`),
 * all numbers finite, and nothing is larger than the limits below, so that no other code checks that again.
 */

/** The fields that a board row and the top play have in common. A missing field, or one of the wrong type, is null. */
type ListedSymbol = Readonly<ReturnType<typeof decodeListedSymbol>>;

/** A row of a board. */
export interface BoardRow extends ListedSymbol {
  /** From the service. Scripts, conditions and memory use it. */
  readonly rank: number | null;
  readonly metric: string | null;
  readonly tag: string | null;
  /** The name of the group that has the row, on a board with groups. */
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

/** A board, or one of its groups. People read it as one board. */
export interface BoardPart extends Board {
  readonly group: string | null;
}

/** A response, decoded. */
export interface Snapshot {
  /** For comparison and machine-readable output; null if it is not a string. */
  readonly asOf: string | null;
  /**
   * `asOf` in milliseconds since 1970, as UTC if it has no zone; null if it is not an ISO 8601 date and time, or was dated ahead of
   * the clocks when it came.
   */
  readonly time: number | null;
  /** The client has set this: `asOf` is a time that had not come. */
  readonly isDatedAhead?: boolean;
  /** The one that was requested. */
  readonly timeframe: Timeframe;
  readonly session: MarketSession | null;
  readonly breadth: Breadth | null;
  /** Null: no symbol qualifies; undefined: unknown, because it is absent, or because all boards are. */
  readonly topPlay: TopPlay | null | undefined;
  /**
   * In the order of `boardNames`. An array, because a board can have any key, including `__proto__`. Without those that are no list:
   * such a board is absent, and what it has is unknown, while one with an empty list has no rows.
   */
  readonly boards: ReadonlyArray<Board>;
  /** The keys of its boards, and of those that it names but lacks. */
  readonly boardNames: ReadonlyArray<string>;
  /** A note for the user where the response exceeds the limits: how much of it the snapshot has. Null if that is all. */
  readonly leftOut: string | null;
  /** The response body with unknown fields, for JSON and recordings; without the boards and rows that are left out. */
  readonly raw: JsonObject;
}

/** `unknown`: the data is from a file, which does not say whether it is simulated. */
export type Simulated = boolean | 'unknown';

/** A snapshot with the timeframe that was requested. */
export interface TimeframeSnapshot {
  readonly timeframe: Timeframe;
  readonly snapshot: Snapshot;
  /** A response of the sandbox says so in its header, a recording by its directory. */
  readonly isSimulated: Simulated;
  /** From a recording, or computed for a time in the past: it is not live. */
  readonly isRecorded: boolean;
}

/** The service sends fewer, and the pane can compare, remember and draw these between two keys. */
const MAX_ROWS = 100;
/** If a response has more rows than this, each board is cut to the largest limit of a request. */
const MAX_ROWS_IN_ALL = 1000;
/** The length of the key of a board, and of a symbol. */
const MAX_NAME_LENGTH = 64;
const MAX_REASONS = 24;

/**
 * Decodes a parsed body and keeps it as `raw`. A field of the wrong type becomes null. Returns null if the body is not a snapshot: not
 * an object, or no `boards` object. Throws BadResponseError for a snapshot of another timeframe than the requested one.
 */
export function decodeSnapshot(body: unknown, requested: Timeframe): Snapshot | null {
  if (!isObject(body) || !isObject(body.boards)) return null;
  const other = otherTimeframe(body.timeframe, requested);
  if (other !== null)
    throw new BadResponseError(`the service returned ${other} for ${requested}`, {
      status: 200,
      hint: 'A cache in between may mix up responses. Check the base URL with `boards status`.',
    });
  const asOf = text(body.asOf);
  const lists = listsIn(body.boards, body.boardNames);
  const boards = lists.kept.map(({ key, rows }) => ({ key, rows: decodeRows(key, rows) }));
  return {
    asOf,
    time: asOf === null ? null : parseAsOf(asOf),
    timeframe: requested,
    session: oneOf(MARKET_SESSIONS, body.session),
    breadth: isObject(body.breadth) ? decodeBreadth(body.breadth) : null,
    topPlay: decodeTopPlay(body.topPlay, boards),
    boards,
    boardNames: [...boards.map(({ key }) => key), ...lists.absent.map(cleanText)],
    leftOut: lists.leftOut,
    raw: lists.leftOut === null ? body : { ...body, ...cutBody(lists) },
  };
}

/** One of the five timeframes, if a body names another one than the requested one; else null. */
export function otherTimeframe(named: unknown, requested: Timeframe): Timeframe | null {
  return TIMEFRAMES.find((each) => each === named && each !== requested) ?? null;
}

/**
 * The boards within the limits, and the names of those that are absent. In the order of `boardNames`, then the others: JavaScript moves
 * keys that look like integers to the front. Of two keys that are the same once they are clean, the first one counts.
 */
function listsIn(boards: JsonObject, boardNames: unknown) {
  const named: ReadonlyArray<unknown> = Array.isArray(boardNames) ? boardNames : [];
  const names = new Set([...named.filter((name) => typeof name === 'string'), ...Object.keys(boards)]);
  const lists: Array<{ readonly name: string; readonly rows: ReadonlyArray<unknown> }> = [];
  const absent: Array<string> = [];
  for (const name of names) {
    const rows = Object.hasOwn(boards, name) ? boards[name] : null;
    if (Array.isArray(rows)) lists.push({ name, rows });
    else if (isShort(name) && absent.length < MAX_BOARDS) absent.push(name);
  }
  const short = lists.filter(({ name }) => isShort(name)).slice(0, MAX_BOARDS);
  const found = [...groupBy(short, ({ name }) => cleanText(name))].flatMap(([key, [first]]) =>
    first === undefined ? [] : [{ ...first, key, rows: first.rows.filter(isRow).slice(0, MAX_ROWS) }],
  );
  const limit = countRows(found) > MAX_ROWS_IN_ALL ? MAX_LIMIT : MAX_ROWS;
  const kept = found.map((board) => ({ ...board, rows: board.rows.slice(0, limit) }));
  const parts = [
    partText(kept.length, lists.length, 'boards'),
    partText(countRows(kept), countRows(lists), 'rows'),
  ].filter((part) => part !== '');
  return {
    kept,
    absent,
    leftOut: parts.length === 0 ? null : `${parts.join(' and ')} are shown: ${LIMITS}`,
  };
}

const LIMITS = `at most ${MAX_BOARDS} boards, ${MAX_ROWS} rows of each and ${MAX_ROWS_IN_ALL} in all, with keys and symbols of at most ${MAX_NAME_LENGTH} characters`;

/** `boards` and `boardNames` of a body without what is left out. */
function cutBody({ kept, absent }: ReturnType<typeof listsIn>): JsonObject {
  const boards = Object.fromEntries(kept.map(({ name, rows }) => [name, rows]));
  return { boards, boardNames: [...kept.map(({ name }) => name), ...absent] };
}

function partText(kept: number, all: number, noun: string): string {
  return kept < all ? `${kept} of ${all} ${noun}` : '';
}

export function countRows(boards: ReadonlyArray<{ readonly rows: ReadonlyArray<unknown> }>): number {
  return boards.reduce((sum, { rows }) => sum + rows.length, 0);
}

function isShort(name: unknown): boolean {
  return typeof name !== 'string' || name.length <= MAX_NAME_LENGTH;
}

/** Whether the symbol of a row is within the limit. */
function isRow(value: unknown): boolean {
  return !isObject(value) || isShort(value.symbol);
}

/** `share`: advancers of advancers and decliners, 0 to 1. */
function decodeBreadth(value: JsonObject) {
  const [advancers, decliners] = [number(value.advancers), number(value.decliners)];
  const isKnown = advancers !== null && decliners !== null && advancers >= 0 && decliners >= 0;
  const share = isKnown && advancers + decliners > 0 ? advancers / (advancers + decliners) : null;
  return { advancers, decliners, symbols: number(value.symbols), share };
}

function decodeTopPlay(value: unknown, boards: ReadonlyArray<Board>): Snapshot['topPlay'] {
  if (!isObject(value) || !isShort(value.symbol))
    return value === null && boards.length > 0 ? null : undefined;
  const reasons: ReadonlyArray<unknown> = Array.isArray(value.reasons) ? value.reasons : [];
  const texts = reasons.slice(0, MAX_REASONS).map(text);
  return { ...decodeListedSymbol(value), reasons: texts.filter((reason) => reason !== null) };
}

/** The group of a row is its tag if all tags are those of groups; else it follows from its position on a board with all its rows. */
export function decodeRows(board: string, values: ReadonlyArray<unknown>): ReadonlyArray<BoardRow> {
  const groups = groupRanksOf(board);
  const tags = groups.length === 0 ? [] : values.map((value) => (isObject(value) ? text(value.tag) : null));
  const names = tags.map((tag) => groups.find(({ name }) => name === tag?.toLowerCase())?.name);
  const isTagged = names.every((name) => name !== undefined);
  const isWhole = values.length === groups.length;
  return values.map((value, index) => {
    const byPosition = isWhole ? groups[index]?.name : undefined;
    return decodeRow(value, isTagged ? names[index] : byPosition);
  });
}

/** Any value becomes a row, so that an invalid one is shown too. */
export function decodeRow(value: unknown, group?: string): BoardRow {
  const row = isObject(value) ? value : {};
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
  return typeof value === 'string' && value.trim() !== '' ? cleanText(value) : null;
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
