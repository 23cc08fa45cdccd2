import { formatConfluence } from '../fields/fields.ts';
import type { LogEntry } from '../model/log.ts';
import { HOUR_MS } from '../time-units.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import { joinPieces, type Line } from './box.ts';
import { CHANGE_SIGNS, SYMBOL_WIDTH } from './change-words.ts';
import { fitText, widthOf } from './fit.ts';
import type { Piece } from './flow.ts';
import { ABSENT, formatMinute, SESSION_SIGNS, UNKNOWN_TIME } from './format.ts';
import { describeEntry } from './log-words.ts';
import { symbolPieces } from './pinned.ts';
import { cleanText, fitCell } from './safe-text.ts';
import { type Paint, type Theme, unpainted } from './theme.ts';
import { timeframeNames } from './timeframes.ts';

/** Older entries have a date: their time of day could be that of today. */
const MAX_AGE_OF_TIME_MS = 18 * HOUR_MS;

export interface LogLineOptions {
  readonly width: number;
  readonly theme: Theme;
  /** The timeframe of the entry, if the log has several. */
  readonly timeframe: Timeframe | null;
  readonly isSelected: boolean;
  readonly isPinned: boolean;
  readonly nowMilliseconds: number;
}

/** Narrower lines have shorter cells before the words. */
const MIN_WIDTH_OF_NAMES = 60;
/** Narrower lines have shorter words. */
const MIN_WIDTH_OF_WORDS = 48;

/** `14:31 ◆4  PLTR    on 4 boards (was 3): movers +rvol`, in 30 columns `14:31 ◆4 PLTR  2 was 3: mover…`: cut at the width. */
export function renderLogLine(entry: LogEntry, options: LogLineOptions): Line {
  const { width, theme } = options;
  const cells = [
    [timeOf(entry, options), theme.muted],
    [' ', unpainted],
    ...(width < MIN_WIDTH_OF_NAMES ? narrowCells(entry, options) : wideCells(entry, options)),
  ] as const;
  const words = describeEntry(entry, { isShort: width < MIN_WIDTH_OF_WORDS, room: width - widthOf(cells) });
  return joinPieces([...cells, [words, isImportant(entry) ? unpainted : theme.muted]], width);
}

/** Sign, symbol, and the name of the timeframe. */
function wideCells(entry: LogEntry, options: LogLineOptions): ReadonlyArray<Piece> {
  const { theme, timeframe } = options;
  const [sign, paintSign] = signOf(entry, theme);
  return [
    [fitCell(sign, 3), paintSign],
    ...symbolCells(entry, SYMBOL_WIDTH, options),
    [' ', unpainted],
    [timeframe === null ? '' : `${fitCell(timeframeNames([timeframe], 5)[0] ?? '', 5)}  `, theme.muted],
  ];
}

const NARROW_SIGN_WIDTH = 2;
const NARROW_SYMBOL_WIDTH = 5;

/** As `wideCells`, with the digit that shows the timeframe. A confluence of ten or more has no room for its diamond. */
function narrowCells(entry: LogEntry, options: LogLineOptions): ReadonlyArray<Piece> {
  const { theme, timeframe } = options;
  const [sign, paintSign] = signOf(entry, theme);
  const short = fitText(NARROW_SIGN_WIDTH, sign, sign.replace('◆', ''));
  return [
    [fitCell(short, NARROW_SIGN_WIDTH), paintSign],
    ...symbolCells(entry, NARROW_SYMBOL_WIDTH, options),
    [timeframe === null ? ' ' : `${TIMEFRAMES.indexOf(timeframe) + 1} `, theme.muted],
  ];
}

function symbolCells(entry: LogEntry, cells: number, options: LogLineOptions): ReadonlyArray<Piece> {
  const { theme, isSelected, isPinned } = options;
  const paint = paintOfSymbol(entry, options);
  return [
    [isSelected ? '▸' : ' ', theme.accent],
    ...symbolPieces(cleanText(entry.symbol ?? ''), cells, { isPinned, paint, theme }),
  ];
}

function paintOfSymbol(entry: LogEntry, { theme, isSelected, isPinned }: LogLineOptions): Paint {
  if (isSelected) return theme.selected;
  if (isPinned) return theme.pinned;
  return isImportant(entry) ? theme.strong : unpainted;
}

function signOf(entry: LogEntry, theme: Theme): readonly [string, Paint] {
  switch (entry.kind) {
    case 'confluence': {
      const { from, to } = entry.confluence ?? { from: 0, to: 0 };
      return [formatConfluence(to), to > from ? theme.highlight : theme.muted];
    }
    case 'entered':
      return [CHANGE_SIGNS.entered, theme.up];
    case 'left':
      return [CHANGE_SIGNS.left, theme.down];
    case 'topPlay':
      return [CHANGE_SIGNS.topPlay, theme.highlight];
    case 'session':
      return [entry.to === null ? '?' : SESSION_SIGNS[entry.to], theme.strong];
    case 'bias':
      return [CHANGE_SIGNS.bias, theme.muted];
  }
}

function isImportant({ kind }: LogEntry): boolean {
  return kind === 'confluence' || kind === 'topPlay' || kind === 'session';
}

/** Five cells: the time of day, or the date of an entry that is not of the last hours. */
function timeOf({ asOf }: LogEntry, { nowMilliseconds, theme }: LogLineOptions): string {
  const text = formatMinute(asOf, nowMilliseconds, theme.timeZone);
  if (text === UNKNOWN_TIME) return fitCell(ABSENT, 5);
  if (nowMilliseconds - asOf < MAX_AGE_OF_TIME_MS || text.length <= 5) return fitCell(text.slice(-5), 5);
  return text.slice(5, 10);
}
