import { boardTitle } from '../fields/board-title.ts';
import { changeWords, SIGN_CELLS, SYMBOL_WIDTH, signOf, topPlayWords } from '../fields/change-words.ts';
import { HOUR_MS, type Reading } from '../lib/time.ts';
import { TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import type { LogItem, LogLine } from '../market/log.ts';
import { isOneOf } from '../market/ticker.ts';
import {
  ageInWords,
  formatClock,
  formatDuration,
  formatMinute,
  formatShortDuration,
} from '../text/format.ts';
import { joinPieces, joinTexts, type Segment, selectedLine, widthOf } from '../text/lines.ts';
import { clip, fitCell } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';
import { symbolPieces } from './pieces.ts';

/** Older items show their date: their time of day could be mistaken for one of today. */
const MAX_AGE_OF_TIME_MS = 18 * HOUR_MS;
const MIN_WIDTH_OF_NAMES = 60;

const ORDINALS = 'second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

interface LogLineStyle {
  readonly pins?: ReadonlyArray<string>;
  /**
   * The timeframes of the log. With several, each line shows its own: by name, or by the digit of its tab.
   */
  readonly polled?: ReadonlyArray<Timeframe>;
  readonly isSelected?: boolean;
}

/** `14:31  ◆4    PLTR    on 4 boards (was 3): in Movers 2; Forum` */
export function renderLogLine(
  line: LogLine,
  style: Style,
  { pins = [], polled = [], isSelected = false }: LogLineStyle = {},
): string {
  const { width, theme } = style;
  const { first } = line;
  const { symbol, type, timeframe } = first;
  const isImportant = ['confluence', 'topPlay', 'session', 'gap', 'day', 'rang'].includes(type);
  const isPinned = symbol !== null && isOneOf(pins, symbol);
  const isWide = width >= MIN_WIDTH_OF_NAMES;
  const gap = isWide ? '  ' : ' ';
  const symbolStyle = { isPinned, paint: isPinned || isImportant ? theme.strong : unpainted, theme };
  const cells: Segment = [
    [timeOf(first, style) + gap, theme.muted],
    [
      fitCell(theme.glyphs(signOf(type, first.from, first.to)), SIGN_CELLS + (isWide ? 1 : 0)),
      signPaint(first, theme),
    ],
    [isSelected ? '▸' : ' ', theme.accent],
    ...symbolPieces(symbol ?? '', isWide ? SYMBOL_WIDTH : 5, symbolStyle),
    [
      timeframe !== undefined && polled.length > 1 ? timeframeText(timeframe, polled, isWide) : ' ',
      theme.muted,
    ],
  ];
  const words = theme.glyphs(describeLine(line, width - widthOf(cells), style));
  const whole = joinPieces([...cells, [words, isImportant ? unpainted : theme.muted]], width);
  return isSelected ? selectedLine(whole, width, theme) : whole.trimEnd();
}

function timeframeText(timeframe: Timeframe, all: ReadonlyArray<Timeframe>, isWide: boolean): string {
  const longest = Math.max(...all.map(({ length }) => length));
  return isWide ? ` ${timeframe.padEnd(longest)}  ` : `${TIMEFRAMES.indexOf(timeframe) + 1} `;
}

function signPaint({ type, from, to }: LogItem, theme: Theme): Paint {
  if (type === 'session') return theme.strong;
  if (type === 'bias') return theme.muted;
  const isGain =
    type === 'confluence' ? Number(to) > Number(from) : type === 'topPlay' ? to !== null : type === 'entered';
  return isGain ? theme.accent : theme.strong;
}

/** `14:31`, or `11-20` for an older item. */
function timeOf({ time }: LogItem, style: Style): string {
  const text = formatMinute(time, style);
  const isRecent = style.now - time < MAX_AGE_OF_TIME_MS || text.length <= 5;
  return isRecent ? text.slice(-5) : text.slice(5, 10);
}

/** `Movers 3, Search 8→5, new today`, `Movers (was 3, there 22m)` */
function describeLine({ first, items }: LogLine, room: number, style: Reading): string {
  const { type, symbol, from, there } = first;
  if (type === 'gap') return `no data ${formatMinute(Number(from), style)}–${formatClock(first.time, style)}`;
  if (type === 'day') return 'new market day';
  if (type === 'rang') return String(first.to);
  if (type === 'topPlay') {
    const former = joinTexts(' for ', String(from), ageInWords(there));
    const was = from === null ? 'none before' : `was ${former}`;
    return `${topPlayWords(symbol)} (${was})`;
  }
  const movesOf = (each: LogItem['type']) =>
    joinTexts(', ', ...items.filter((item) => item.type === each).map((item) => describeMove(item, room)));
  const [entered, left] = [movesOf('entered'), movesOf('left')];
  const repeated = repeatedText(first);
  // `third time` already implies that the symbol was away.
  const news = type === 'entered' && repeated !== '' ? '' : newsOf(items);
  const moves = joinTexts(', ', entered, news, left, repeated);
  if (type === 'entered' || type === 'left') return moves;
  const words = changeWords({ ...first, type });
  if (type !== 'confluence') return words;
  const moved = items.map(({ board }) => board);
  const others = (first.boards ?? []).filter((board) => !moved.includes(board)).map(boardTitle);
  const boards = [entered && `in ${entered}`, left && `out ${left}`, others.join(', ')];
  return joinTexts(': ', joinTexts(', ', words, repeated), joinTexts('; ', ...boards));
}

function repeatedText({ repeated }: LogItem): string {
  if (repeated === undefined || repeated === 'again') return repeated ?? '';
  const { times, milliseconds } = repeated;
  const ordinal = ORDINALS[times - 2];
  return `${ordinal === undefined ? `${times} times` : `${ordinal} time`} in ${formatDuration(milliseconds)}`;
}

/** Cuts the name of a board rather than its rank. */
function describeMove({ board, type, from, to, there }: LogItem, room: number): string {
  const key = board ?? '';
  if (type === 'left' && to === null)
    return `${boardTitle(key)} (was ${joinTexts(', there ', String(from), ageInWords(there))})`;
  const rank = from === null ? String(to) : `${from}→${to}`;
  return `${clip(boardTitle(key), Math.max(1, room - rank.length - 2))} ${rank}`;
}

function newsOf(items: ReadonlyArray<LogItem>): string {
  const isNew = items.find((item) => item.isNew !== undefined)?.isNew;
  if (isNew !== undefined) return isNew === 'today' ? 'new today' : 'first seen';
  const away = items.flatMap(({ awayMilliseconds }) => awayMilliseconds ?? []);
  return away.length === 0 ? '' : `back after ${formatShortDuration(Math.max(...away))}`;
}
