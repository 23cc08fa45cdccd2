import { boardTitle } from '../../output/board.ts';
import { onBoards, topPlayWords } from '../../output/change-words.ts';
import { formatAgeText, formatSpan } from '../../text/age.ts';
import type { Reading } from '../../text/ctx.ts';
import { formatClock, formatDuration } from '../../text/format.ts';
import { cleanText, clip } from '../../text/safe-text.ts';
import { DAY_MS } from '../../time-units.ts';
import { CONFLUENCE_RANKS } from '../../vocabulary.ts';
import type { FoldedEntry } from './log-entries.ts';

export interface WordsOptions extends Reading {
  /** Where the sign of the entry has to say a part of it. */
  readonly isShort: boolean;
  /** Cells: the first board gives way, so that its rank is whole. */
  readonly room: number;
}

/** What happened, in words: `Movers 3, Search 8→5, new today`; `Movers (was 3, there 22m)`, short `Movers 3 (22m)`. */
export function describeEntry(entry: FoldedEntry, options: WordsOptions): string {
  switch (entry.kind) {
    case 'gap':
      return describeGap(entry, options);
    case 'session':
      return `market ${entry.to ?? 'unknown'} (was ${entry.from ?? 'unknown'})`;
    case 'topPlay':
      return describeTopPlay(entry);
    case 'bias':
      return `${entry.to} (was ${entry.from})`;
    case 'confluence':
      return describeConfluence(entry, options);
    case 'entered':
    case 'left':
      if (entry.churn !== undefined) return describeChurn(entry, options);
      return joinParts([entered(entry, options), news(entry), left(entry, options)]);
  }
}

type SymbolEntry = Extract<FoldedEntry, { readonly kind: 'confluence' | 'entered' | 'left' }>;

function describeTopPlay({ symbol, was, there }: Extract<FoldedEntry, { readonly kind: 'topPlay' }>): string {
  const before = was === null ? 'none before' : `was ${cleanText(was)} for ${formatAgeText(there)}`;
  return `${topPlayWords(symbol)} (${before})`;
}

function describeGap(
  { from, asOf }: Extract<FoldedEntry, { readonly kind: 'gap' }>,
  options: Reading,
): string {
  const days = asOf - from < DAY_MS ? '' : ` (${formatSpan(asOf - from)})`;
  return `no data ${formatClock(from, options)}–${formatClock(asOf, options)}${days}`;
}

/** Names the boards that the number counts, first those that it did not count before, then those that it did only then. */
function describeConfluence(entry: SymbolEntry, options: WordsOptions): string {
  const { confluence, places } = entry;
  const { from, to } = confluence ?? { from: 0, to: 0 };
  const named = (found: SymbolEntry['places'], word = '') =>
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
  const scores = joinParts([score, churnWords(entry, options)]);
  return `${scores}${names.length === 0 ? '' : `: ${names.join('; ')}`}`;
}

/** `Momentum 4, 3 times in 12 min`, without the rank if it left; short `3x Momentum 4`. */
function describeChurn(entry: SymbolEntry, options: WordsOptions): string {
  const times = churnWords(entry, options);
  const [{ board, rank = '' } = { board: '' }] = [
    ...entry.entered,
    ...entry.left.map(({ board }) => ({ board })),
  ];
  if (options.isShort) return `${times} ${placeWords(board, rank, options.room - times.length - 1)}`;
  return `${placeWords(board, rank, options.room)}, ${times}`;
}

function churnWords({ churn }: SymbolEntry, { isShort }: WordsOptions): string {
  if (churn === undefined) return '';
  if (isShort) return `${churn.times}x`;
  const times = churn.times === 1 ? 'once' : `${churn.times} times`;
  return `${times} in ${formatDuration(churn.milliseconds)}`;
}

function isCounted(rank: number | null): boolean {
  return rank !== null && rank <= CONFLUENCE_RANKS;
}

function entered({ entered: entries }: SymbolEntry, { room }: WordsOptions): string {
  return entries
    .map(({ board, rank, from }) => placeWords(board, from === null ? rank : `${from}→${rank}`, room))
    .join(', ');
}

/** `Movers 3`; a board whose rank would be cut is cut instead. */
function placeWords(board: string, rank: number | string, room: number): string {
  const end = rank === '' ? '' : ` ${rank}`;
  return `${clip(boardTitle(board), Math.max(1, room - end.length))}${end}`;
}

function news({ entered: entries, firstSeen }: SymbolEntry): string {
  if (firstSeen !== null) return firstSeen === 'today' ? 'new today' : 'first seen';
  const away = Math.max(-1, ...entries.map(({ awayMilliseconds }) => awayMilliseconds ?? -1));
  if (away < 0) return entries.some(({ isReturn }) => isReturn) ? 'back' : '';
  return `back after ${formatSpan(away)}`;
}

function left({ kind, left: departures }: SymbolEntry, { isShort, room }: WordsOptions): string {
  if (departures.length === 0) return '';
  const boards = departures.map(({ board, was, to, there }) => {
    if (to !== null) return placeWords(board, `${was}→${to}`, room);
    return isShort
      ? `${placeWords(board, was, room)} (${formatAgeText(there)})`
      : `${boardTitle(board)} (was ${was}, there ${formatAgeText(there)})`;
  });
  // The sign says it of an entry that is about departures only.
  return `${kind === 'left' ? '' : 'out '}${boards.join(', ')}`;
}

function joinParts(parts: ReadonlyArray<string>): string {
  return parts.filter((part) => part !== '').join(', ');
}
