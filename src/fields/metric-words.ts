import type { BoardRow } from '../service/snapshot.ts';
import { ABSENT, formatPrice } from '../text/format.ts';
import { cleanText } from '../text/safe-text.ts';

/** What stands in the place of the metric in the rows of a board, and its label: the words that all metrics end with. */
export type Metrics = Readonly<ReturnType<typeof splitMetrics>>;

/**
 * Takes out the trailing words without a digit that all metrics of a board share. There are none unless at least two rows have a
 * metric, and something of each metric remains.
 */
export function splitMetrics(rows: ReadonlyArray<BoardRow>) {
  const metrics = rows.flatMap(({ metric }) => (metric === null ? [] : [wordsOf(metric)]));
  const shared = metrics.length < 2 ? 0 : countSharedWords(metrics);
  return {
    /** `of float`, `queries`; empty if there are none. */
    label: shared === 0 ? '' : (metrics[0]?.slice(-shared).join(' ') ?? ''),
    text({ metric }: BoardRow): string {
      if (metric === null) return ABSENT;
      const words = wordsOf(metric);
      return words.slice(0, words.length - shared).join(' ');
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
