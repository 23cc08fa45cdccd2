import { EMPTY_ROW, type Row } from '../fields/field.ts';
import { boardsNow, fieldNamed, inTimeframe, paintOf, shownColumns } from '../fields/fields.ts';
import { originOf, rowsOf, sharedSnapshot, tickerRows, topPlayRow } from '../fields/row.ts';
import type { ChangeEvent } from '../market/diff.ts';
import type { SymbolStandings } from '../market/standings.ts';
import type { Board, Snapshot, TimeframeSnapshot, TopPlay } from '../service/snapshot.ts';
import type { Ctx, Reading } from '../text/ctx.ts';
import {
  ABSENT,
  formatTime,
  formatTimeWithZone,
  NONE,
  PLAIN_GAP,
  plainText,
  UNKNOWN_TIME,
} from '../text/format.ts';
import { labelWords } from '../text/label.ts';
import { type Lines, type Piece, paintedLines } from '../text/lines.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';
import { describeTime } from '../time.ts';
import { ranksOn } from '../vocabulary.ts';
import { boardTitle } from './board.ts';
import type { SnapshotViewOptions } from './boards.ts';
import { changeWords } from './changes.ts';
import type { ConfluenceViewOptions } from './confluence.ts';
import type { HeaderOptions, TimeframesOptions } from './header.ts';
import { draw, layOut, measure, type TableField } from './table.ts';

export function plainCell(text: string | null, paint: Paint = unpainted): Piece {
  return [plainText(text), paint];
}

/** A field in words, whole. */
export function fieldCell<R>(field: TableField<R>, row: R, ctx: Ctx): Piece {
  const text = field.text(row, ctx, Number.POSITIVE_INFINITY);
  return plainCell(text, paintOf(field, row, ctx.theme, ctx.style));
}

/** `price 182.40`. */
export function namedCell(id: string, row: Row, ctx: Ctx): Piece {
  return prefixed(id, fieldCell(fieldNamed(id), row, ctx));
}

function prefixed(name: string, [text, paint]: Piece): Piece {
  return [`${name} ${text}`, paint];
}

/** `movers: move over the window`, the detail of which may be empty. */
export function headingOf(title: string, detail: string, { title: paint, muted }: Theme): string {
  return paint(plainText(title)) + (detail === '' ? '' : muted(`: ${detail}`));
}

/** Cells on one line. */
export function joinCells(cells: ReadonlyArray<Piece>): string {
  return cells.map(([text, paint]) => paint(text)).join(PLAIN_GAP);
}

/** A line with the ids of the fields, then a line for each row. Columns are as wide as their widest text; nothing is cut. */
export function renderPlainTable<R>(
  fields: ReadonlyArray<TableField<R>>,
  rows: ReadonlyArray<R>,
  ctx: Ctx,
): Lines {
  const columns = fields.map((field) => {
    const { id, align, role } = field;
    const text = (row: R) => plainText(field.text(row, ctx, Number.POSITIVE_INFINITY));
    const whole: TableField<R> = { id, label: id, text, ...(align && { align }), ...(role && { role }) };
    return { field: whole, order: 0, size: measure(whole, rows, ctx) };
  });
  const table = layOut(columns, rows, Number.POSITIVE_INFINITY, null, PLAIN_GAP.length);
  return paintedLines(draw(table, rows, ctx).flat());
}

/** What says that data is not live. */
export function labelCells(
  options: Pick<HeaderOptions, 'theme' | 'isSimulated' | 'isRecorded'>,
): ReadonlyArray<Piece> {
  return labelWords(options).map((word) => plainCell(word, options.theme.badge));
}

/** `2026-11-20 14:32:00 EST`, or `unknown`. */
export function plainTime(time: number | null, reading: Reading): string {
  const isKnown = time !== null && formatTime(time, reading) !== UNKNOWN_TIME;
  return isKnown ? describeTime(time, reading.timeZone) : UNKNOWN_TIME;
}

const TOP_PLAY_COLUMNS = 'timeframe symbol name price dayPct volume boards bias asOf reasons'.split(' ');
const TICKER_COLUMNS = ['timeframe', 'boards', 'bias', 'dayPct', 'board', 'rank', 'metric', 'tag'];

/**
 * Header, top play and the selected boards, one after the other, in words and without frames; only the header if the selection
 * removed all boards.
 */
export function renderPlainSnapshot(
  snapshot: Snapshot,
  boards: ReadonlyArray<Board>,
  options: SnapshotViewOptions,
): Lines {
  if (boards.length === 0 && snapshot.boards.length > 0) return renderHeader([snapshot], options);
  return [
    ...renderPlainTop(snapshot, options),
    ...boards.flatMap((board) => ['', ...renderBoard(board, snapshot, options)]),
  ];
}

/** The header and the top play. */
export function renderPlainTop(snapshot: Snapshot, options: Omit<SnapshotViewOptions, 'columns'>): Lines {
  return [...renderHeader([snapshot], options), ...renderTopPlay(snapshot.topPlay, options)];
}

/** `movers: move over the window`, then its rows. */
function renderBoard({ key, rows }: Board, snapshot: Snapshot, options: SnapshotViewOptions): Lines {
  const { theme, columns, outcomes } = options;
  const detail = ranksOn(key, snapshot.timeframe);
  const heading = headingOf(key, detail, theme);
  if (rows.length === 0) return [heading, theme.muted('no symbols')];
  const fields = shownColumns('row', columns, outcomes != null);
  const shown = rowsOf({ key, rows }, originOf({ snapshot, ...options }, options), outcomes);
  return [heading, ...renderPlainTable(fields, shown, options)];
}

/** The top plays of several timeframes: a row for each, with dashes where no symbol qualifies. */
export function renderPlainTopPlays(
  tops: ReadonlyArray<TimeframeSnapshot>,
  options: TimeframesOptions,
): Lines {
  const { outcomes, outcomesIn } = options;
  const rows = tops.map((top) => ({
    ...topPlayRow(
      top.snapshot.topPlay ?? { ...EMPTY_ROW, reasons: [] },
      originOf(top, options),
      outcomesIn?.get(top.timeframe),
    ),
    timeframe: top.timeframe,
  }));
  const fields = shownColumns('topPlay', TOP_PLAY_COLUMNS, outcomes != null);
  const snapshots = tops.map(({ snapshot }) => snapshot);
  return [...renderHeader(snapshots, options), '', ...renderPlainTable(fields, rows, options)];
}

/** One header, then the symbols by confluence; `on` lists their boards with ranks. Several timeframes have a column each. */
export function renderPlainConfluence(
  snapshots: ReadonlyArray<Snapshot>,
  rows: ReadonlyArray<Row>,
  options: ConfluenceViewOptions,
): Lines {
  const { theme, timeframes, columns, found, outcomes } = options;
  const isOfSeveral = timeframes.length > 1;
  const fields = shownColumns('symbol', columns, outcomes != null).flatMap((field) => {
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
    headingOf('confluence', `${count} ${found === 1 ? 'symbol' : 'symbols'}`, theme),
    ...(rows.length === 0 ? [theme.muted('no symbols')] : renderPlainTable(fields, rows, options)),
  ];
}

/** One header, then for each ticker its figures and a row for each timeframe and board. */
export function renderPlainSymbols(
  snapshots: ReadonlyArray<Snapshot>,
  tickers: ReadonlyArray<SymbolStandings>,
  options: TimeframesOptions,
): Lines {
  return [
    ...renderHeader(snapshots, options),
    ...tickers.flatMap((ticker) => ['', ...renderTicker(ticker, options)]),
  ];
}

function renderTicker(ticker: SymbolStandings, options: TimeframesOptions): Lines {
  const { symbol, name, price, volume, standings } = ticker;
  const rows = tickerRows(
    ticker,
    (index) => ({ timeframe: standings[index]?.timeframe ?? null }),
    options.outcomesIn ?? new Map(),
  );
  // The symbol is above the table, so what became of it follows the timeframe.
  const fields = shownColumns('row', TICKER_COLUMNS, options.outcomes != null, 'timeframe');
  return [
    headingOf(symbol, name === null ? '' : plainText(name), options.theme),
    ...(price === null && volume === null
      ? []
      : [
          joinCells(['price', 'volume'].map((id) => namedCell(id, { ...EMPTY_ROW, price, volume }, options))),
        ]),
    ...renderPlainTable(fields, rows, options),
  ];
}

/** `day  open  as of 2026-11-20 14:32:00 EST  SANDBOX`, then breadth, and what older data is compared with. Of several, the oldest. */
function renderHeader(snapshots: ReadonlyArray<Snapshot>, options: HeaderOptions): Lines {
  const shared = sharedSnapshot(snapshots);
  if (shared === null) return [];
  const { timeframe, session, breadth, asOfMilliseconds } = shared;
  const { theme, outcomes } = options;
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
  if (outcomes != null)
    lines.push([plainCell(`now and gain are of ${plainTime(outcomes.newestAt, options)}`, theme.muted)]);
  return lines.map(joinCells);
}

/** The top play on one line, and its reasons on another; for older data also what became of it. */
function renderTopPlay(topPlay: TopPlay | null, ctx: HeaderOptions): Lines {
  const label = plainCell('top play', ctx.theme.accent);
  if (topPlay === null) return [joinCells([label, plainCell('No symbol qualifies right now.')])];
  const row = topPlayRow(topPlay, {}, ctx.outcomes);
  const [reasons] = fieldCell(fieldNamed('reasons'), row, ctx);
  const [symbol, ...figures] = topPlayCells(topPlay, ['symbol', 'name', 'price', 'dayPct'], ctx);
  const start = symbol === undefined ? [label] : [label, symbol];
  const cells = [...start, ...(row.outcome === undefined ? [] : outcomeCells(row, ctx)), ...figures];
  return [joinCells(cells), ...(reasons === NONE ? [] : [`  ${ctx.theme.muted(reasons)}`])];
}

/** These fields, then its boards in words and its bias. */
export function topPlayCells(topPlay: TopPlay, ids: ReadonlyArray<string>, ctx: Ctx): ReadonlyArray<Piece> {
  const cellOf = (id: string) => fieldCell(fieldNamed(id), topPlayRow(topPlay), ctx);
  return [...ids.map(cellOf), countCell(cellOf('boards'), topPlay.boards), cellOf('bias')];
}

/** `now 5 boards  gain +1.20%`, or `left 14:24  gain -0.30%`. */
function outcomeCells(row: Row, ctx: Ctx): ReadonlyArray<Piece> {
  const boards = boardsNow(row);
  const now = fieldCell(fieldNamed('now'), row, ctx);
  const hasLeft = row.outcome != null && boards === null;
  return [hasLeft ? now : prefixed('now', countCell(now, boards)), namedCell('gain', row, ctx)];
}

/** `5 boards`. */
function countCell([text, paint]: Piece, boards: number | null): Piece {
  return [boards === null ? text : `${text} ${boards === 1 ? 'board' : 'boards'}`, paint];
}

/**
 * What follows plain tables: a line with the time and the top play, and a sentence for each of the changes, as
 * `KI Movers 3 (was 9)`. Empty without changes: silence is easier to listen to.
 */
export function renderPlainChanges(
  { timeframe, asOfMilliseconds, topPlay }: Snapshot,
  changes: ReadonlyArray<ChangeEvent>,
  options: HeaderOptions,
): Lines {
  if (changes.length === 0) return [];
  const topChange = changes.find(({ type }) => type === 'topPlay');
  const sentences = changes.filter((change) => change !== topChange).map(sentenceOf);
  const cells = [
    plainCell(formatTimeWithZone(asOfMilliseconds, options)),
    plainCell(timeframe),
    plainCell('top play', options.theme.accent),
    ...(topPlay === null ? [plainCell(null)] : topPlayCells(topPlay, ['symbol', 'price', 'dayPct'], options)),
    ...(topChange === undefined ? [] : [plainCell(`was ${topChange.from ?? 'none'}`)]),
    ...labelCells(options),
  ];
  return [joinCells(cells), ...sentences.map((sentence) => `  ${sentence}`)];
}

function sentenceOf(change: ChangeEvent): string {
  const words = changeWords(change, { board: (key) => boardTitle(key ?? ABSENT), text: (value) => value });
  const text = [change.symbol ?? '', words, change.type === 'entered' ? '(new)' : ''].join(' ');
  return plainText(text.replaceAll(ABSENT, NONE));
}
