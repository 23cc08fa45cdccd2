import type { BoardCount, Churn, Departure, Entry, LogItem, LogLine } from '../../market/log.ts';
import { boardTitle } from '../../output/board.ts';
import { onBoards, topPlayWords } from '../../output/change-words.ts';
import { formatAgeText, formatSpan } from '../../text/age.ts';
import type { Reading } from '../../text/ctx.ts';
import { formatClock, formatDuration } from '../../text/format.ts';
import { cleanText, clip } from '../../text/safe-text.ts';
import { DAY_MS } from '../../time-units.ts';
import { CONFLUENCE_RANKS, groupRanksOf, rankText } from '../../vocabulary.ts';

export interface WordsOptions extends Reading {
  /** Where the sign of the entry has to say a part of it. */
  readonly isShort: boolean;
  /** Cells: the first board gives way, so that its rank is whole. */
  readonly room: number;
}

/** What happened, in words: `Movers 3, Search 8→5, new today`; `Movers (was 3, there 22m)`, short `Movers 3 (22m)`. */
export function describeLine(line: LogLine, options: WordsOptions): string {
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
      return joinParts([
        entered(entries, options),
        news(entries),
        left(departures, entries.length > 0, options),
      ]);
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
  const named = (found: BoardCount['places'], word = '') =>
    found.length === 0 ? '' : word + found.map(({ board }) => boardTitle(board)).join(', ');
  const counted = places.filter(({ rank }) => isCounted(rank));
  const names = [
    named(
      counted.filter(({ was }) => !isCounted(was)),
      'in ',
    ),
    named(
      places.filter(({ rank, was }) => isCounted(was) && !isCounted(rank)),
      'out ',
    ),
    named(counted.filter(({ was }) => isCounted(was))),
  ].filter((text) => text !== '');
  const score = options.isShort ? `was ${from}` : `${onBoards(to)} (was ${from})`;
  return `${score}${names.length === 0 ? '' : `: ${names.join('; ')}`}`;
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
  return joinParts([placeWords(board, rank, room), rank === '' ? 'left' : '', times]);
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

function joinParts(parts: ReadonlyArray<string>): string {
  return parts.filter((part) => part !== '').join(', ');
}
