import type { BoardRow } from '../service/snapshot.ts';
import { ABSENT, formatPrice } from '../text/format.ts';
import { clip, displayWidth } from '../text/safe-text.ts';

/** `label` has the words that all metrics of a board share, and `text` returns the others. */
export type Metrics = Readonly<ReturnType<typeof splitMetrics>>;

/** Splits off words with which all metrics begin or end. Needs two metrics, and leaves one word of each. */
export function splitMetrics(rows: ReadonlyArray<BoardRow>) {
  const metrics = rows.flatMap(({ metric }) => (metric === null ? [] : [wordsOf(metric)]));
  const spare = metrics.length < 2 ? 0 : Math.min(...metrics.map((words) => words.length)) - 1;
  const last = countShared(metrics, spare, (words, index) => words.at(-1 - index));
  const shared = countShared(metrics, spare - last, (words, index) => words[index]);
  const [words = []] = metrics;
  // Leading words before a comma belong to the metric, as in `6 buys, $1.2M`.
  const first = /[,;:]$/.test(words[shared - 1] ?? '') ? 0 : shared;
  return {
    /** Such as `of float` or `new high on`. */
    label: [...words.slice(0, first), ...words.slice(words.length - last)].join(' ').replace(/[,;:]$/, ''),
    text({ metric }: BoardRow): string {
      if (metric === null) return ABSENT;
      const own = wordsOf(metric);
      return own.slice(first, own.length - last).join(' ');
    },
  };
}

/** If the metrics only repeat the change, shows the price unless it has a column. */
export function tileMetrics(rows: ReadonlyArray<BoardRow>, hasPrices: boolean): Metrics {
  if (rows.every(({ metric }) => metric === null) || !rows.every(repeatsChange)) return splitMetrics(rows);
  return hasPrices
    ? { label: '', text: () => '' }
    : { label: 'price', text: ({ price }) => formatPrice(price) };
}

/** True for `+9.7%` beside a change of +9.69 %, and without a metric. */
function repeatsChange({ metric, dayPct }: BoardRow): boolean {
  if (metric === null) return true;
  const [, digits] = /^([+-]?\d+(?:\.\d+)?) ?%$/.exec(metric.trim()) ?? [];
  if (digits === undefined || dayPct === null) return false;
  const places = digits.split('.')[1]?.length ?? 0;
  return Math.abs(Number(digits) - dayPct) <= 0.51 * 10 ** -places;
}

/** Cuts the end of a metric, or its start if only the end has a number or sets it apart from others. */
export function cutMetrics(texts: ReadonlyArray<string>, cells: number): ReadonlyArray<string> {
  const starts = texts.map((text) => clip(text, cells));
  return texts.map((text, index) => {
    const start = starts[index] ?? '';
    const isSame = starts.some((other, at) => other === start && texts[at] !== text);
    const isEmptier = /\d/.test(text) && !/\d/.test(start);
    return start !== text && (isSame || isEmptier) ? (endOf(text, cells) ?? start) : start;
  });
}

/** Returns as many last words as fit, such as `… on 3.1x`. */
function endOf(text: string, cells: number): string | undefined {
  const words = wordsOf(text);
  const ends = words.map((_, index) => `… ${words.slice(index).join(' ')}`);
  return ends.find((end) => displayWidth(end) <= cells);
}

function wordsOf(metric: string): ReadonlyArray<string> {
  return metric.trim().split(/\s+/);
}

function countShared(
  metrics: ReadonlyArray<ReadonlyArray<string>>,
  most: number,
  wordAt: (words: ReadonlyArray<string>, index: number) => string | undefined,
): number {
  let count = 0;
  while (count < most && new Set(metrics.map((words) => wordAt(words, count))).size === 1) count++;
  return count;
}
