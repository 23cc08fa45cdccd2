/** A symbol in one snapshot. */
export interface HistoryPoint {
  /** As sent. */
  readonly asOf: string;
  readonly asOfMilliseconds: number;
  /** Confluence; 0 if it was on no board. */
  readonly boards: number;
  readonly price: number | null;
  readonly dayPct: number | null;
  /** By board key. */
  readonly ranks: ReadonlyMap<string, number>;
}

/** Points in the order of their times. They are created when they are read. */
export interface HistoryPoints extends Iterable<HistoryPoint> {
  readonly length: number;
  /** Negative indexes count from the end. Undefined if there is none. */
  at(index: number): HistoryPoint | undefined;
  /** Those at and after a time, in milliseconds since 1970. */
  since(time: number): HistoryPoints;
}

export interface SymbolPoints {
  add(point: HistoryPoint): void;
  /** Valid until a point is added. */
  all(): HistoryPoints;
}

const FIRST_SIZE = 1024;
const MAX_INTERNED = 1000;
const NO_RANKS = '[]';

/**
 * Keeps the newest points, up to the capacity, in flat arrays: thousands of small objects that are made one by one while much
 * else is read would make the memory for new objects grow to several times their own size.
 */
export function createSymbolPoints(capacity: number): SymbolPoints {
  const intern = createInterner();
  let columns = createColumns(Math.min(capacity, FIRST_SIZE));
  let added = 0;
  return {
    add(point) {
      const size = columns.times.length;
      if (added === size && size < capacity) columns = enlarge(columns, Math.min(2 * size, capacity));
      write(columns, added % columns.times.length, point, intern);
      added++;
    },
    all() {
      const size = columns.times.length;
      const length = Math.min(added, size);
      return viewOf(columns, added - length, added);
    },
  };
}

function createColumns(size: number) {
  return {
    times: new Float64Array(size),
    boards: new Float64Array(size),
    /** NaN for null, as in `changes`. */
    prices: new Float64Array(size),
    changes: new Float64Array(size),
    /** As `encodeRanks` writes them. */
    ranks: new Array<string>(size).fill(NO_RANKS),
    /** `asOf` where it was sent in another form than that of JavaScript. */
    texts: new Array<string | null>(size).fill(null),
  };
}

type Columns = ReturnType<typeof createColumns>;

function enlarge(columns: Columns, size: number): Columns {
  const larger = createColumns(size);
  larger.times.set(columns.times);
  larger.boards.set(columns.boards);
  larger.prices.set(columns.prices);
  larger.changes.set(columns.changes);
  for (const [place, ranks] of columns.ranks.entries()) larger.ranks[place] = ranks;
  for (const [place, text] of columns.texts.entries()) larger.texts[place] = text;
  return larger;
}

function write(
  columns: Columns,
  place: number,
  { asOf, asOfMilliseconds, boards, price, dayPct, ranks }: HistoryPoint,
  intern: (text: string) => string,
): void {
  columns.times[place] = asOfMilliseconds;
  columns.boards[place] = boards;
  columns.prices[place] = price ?? Number.NaN;
  columns.changes[place] = dayPct ?? Number.NaN;
  // Most ranks recur.
  columns.ranks[place] = ranks.size === 0 ? NO_RANKS : intern(encodeRanks(ranks));
  columns.texts[place] = asOf === new Date(asOfMilliseconds).toISOString() ? null : asOf;
}

/** The points from `start` to before `end`, counted from the first that was ever added. */
function viewOf(columns: Columns, start: number, end: number): HistoryPoints {
  const read = createReader(columns);
  return {
    length: end - start,
    at(index) {
      const place = index < 0 ? end + index : start + index;
      return place >= start && place < end ? read(place) : undefined;
    },
    since(time) {
      let first = start;
      while (first < end && (columns.times[first % columns.times.length] ?? 0) < time) first++;
      return viewOf(columns, first, end);
    },
    *[Symbol.iterator]() {
      for (let place = start; place < end; place++) yield read(place);
    },
  };
}

function createReader(columns: Columns): (place: number) => HistoryPoint {
  let text = NO_RANKS;
  let ranks = decodeRanks(text);
  return (index) => {
    const place = index % columns.times.length;
    const time = columns.times[place] ?? 0;
    const found = columns.ranks[place] ?? NO_RANKS;
    if (found !== text) {
      text = found;
      ranks = decodeRanks(text);
    }
    return {
      asOf: columns.texts[place] ?? new Date(time).toISOString(),
      asOfMilliseconds: time,
      boards: columns.boards[place] ?? 0,
      price: numberOrNull(columns.prices[place]),
      dayPct: numberOrNull(columns.changes[place]),
      ranks,
    };
  };
}

function numberOrNull(value = Number.NaN): number | null {
  return Number.isNaN(value) ? null : value;
}

/** Keys and ranks by turns: a text takes a third of the memory of a map. */
function encodeRanks(ranks: ReadonlyMap<string, number>): string {
  return JSON.stringify([...ranks].flat());
}

function decodeRanks(text: string): ReadonlyMap<string, number> {
  const values: unknown = JSON.parse(text);
  const ranks = new Map<string, number>();
  if (!Array.isArray(values)) return ranks;
  for (let index = 0; index < values.length; index += 2) ranks.set(values[index], values[index + 1]);
  return ranks;
}

/** Returns a function that gives the same string for equal ones, so that the others take no memory. */
function createInterner(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size === MAX_INTERNED) known.clear();
    known.set(text, text);
    return text;
  };
}
