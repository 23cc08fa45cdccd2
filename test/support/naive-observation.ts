import type { Observation, SymbolState } from '../../src/market/ranks.ts';

/** A snapshot of the recorded hour as it was sent: every field is there, every row has a rank. */
export interface Body {
  readonly asOf: string;
  readonly timeframe: string;
  readonly session: string | null;
  readonly topPlay: { readonly symbol: string } | null;
  readonly boards: Readonly<Record<string, ReadonlyArray<BodyRow>>>;
  readonly boardNames: ReadonlyArray<string>;
}

export interface BodyRow extends SymbolState {
  readonly rank: number;
  readonly symbol: string;
  readonly bias: string | null;
}

/** All rows with their boards, in the order of `boardNames`. */
export function rowsOf({ boards, boardNames }: Body) {
  return boardNames.flatMap((board) => (boards[board] ?? []).map((row) => ({ board, ...row })));
}

/** What a snapshot says of ranks and symbols, and its session. */
export interface NaiveObservation extends Observation {
  readonly session: string | null;
}

export function naiveObservation(body: Body): NaiveObservation {
  const rows = rowsOf(body);
  const ranks = body.boardNames.map((board) => {
    const own = rows.filter((row) => row.board === board);
    return [board, new Map(own.map(({ symbol, rank }) => [symbol, rank]))] as const;
  });
  const states = rows.toReversed().map(({ symbol, boards, price }) => {
    return [symbol, { boards, price }] as const;
  });
  return {
    asOf: Date.parse(body.asOf),
    session: body.session,
    topPlay: body.topPlay?.symbol ?? null,
    ranks: new Map(ranks),
    symbols: new Map(states),
  };
}
