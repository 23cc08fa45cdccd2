import type { BoardRow } from '../service/snapshot.ts';
import { ABSENT } from '../text/format.ts';
import { cleanText } from '../text/safe-text.ts';

/** The metrics of a board, with the words that all of them end with taken out. */
export interface Metrics {
  /** The shared words: `of float`, `queries`; empty if there are none. */
  readonly words: string;
  /** Whether every metric only repeats the change of its row. */
  readonly repeatsChange: boolean;
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
    repeatsChange: metrics.length > 0 && rows.every(repeatsChange),
    words: shared === 0 ? '' : (metrics[0]?.slice(-shared).join(' ') ?? ''),
    text({ metric }) {
      if (metric === null) return ABSENT;
      const words = wordsOf(metric);
      return words.slice(0, words.length - shared).join(' ');
    },
  };
}

/** `+9.7%` beside a change of +9.69 %; a row without a metric says nothing else. */
function repeatsChange({ metric, dayPct }: BoardRow): boolean {
  if (metric === null) return true;
  const [, digits] = /^([+-]?\d+(?:\.\d+)?) ?%$/.exec(cleanText(metric).trim()) ?? [];
  if (digits === undefined || dayPct === null) return false;
  const places = digits.split('.')[1]?.length ?? 0;
  return Math.abs(Number(digits) - dayPct) <= 0.51 * 10 ** -places;
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
