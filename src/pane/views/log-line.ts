import { formatConfluence } from '../../fields/fields.ts';
import type { LogItem, LogLine } from '../../market/log.ts';
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
import { describeLine } from './log-words.ts';

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
  line: LogLine<LogItem & { readonly timeframe?: Timeframe }>,
  ctx: Ctx,
  { pins = [], hasTimeframe = false, isSelected = false }: LogLineStyle = {},
): Line {
  const { width, theme } = ctx;
  const { symbol, timeframe: ownTimeframe = null } = line.first;
  const timeframe = hasTimeframe ? ownTimeframe : null;
  const isPinned = symbol !== null && pins.includes(symbol);
  const options = { ...ctx, timeframe, isSelected, isPinned };
  const cells = [
    [timeOf(line.first, options), theme.muted],
    ...(width < MIN_WIDTH_OF_NAMES ? narrowCells(line, options) : wideCells(line, options)),
  ] as const;
  const words = describeLine(line, {
    ...options,
    isShort: width < MIN_WIDTH_OF_WORDS,
    room: width - widthOf(cells),
  });
  const whole = joinPieces([...cells, [words, isImportant(line.first) ? unpainted : theme.muted]], width);
  return isSelected ? selectedLine(whole, width, theme) : whole;
}

const SIGN_WIDTH = 'in/out'.length;
const CHURN_SIGN = `${CHANGE_SIGNS.entered}/${CHANGE_SIGNS.left}`;

/** Sign, symbol, and the name of the timeframe. */
function wideCells({ first, churn }: LogLine, options: LogLineOptions): ReadonlyArray<Piece> {
  const { theme, timeframe } = options;
  const [sign, paintSign] = signOf(first, theme, churn !== null);
  return [
    [`  ${fitCell(sign, SIGN_WIDTH)}`, paintSign],
    ...symbolCells(first, SYMBOL_WIDTH, options),
    [' ', unpainted],
    [timeframe === null ? '' : `${fitCell(timeframeNames([timeframe], 5)[0] ?? '', 5)}  `, theme.muted],
  ];
}

/** Narrower lines have shorter signs. */
const MIN_WIDTH_OF_SIGNS = 40;
const NARROW_SIGN_WIDTH = 3;
const NARROW_SYMBOL_WIDTH = 5;

/** As `wideCells`, with the digit that shows the timeframe. Without a symbol, the words have its room. */
function narrowCells({ first, churn }: LogLine, options: LogLineOptions): ReadonlyArray<Piece> {
  const { theme, timeframe, width } = options;
  const [sign, paintSign] = signOf(first, theme, churn !== null);
  const digit: Piece = [timeframe === null ? ' ' : `${TIMEFRAMES.indexOf(timeframe) + 1} `, theme.muted];
  if (first.symbol === null) return [[sign === '' ? '' : ` ${sign}`, paintSign], markOf(options), digit];
  const signWidth = width < MIN_WIDTH_OF_SIGNS && churn === null ? NARROW_SIGN_WIDTH : SIGN_WIDTH;
  return [
    [` ${fitCell(sign, signWidth)}`, paintSign],
    ...symbolCells(first, NARROW_SYMBOL_WIDTH, options),
    digit,
  ];
}

function symbolCells(entry: LogItem, cells: number, options: LogLineOptions): ReadonlyArray<Piece> {
  const { theme, isPinned } = options;
  const paint = paintOfSymbol(entry, options);
  return [markOf(options), ...symbolPieces(cleanText(entry.symbol ?? ''), cells, { isPinned, paint, theme })];
}

function markOf({ isSelected, theme }: LogLineOptions): Piece {
  return [isSelected ? '▸' : ' ', theme.accent];
}

function paintOfSymbol(entry: LogItem, { theme, isPinned }: LogLineOptions): Paint {
  return isPinned || isImportant(entry) ? theme.strong : unpainted;
}

function signOf(entry: LogItem, theme: Theme, isChurn: boolean): readonly [string, Paint] {
  switch (entry.kind) {
    case 'confluence':
      return [formatConfluence(entry.to), entry.to > entry.from ? theme.accent : theme.muted];
    case 'entered':
      return [isChurn ? CHURN_SIGN : CHANGE_SIGNS.entered, theme.accent];
    case 'left':
      return [isChurn ? CHURN_SIGN : CHANGE_SIGNS.left, theme.muted];
    case 'gap':
      return ['', unpainted];
    case 'topPlay':
      return [CHANGE_SIGNS.topPlay, theme.accent];
    case 'session':
      return [entry.to === null ? '?' : SESSION_SIGNS[entry.to], theme.strong];
    case 'bias':
      return [CHANGE_SIGNS.bias, theme.muted];
  }
}

function isImportant({ kind }: LogItem): boolean {
  return kind === 'confluence' || kind === 'topPlay' || kind === 'session' || kind === 'gap';
}

/** Five cells: the time of day, or the date of an entry that is not of the last hours. */
function timeOf({ asOf }: LogItem, ctx: Ctx): string {
  const text = formatMinute(asOf, ctx);
  if (text === UNKNOWN_TIME) return fitCell(ABSENT, 5);
  if (ctx.nowMilliseconds - asOf < MAX_AGE_OF_TIME_MS || text.length <= 5) return fitCell(text.slice(-5), 5);
  return text.slice(5, 10);
}
