import { expect, test } from 'vitest';
import { decodeSnapshot } from '../../src/service/snapshot.ts';
import { TIMEFRAMES } from '../../src/vocabulary.ts';
import { marketSnapshot, TIMES } from './market.ts';

const snapshots = TIMEFRAMES.flatMap((timeframe) =>
  TIMES.map((time) => ({ timeframe, time, snapshot: decodeSnapshot(marketSnapshot(timeframe, time)) })),
);

test.each(snapshots)(
  'the market written by hand is what a service could send: $timeframe $time',
  ({ snapshot }) => {
    const boards = snapshot?.boards ?? [];
    const rows = boards.flatMap((board) => board.rows);
    const moves = boards.find(({ key }) => key === 'movers')?.rows.map(({ dayPct }) => Math.abs(dayPct ?? 0));
    expect(moves).toEqual(moves?.toSorted((one, other) => other - one));
    const most = rows.filter(
      ({ boards: count }) => count === Math.max(...rows.map((row) => row.boards ?? 0)),
    );
    expect(new Set(most.map(({ symbol }) => symbol))).toEqual(new Set([snapshot?.topPlay?.symbol]));
  },
);
