import type { BoardRow } from '../api/snapshot.ts';
import { ABSENT } from './format.ts';
import { cleanText } from './safe-text.ts';

/** The metrics of a board, with the words that all of them end with taken out. */
export interface Metrics {
  /** The shared words: `of float`, `queries`; empty if there are none. */
  readonly words: string;
  /** The label of their column, where they are not metrics but stand in place of them. */
  readonly label?: string;
  text(row: BoardRow): string;
}

/**
 * Finds the trailing words without a digit that all metrics of a board share. There are none unless at least two rows have a
 * metric, and something of each metric remains.
 */
export function splitMetrics(rows: ReadonlyArray<BoardRow>): Metrics {
  const metrics = rows.flatMap(({ metric }) => (metric === null ? [] : [wordsOf(metric)]));
  const shared = metrics.length < 2 ? 0 : countSharedWords(metrics);
  return {
    words: shared === 0 ? '' : (metrics[0]?.slice(-shared).join(' ') ?? ''),
    text({ metric }) {
      if (metric === null) return ABSENT;
      const words = wordsOf(metric);
      return words.slice(0, words.length - shared).join(' ');
    },
  };
}

function wordsOf(metric: string): ReadonlyArray<string> {
  return cleanText(metric).trim().split(/ +/);
}

function countSharedWords(metrics: ReadonlyArray<ReadonlyArray<string>>): number {
  const [first = []] = metrics;
  const most = Math.min(...metrics.map((words) => words.length)) - 1;
  let count = 0;
  while (count < most) {
    const word = first.at(-1 - count) ?? '';
    if (/\d/.test(word) || metrics.some((words) => words.at(-1 - count) !== word)) break;
    count++;
  }
  return count;
}
