import { boardTitle } from '../fields/board-title.ts';
import { type DataOrigin, labelLines } from '../fields/data-origin.ts';
import { EMPTY_ROW, type TableField } from '../fields/field.ts';
import { describeOutcome, isHighConfluence, paintOfSign, sparklineOf } from '../fields/fields.ts';
import { MINUTE_MS, zoneName } from '../lib/time.ts';
import type { Card, CardBoard } from '../market/card.ts';
import { TIMEFRAMES } from '../market/catalogue.ts';
import type { Stay } from '../market/timeline/stays.ts';
import {
  ABSENT,
  counted,
  formatClock,
  formatFullTime,
  formatMinute,
  formatPercent,
  formatPrice,
  formatShortDuration,
  plainLine,
} from '../text/format.ts';
import {
  fitText,
  flow,
  flowTexts,
  joinPieces,
  joinTexts,
  type PaintedLines,
  type Piece,
  type Segment,
  widthOf,
  wrapWords,
} from '../text/lines.ts';
import { fitLine } from '../text/parts.ts';
import { clip, displayWidth } from '../text/safe-text.ts';
import { renderSparkline, resample, type Sample } from '../text/sparkline.ts';
import type { Style } from '../text/style.ts';
import { unpainted } from '../text/theme.ts';
import { topPlayDuration } from './header-lines.ts';
import { renderLogLine } from './log-line.ts';
import {
  figurePieces,
  labelPieces,
  MIN_NAME_WIDTH,
  namedPiece,
  pieceOf,
  plainHeading,
  titleWith,
} from './pieces.ts';
import { matrixColumn, matrixLines } from './symbol-table.ts';
import { draw, fixed, layOut, measure, renderPlainTable, type Size } from './table.ts';

/** On wider lines, the right end would be too far from the text it belongs to. */
const MAX_WIDTH = 120;
/** Blank lines separate the blocks of a card only if this many log entries still fit. */
const MIN_LOG = 3;
const GAP = 2;

interface CardOptions extends Style {
  readonly lines: number;
  readonly maxLog?: number;
}

export function renderCard(card: Card, options: CardOptions): PaintedLines {
  const { maxLog = Infinity } = options;
  const style = { ...options, width: Math.min(MAX_WIDTH, options.width) };
  const parts = [
    [...titleLines(card, style), ...figureLines(card, style)],
    [...placeLines(card, style), ...leftLines(card, style)],
    cardMatrix(card, style),
    card.log.slice(0, maxLog).map((entry) => renderLogLine(entry, style)),
  ].filter((lines) => lines.length > 0);
  const log = Math.max(0, Math.min(card.log.length, maxLog) - MIN_LOG);
  const count = parts.reduce((sum, lines) => sum + lines.length, -log);
  const isSpaced = count + parts.length - 1 <= options.lines;
  return parts.flatMap((lines, index) => (isSpaced && index > 0 ? ['', ...lines] : lines));
}

/** `SONA  Sonata Robotics * pinned          bullish · low float   ★ top play for 1 min` */
function titleLines(card: Card, { width, theme }: Style): PaintedLines {
  const { symbol, name, figures, places, memory } = card;
  const ticker: Piece = [clip(symbol, 16), theme.title];
  const mark: Piece = [card.isPinned ? ' * pinned' : '', theme.strong];
  const room = width - widthOf([ticker, mark]);
  const words = name === null || room < MIN_NAME_WIDTH ? '' : `  ${name}`;
  // The bias of an older snapshot is shown beside its figures.
  const bias = isGone(card) || figures?.bias === 'neutral' ? null : figures?.bias;
  const tag = places.find(({ row }) => row.tag !== null)?.row.tag;
  const qualities = joinTexts(theme.glyphs(' · '), bias ?? '', tag ?? '');
  const topPlay = card.isTopPlay ? `★ top play ${topPlayDuration(memory.topPlay)}`.trimEnd() : '';
  const blanks = qualities === '' || topPlay === '' ? '' : ' '.repeat(GAP + 1);
  const first: Piece = [qualities, unpainted];
  const last: Piece = [theme.glyphs(topPlay), theme.accent];
  const end = [first, [blanks, unpainted], last] as const;
  const start: Segment = [ticker, [clip(words, room), unpainted], mark];
  return displayWidth(words) <= room && widthOf(start) + GAP + widthOf(end) <= width
    ? [fitLine(start, width, end)]
    : [joinPieces(start, width).trimEnd(), ...flow([[first], [last]], width, GAP + 1)];
}

const MAX_SPARK_CELLS = 30;
const MIN_SPARK_CELLS = 8;

const MIN_PRICE_MOVE = 0.001;

/** `price 2.96 to 3.26 ▁▁▂▂▃▅▆▇█  since 16:46` */
function pricePath({ path: { points }, memory }: Card, style: Style): Segment {
  const { theme } = style;
  const priced = points.flatMap(({ time, price }) => (price === null ? [] : [{ time, price }]));
  const [first, last] = [priced[0], priced.at(-1)];
  if (first === undefined || last === undefined || priced.length < 2) return [];
  const prices = priced.map(({ price }) => price);
  const values = points.flatMap(({ time, price }) => (time < first.time ? [] : [{ time, value: price }]));
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const start = `price ${formatPrice(lowest)} to ${formatPrice(highest)}`;
  const since = `  since ${formatMinute(first.time, style)}`;
  if (style.mode === 'plain')
    return [
      [`${start}, first ${formatPrice(first.price)}, last ${formatPrice(last.price)}${since}`, unpainted],
    ];
  const end = fitText(style.width - displayWidth(start) - 1 - MIN_SPARK_CELLS, since, '');
  const room = style.width - displayWidth(start + end) - 1;
  const samples = resample(values, Math.max(MIN_SPARK_CELLS, Math.min(MAX_SPARK_CELLS, room)), memory.maxGap);
  const isFlat = highest - lowest < lowest * MIN_PRICE_MOVE;
  const middle = (sample: Sample) => (sample == null ? sample : lowest);
  const spark = renderSparkline(isFlat ? samples.map(middle) : samples, lowest, isFlat ? lowest : highest);
  return [
    [`${start} `, theme.muted],
    [theme.glyphs(spark), isFlat ? unpainted : paintOfSign(theme, last.price - first.price)],
    [end, theme.muted],
  ];
}

/** `$182.40  +6.12%  ◆5 boards  (4 until 14:17)`, or `on no board of day  last seen 14:20: $182.40`. */
function figureLines(card: Card, style: Style): PaintedLines {
  const { theme, width } = style;
  const { boards, places, timeframe, path } = card;
  if (boards === null) return [theme.muted(clip(`no snapshot of ${timeframe} yet`, width))];
  const paint = places.length === 0 ? theme.strong : isHighConfluence(boards) ? theme.accent : unpainted;
  const standing: ReadonlyArray<Segment> = [
    [[standingText(card, boards), paint]],
    [[formerText(card, boards, style), theme.muted]],
  ];
  const values = valuePieces(card, style).map((piece): Segment => [piece]);
  if (places.length > 0)
    return flow([...values, ...standing, laterChange(card, style), pricePath(card, style)], width);
  if (path.lastSeenAt === null) return flow(standing, width);
  const seen = `last seen ${formatMinute(path.lastSeenAt, style)}`;
  const [first = [], ...others] = values;
  const seenFirst: Segment = [[first.length === 0 ? seen : `${seen}: `, theme.muted], ...first];
  return flow([...standing, seenFirst, ...others, pricePath(card, style)], width);
}

function valuePieces(card: Card, style: Style): ReadonlyArray<Piece> {
  const row = { ...EMPTY_ROW, ...card.figures };
  const { price, volume, dayPct, bias } = row;
  if (price === null && dayPct === null && volume === null) return [];
  return [
    ...figurePieces(row, style),
    ...(isGone(card) && bias !== null ? [pieceOf('bias', row, style)] : []),
  ];
}

/** `+3.10% since then`: the change from an older snapshot to the newest one. */
function laterChange({ places }: Card, { theme }: Style): Segment {
  const changePct = places.find(({ outcome }) => outcome != null)?.outcome?.changePct ?? null;
  if (changePct === null) return [];
  return [
    [formatPercent(changePct), paintOfSign(theme, changePct)],
    [' since then', theme.muted],
  ];
}

/** A symbol that is gone has the figures of an older snapshot. */
function isGone({ places, path }: Card): boolean {
  return places.length === 0 && path.lastSeenAt !== null;
}

/** `◆5 boards`; `on 4 boards, on 2 in the top 5`, because the score counts only ranks 1 to 5. */
function standingText({ places, timeframe }: Card, boards: number): string {
  if (places.length === 0) return `on no board of ${timeframe}`;
  const on = counted(places.length, 'board');
  if (boards < places.length) return `on ${on}, on ${boards === 0 ? 'none' : boards} in the top 5`;
  return isHighConfluence(boards) ? `◆${on}` : on;
}

/** `(4 until 14:17)`: the previous number of boards. */
function formerText({ path: { record } }: Card, boards: number, style: Style): string {
  if (record === null || record.isAtLeast || record.previousBoards === null) return '';
  if (record.previousBoards === boards) return '';
  return `(${record.previousBoards} until ${formatMinute(record.boardsSince, style)})`;
}

function leftTexts({ path: { left } }: Card, style: Style): ReadonlyArray<string> {
  return left.map(({ board, leftAt, rank }) => {
    const name = style.mode === 'plain' ? board : boardTitle(board);
    return `${name} ${formatMinute(leftAt, style)} (was ${rank})`;
  });
}

/** `left: Search 12:15 (was 5), Low float 10:40 (was 8)` */
function leftLines(card: Card, style: Style): PaintedLines {
  const texts = leftTexts(card, style);
  if (texts.length === 0) return [];
  const words = texts.map((text, index) => (index < texts.length - 1 ? `${text},` : text));
  const shown = ['left:', ...words].map((text) => style.theme.muted(clip(text, style.width)));
  return flowTexts(shown, style.width);
}

function renderPlainCard(card: Card, style: Style): PaintedLines {
  const { places, path, name, boards } = card;
  const row = { ...EMPTY_ROW, ...card.figures, name, boards };
  const absent =
    path.lastSeenAt === null ? 'on no board' : `last seen ${formatFullTime(path.lastSeenAt, style)}`;
  const absence: ReadonlyArray<Piece> = places.length === 0 ? [[absent, style.theme.strong]] : [];
  const ids = ['name', 'price', 'dayPct', 'volume', 'boards', 'bias'];
  const left = leftTexts(card, style).map((text): Piece => [text, unpainted]);
  return [
    plainLine([...absence, ...ids.map((id) => namedPiece(id, row, style))]),
    joinPieces(pricePath(card, style), Infinity),
    ...(places.length === 0 ? [] : renderPlainTable(placeColumns(card, style), places, style)),
    ...(left.length === 0 ? [] : [plainLine([['left', unpainted], ...left])]),
  ].filter((line) => line !== '');
}

const MIN_BOARD_CELLS = 12;
const MAX_BOARD_CELLS = 16;
const MAX_TRAIL = 60;
const TRAIL_SINCE_CELLS = 'trail since 16:46'.length;

type PlaceColumn = TableField<CardBoard> & { readonly order: number; readonly size?: Size };

function placeLines(card: Card, style: Style): PaintedLines {
  const { places, path } = card;
  if (places.length === 0) return [];
  const trailSince = `trail since ${formatClock(path.points[0]?.time ?? NaN, style)}`;
  const filled = placeColumns(card, style)
    .filter((column) => measure(column, places, style, false).most > 0)
    .map((column) => {
      const size = measure(column, places, style);
      // Widen each column fully before adding the next, so that a wider card never shortens a text.
      return { size: { ...size, usual: size.most }, ...column, field: column };
    });
  const table = layOut(filled, places, style.width, null, GAP);
  const columns = table.columns.map((column) => {
    const hasRoom = column.field.id === 'trail' && column.width >= trailSince.length;
    return hasRoom ? { ...column, field: { ...column.field, label: trailSince } } : column;
  });
  return draw({ ...table, columns }, places, style).flat();
}

function placeColumns(card: Card, style: Style): ReadonlyArray<PlaceColumn> {
  const { places, isPast } = card;
  const isPlain = style.mode === 'plain';
  const nameOf = ({ board }: CardBoard) => (isPlain ? board : boardTitle(board));
  const widestBoard = Math.max(MIN_BOARD_CELLS, ...places.map((place) => displayWidth(nameOf(place))));
  const now: PlaceColumn = {
    id: 'now',
    label: 'now',
    order: 0,
    text: ({ outcome, row }) =>
      outcome == null ? ABSENT : describeOutcome({ ...outcome, changePct: null }, row, style),
  };
  return [
    {
      id: 'board',
      label: '',
      order: 0,
      text: nameOf,
      size: fixed(Math.min(MAX_BOARD_CELLS, widestBoard), widestBoard),
    },
    {
      id: 'rank',
      label: isPast ? 'then' : 'now',
      order: 0,
      align: 'right',
      role: () => 'strong',
      text: ({ row: { rank } }) => String(rank ?? ABSENT),
    },
    ...(places.some(({ outcome }) => outcome !== undefined) ? [now] : []),
    {
      id: 'entered',
      label: 'entered',
      order: 1,
      cells: { min: CLOCK_CELLS, max: Infinity },
      text: ({ path }, _, cells) => (path === null ? '' : enteredText(path, isPast, cells, style)),
    },
    ...(isPlain ? [] : [trailColumn(card)]),
    { id: 'metric', label: 'metric', order: 4, text: ({ row: { metric } }) => metric ?? '' },
  ];
}

/** Draws the symbol's ranks on a board that day as a sparkline. */
function trailColumn({ path: { points }, memory }: Card): PlaceColumn {
  const most = Math.min(MAX_TRAIL, points.length);
  const width = Math.max('trail'.length, most);
  return {
    id: 'trail',
    label: 'trail',
    order: 3,
    role: () => 'muted',
    size: { least: Math.min(MIN_SPARK_CELLS, width), most: Math.max(TRAIL_SINCE_CELLS, width) },
    text: ({ path, board }, _, cells) =>
      sparklineOf(resample(path?.trail ?? [], Math.min(cells, most), memory.maxGap), board),
  };
}

const CLOCK_CELLS = '17:31'.length;

/** `17:31, 11m ago`; `by 13:51, 41m ago` if there since memory began; `11m before` in the past. */
function enteredText(
  { since, isAtLeast, milliseconds }: Stay,
  isPast: boolean,
  cells: number,
  style: Style,
): string {
  const clock = formatClock(since, style);
  const age = `, ${formatShortDuration(milliseconds)} ${isPast ? 'before' : 'ago'}`;
  const entered = (isAtLeast ? 'by ' : '') + clock;
  return fitText(cells, milliseconds < MINUTE_MS ? entered : entered + age, entered, clock);
}

function cardMatrix({ timeframes, places, timeframe: own }: Card, style: Style): PaintedLines {
  const columns = TIMEFRAMES.map((timeframe) => {
    const { standing = null, time = null } = timeframes.find((each) => each.timeframe === timeframe) ?? {};
    return matrixColumn(timeframe, standing, { time });
  });
  const found = columns.flatMap(({ standings = [] }) => standings.flatMap(({ placements }) => placements));
  return matrixLines(
    columns,
    [...places, ...found].map(({ board }) => board),
    own,
    style,
  );
}

interface HistoryOptions extends Style, DataOrigin {
  readonly lines: number;
  readonly allCommand: string;
}

export function renderHistory(cards: ReadonlyArray<Card>, options: HistoryOptions): PaintedLines {
  const { theme, lines } = options;
  const time = Math.max(...cards.map(({ memory }) => memory.time));
  if (options.mode === 'plain') {
    const asOf: Piece = [`as of ${formatFullTime(time, options)}`, unpainted];
    return [
      plainLine([['history', theme.title], asOf, ...labelPieces(options)]),
      ...cards.flatMap((card) => {
        const [span = ''] = spanTexts(card, options);
        const heading = plainHeading(`${card.symbol} ${card.timeframe}`, span, theme);
        return ['', heading, ...renderPlainCard(card, options)];
      }),
    ];
  }
  const labels = labelLines(options, time, options).map((badge) => theme.badge(badge));
  return [...labels, ...renderCards(cards, { ...options, lines: lines - labels.length })];
}

/** Draws as many log entries as fit, at least `MIN_LOG` for each card. The last line counts the others. */
function renderCards(cards: ReadonlyArray<Card>, options: HistoryOptions): PaintedLines {
  const { theme, width, lines } = options;
  const draw = (maxLog: number) =>
    cards.flatMap((card) => {
      const title = titleWith(card.timeframe.toUpperCase(), spanTexts(card, options), width, theme);
      const room = Math.floor(lines / cards.length) - ['', title].length;
      return ['', title, ...renderCard(card, { ...options, lines: room, maxLog })];
    });
  const beyond = (entries: number) =>
    cards.reduce((sum, { log }) => sum + Math.max(0, log.length - entries), 0);
  const countLines = (count: number) =>
    wrapWords(`${counted(count, 'older line')} not shown; to show all: ${options.allCommand}`, width);
  const all = beyond(MIN_LOG);
  const room = lines - draw(MIN_LOG).length;
  if (all <= Math.max(0, room)) return draw(Infinity);
  let entries = MIN_LOG;
  while (all - beyond(entries + 1) <= room - countLines(all).length) entries++;
  return [...draw(entries), ...countLines(beyond(entries)).map((line) => theme.muted(line))];
}

/** `301 snapshots, 09:31 to 14:32 EST`, then without the zone. */
function spanTexts({ path: { points } }: Card, style: Style): ReadonlyArray<string> {
  const [startsAt = NaN, endsAt = NaN] = [points[0]?.time, points.at(-1)?.time];
  const text = `${counted(points.length, 'snapshot')}, ${formatMinute(startsAt, style)} to ${formatClock(endsAt, style)}`;
  return [`${text} ${zoneName(endsAt, style.timeZone)}`, text];
}
