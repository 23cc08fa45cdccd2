import type { LogEntry } from '../model/log.ts';
import { HOUR_MS } from '../time-units.ts';
import { CONFLUENCE_RANKS, type Timeframe } from '../vocabulary.ts';
import { formatAgeText, formatSpan } from './age.ts';
import { joinPieces, type Line } from './box.ts';
import { CHANGE_SIGNS, onBoards, SYMBOL_WIDTH, topPlayWords } from './change-words.ts';
import { formatConfluence } from './columns.ts';
import { ABSENT, formatMinute, SESSION_SIGNS, UNKNOWN_TIME } from './format.ts';
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

/** `14:31  ◆4  PLTR   on 4 boards (was 3): movers +rvol`: one line of the log, cut at the width. */
export function renderLogLine(entry: LogEntry, options: LogLineOptions): Line {
  const { width, theme, timeframe, isSelected, isPinned } = options;
  const paint = paintOfSymbol(entry, options);
  const [sign, paintSign] = signOf(entry, theme);
  return joinPieces(
    [
      [timeOf(entry, options), theme.muted],
      [' ', unpainted],
      [fitCell(sign, 3), paintSign],
      [isSelected ? '▸' : ' ', theme.accent],
      ...symbolPieces(cleanText(entry.symbol ?? ''), SYMBOL_WIDTH, { isPinned, paint, theme }),
      [' ', unpainted],
      [timeframe === null ? '' : `${fitCell(timeframeNames([timeframe], 5)[0] ?? '', 5)}  `, theme.muted],
      [describeEntry(entry), isImportant(entry) ? unpainted : theme.muted],
    ],
    width,
  );
}

function paintOfSymbol(entry: LogEntry, { theme, isSelected, isPinned }: LogLineOptions): Paint {
  if (isSelected) return theme.selected;
  if (isPinned) return theme.pinned;
  return isImportant(entry) ? theme.strong : unpainted;
}

/** What happened, in words: `movers 3, search 5, new today`. */
export function describeEntry(entry: LogEntry): string {
  switch (entry.kind) {
    case 'session':
      return `market ${entry.to ?? 'unknown'} (was ${entry.from ?? 'unknown'})`;
    case 'topPlay':
      return describeTopPlay(entry);
    case 'bias':
      return `${entry.to} (was ${entry.from})`;
    case 'confluence':
      return describeConfluence(entry);
    case 'entered':
      return joinParts([entered(entry), news(entry), left(entry)]);
    case 'left':
      return left(entry);
  }
}

type SymbolEntry = Extract<LogEntry, { readonly kind: 'confluence' | 'entered' | 'left' }>;

function describeTopPlay({ symbol, was, there }: Extract<LogEntry, { readonly kind: 'topPlay' }>): string {
  const before = was === null ? 'none before' : `was ${cleanText(was)} for ${formatAgeText(there)}`;
  return `${topPlayWords(symbol)} (${before})`;
}

/** Names the boards that the number counts: those that it did not count before have a `+`, those that it did only then a `-`. */
function describeConfluence({ confluence, places }: SymbolEntry): string {
  const { from, to } = confluence ?? { from: 0, to: 0 };
  const counted = places.filter(({ rank }) => isCounted(rank));
  const lost = places.filter(({ rank, was }) => isCounted(was) && !isCounted(rank));
  const names = [
    ...counted.map(({ board, was }) => `${isCounted(was) ? '' : '+'}${cleanText(board)}`),
    ...lost.map(({ board }) => `-${cleanText(board)}`),
  ];
  return `${onBoards(to)} (was ${from})${names.length === 0 ? '' : `: ${names.join(' ')}`}`;
}

function isCounted(rank: number | null): boolean {
  return rank !== null && rank <= CONFLUENCE_RANKS;
}

function entered({ entered: entries }: SymbolEntry): string {
  return entries.map(({ board, rank }) => `${cleanText(board)} ${rank}`).join(', ');
}

function news({ entered: entries, firstSeen }: SymbolEntry): string {
  if (firstSeen !== null) return firstSeen === 'today' ? 'new today' : 'first seen';
  const away = Math.max(-1, ...entries.map(({ awayMilliseconds }) => awayMilliseconds ?? -1));
  if (away < 0) return entries.some(({ isReturn }) => isReturn) ? 'back' : '';
  return `back after ${formatSpan(away) || '1m'}`;
}

function left({ left: departures }: SymbolEntry): string {
  const boards = departures.map(
    ({ board, was, there }) => `${cleanText(board)} (was ${was}, there ${formatAgeText(there)})`,
  );
  return boards.length === 0 ? '' : `left ${boards.join(', ')}`;
}

function joinParts(parts: ReadonlyArray<string>): string {
  return parts.filter((part) => part !== '').join(', ');
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
