/** The time that a symbol has been on a board without missing from two snapshots in a row. Times are those of snapshots. */
export interface Stint {
  readonly board: string;
  readonly symbol: string;
  readonly since: number;
  /** True if it was there at the first snapshot of memory, or at the first one behind a hole. */
  readonly isAtLeast: boolean;
  /** True if it had been on the board before, on the same market day. */
  readonly isBack: boolean;
  /** The last rank. */
  readonly rank: number;
  readonly best: number;
  /** When it first had its best rank. */
  readonly bestAt: number;
}

export interface PastStint extends Stint {
  /** When it was first missing, or last seen if it left in a hole. */
  readonly leftAt: number;
  readonly isLeftInHole: boolean;
}

/** The last stint of each pair of a board and a symbol that is not on it any more. */
export interface PastStints {
  /** Drops the one that was added first if there are too many. */
  add(stint: PastStint): void;
  /** Removes and returns a stint; null if there is none. */
  take(board: string, symbol: string): PastStint | null;
  of(symbol: string): ReadonlyArray<PastStint>;
  clear(): void;
  copy(): PastStints;
}

export function createPastStints(maxStints: number, from?: ReadonlyMap<string, PastStint>): PastStints {
  const stints = new Map(from);
  return {
    add(stint) {
      stints.set(keyOf(stint.board, stint.symbol), stint);
      for (const key of stints.keys()) {
        if (stints.size <= maxStints) break;
        stints.delete(key);
      }
    },
    take(board, symbol) {
      const key = keyOf(board, symbol);
      const stint = stints.get(key) ?? null;
      stints.delete(key);
      return stint;
    },
    of: (symbol) => [...stints.values()].filter((stint) => stint.symbol === symbol),
    clear: () => stints.clear(),
    copy: () => createPastStints(maxStints, stints),
  };
}

/** With the length of the board, because any separator can be part of a name. */
function keyOf(board: string, symbol: string): string {
  return `${board.length} ${board} ${symbol}`;
}
