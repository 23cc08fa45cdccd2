import { EMPTY_ROW, type Row } from '../fields/field.ts';
import {
  fieldNamed,
  formatConfluence,
  formatStanding,
  isHighConfluence,
  paintOfSign,
  paintOfTrend,
  sparklineOf,
} from '../fields/fields.ts';
import type { LogLine } from '../market/log.ts';
import type { Standing } from '../market/standings.ts';
import type { PathPlace, PathPoint, TimedValue } from '../market/timeline/as-of.ts';
import type { EndedRun, SymbolRecord } from '../market/timeline/runs.ts';
import type { Trend } from '../market/timeline/trend.ts';
import { formatAgeText } from '../text/age.ts';
import { joinPieces, type Line } from '../text/box.ts';
import type { Ctx } from '../text/ctx.ts';
import { fitText, widthOf } from '../text/fit.ts';
import { flow, type Piece, type Segment } from '../text/flow.ts';
import {
  ABSENT,
  formatClock,
  formatCompact,
  formatMinute,
  formatPercent,
  formatPrice,
} from '../text/format.ts';
import { resample } from '../text/resample.ts';
import { cleanText, clip, displayWidth, fitCell } from '../text/safe-text.ts';
import { renderSparkline, type Sample } from '../text/sparkline.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';
import { MINUTE_MS } from '../time-units.ts';
import {
  type Bias,
  CONFLUENCE_RANKS,
  type GroupRank,
  rankText,
  TIMEFRAMES,
  type Timeframe,
} from '../vocabulary.ts';
import { boardTitle } from './board.ts';
import { placeRank } from './confluence.ts';
import { pieceOf, pricePiece } from './figures.ts';
import { cellPieces, draw, fixed, layOut, type TableColumn } from './table.ts';
import { timeframeNames } from './timeframes.ts';

/** What is known of a symbol in one timeframe. Figures of a symbol that is on no board now are those of `lastSeenAt`. */
export interface Card {
  readonly symbol: string;
  readonly name: string | null;
  readonly price: number | null;
  readonly dayPct: number | null;
  readonly volume: number | null;
  readonly bias: Bias | null;
  readonly tag: string | null;
  /** Confluence; 0 if it is on no board. Null without a snapshot. */
  readonly boards: number | null;
  /** How long it has been the top play, in words that may be empty; null if it is not. */
  readonly topPlayFor: string | null;
  readonly isPinned: boolean;
  /** True if it shows an older snapshot than the newest one. */
  readonly isRecorded: boolean;
  readonly timeframe: Timeframe;
  /** Null if it is on a board now, or if memory has not seen it. */
  readonly lastSeenAt: number | null;
  /** When memory begins; null if there is none. */
  readonly memoryStartsAt: number | null;
  readonly record: SymbolRecord | null;
  readonly points: ReadonlyArray<PathPoint>;
  readonly maxGap: number;
  readonly places: ReadonlyArray<CardPlace>;
  readonly left: ReadonlyArray<EndedRun>;
  /** Those of which anything is known, this one included. */
  readonly timeframes: ReadonlyArray<CardTimeframe>;
  /** What happened to it in this timeframe, the newest first. */
  readonly log: ReadonlyArray<LogLine>;
}

export interface CardOptions extends Ctx {
  /** Lines for which there is room. */
  readonly lines: number;
  renderEntry(entry: LogLine, ctx: Ctx): Line;
}

/** Beyond this width, what stands at the right end would be too far from what it belongs to. */
const MAX_WIDTH = 120;
const MAX_LOG = 40;
/** Entries of the log to leave room for before parts are spaced. */
const MIN_LOG = 3;

/** Figures with the path of the price, a line for each board, what it left, boards × timeframes, and its own log. */
export function renderCard(card: Card, options: CardOptions): ReadonlyArray<Line> {
  const style = { ...options, width: Math.min(MAX_WIDTH, options.width) };
  const parts = [
    [...titleLines(card, style), ...figureLines(card, style)],
    [...placeLines(card, style), ...leftLines(card, style)],
    matrixLines(card, style),
    card.log.slice(0, MAX_LOG).map((entry) => options.renderEntry(entry, style)),
  ].filter((lines) => lines.length > 0);
  const log = Math.max(0, Math.min(card.log.length, MAX_LOG) - MIN_LOG);
  const count = parts.reduce((sum, lines) => sum + lines.length, -log);
  const isSpaced = count + parts.length - 1 <= options.lines;
  return parts.flatMap((lines, index) => (isSpaced && index > 0 ? [BLANK, ...lines] : lines));
}

const BLANK: Line = { plain: '', painted: '' };
/** With fewer cells, a name tells nothing. */
const MIN_NAME_WIDTH = 6;

/**
 * `SONA  Sonata Robotics * pinned          bullish · low float   ★ top play for 1 min`; what stands at the end goes below where
 * it would cut the name. A bias that is not of now stands beside the figures of its time.
 */
function titleLines(card: Card, { width, theme, ascii }: Ctx): ReadonlyArray<Line> {
  const symbol: Piece = [clip(cleanText(card.symbol), 16), theme.title];
  const mark: Piece = [card.isPinned ? ' * pinned' : '', theme.strong];
  const room = width - widthOf([symbol, mark]);
  const name = card.name === null || room < MIN_NAME_WIDTH ? '' : `  ${cleanText(card.name)}`;
  const start: Segment = [symbol, [clip(name, room), unpainted], mark];
  const qualities = isPast(card)
    ? []
    : [card.bias === 'neutral' ? '' : (card.bias ?? ''), cleanText(card.tag ?? '')].filter(
        (text) => text !== '',
      );
  const topPlay = card.topPlayFor === null ? '' : `${ascii ? '' : '★ '}top play ${card.topPlayFor}`.trimEnd();
  const ends: ReadonlyArray<Segment> = [[[qualities.join(' · '), unpainted]], [[topPlay, theme.accent]]];
  const [end, ...others] = flow(ends, width, GAP + 1);
  if (end === undefined) return [joinPieces(start, width)];
  const blanks = width - widthOf(start) - displayWidth(end.plain);
  if (others.length > 0 || blanks < GAP || displayWidth(name) > room)
    return [joinPieces(start, width), end, ...others];
  const [left, gap] = [joinPieces(start, width), ' '.repeat(blanks)];
  return [{ plain: left.plain + gap + end.plain, painted: left.painted + gap + end.painted }];
}

/** The figures, and beside or below them how the price came to be what it is. */
function figureLines(card: Card, ctx: Ctx): ReadonlyArray<Line> {
  const [first = BLANK, ...others] = flow(figures(card, ctx), ctx.width);
  const room = ctx.width - displayWidth(first.plain) - PRICE_GAP.length;
  const beside = others.length > 0 ? [] : pricePath(card, room, ctx, true);
  if (beside.length > 0) {
    const path = joinPieces(beside, room);
    return [
      { plain: first.plain + PRICE_GAP + path.plain, painted: first.painted + PRICE_GAP + path.painted },
    ];
  }
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
function pricePath({ points, maxGap }: Card, room: number, ctx: Ctx, isWhole: boolean): Segment {
  const { theme } = ctx;
  const known = points.filter(({ price }) => price !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || known.length < 2) return [];
  const [from, to] = [first.price ?? 0, last.price ?? 0];
  const prices = known.map(({ price }) => price ?? 0);
  const values = points.flatMap(({ asOf, price }) => (asOf < first.asOf ? [] : [{ asOf, value: price }]));
  const since = `  since ${formatMinute(first.asOf, ctx)}`;
  for (const end of isWhole ? [since] : [since, '']) {
    const [start, after] = [`price ${formatPrice(from)} `, ` ${formatPrice(to)}`];
    const cells = Math.min(MAX_SPARK, room - displayWidth(start + after + end));
    if (cells < MIN_SPARK) continue;
    const spark = renderSparkline(samplesOf(values, cells, maxGap), Math.min(...prices), Math.max(...prices));
    return [
      [start, theme.muted],
      [spark, paintOfSign(theme, to - from)],
      [after, unpainted],
      [end, theme.muted],
    ];
  }
  return [];
}

/**
 * `$182.40  +6.12%  vol 214M  ◆5 boards (4 until 14:17)`. Where it is on no board now, that comes first, and the figures have
 * their time: `on no board of day now (2 until 14:21)  last seen 14:20: $182.40  …`.
 */
function figures(card: Card, ctx: Ctx): ReadonlyArray<Segment> {
  const { theme, width } = ctx;
  const { boards, places, timeframe } = card;
  if (boards === null) return [[[`no snapshot of ${timeframe} yet`, theme.muted]]];
  const [paint, note] = [standingPaint(card, theme), historyNote(card, ctx)];
  const standing = [
    ...together(
      [
        ...standingTexts(card, ctx).map((text): Piece => [text, paint]),
        ...(note === '' ? [] : [[note, theme.muted] as const]),
      ],
      width,
    ),
  ];
  const values = valueSegments(card, theme);
  if (places.length > 0 || card.lastSeenAt === null) return [...values, ...standing];
  const seen = `last seen ${formatMinute(card.lastSeenAt, ctx)}`;
  const [first = [], ...others] = values;
  return [...standing, [[first.length === 0 ? seen : `${seen}: `, theme.muted], ...first], ...others];
}

function valueSegments(card: Card, theme: Theme): ReadonlyArray<Segment> {
  const { price, dayPct, volume, bias } = card;
  if (price === null && dayPct === null && volume === null) return [];
  const row = { ...EMPTY_ROW, dayPct, bias };
  return [
    [pricePiece(price, theme)],
    [pieceOf('dayPct', row, theme)],
    [[`vol ${formatCompact(volume)}`, unpainted]],
    ...(isPast(card) && bias !== null ? [[pieceOf('bias', row, theme)]] : []),
  ];
}

/** Whether the figures are those of an older snapshot. */
function isPast({ places, lastSeenAt }: Card): boolean {
  return places.length === 0 && lastSeenAt !== null;
}

/** Pieces side by side, as many from the first on as a line is wide enough for, and the others each by itself. */
function together(pieces: Segment, width: number): ReadonlyArray<Segment> {
  const joined = pieces.map(([text, paint], index): Piece => [index === 0 ? text : ` ${text}`, paint]);
  if (pieces.length < 2 || widthOf(joined) <= width) return [joined];
  return [...together(pieces.slice(0, -1), width), pieces.slice(-1)];
}

function standingTexts(card: Card, ctx: Ctx): ReadonlyArray<string> {
  const { boards, places, timeframe, memoryStartsAt } = card;
  if (places.length > 0) {
    const count = boards === 0 ? 'none' : formatConfluence(boards);
    const on = `${places.length} ${places.length === 1 ? 'board' : 'boards'}`;
    // The score counts ranks 1 to 5 only .
    return boards !== null && boards >= places.length
      ? [isHighConfluence(boards) ? `◆${on}` : on]
      : [`on ${on},`, `${count} in the top 5`];
  }
  if (isPast(card)) return [`on no board of ${timeframe} ${card.isRecorded ? 'then' : 'now'}`];
  const since = memoryStartsAt === null ? [] : [`since ${formatMinute(memoryStartsAt, ctx)}`];
  return [`on no board of ${timeframe}`, ...since];
}

function standingPaint({ boards, places }: Card, theme: Theme): Paint {
  if (places.length === 0) return theme.strong;
  return isHighConfluence(boards) ? theme.accent : unpainted;
}

/** `(4 until 14:17)`: the number of boards before; empty if there is none. */
function historyNote({ boards, places, record }: Card, ctx: Ctx): string {
  if (boards === null || record === null || record.isAtLeast || record.previousBoards === null) return '';
  if (record.previousBoards === boards) return '';
  const score = boards === places.length ? '' : ' in the top 5';
  return `(${record.previousBoards}${score} until ${formatMinute(record.boardsSince, ctx)})`;
}

/** `left: Search 12:15 (was 5), Low float 10:40 (was 8)`, the last one first. */
function leftLines({ left }: Card, ctx: Ctx): ReadonlyArray<Line> {
  if (left.length === 0) return [];
  const { width, theme } = ctx;
  const stints = left.map(({ board, leftAt, rank, isLeftInHole }, index) => {
    const time = formatMinute(leftAt, ctx);
    const when = isLeftInHole ? `after ${time}` : time;
    return `${boardTitle(board)} ${when} (was ${rankText(board, rank)})${index < left.length - 1 ? ',' : ''}`;
  });
  return flow([[['left:', theme.muted]], ...stints.map((text): Segment => [[text, theme.muted]])], width, 1);
}

/** A board that the symbol is on. */
export interface CardPlace {
  readonly board: string;
  readonly rank: number | null;
  /** Of a board with groups: the one that has the symbol, and the rank in it. */
  readonly group: GroupRank | null;
  readonly metric: string | null;
  /** Null where memory has nothing: the snapshot has no time. */
  readonly path: PathPlace | null;
  readonly trend: Trend | null;
}

/** Cells of the names of boards, in both tables. */
const MIN_BOARD_WIDTH = 12;
const MAX_BOARD_WIDTH = 16;
const MAX_TRAIL = 60;
const GAP = 2;

/** A header, then a line for each board: rank, best rank, since when and how long, all its ranks of the day, and the metric. */
function placeLines({ places, points, maxGap }: Card, ctx: Ctx): ReadonlyArray<Line> {
  if (places.length === 0) return [];
  const { width, theme } = ctx;
  const placeOf = new Map(places.map((place) => [place.board, place]));
  const rows = places.map(({ board }): Row => ({ ...EMPTY_ROW, board }));
  const nameOf = ({ board, group }: CardPlace) =>
    group === null ? boardTitle(board) : `${boardTitle(board)} ${group.name}`;
  const widestBoard = Math.max(MIN_BOARD_WIDTH, ...places.map((place) => displayWidth(nameOf(place))));
  const ages = places.map(({ path }) => (path === null ? '' : formatAgeText(path.there)));
  const ageCells = Math.max(...ages.map((age) => age.length));
  const trailCells = Math.min(MAX_TRAIL, points.length);
  const start = points[0]?.asOf ?? Number.NaN;
  const tableWith = (trail: string) => {
    const columns = [
      ...column('', 0, {
        least: Math.min(MAX_BOARD_WIDTH, widestBoard),
        text: nameOf,
      }),
      ...column('now', 0, {
        isRight: true,
        text: ({ rank, group }) => String(group?.rank ?? rank ?? ABSENT),
        paint: () => theme.strong,
      }),
      ...column('best', 2, {
        isRight: true,
        text: ({ path, board, group }) =>
          path && (group === null ? String(path.best) : rankText(board, path.best, group.name)),
        paint: () => theme.muted,
      }),
      ...column('entered', 1, {
        least: Math.max('entered'.length, ageCells),
        text: ({ path }, cells) => path && enteredText(path, ageCells, cells, ctx),
        isStepped: true,
      }),
      ...column(trail, 3, {
        least: Math.max(MIN_SPARK, trail.length),
        most: Math.max(trail.length, trailCells),
        text: ({ path, board, group }, cells) =>
          path && sparklineOf(samplesOf(path.trail, Math.min(cells, trailCells), maxGap), group && board),
        paint: ({ trend }) => paintOfTrend(theme, trend),
      }),
      ...column('metric', 4, { text: ({ metric }) => metric && cleanText(metric) }),
    ];
    return layOut(columns, rows, width, null, GAP);
  };
  const whole = tableWith(`trail since ${formatClock(start, ctx)}`);
  const table = whole.columns.some(({ field }) => field.label.startsWith('trail'))
    ? whole
    : tableWith('trail');
  return draw(table, rows, ctx).flat();

  /** A column as wide as its widest text; none if it has no text. `order` is as in the table engine. */
  function column(label: string, order: number, style: PlaceStyle): ReadonlyArray<TableColumn> {
    const { text, paint = () => unpainted, isRight = false, isStepped = false } = style;
    const { most = Number.POSITIVE_INFINITY } = style;
    const textOf = (row: Row, _: unknown, cells: number) => {
      const place = placeOf.get(row.board ?? '');
      return (place === undefined ? null : text(place, cells)) ?? '';
    };
    const widest = Math.max(...rows.map((row) => displayWidth(textOf(row, null, most))));
    if (widest === 0) return [];
    const cells = Math.min(most, Math.max(label.length, widest));
    const least = Math.min(style.least ?? cells, most);
    return [
      {
        field: { ...fieldNamed('board'), label, align: isRight ? 'right' : 'left', text: textOf },
        order,
        size: fixed(least, Math.max(least, cells)),
        isStepped,
        paint: (row) => {
          const place = placeOf.get(row.board ?? '');
          return place === undefined ? unpainted : paint(place);
        },
      },
    ];
  }
}

interface PlaceStyle {
  text(place: CardPlace, cells: number): string | null | undefined;
  paint?(place: CardPlace): Paint;
  readonly isRight?: boolean;
  readonly isStepped?: boolean;
  readonly least?: number;
  readonly most?: number;
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

/** A symbol in a timeframe. */
export interface CardTimeframe {
  readonly timeframe: Timeframe;
  /** The time of the snapshot; null if it has none. */
  readonly asOf: number | null;
  /** Null without a snapshot. */
  readonly standing: Pick<Standing, 'boards' | 'bias' | 'dayPct' | 'placements'> | null;
  /** Whether it was asked for and no response has come. */
  readonly isAsked: boolean;
}

/** Snapshots this much older than that of the card have their time. */
const OLD_MS = 5 * MINUTE_MS;
/** Cells of a timeframe: the most, the least for its whole name, and for a change. */
const MAX_CELLS = 15;
const NAME_CELLS = 11;
const MIN_CELLS = 8;

/** Boards × timeframes: `?` without a snapshot, `–` on no board, `…` on its way. In narrow blocks, one below the other. */
function matrixLines(card: Card, ctx: Ctx): ReadonlyArray<Line> {
  const { width } = ctx;
  const found = card.timeframes.map(({ standing }) => standing?.placements.map(({ board }) => board) ?? []);
  const own = card.places.map(({ board }) => board);
  const boards = [...new Set([...own, ...found.flat()])];
  const widest = Math.max(MIN_BOARD_WIDTH, ...boards.map((board) => displayWidth(boardTitle(board))));
  const roomBeside = (count: number, cells: number) => width - count * cells - 1;
  const least = roomBeside(2, NAME_CELLS) < MIN_BOARD_WIDTH ? MIN_CELLS : NAME_CELLS;
  // Names of boards leave room for all timeframes, or for two where that is too little.
  const all = roomBeside(TIMEFRAMES.length, least);
  const label = Math.min(widest, all < MIN_BOARD_WIDTH ? roomBeside(2, least) : all) + 1;
  const count = Math.min(TIMEFRAMES.length, Math.floor((width - label) / least));
  const cells = Math.min(MAX_CELLS, Math.floor((width - label) / count));
  const blocks = Array.from({ length: Math.ceil(TIMEFRAMES.length / count) }, (_, block) =>
    TIMEFRAMES.slice(block * count, (block + 1) * count),
  );
  return blocks.flatMap((timeframes, index) => [
    ...(index === 0 ? [] : [BLANK]),
    ...blockLines(timeframes, { card, boards, label, cells }, ctx),
  ]);
}

interface Matrix {
  readonly card: Card;
  readonly boards: ReadonlyArray<string>;
  /** Cells of the names of boards, and of a timeframe. */
  readonly label: number;
  readonly cells: number;
}

/** Boards and change, then the ranks on each board that one of the timeframes has. */
function blockLines(
  timeframes: ReadonlyArray<Timeframe>,
  { card, boards, label, cells }: Matrix,
  ctx: Ctx,
): ReadonlyArray<Line> {
  const { theme, width } = ctx;
  const known = timeframes.map((timeframe) => card.timeframes.find((each) => each.timeframe === timeframe));
  const shownAt = card.timeframes.find(({ timeframe }) => timeframe === card.timeframe)?.asOf ?? Number.NaN;
  const isOld = (asOf: number | null = null) => asOf !== null && shownAt - asOf > OLD_MS;
  const names = timeframeNames(timeframes, cells - 1);
  const row = (name: string, pieces: ReadonlyArray<Piece>): ReadonlyArray<Line> =>
    pieces.every(([text]) => text === '')
      ? []
      : [
          joinPieces(
            [
              [fitCell(name, label - 1), unpainted],
              [' ', unpainted],
              ...pieces.flatMap(([text, paint]) => cellPieces(text, cells, fieldNamed('board'), paint)),
            ],
            width,
          ),
        ];
  return [
    ...row(
      '',
      timeframes.map((timeframe, index) => [
        names[index] ?? timeframe,
        timeframe === card.timeframe ? theme.strong : theme.muted,
      ]),
    ),
    ...row(
      'boards',
      known.map((each) => standingPiece(each, theme)),
    ),
    ...row(
      'change',
      known.map((each) => {
        const change = each?.standing?.dayPct ?? null;
        return [change === null ? '' : formatPercent(change), paintOfSign(theme, change)];
      }),
    ),
    ...row(
      'as of',
      known.map((each) => [isOld(each?.asOf) ? formatClock(each?.asOf ?? 0, ctx) : '', theme.muted]),
    ),
    ...boards.flatMap((board) =>
      row(
        boardTitle(board),
        known.map((each) => rankPiece(each, board, theme)),
      ),
    ),
  ];
}

function standingPiece(each: CardTimeframe | undefined, theme: Theme): Piece {
  if (each === undefined || each.standing === null) return [each?.isAsked === true ? '…' : '?', theme.muted];
  const { boards, placements } = each.standing;
  if (placements.length === 0) return [ABSENT, theme.muted];
  return [formatStanding(each.standing), isHighConfluence(boards) ? theme.accent : unpainted];
}

function rankPiece(each: CardTimeframe | undefined, board: string, theme: Theme): Piece {
  const row = each?.standing?.placements.find((placement) => placement.board === board)?.row;
  if (row === undefined) return ['', unpainted];
  const isCounted = row.rank !== null && row.rank <= CONFLUENCE_RANKS;
  return [placeRank(row), isCounted ? theme.strong : unpainted];
}
