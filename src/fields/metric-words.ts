import type { BoardRow } from '../service/snapshot.ts';
import { ABSENT, formatPrice } from '../text/format.ts';
import { clip, displayWidth } from '../text/safe-text.ts';

/** The texts of the metric column of a board, and its label: the words that all metrics share. */
export type Metrics = Readonly<ReturnType<typeof splitMetrics>>;

/**
 * Takes out the words with which all metrics of a board begin or end. There are none unless at least two rows have a metric, and a
 * word of each metric remains.
 */
export function splitMetrics(rows: ReadonlyArray<BoardRow>) {
  const metrics = rows.flatMap(({ metric }) => (metric === null ? [] : [wordsOf(metric)]));
  const spare = metrics.length < 2 ? 0 : Math.min(...metrics.map((words) => words.length)) - 1;
  const last = countShared(metrics, spare, (words, index) => words.at(-1 - index));
  const shared = countShared(metrics, spare - last, (words, index) => words[index]);
  const [words = []] = metrics;
  // In `6 buys, $1.2M`, the words belong to those behind the comma.
  const first = /[,;:]$/.test(words[shared - 1] ?? '') ? 0 : shared;
  return {
    /** `of float`, `new high on`; empty if there are none. */
    label: [...words.slice(0, first), ...words.slice(words.length - last)].join(' ').replace(/[,;:]$/, ''),
    text({ metric }: BoardRow): string {
      if (metric === null) return ABSENT;
      const own = wordsOf(metric);
      return own.slice(first, own.length - last).join(' ');
    },
  };
}

/** As a tile shows them: metrics that only repeat the change give way to the price, where that has no column. */
export function tileMetrics(rows: ReadonlyArray<BoardRow>, hasPrices: boolean): Metrics {
  if (rows.every(({ metric }) => metric === null) || !rows.every(repeatsChange)) return splitMetrics(rows);
  return hasPrices
    ? { label: '', text: () => '' }
    : { label: 'price', text: ({ price }) => formatPrice(price) };
}

/** `+9.7%` beside a change of +9.69 %; a row without a metric says nothing else. */
function repeatsChange({ metric, dayPct }: BoardRow): boolean {
  if (metric === null) return true;
  const [, digits] = /^([+-]?\d+(?:\.\d+)?) ?%$/.exec(metric.trim()) ?? [];
  if (digits === undefined || dayPct === null) return false;
  const places = digits.split('.')[1]?.length ?? 0;
  return Math.abs(Number(digits) - dayPct) <= 0.51 * 10 ** -places;
}

/**
 * Cuts metrics to so many cells. A longer one loses its start instead of its end where the start has no number, or is the same as that
 * of another metric.
 */
export function cutMetrics(texts: ReadonlyArray<string>, cells: number): ReadonlyArray<string> {
  const starts = texts.map((text) => clip(text, cells));
  return texts.map((text, index) => {
    const start = starts[index] ?? '';
    const isSame = starts.some((other, at) => other === start && texts[at] !== text);
    const isEmptier = /\d/.test(text) && !/\d/.test(start);
    return start !== text && (isSame || isEmptier) ? (endOf(text, cells) ?? start) : start;
  });
}

/** `… on 3.1x`: as many of the last words as fit; undefined if not even one does. */
function endOf(text: string, cells: number): string | undefined {
  const words = wordsOf(text);
  const ends = words.map((_, index) => `… ${words.slice(index).join(' ')}`);
  return ends.find((end) => displayWidth(end) <= cells);
}

function wordsOf(metric: string): ReadonlyArray<string> {
  return metric.trim().split(/\s+/);
}

/** The number of words, at most `most`, that all metrics have at the same places. */
function countShared(
  metrics: ReadonlyArray<ReadonlyArray<string>>,
  most: number,
  wordAt: (words: ReadonlyArray<string>, index: number) => string | undefined,
): number {
  let count = 0;
  while (count < most && new Set(metrics.map((words) => wordAt(words, count))).size === 1) count++;
  return count;
}
