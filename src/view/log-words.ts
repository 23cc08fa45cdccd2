import type { LogEntry } from '../model/log.ts';
import { CONFLUENCE_RANKS } from '../vocabulary.ts';
import { formatAgeText, formatSpan } from './age.ts';
import { onBoards, topPlayWords } from './change-words.ts';
import { cleanText, clip } from './safe-text.ts';

export interface WordsOptions {
  /** Where the sign of the entry has to say a part of it. */
  readonly isShort: boolean;
  /** Cells: the first board gives way, so that its rank is whole. */
  readonly room: number;
}

/** What happened, in words: `movers 3, search 5, new today`; `left movers (was 3, there 22m)`, short `movers 3 (22m)`. */
export function describeEntry(entry: LogEntry, options: WordsOptions): string {
  switch (entry.kind) {
    case 'session':
      return `market ${entry.to ?? 'unknown'} (was ${entry.from ?? 'unknown'})`;
    case 'topPlay':
      return describeTopPlay(entry);
    case 'bias':
      return `${entry.to} (was ${entry.from})`;
    case 'confluence':
      return describeConfluence(entry, options);
    case 'entered':
      return joinParts([entered(entry, options), news(entry), left(entry, options)]);
    case 'left':
      return left(entry, options);
  }
}

type SymbolEntry = Extract<LogEntry, { readonly kind: 'confluence' | 'entered' | 'left' }>;

function describeTopPlay({ symbol, was, there }: Extract<LogEntry, { readonly kind: 'topPlay' }>): string {
  const before = was === null ? 'none before' : `was ${cleanText(was)} for ${formatAgeText(there)}`;
  return `${topPlayWords(symbol)} (${before})`;
}

/** Names the boards that the number counts: those that it did not count before have a `+`, those that it did only then a `-`. */
function describeConfluence({ confluence, places }: SymbolEntry, { isShort }: WordsOptions): string {
  const { from, to } = confluence ?? { from: 0, to: 0 };
  const counted = places.filter(({ rank }) => isCounted(rank));
  const lost = places.filter(({ rank, was }) => isCounted(was) && !isCounted(rank));
  const names = [
    ...counted.map(({ board, was }) => `${isCounted(was) ? '' : '+'}${cleanText(board)}`),
    ...lost.map(({ board }) => `-${cleanText(board)}`),
  ];
  const score = isShort ? `was ${from}` : `${onBoards(to)} (was ${from})`;
  return `${score}${names.length === 0 ? '' : `: ${names.join(' ')}`}`;
}

function isCounted(rank: number | null): boolean {
  return rank !== null && rank <= CONFLUENCE_RANKS;
}

function entered({ entered: entries }: SymbolEntry, { room }: WordsOptions): string {
  return entries.map(({ board, rank }) => placeWords(board, rank, room)).join(', ');
}

/** `movers 3`; a board whose rank would be cut is cut instead. */
function placeWords(board: string, rank: number, room: number): string {
  const end = ` ${rank}`;
  return `${clip(cleanText(board), Math.max(1, room - end.length))}${end}`;
}

function news({ entered: entries, firstSeen }: SymbolEntry): string {
  if (firstSeen !== null) return firstSeen === 'today' ? 'new today' : 'first seen';
  const away = Math.max(-1, ...entries.map(({ awayMilliseconds }) => awayMilliseconds ?? -1));
  if (away < 0) return entries.some(({ isReturn }) => isReturn) ? 'back' : '';
  return `back after ${formatSpan(away)}`;
}

function left({ kind, left: departures }: SymbolEntry, { isShort, room }: WordsOptions): string {
  if (departures.length === 0) return '';
  const boards = departures.map(({ board, was, there }) =>
    isShort
      ? `${placeWords(board, was, room)} (${formatAgeText(there)})`
      : `${cleanText(board)} (was ${was}, there ${formatAgeText(there)})`,
  );
  // Short words leave it to the sign of an entry that is about departures only.
  return `${isShort && kind === 'left' ? '' : 'left '}${boards.join(', ')}`;
}

function joinParts(parts: ReadonlyArray<string>): string {
  return parts.filter((part) => part !== '').join(', ');
}
