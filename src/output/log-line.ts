import type { BoardCount, Churn, Departure, Entry, LogItem, LogLine } from '../market/log.ts';
import type { Ctx, Reading } from '../text/ctx.ts';
import {
  ABSENT,
  formatAgeText,
  formatClock,
  formatDuration,
  formatMinute,
  formatSpan,
  UNKNOWN_TIME,
} from '../text/format.ts';
import {
  joinPieces,
  joinTexts,
  type Line,
  type Piece,
  type Segment,
  selectedLine,
  widthOf,
} from '../text/lines.ts';
import { cleanText, clip, fitCell } from '../text/safe-text.ts';
import { type Theme, unpainted } from '../text/theme.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';
import { CONFLUENCE_RANKS, groupRanksOf, rankText, TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import { boardTitle } from './board.ts';
import { onBoards, SYMBOL_WIDTH, signOf, topPlayWords } from './changes.ts';
import { symbolPieces, timeframeNames } from './pieces.ts';

/** Older entries have a date: their time of day could be that of today. */
const MAX_AGE_OF_TIME_MS = 18 * HOUR_MS;
/** Narrower lines have shorter cells before the words, then shorter words, then shorter signs. */
const MIN_WIDTH_OF_NAMES = 60;
const MIN_WIDTH_OF_WORDS = 48;
const MIN_WIDTH_OF_SIGNS = 40;

/** The sign of a symbol that came and left. */
const IN_OUT = 'in/out';

interface LogLineStyle {
  readonly pins?: ReadonlyArray<string>;
  /** Whether it names the timeframe of the entry: narrow, by the digit that shows it. */
  readonly hasTimeframe?: boolean;
  readonly isSelected?: boolean;
}

/** `14:31  ◆4     PLTR    on 4 boards (was 3): in Movers; Forum`, in 30 columns `14:31 ◆4  PLTR  2 was 3: in M…`: cut at the width. */
export function renderLogLine(
  line: LogLine<LogItem & { readonly timeframe?: Timeframe }>,
  ctx: Ctx,
  { pins = [], hasTimeframe = false, isSelected = false }: LogLineStyle = {},
): Line {
  const { width, theme } = ctx;
  const { first, churn } = line;
  const { symbol, kind } = first;
  const isImportant = ['confluence', 'topPlay', 'session', 'gap'].includes(kind);
  const isPinned = symbol !== null && pins.includes(symbol);
  const isWide = width >= MIN_WIDTH_OF_NAMES;
  const [sign, paintSign] = signPiece(first, theme, churn !== null);
  const signWidth = width < MIN_WIDTH_OF_SIGNS && churn === null ? 3 : IN_OUT.length;
  const style = { isPinned, paint: isPinned || isImportant ? theme.strong : unpainted, theme };
  const cells: Segment = [
    [timeOf(first, ctx), theme.muted],
    [signText(), paintSign],
    [isSelected ? '▸' : ' ', theme.accent],
    // In a narrow line without a symbol, the words have its room.
    ...(isWide || symbol !== null
      ? symbolPieces(cleanText(symbol ?? ''), isWide ? SYMBOL_WIDTH : 5, style)
      : []),
    [hasTimeframe && first.timeframe !== undefined ? timeframeText(first.timeframe) : ' ', theme.muted],
  ];
  const words = describeLine(line, {
    ...ctx,
    isShort: width < MIN_WIDTH_OF_WORDS,
    room: width - widthOf(cells),
  });
  const whole = joinPieces([...cells, [words, isImportant ? unpainted : theme.muted]], width);
  return isSelected ? selectedLine(whole, width, theme) : whole;

  function signText(): string {
    if (isWide) return `  ${fitCell(sign, signWidth)}`;
    if (symbol !== null) return ` ${fitCell(sign, signWidth)}`;
    return sign === '' ? '' : ` ${sign}`;
  }

  function timeframeText(timeframe: Timeframe): string {
    if (!isWide) return `${TIMEFRAMES.indexOf(timeframe) + 1} `;
    return ` ${fitCell(timeframeNames([timeframe], 5)[0] ?? '', 5)}  `;
  }
}

function signPiece(entry: LogItem, theme: Theme, isChurn: boolean): Piece {
  const { kind } = entry;
  const to = kind === 'session' || kind === 'confluence' ? entry.to : null;
  const sign = isChurn ? IN_OUT : signOf(kind, null, to);
  if (kind === 'session') return [sign, theme.strong];
  const isUp = kind === 'confluence' ? entry.to > entry.from : kind === 'entered' || kind === 'topPlay';
  return [sign, isUp ? theme.accent : theme.muted];
}

/** Five cells: the time of day, or the date of an entry that is not of the last hours. */
function timeOf({ asOf }: LogItem, ctx: Ctx): string {
  const text = formatMinute(asOf, ctx);
  if (text === UNKNOWN_TIME) return fitCell(ABSENT, 5);
  if (ctx.nowMilliseconds - asOf < MAX_AGE_OF_TIME_MS || text.length <= 5) return fitCell(text.slice(-5), 5);
  return text.slice(5, 10);
}

interface WordsOptions extends Reading {
  /** Where the sign of the entry has to say a part of it. */
  readonly isShort: boolean;
  /** Cells: the first board gives way, so that its rank is whole. */
  readonly room: number;
}

/** What happened, in words: `Movers 3, Search 8→5, new today`; `Movers (was 3, there 22m)`, short `Movers 3 (22m)`. */
function describeLine(line: LogLine, options: WordsOptions): string {
  const { first } = line;
  switch (first.kind) {
    case 'gap':
      return describeGap(first, options);
    case 'session':
      return `market ${first.to ?? 'unknown'} (was ${first.from ?? 'unknown'})`;
    case 'topPlay':
      return describeTopPlay(first);
    case 'bias':
      return `${first.to} (was ${first.from})`;
    case 'confluence':
      return describeCount(first, options);
    case 'entered':
    case 'left': {
      if (line.churn !== null) return describeChurn(first, line.churn, options);
      const entries = line.items.filter((item) => item.kind === 'entered');
      const departures = line.items.filter((item) => item.kind === 'left');
      return joinTexts(
        ', ',
        entered(entries, options),
        news(entries),
        left(departures, entries.length > 0, options),
      );
    }
  }
}

type Of<Kind extends LogItem['kind']> = Extract<LogItem, { readonly kind: Kind }>;

function describeTopPlay({ symbol, was, there }: Of<'topPlay'>): string {
  const before = was === null ? 'none before' : `was ${cleanText(was)} for ${formatAgeText(there)}`;
  return `${topPlayWords(symbol)} (${before})`;
}

function describeGap({ from, asOf }: Of<'gap'>, options: Reading): string {
  const days = asOf - from < DAY_MS ? '' : ` (${formatSpan(asOf - from)})`;
  return `no data ${formatClock(from, options)}–${formatClock(asOf, options)}${days}`;
}

/** Names the boards that the number counts, first those that it did not count before, then those that it did only then. */
function describeCount({ from, to, places }: BoardCount, options: WordsOptions): string {
  const named = (word: string, isNamed: (place: BoardCount['places'][number]) => boolean) => {
    const titles = places.filter(isNamed).map(({ board }) => boardTitle(board));
    return titles.length === 0 ? '' : word + titles.join(', ');
  };
  const names = joinTexts(
    '; ',
    named('in ', ({ rank, was }) => isCounted(rank) && !isCounted(was)),
    named('out ', ({ rank, was }) => isCounted(was) && !isCounted(rank)),
    named('', ({ rank, was }) => isCounted(rank) && isCounted(was)),
  );
  const score = options.isShort ? `was ${from}` : `${onBoards(to)} (was ${from})`;
  return joinTexts(': ', score, names);
}

/** `Momentum 4, back, 3 times in 9 min`, `Momentum, left, there 5m`, `Momentum 5→7, there 5m`; short `Momentum left`. */
function describeChurn(move: Entry | Departure, churn: Churn, { isShort, room }: WordsOptions): string {
  const isBack = move.kind === 'entered';
  const { board } = move;
  const rank = isBack
    ? rankText(board, move.rank)
    : move.to === null
      ? ''
      : movedText(board, move.was, move.to);
  if (isShort) return placeWords(board, rank === '' ? 'left' : rank, room);
  const span = formatSpan(churn.milliseconds);
  const times =
    churn.times > 1
      ? `${isBack ? 'back, ' : ''}${churn.times} times in ${formatDuration(churn.milliseconds)}`
      : isBack
        ? `back after ${span}`
        : `there ${span}`;
  return joinTexts(', ', placeWords(board, rank, room), rank === '' ? 'left' : '', times);
}

function isCounted(rank: number | null): boolean {
  return rank !== null && rank <= CONFLUENCE_RANKS;
}

function entered(entries: ReadonlyArray<Entry>, { room }: WordsOptions): string {
  return entries
    .map(({ board, rank, from }) => placeWords(board, movedText(board, from, rank), room))
    .join(', ');
}

/** `8→4`, `3` without a rank before; `penny 6`, `blue 6→5`, `mid 1→blue 5` where people read a board as several. */
function movedText(board: string, from: number | null, to: number): string {
  if (from === null) return rankText(board, to);
  return `${rankText(board, from)}→${rankText(board, to, groupRanksOf(board)[from - 1]?.name)}`;
}

/** `Movers 3`; a board whose rank would be cut is cut instead. */
function placeWords(board: string, rank: number | string, room: number): string {
  const end = rank === '' ? '' : ` ${rank}`;
  return `${clip(boardTitle(board), Math.max(1, room - end.length))}${end}`;
}

function news(entries: ReadonlyArray<Entry>): string {
  const firstSeen = entries.find((entry) => entry.firstSeen !== null)?.firstSeen;
  if (firstSeen != null) return firstSeen === 'today' ? 'new today' : 'first seen';
  const away = Math.max(-1, ...entries.map(({ awayMilliseconds }) => awayMilliseconds ?? -1));
  if (away < 0) return entries.some(({ isReturn }) => isReturn) ? 'back' : '';
  return `back after ${formatSpan(away)}`;
}

function left(
  departures: ReadonlyArray<Departure>,
  isAfterEntries: boolean,
  { isShort, room }: WordsOptions,
): string {
  if (departures.length === 0) return '';
  const boards = departures.map(({ board, was, to, there }) => {
    if (to !== null) return placeWords(board, movedText(board, was, to), room);
    return isShort
      ? `${placeWords(board, rankText(board, was), room)} (${formatAgeText(there)})`
      : `${boardTitle(board)} (was ${rankText(board, was)}, there ${formatAgeText(there)})`;
  });
  // The sign says it of an entry that is about departures only.
  return `${isAfterEntries ? 'out ' : ''}${boards.join(', ')}`;
}
