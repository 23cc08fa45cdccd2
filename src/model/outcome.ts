import type { ReadableHistory } from './history.ts';
import type { Ledger } from './ledger.ts';

/** What became of a row of an older snapshot: its rank in the newest one, or when it left the board. */
export type Outcome =
  | { readonly kind: 'listed'; readonly rank: number }
  /** Null where memory does not know the time; when it was last seen if it left in a hole. */
  | { readonly kind: 'left'; readonly leftAt: number | null; readonly isLeftInHole: boolean };

/** Returns a function for what became of a symbol on a board by the newest snapshot, which `ledger` must have followed. */
export function outcomes(
  history: ReadableHistory,
  ledger: Pick<Ledger, 'pastStintsOf'>,
): (board: string, symbol: string) => Outcome {
  const newest = history.ranksAt(history.length - 1);
  return (board, symbol) => {
    const rank = newest.get(board)?.get(symbol);
    if (rank !== undefined) return { kind: 'listed', rank };
    const stint = ledger.pastStintsOf(symbol).find((past) => past.board === board);
    return { kind: 'left', leftAt: stint?.leftAt ?? null, isLeftInHole: stint?.isLeftInHole ?? false };
  };
}
