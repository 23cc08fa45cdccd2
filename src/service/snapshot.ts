import { BadResponseError, STORED_BASE_URL } from '../errors.ts';
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

/** Only this file decodes responses. Afterwards, texts are clean, numbers finite and sizes limited. */

/** A field that is missing or has the wrong type is null. */
type ListedSymbol = Readonly<ReturnType<typeof decodeListedSymbol>>;

export interface BoardRow extends ListedSymbol {
  /** The rank that the service sent. */
  readonly rank: number | null;
  readonly metric: string | null;
  readonly tag: string | null;
  readonly group?: string | undefined;
}

/** The symbol on the most boards. */
export interface TopPlay extends ListedSymbol {
  readonly reasons: ReadonlyArray<string>;
}

export type Breadth = Readonly<ReturnType<typeof decodeBreadth>>;

export interface Board {
  readonly key: string;
  readonly rows: ReadonlyArray<BoardRow>;
}

/** A board or one of its groups, which users read as a board of its own. */
export interface BoardPart extends Board {
  readonly group: string | null;
}

export interface Snapshot {
  readonly asOf: string | null;
  /** Milliseconds since 1970; null if `asOf` is invalid or was ahead of the clocks. */
  readonly time: number | null;
  /** The client sets this if `asOf` was ahead of the clocks. */
  readonly isDatedAhead?: boolean;
  readonly timeframe: Timeframe;
  readonly session: MarketSession | null;
  readonly breadth: Breadth | null;
  /** Null if no symbol qualifies; undefined if the field or all boards are missing. */
  readonly topPlay: TopPlay | null | undefined;
  /** A board can have any key, such as `__proto__`. A board that is not a list is left out. */
  readonly boards: ReadonlyArray<Board>;
  /** Includes boards that the response names but does not have. */
  readonly boardNames: ReadonlyArray<string>;
  /** A note for the user if the response exceeds the limits. */
  readonly leftOut: string | null;
  /** Includes unknown fields, but no boards and rows beyond the limits. */
  readonly raw: JsonObject;
}

/** `unknown`: a file outside the data directory does not say whether its data is simulated. */
export type Simulated = boolean | 'unknown';

export interface TimeframeSnapshot {
  readonly timeframe: Timeframe;
  readonly snapshot: Snapshot;
  /** The sandbox says so in a header, a recording by the name of its directory. */
  readonly isSimulated: Simulated;
  /** Read from a recording, or computed for a time in the past. */
  readonly isRecorded: boolean;
}

/** The service sends fewer. The pane can process this many between two keys. */
const MAX_ROWS = 100;
/** Beyond this total, each board is cut to the largest limit of a request. */
const MAX_ROWS_IN_ALL = 1000;
/** Limits keys of boards and symbols. */
const MAX_NAME_LENGTH = 64;
const MAX_REASONS = 24;

/** Throws BadResponseError for another timeframe. Returns null if `boards` is not an object. */
export function decodeSnapshot(body: unknown, requested: Timeframe): Snapshot | null {
  if (!isObject(body) || !isObject(body.boards)) return null;
  const other = otherTimeframe(body.timeframe, requested);
  if (other !== null)
    throw new BadResponseError(`the service returned ${other} for ${requested}`, {
      status: 200,
      hint: `A cache between boards and the service may mix up responses. Check ${STORED_BASE_URL}.`,
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

/** Returns the timeframe that a body names, if it is a known one and not the requested one. */
export function otherTimeframe(named: unknown, requested: Timeframe): Timeframe | null {
  return TIMEFRAMES.find((each) => each === named && each !== requested) ?? null;
}

/** Follows the order of `boardNames`: JavaScript moves keys that look like integers to the front. */
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
    first === undefined
      ? []
      : [{ ...first, key, rows: first.rows.filter(hasShortSymbol).slice(0, MAX_ROWS) }],
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
    leftOut: parts.length === 0 ? null : `only ${parts.join(' and ')} are shown; ${LIMITS}`,
  };
}

const LIMITS = `the limits are ${MAX_BOARDS} boards, ${MAX_ROWS} rows of each and ${MAX_ROWS_IN_ALL} in all, and ${MAX_NAME_LENGTH} characters for keys and symbols`;

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

function hasShortSymbol(value: unknown): boolean {
  return !isObject(value) || isShort(value.symbol);
}

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

/** Tags name the groups of rows. Without tags, positions do, unless a row is missing. */
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

/** An invalid value becomes a row of nulls, so that users see it. */
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

/** Reads a time without a zone as UTC. `Date.parse` would use the local zone and accept February 30. */
export function parseAsOf(text: string): number | null {
  const [, date, time, seconds = '', hours = '+00', minutes = '00'] = DATE_TIME.exec(text) ?? [];
  const day = Date.parse(`${date}T00:00Z`);
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(`${date}T`)) return null;
  const utc = Date.parse(`${date}T${time}${seconds.replace(',', '.')}${hours}:${minutes}`);
  return utc >= 0 ? utc : null;
}
