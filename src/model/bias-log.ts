import type { Bias } from '../vocabulary.ts';
import type { ReadableHistory } from './history.ts';

/** A change of the bias of a symbol between two snapshots in a row that both list it. */
export interface BiasEntry {
  readonly kind: 'bias';
  /** Milliseconds since 1970. */
  readonly asOf: number;
  readonly symbol: string;
  readonly from: Bias;
  readonly to: Bias;
}

/**
 * The changes of bias of some symbols, the newest first. Memory does not keep those of all: they are half of all changes, and
 * nobody follows most of these symbols.
 */
export function biasLog(
  history: ReadableHistory,
  symbols: ReadonlyArray<string>,
  maxEntries: number,
): ReadonlyArray<BiasEntry> {
  const entries: Array<BiasEntry> = [];
  if (symbols.length === 0) return entries;
  let after = biasesAt(history, history.length - 1, symbols);
  for (let index = history.length - 1; index > 0 && entries.length < maxEntries; index--) {
    const before = biasesAt(history, index - 1, symbols);
    if (!history.hasHoleBefore(index)) {
      for (const [place, symbol] of symbols.entries()) {
        const [from = null, to = null] = [before[place], after[place]];
        if (from !== null && to !== null && from !== to)
          entries.push({ kind: 'bias', asOf: history.timeAt(index), symbol, from, to });
      }
    }
    after = before;
  }
  return entries.slice(0, maxEntries);
}

function biasesAt(
  history: ReadableHistory,
  index: number,
  symbols: ReadonlyArray<string>,
): ReadonlyArray<Bias | null> {
  return history.statesAt(index, symbols).map((state) => state?.bias ?? null);
}
