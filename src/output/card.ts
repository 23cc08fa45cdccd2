import { EMPTY_ROW } from '../fields/field.ts';
import {
  formatConfluence,
  isHighConfluence,
  paintOfSign,
  roleOfTrend,
  sparklineOf,
} from '../fields/fields.ts';
import type { Card, CardPlace } from '../market/card.ts';
import type { PathPlace, TimedValue } from '../market/timeline/as-of.ts';
import type { Ctx } from '../text/ctx.ts';
import { ABSENT, formatAgeText, formatClock, formatMinute, formatPrice } from '../text/format.ts';
import {
  BLANK,
  ends,
  fitText,
  flow,
  flowLines,
  joinPieces,
  type Line,
  type Piece,
  type Segment,
  widthOf,
} from '../text/lines.ts';
import { cleanText, clip, displayWidth } from '../text/safe-text.ts';
import { renderSparkline, resample, type Sample } from '../text/sparkline.ts';
import { unpainted } from '../text/theme.ts';
import { MINUTE_MS } from '../time.ts';
import { rankText, TIMEFRAMES } from '../vocabulary.ts';
import { boardTitle } from './board.ts';
import { topPlayDuration } from './header.ts';
import { renderLogLine } from './log-line.ts';
import { figurePieces, MIN_NAME_WIDTH, pieceOf } from './pieces.ts';
import { type MatrixColumn, matrixLines } from './symbol.ts';
import { draw, fixed, layOut, measure, type Size, type TableColumn, type TableField } from './table.ts';

interface CardOptions extends Ctx {
  /** Lines for which there is room. */
  readonly lines: number;
}

/** Beyond this width, what stands at the right end would be too far from what it belongs to. */
const MAX_WIDTH = 120;
const MAX_LOG = 40;
/** Entries of the log to leave room for before parts are spaced. */
const MIN_LOG = 3;
const GAP = 2;

/** Figures with the path of the price, a line for each board, what it left, boards × timeframes, and its own log. */
export function renderCard(card: Card, options: CardOptions): ReadonlyArray<Line> {
  const style = { ...options, width: Math.min(MAX_WIDTH, options.width) };
  const parts = [
    [...titleLines(card, style), ...figureLines(card, style)],
    [...placeLines(card, style), ...leftLines(card, style)],
    cardMatrix(card, style),
    card.log.slice(0, MAX_LOG).map((entry) => renderLogLine(entry, style)),
  ].filter((lines) => lines.length > 0);
  const log = Math.max(0, Math.min(card.log.length, MAX_LOG) - MIN_LOG);
  const count = parts.reduce((sum, lines) => sum + lines.length, -log);
  const isSpaced = count + parts.length - 1 <= options.lines;
  return parts.flatMap((lines, index) => (isSpaced && index > 0 ? [BLANK, ...lines] : lines));
}

/**
 * `SONA  Sonata Robotics * pinned          bullish · low float   ★ top play for 1 min`; what stands at the end goes below where
 * it would cut the name. A bias that is not of now stands beside the figures of its time.
 */
function titleLines(card: Card, { width, theme, ascii }: Ctx): ReadonlyArray<Line> {
  const { symbol, name, figures, places, remembered } = card;
  const ticker: Piece = [clip(cleanText(symbol), 16), theme.title];
  const mark: Piece = [card.isPinned ? ' * pinned' : '', theme.strong];
  const room = width - widthOf([ticker, mark]);
  const words = name === null || room < MIN_NAME_WIDTH ? '' : `  ${cleanText(name)}`;
  const bias = isPast(card) || figures?.bias === 'neutral' ? null : figures?.bias;
  const tag = places.find(({ row }) => row.tag !== null)?.row.tag;
  const qualities = [bias ?? '', cleanText(tag ?? '')].filter((text) => text !== '').join(' · ');
  const duration = card.isTopPlay ? topPlayDuration(remembered.asOf, remembered) : '';
  const topPlay = card.isTopPlay ? `${ascii ? '' : '★ '}top play ${duration}`.trimEnd() : '';
  const blanks = qualities === '' || topPlay === '' ? '' : ' '.repeat(GAP + 1);
  const first: Piece = [qualities, unpainted];
  const last: Piece = [topPlay, theme.accent];
  const end = [first, [blanks, unpainted], last] as const;
  const start: Segment = [ticker, [clip(words, room), unpainted], mark];
  return displayWidth(words) <= room && widthOf(start) + GAP + widthOf(end) <= width
    ? [ends(width, start, end)]
    : [joinPieces(start, width), ...flow([[first], [last]], width, GAP + 1)];
}

/** The figures, and beside or below them how the price came to be what it is. */
function figureLines(card: Card, ctx: Ctx): ReadonlyArray<Line> {
  const [first = BLANK, ...others] = flowLines(figures(card, ctx), ctx.width, ' '.repeat(GAP));
  const room = ctx.width - displayWidth(first.plain) - PRICE_GAP.length;
  const beside = others.length > 0 ? [] : pricePath(card, room, ctx, true);
  if (beside.length > 0) return flowLines([first, joinPieces(beside, room)], ctx.width, PRICE_GAP);
  const below = pricePath(card, ctx.width, ctx, false);
  return [first, ...others, ...(below.length === 0 ? [] : [joinPieces(below, ctx.width)])];
}

/** Cells of a sparkline, and the fewest that say something. */
const MAX_SPARK = 30;
const MIN_SPARK = 8;
const PRICE_GAP = '     ';

/** Values over equal spans of time, of which those without a snapshot are unknown. */
function samplesOf(values: ReadonlyArray<TimedValue>, cells: number, maxGap: number): ReadonlyArray<Sample> {
  const seen = resample(
    values.map(({ asOf }) => ({ asOf, value: 0 })),
    cells,
    maxGap,
  );
  return resample(values, cells, maxGap).map((value, index) => (seen[index] === null ? undefined : value));
}

/** `price 2.96 ▁▁▂▂▃▅▆▇█ 3.26  since 16:46`, from the first known price; empty where the room is too small. */
function pricePath(
  { path: { points }, remembered }: Card,
  room: number,
  ctx: Ctx,
  isWhole: boolean,
): Segment {
  const { theme } = ctx;
  const known = points.flatMap(({ asOf, price }) => (price === null ? [] : [{ asOf, price }]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || known.length < 2) return [];
  const prices = known.map(({ price }) => price);
  const values = points.flatMap(({ asOf, price }) => (asOf < first.asOf ? [] : [{ asOf, value: price }]));
  const since = `  since ${formatMinute(first.asOf, ctx)}`;
  const [start, after] = [`price ${formatPrice(first.price)} `, ` ${formatPrice(last.price)}`];
  const end = fitText(room - displayWidth(start + after) - MIN_SPARK, since, ...(isWhole ? [] : ['']));
  const cells = Math.min(MAX_SPARK, room - displayWidth(start + after + end));
  if (cells < MIN_SPARK) return [];
  const samples = samplesOf(values, cells, remembered.maxGap);
  return [
    [start, theme.muted],
    [
      renderSparkline(samples, Math.min(...prices), Math.max(...prices)),
      paintOfSign(theme, last.price - first.price),
    ],
    [after, unpainted],
    [end, theme.muted],
  ];
}

/**
 * `$182.40  +6.12%  vol 214M  ◆5 boards (4 until 14:17)`. Where it is on no board now, that comes first, and the figures have
 * their time: `on no board of day now (2 until 14:21)  last seen 14:20: $182.40  …`.
 */
function figures(card: Card, ctx: Ctx): ReadonlyArray<Line> {
  const { theme, width } = ctx;
  const { boards, places, timeframe, path } = card;
  const lineOf = (segment: Segment) => joinPieces(segment, width);
  if (boards === null) return [lineOf([[`no snapshot of ${timeframe} yet`, theme.muted]])];
  const usual = isHighConfluence(boards) ? theme.accent : unpainted;
  const texts = standingTexts(card, boards, ctx).map(
    (text): Piece => [text, places.length === 0 ? theme.strong : usual],
  );
  const note: Piece = [historyNote(card, boards, ctx), theme.muted];
  const standing = flow(
    [...texts, note].map((piece) => [piece]),
    width,
    1,
  );
  const values = valueSegments(card, ctx);
  if (places.length > 0 || path.lastSeenAt === null) return [...values.map(lineOf), ...standing];
  const seen = `last seen ${formatMinute(path.lastSeenAt, ctx)}`;
  const [first = [], ...others] = values;
  const seenFirst: Segment = [[first.length === 0 ? seen : `${seen}: `, theme.muted], ...first];
  return [...standing, ...[seenFirst, ...others].map(lineOf)];
}

function valueSegments(card: Card, ctx: Ctx): ReadonlyArray<Segment> {
  const row = { ...EMPTY_ROW, ...card.figures };
  const { price, volume, dayPct, bias } = row;
  if (price === null && dayPct === null && volume === null) return [];
  const pieces = [
    ...figurePieces(row, ctx),
    ...(isPast(card) && bias !== null ? [pieceOf('bias', row, ctx)] : []),
  ];
  return pieces.map((piece) => [piece]);
}

/** Whether the figures are those of an older snapshot. */
function isPast({ places, path }: Card): boolean {
  return places.length === 0 && path.lastSeenAt !== null;
}

function standingTexts(card: Card, boards: number, ctx: Ctx): ReadonlyArray<string> {
  const { places, timeframe, remembered } = card;
  if (places.length > 0) {
    const count = boards === 0 ? 'none' : formatConfluence(boards);
    const on = `${places.length} ${places.length === 1 ? 'board' : 'boards'}`;
    // The score counts ranks 1 to 5 only.
    return boards >= places.length
      ? [isHighConfluence(boards) ? `◆${on}` : on]
      : [`on ${on},`, `${count} in the top 5`];
  }
  if (isPast(card)) return [`on no board of ${timeframe} ${card.isRecorded ? 'then' : 'now'}`];
  const since = remembered.startsAt === null ? [] : [`since ${formatMinute(remembered.startsAt, ctx)}`];
  return [`on no board of ${timeframe}`, ...since];
}

/** `(4 until 14:17)`: the number of boards before; empty if there is none. */
function historyNote({ places, path: { record } }: Card, boards: number, ctx: Ctx): string {
  if (record === null || record.isAtLeast || record.previousBoards === null) return '';
  if (record.previousBoards === boards) return '';
  const score = boards === places.length ? '' : ' in the top 5';
  return `(${record.previousBoards}${score} until ${formatMinute(record.boardsSince, ctx)})`;
}

/** `left: Search 12:15 (was 5), Low float 10:40 (was 8)`, the last one first. */
function leftLines({ path: { left } }: Card, ctx: Ctx): ReadonlyArray<Line> {
  if (left.length === 0) return [];
  const stints = left.map(({ board, leftAt, rank, isLeftInHole }, index) => {
    const time = formatMinute(leftAt, ctx);
    const when = isLeftInHole ? `after ${time}` : time;
    return `${boardTitle(board)} ${when} (was ${rankText(board, rank)})${index < left.length - 1 ? ',' : ''}`;
  });
  return flow(
    ['left:', ...stints].map((text) => [[text, ctx.theme.muted]]),
    ctx.width,
    1,
  );
}

/** Cells of the names of boards in the table of places. */
const MIN_BOARD_CELLS = 12;
const MAX_BOARD_CELLS = 16;
const MAX_TRAIL = 60;

type PlaceColumn = TableField<CardPlace> &
  Omit<TableColumn<CardPlace>, 'field' | 'size'> & { readonly size?: Size };

/** A header, then a line for each board: rank, best rank, since when and how long, all its ranks of the day, and the metric. */
function placeLines({ places, path: { points }, remembered }: Card, ctx: Ctx): ReadonlyArray<Line> {
  if (places.length === 0) return [];
  const nameOf = ({ board, row: { group } }: CardPlace) =>
    group === undefined ? boardTitle(board) : `${boardTitle(board)} ${group.name}`;
  const widestBoard = Math.max(MIN_BOARD_CELLS, ...places.map((place) => displayWidth(nameOf(place))));
  const ages = places.map(({ path }) => (path === null ? '' : formatAgeText(path.there)));
  const ageCells = Math.max(...ages.map((age) => age.length));
  const trailCells = Math.min(MAX_TRAIL, points.length);
  const trailWidth = Math.max('trail'.length, trailCells);
  const trailSince = `trail since ${formatClock(points[0]?.asOf ?? Number.NaN, ctx)}`;
  const columns: ReadonlyArray<PlaceColumn> = [
    {
      id: 'board',
      label: '',
      order: 0,
      text: nameOf,
      size: fixed(Math.min(MAX_BOARD_CELLS, widestBoard), widestBoard),
    },
    {
      id: 'now',
      label: 'now',
      order: 0,
      align: 'right',
      role: () => 'strong',
      text: ({ row: { rank, group } }) => String(group?.rank ?? rank ?? ABSENT),
    },
    {
      id: 'best',
      label: 'best',
      order: 2,
      align: 'right',
      role: () => 'muted',
      text: ({ path, board, row: { group } }) =>
        path === null ? '' : rankText(board, path.best, group?.name),
    },
    {
      id: 'entered',
      label: 'entered',
      order: 1,
      cells: { min: ageCells, max: Number.POSITIVE_INFINITY },
      text: ({ path }, _, cells) => (path === null ? '' : enteredText(path, ageCells, cells, ctx)),
    },
    {
      id: 'trail',
      label: 'trail',
      order: 3,
      role: ({ trend }) => roleOfTrend(trend),
      size: { least: Math.min(MIN_SPARK, trailWidth), most: Math.max(trailSince.length, trailWidth) },
      text({ path, board, row: { group } }, _, cells) {
        const samples = samplesOf(path?.trail ?? [], Math.min(cells, trailCells), remembered.maxGap);
        return sparklineOf(samples, group === undefined ? null : board);
      },
    },
    { id: 'metric', label: 'metric', order: 4, text: ({ row: { metric } }) => cleanText(metric ?? '') },
  ];
  const known = columns
    .filter((column) => measure(column, places, ctx, false).most > 0)
    .map((column) => ({ size: measure(column, places, ctx), ...column, field: column }));
  const table = layOut(known, places, ctx.width, null, GAP);
  const labelled = table.columns.map((column) =>
    column.field.id === 'trail' && column.width >= trailSince.length
      ? { ...column, field: { ...column.field, label: trailSince } }
      : column,
  );
  return draw({ ...table, columns: labelled }, places, ctx).flat();
}

/** `17:31 · 11m`; `≤13:51 · ≥41m` where it was there when memory began; where that does not fit, how long it has been there. */
function enteredText(
  { since, isAtLeast, there }: PathPlace,
  ageCells: number,
  cells: number,
  ctx: Ctx,
): string {
  const age = formatAgeText(there).padStart(ageCells);
  return fitText(cells, `${isAtLeast ? '≤' : ''}${formatClock(since, ctx)} · ${age}`, age);
}

/** Snapshots this much older than that of the card have their time. */
const OLD_MS = 5 * MINUTE_MS;

/** All timeframes. */
function cardMatrix(card: Card, ctx: Ctx): ReadonlyArray<Line> {
  const shownAt = card.timeframes.find(({ timeframe }) => timeframe === card.timeframe)?.asOf ?? Number.NaN;
  const columns = TIMEFRAMES.map((timeframe): MatrixColumn => {
    const found = card.timeframes.find((each) => each.timeframe === timeframe);
    const { asOf = null, standing = null, isAsked = false } = found ?? {};
    const isOld = asOf !== null && shownAt - asOf > OLD_MS;
    return { timeframe, standing, isAsked, oldTime: isOld ? formatClock(asOf, ctx) : '' };
  });
  const found = columns.flatMap(({ standing }) => standing?.placements ?? []);
  const boards = [...new Set([...card.places, ...found].map(({ board }) => board))];
  return matrixLines(columns, boards, card.timeframe, ctx);
}
