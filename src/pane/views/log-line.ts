import { formatConfluence } from '../../fields/fields.ts';
import { CHANGE_SIGNS, SYMBOL_WIDTH } from '../../output/change-words.ts';
import { symbolPieces } from '../../output/pinned.ts';
import { timeframeNames } from '../../output/timeframes.ts';
import { joinPieces, type Line, selectedLine } from '../../text/box.ts';
import type { Ctx } from '../../text/ctx.ts';
import { widthOf } from '../../text/fit.ts';
import type { Piece } from '../../text/flow.ts';
import { ABSENT, formatMinute, SESSION_SIGNS, UNKNOWN_TIME } from '../../text/format.ts';
import { cleanText, fitCell } from '../../text/safe-text.ts';
import { type Paint, type Theme, unpainted } from '../../text/theme.ts';
import { HOUR_MS } from '../../time-units.ts';
import { TIMEFRAMES, type Timeframe } from '../../vocabulary.ts';
import type { FoldedEntry } from './log-entries.ts';
import { describeEntry } from './log-words.ts';

/** Older entries have a date: their time of day could be that of today. */
const MAX_AGE_OF_TIME_MS = 18 * HOUR_MS;

interface LogLineOptions extends Ctx {
  readonly timeframe: Timeframe | null;
  readonly isSelected: boolean;
  readonly isPinned: boolean;
}

interface LogLineStyle {
  readonly pins?: ReadonlyArray<string>;
  /** Whether it names the timeframe of the entry. */
  readonly hasTimeframe?: boolean;
  readonly isSelected?: boolean;
}

/** Narrower lines have shorter cells before the words. */
const MIN_WIDTH_OF_NAMES = 60;
/** Narrower lines have shorter words. */
const MIN_WIDTH_OF_WORDS = 48;

/** `14:31  ◆4     PLTR    on 4 boards (was 3): in Movers; Forum`, in 30 columns `14:31 ◆4  PLTR  2 was 3: in M…`: cut at the width. */
export function renderLogLine(
  entry: FoldedEntry & { readonly timeframe?: Timeframe },
  ctx: Ctx,
  { pins = [], hasTimeframe = false, isSelected = false }: LogLineStyle = {},
): Line {
  const { width, theme } = ctx;
  const timeframe = hasTimeframe ? (entry.timeframe ?? null) : null;
  const isPinned = entry.symbol !== null && pins.includes(entry.symbol);
  const options = { ...ctx, timeframe, isSelected, isPinned };
  const cells = [
    [timeOf(entry, options), theme.muted],
    ...(width < MIN_WIDTH_OF_NAMES ? narrowCells(entry, options) : wideCells(entry, options)),
  ] as const;
  const words = describeEntry(entry, {
    ...options,
    isShort: width < MIN_WIDTH_OF_WORDS,
    room: width - widthOf(cells),
  });
  const line = joinPieces([...cells, [words, isImportant(entry) ? unpainted : theme.muted]], width);
  return isSelected ? selectedLine(line, width, theme) : line;
}

const SIGN_WIDTH = 'in/out'.length;
const CHURN_SIGN = `${CHANGE_SIGNS.entered}/${CHANGE_SIGNS.left}`;

/** Sign, symbol, and the name of the timeframe. */
function wideCells(entry: FoldedEntry, options: LogLineOptions): ReadonlyArray<Piece> {
  const { theme, timeframe } = options;
  const [sign, paintSign] = signOf(entry, theme);
  const isChurn = entry.churn !== undefined && entry.kind !== 'confluence';
  return [
    [`  ${fitCell(isChurn ? CHURN_SIGN : sign, SIGN_WIDTH)}`, paintSign],
    ...symbolCells(entry, SYMBOL_WIDTH, options),
    [' ', unpainted],
    [timeframe === null ? '' : `${fitCell(timeframeNames([timeframe], 5)[0] ?? '', 5)}  `, theme.muted],
  ];
}

const NARROW_SIGN_WIDTH = 3;
const NARROW_SYMBOL_WIDTH = 5;

/** As `wideCells`, with the digit that shows the timeframe. Without a symbol, the words have its room. */
function narrowCells(entry: FoldedEntry, options: LogLineOptions): ReadonlyArray<Piece> {
  const { theme, timeframe } = options;
  const [sign, paintSign] = signOf(entry, theme);
  const digit: Piece = [timeframe === null ? ' ' : `${TIMEFRAMES.indexOf(timeframe) + 1} `, theme.muted];
  if (entry.symbol === null) return [[sign === '' ? '' : ` ${sign}`, paintSign], markOf(options), digit];
  return [
    [` ${fitCell(sign, NARROW_SIGN_WIDTH)}`, paintSign],
    ...symbolCells(entry, NARROW_SYMBOL_WIDTH, options),
    digit,
  ];
}

function symbolCells(entry: FoldedEntry, cells: number, options: LogLineOptions): ReadonlyArray<Piece> {
  const { theme, isPinned } = options;
  const paint = paintOfSymbol(entry, options);
  return [markOf(options), ...symbolPieces(cleanText(entry.symbol ?? ''), cells, { isPinned, paint, theme })];
}

function markOf({ isSelected, theme }: LogLineOptions): Piece {
  return [isSelected ? '▸' : ' ', theme.accent];
}

function paintOfSymbol(entry: FoldedEntry, { theme, isPinned }: LogLineOptions): Paint {
  if (isPinned) return theme.pinned;
  return isImportant(entry) ? theme.strong : unpainted;
}

function signOf(entry: FoldedEntry, theme: Theme): readonly [string, Paint] {
  switch (entry.kind) {
    case 'confluence': {
      const { from, to } = entry.confluence ?? { from: 0, to: 0 };
      return [formatConfluence(to), to > from ? theme.highlight : theme.muted];
    }
    case 'entered':
      return [CHANGE_SIGNS.entered, theme.accent];
    case 'left':
      return [CHANGE_SIGNS.left, theme.muted];
    case 'gap':
      return ['', unpainted];
    case 'topPlay':
      return [CHANGE_SIGNS.topPlay, theme.highlight];
    case 'session':
      return [entry.to === null ? '?' : SESSION_SIGNS[entry.to], theme.strong];
    case 'bias':
      return [CHANGE_SIGNS.bias, theme.muted];
  }
}

function isImportant({ kind }: FoldedEntry): boolean {
  return kind === 'confluence' || kind === 'topPlay' || kind === 'session' || kind === 'gap';
}

/** Five cells: the time of day, or the date of an entry that is not of the last hours. */
function timeOf({ asOf }: FoldedEntry, ctx: Ctx): string {
  const text = formatMinute(asOf, ctx);
  if (text === UNKNOWN_TIME) return fitCell(ABSENT, 5);
  if (ctx.nowMilliseconds - asOf < MAX_AGE_OF_TIME_MS || text.length <= 5) return fitCell(text.slice(-5), 5);
  return text.slice(5, 10);
}
