import { EMPTY_ROW, type Row, type SinceOf, type SinceView } from '../fields/field.ts';
import { fieldNamed, inTimeframe, paintOfTrend, shownColumns } from '../fields/fields.ts';
import { originOf, sharedSnapshot, tickerRows, topPlayRow } from '../fields/row.ts';
import type { TickerPlacements } from '../market/standings.ts';
import type { PathPlace } from '../market/timeline/as-of.ts';
import { describeTime } from '../parse-time.ts';
import type { Board, Snapshot, TimeframeSnapshot, TopPlay } from '../service/snapshot.ts';
import { formatAgeText } from '../text/age.ts';
import type { Cell, Lines } from '../text/box.ts';
import type { Ctx, Reading } from '../text/ctx.ts';
import { formatClock, formatPrice, formatTime, NONE, UNKNOWN_TIME } from '../text/format.ts';
import { originBadge } from '../text/label.ts';
import { resample } from '../text/resample.ts';
import type { Theme } from '../text/theme.ts';
import { type Column, ranksOn, type Timeframe } from '../vocabulary.ts';
import type { Card } from './card.ts';
import type { ConfluenceViewOptions } from './confluence.ts';
import type { HeaderOptions } from './header.ts';
import type { HistoryCard, HistoryOptions } from './history.ts';
import {
  fieldCell,
  joinCells,
  namedCell,
  plainCell,
  plainText,
  renderPlainFields,
  renderPlainTable,
} from './plain-table.ts';

type PlainOptions = Omit<HeaderOptions, 'showAge'>;

interface PlainTopOptions extends PlainOptions {
  /** For older data: what became of a symbol. */
  readonly sinceOf?: SinceOf | undefined;
}

interface PlainSnapshotOptions extends PlainTopOptions {
  readonly columns: ReadonlyArray<Column> | null;
}

type PlainConfluenceOptions = PlainOptions &
  Pick<ConfluenceViewOptions, 'timeframes' | 'columns' | 'found' | 'isOlder'>;

interface PlainTopPlaysOptions extends PlainOptions {
  /** For older data: what became of the symbol of a timeframe. */
  readonly sinceIn?: ReadonlyMap<Timeframe, SinceOf> | undefined;
}

/** A ticker, and for older data what became of it in each timeframe. */
interface PlainTicker extends TickerPlacements {
  readonly since?: ReadonlyMap<Timeframe, SinceView | null> | undefined;
}

const TOP_PLAY_COLUMNS = [
  ...['timeframe', 'symbol', 'name', 'price', 'dayPct', 'volume', 'boards', 'bias', 'asOf', 'reasons'],
];
const TICKER_COLUMNS = ['timeframe', 'boards', 'bias', 'dayPct', 'board', 'rank', 'metric', 'tag'];

/**
 * Header, top play and the selected boards, one after the other, in words and without frames; only the header if the selection
 * removed all boards.
 */
export function renderPlainSnapshot(
  snapshot: Snapshot,
  boards: ReadonlyArray<Board>,
  options: PlainSnapshotOptions,
): Lines {
  if (boards.length === 0 && snapshot.boards.length > 0) return renderHeader([snapshot], options);
  return [
    ...renderPlainTop(snapshot, options),
    ...boards.flatMap((board) => ['', ...renderBoard(board, snapshot, options)]),
  ];
}

/** The header and the top play. */
export function renderPlainTop(snapshot: Snapshot, options: PlainTopOptions): Lines {
  const since = options.sinceOf?.(snapshot.topPlay?.symbol ?? null);
  return [...renderHeader([snapshot], options), ...renderTopPlay(snapshot.topPlay, options, since)];
}

/** `movers: move over the window`, then its rows. */
function renderBoard({ key, rows }: Board, snapshot: Snapshot, options: PlainSnapshotOptions): Lines {
  const { theme, columns, sinceOf } = options;
  const detail = ranksOn(key, snapshot.timeframe);
  const heading = theme.title(plainText(key)) + (detail === '' ? '' : theme.muted(`: ${detail}`));
  if (rows.length === 0) return [heading, theme.muted('no symbols')];
  const fields = shownColumns('row', columns, sinceOf !== undefined);
  const origin = { ...originOf({ snapshot, ...options }, options), board: key };
  const shown = rows.map((row) => ({ ...row, ...origin, since: sinceOf?.(row.symbol) }));
  return [heading, ...renderPlainFields(fields, shown, options)];
}

/** The top plays of several timeframes: a row for each, with dashes where no symbol qualifies. */
export function renderPlainTopPlays(
  tops: ReadonlyArray<TimeframeSnapshot>,
  options: PlainTopPlaysOptions,
): Lines {
  const { sinceIn } = options;
  const rows = tops.map((top) => ({
    ...topPlayRow(
      top.snapshot.topPlay ?? { ...EMPTY_ROW, reasons: [] },
      originOf(top, options),
      sinceIn?.get(top.timeframe) ?? (() => null),
    ),
    timeframe: top.timeframe,
  }));
  const fields = shownColumns('topPlay', TOP_PLAY_COLUMNS, sinceIn !== undefined && sinceIn.size > 0);
  const snapshots = tops.map(({ snapshot }) => snapshot);
  return [...renderHeader(snapshots, options), '', ...renderPlainFields(fields, rows, options)];
}

/** One header, then the symbols by confluence; `on` lists their boards with ranks. Several timeframes have a column each. */
export function renderPlainConfluence(
  snapshots: ReadonlyArray<Snapshot>,
  rows: ReadonlyArray<Row>,
  options: PlainConfluenceOptions,
): Lines {
  const { theme, timeframes, columns, found, isOlder } = options;
  const isOfSeveral = timeframes.length > 1;
  const fields = shownColumns('symbol', columns, isOlder).flatMap((field) => {
    if (!isOfSeveral) return [field];
    if (field.id === 'boards')
      return [
        ...timeframes.map((timeframe) => ({ ...inTimeframe(field, timeframe), id: timeframe })),
        { ...field, id: 'total' },
      ];
    // Each symbol would show its change over the window of a different timeframe.
    return columns === null && field.id === 'dayPct' ? [] : [field];
  });
  const count = rows.length < found ? `${rows.length} of ${found}` : String(found);
  return [
    ...renderHeader(snapshots, options),
    '',
    theme.title('confluence') + theme.muted(`: ${count} ${found === 1 ? 'symbol' : 'symbols'}`),
    ...(rows.length === 0 ? [theme.muted('no symbols')] : renderPlainFields(fields, rows, options)),
  ];
}

/** One header, then for each ticker its figures and a row for each timeframe and board. */
export function renderPlainSymbols(
  snapshots: ReadonlyArray<Snapshot>,
  tickers: ReadonlyArray<PlainTicker>,
  options: PlainOptions,
): Lines {
  return [
    ...renderHeader(snapshots, options),
    ...tickers.flatMap((ticker) => ['', ...renderTicker(ticker, options)]),
  ];
}

function renderTicker(ticker: PlainTicker, options: PlainOptions): Lines {
  const { symbol, name, price, volume, standings, since } = ticker;
  const rows = tickerRows(
    ticker,
    (index) => ({ timeframe: standings[index]?.timeframe ?? null }),
    new Map([...(since ?? [])].map(([timeframe, view]) => [timeframe, () => view])),
  );
  // The symbol is above the table, so what became of it follows the timeframe.
  const fields = shownColumns('row', TICKER_COLUMNS, since !== undefined, 'timeframe');
  return [
    options.theme.title(plainText(symbol)) + (name === null ? '' : `: ${plainText(name)}`),
    ...(price === null && volume === null
      ? []
      : [
          joinCells(['price', 'volume'].map((id) => namedCell(id, { ...EMPTY_ROW, price, volume }, options))),
        ]),
    ...renderPlainFields(fields, rows, options),
  ];
}

/** `day  open  as of 2026-11-20 14:32:00 EST  SANDBOX`, then breadth, and what older data is compared with. Of several, the oldest. */
function renderHeader(snapshots: ReadonlyArray<Snapshot>, options: PlainOptions): Lines {
  const shared = sharedSnapshot(snapshots);
  if (shared === null) return [];
  const { timeframe, session, breadth, asOfMilliseconds } = shared;
  const { theme, newestAt } = options;
  const lines = [
    [
      plainCell(timeframe ?? 'unknown', theme.title),
      plainCell(session ?? 'session unknown', session === 'open' ? theme.strong : theme.muted),
      plainCell(`as of ${plainTime(asOfMilliseconds, options)}`),
      ...labelCells(options),
    ],
  ];
  if (breadth !== null)
    lines.push([
      plainCell(`advancers ${breadth.advancers ?? NONE}`, theme.up),
      plainCell(`decliners ${breadth.decliners ?? NONE}`, theme.down),
      plainCell(`symbols ${breadth.symbols ?? NONE}`),
    ]);
  if (newestAt !== undefined)
    lines.push([plainCell(`now and gain are of ${plainTime(newestAt, options)}`, theme.muted)]);
  return lines.map(joinCells);
}

/** What says that data is not live. */
export function labelCells({
  theme,
  isSimulated,
  isRecorded,
}: Pick<PlainOptions, 'theme' | 'isSimulated' | 'isRecorded'>): ReadonlyArray<Cell> {
  const origin = originBadge(isSimulated, Number.POSITIVE_INFINITY).trim();
  const words = [isRecorded === true ? 'RECORDED' : '', origin].filter((word) => word !== '');
  return words.map((word) => plainCell(word, theme.badge));
}

/** The top play on one line, and its reasons on another; for older data also what became of it (null: nothing is known). */
function renderTopPlay(topPlay: TopPlay | null, ctx: Ctx, since: SinceView | null | undefined): Lines {
  const label = plainCell('top play', ctx.theme.accent);
  if (topPlay === null) return [joinCells([label, plainCell('No symbol qualifies right now.')])];
  const row: Row = { ...topPlayRow(topPlay), since };
  const cellOf = (id: string) => fieldCell(fieldNamed(id), row, ctx);
  const reasons = cellOf('reasons').text;
  const [symbol, ...figures] = topPlayCells(topPlay, ['symbol', 'name', 'price', 'dayPct'], ctx);
  const cells = [
    label,
    ...(symbol === undefined ? [] : [symbol]),
    ...(since === undefined ? [] : sinceCells(since, cellOf('now'), cellOf('gain'))),
    ...figures,
  ];
  return [joinCells(cells), ...(reasons === NONE ? [] : [`  ${ctx.theme.muted(reasons)}`])];
}

/** These fields, then its boards in words and its bias. */
export function topPlayCells(topPlay: TopPlay, ids: ReadonlyArray<string>, ctx: Ctx): ReadonlyArray<Cell> {
  const cellOf = (id: string) => fieldCell(fieldNamed(id), topPlayRow(topPlay), ctx);
  return [...ids.map(cellOf), countCell(cellOf('boards'), topPlay.boards), cellOf('bias')];
}

/** `now 5 boards  gain +1.20%`, or `left 14:24  gain -0.30%`. */
function sinceCells(since: SinceView | null, now: Cell, gain: Cell): ReadonlyArray<Cell> {
  const hasLeft = since !== null && since.boards === null;
  const count = countCell(now, since?.boards ?? null);
  return [hasLeft ? now : { ...count, text: `now ${count.text}` }, { ...gain, text: `gain ${gain.text}` }];
}

/** `5 boards`. */
function countCell({ text, paint }: Cell, boards: number | null): Cell {
  return { text: boards === null ? text : `${text} ${boards === 1 ? 'board' : 'boards'}`, paint };
}

/** `2026-11-20 14:32:00 EST`, or `unknown`. */
export function plainTime(time: number | null, reading: Reading): string {
  const isKnown = time !== null && formatTime(time, reading) !== UNKNOWN_TIME;
  return isKnown ? describeTime(time, reading.timeZone) : UNKNOWN_TIME;
}

const COLUMNS = [
  { id: 'board' },
  { id: 'rank', align: 'right' },
  { id: 'best', align: 'right' },
  { id: 'since' },
  { id: 'there' },
  { id: 'left' },
  { id: 'was', align: 'right' },
  { id: 'trail' },
  { id: 'trend' },
  { id: 'metric' },
] as const;
const FIGURES = ['price', 'dayPct', 'volume'];
/** From the first snapshot to the newest one. */
const TRAIL_RANKS = 6;

/** What labels the data and its time, then for each symbol and timeframe its figures and a row for each board of the day. */
export function renderPlainHistory(cards: ReadonlyArray<HistoryCard>, options: HistoryOptions): Lines {
  const { theme, isSimulated, isRecorded } = options;
  const newest = Math.max(...cards.map(({ endsAt }) => endsAt));
  return [
    joinCells([
      plainCell('history', theme.title),
      plainCell(`as of ${plainTime(newest, options)}`),
      ...labelCells({ theme, isSimulated, isRecorded }),
    ]),
    ...cards.flatMap((each) => ['', ...renderOne(each, options)]),
  ];
}

function renderOne(each: HistoryCard, options: HistoryOptions): Lines {
  const { theme } = options;
  const { card } = each;
  const name = card.name === null ? '' : `: ${plainText(card.name)}`;
  const clock = (time: number) => formatClock(time, options);
  const places = [
    ...card.places.map((place) => placeCells(place, card.maxGap, theme, clock)),
    ...card.left.map((left) => leftCells(left, theme, clock)),
  ];
  return [
    theme.title(`${plainText(card.symbol)} ${card.timeframe}`) + name,
    joinCells([
      plainCell(`snapshots ${each.snapshots}`),
      plainCell(`from ${plainTime(each.startsAt, options)}`),
      plainCell(`to ${plainTime(each.endsAt, options)}`),
    ]),
    ...figureLines(card, options),
    ...(places.length === 0 ? [] : renderPlainTable(COLUMNS, places, { theme })),
  ];
}

/** The newest figures, and how boards and price went from the first to the last snapshot. */
function figureLines(card: Card, options: HistoryOptions): Lines {
  const { theme } = options;
  const { price, dayPct, volume, boards, bias, lastSeenAt, points } = card;
  const absent = lastSeenAt === null ? 'on no board' : `last seen ${plainTime(lastSeenAt, options)}`;
  const row = { ...EMPTY_ROW, price, dayPct, volume, boards, bias };
  const isKnown = price !== null || dayPct !== null || volume !== null;
  const prices = points.flatMap((point) => point.price ?? []);
  const [first, last] = [points[0], points.at(-1)];
  return [
    joinCells([
      ...(card.places.length === 0 ? [plainCell(absent, theme.strong)] : []),
      ...[...(isKnown ? FIGURES : []), 'boards', 'bias'].map((id) => namedCell(id, row, options)),
    ]),
    ...(first === undefined || last === undefined || prices.length === 0
      ? []
      : [
          joinCells([
            plainCell(`boards from ${first.boards} to ${last.boards}`),
            plainCell(
              `price from ${formatPrice(prices[0] ?? null)} to ${formatPrice(prices.at(-1) ?? null)}`,
            ),
          ]),
        ]),
  ];
}

/** Of a board that the symbol is on. */
function placeCells(
  { board, rank, metric, path, trend }: Card['places'][number],
  maxGap: number,
  theme: Theme,
  clock: (time: number) => string,
): ReadonlyArray<Cell> {
  return [
    plainCell(board, theme.strong),
    ...[rank, path?.best ?? null, path && sinceText(path, clock), path && thereText(path)].map((value) =>
      plainCell(value),
    ),
    plainCell(null),
    plainCell(null),
    plainCell(
      path &&
        resample(path.trail, TRAIL_RANKS, maxGap)
          .map((each) => each ?? NONE)
          .join(' '),
    ),
    plainCell(trend?.word ?? null, paintOfTrend(theme, trend)),
    plainCell(metric),
  ];
}

/** Of a board that it has left on this market day. */
function leftCells(
  left: Card['left'][number],
  theme: Theme,
  clock: (time: number) => string,
): ReadonlyArray<Cell> {
  const time = left.isLeftInHole ? `after ${clock(left.leftAt)}` : clock(left.leftAt);
  return [
    plainCell(left.board, theme.strong),
    ...[null, left.best, sinceText(left, clock), null, time, left.rank, null].map((value) =>
      plainCell(value),
    ),
    plainCell(null, theme.muted),
    plainCell(null),
  ];
}

/** `by 13:51` where it was there when memory began. */
function sinceText(
  { since, isAtLeast }: Pick<PathPlace, 'since' | 'isAtLeast'>,
  clock: (time: number) => string,
): string {
  return isAtLeast ? `by ${clock(since)}` : clock(since);
}

function thereText({ there }: PathPlace): string {
  return formatAgeText(there).replace('≥', 'at least ').replace('<', 'less than ');
}
