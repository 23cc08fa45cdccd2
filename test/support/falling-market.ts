import type { JsonObject } from '../../src/lib/json.ts';
import { type MinuteService, minuteService } from './minute-service.ts';
import { rowOf, topPlayOf } from './snapshots.ts';

type Boards = Readonly<Record<string, string>>;

// What falls here must fall on every screen.
//
//  14:30  RANM is the top play, on four boards; EAT is on two; SHO is on three, and ONLY on one, with Shorted among them
//  14:33  RANM leaves Forum: three boards
//  14:34  EAT leaves Search: one board. Shorted is absent, for this minute only
//  14:35  RANM leaves Movers and Relative volume: one board. OSP is the top play
//  14:36  EAT leaves Movers: none
//  14:37  RANM leaves Alerted: none
const BOARDS: Boards = {
  alerted: 'RANM OSP AAA',
  movers: 'RANM EAT OSP BBB',
  rvol: 'OSP RANM CCC',
  forum: 'RANM SHO DDD',
  search: 'SHO EAT EEE',
  shorted: 'SHO ONLY FFF',
};

const LEFT: ReadonlyArray<readonly [minute: number, board: string, symbol: string]> = [
  [3, 'forum', 'RANM'],
  [4, 'search', 'EAT'],
  [5, 'movers', 'RANM'],
  [5, 'rvol', 'RANM'],
  [6, 'movers', 'EAT'],
  [7, 'alerted', 'RANM'],
];

const ABSENT_MINUTE = 4;

/** The price of a symbol falls by 0.10 each minute. */
function snapshotIn(minute: number): JsonObject {
  const isThere = (board: string) => board !== 'shorted' || minute !== ABSENT_MINUTE;
  const lists = Object.entries(BOARDS)
    .filter(([board]) => isThere(board))
    .map(([board, symbols]) => {
      const gone = LEFT.filter(([from, left]) => minute >= from && left === board).map(
        ([, , symbol]) => symbol,
      );
      return [board, symbols.split(' ').filter((symbol) => !gone.includes(symbol))] as const;
    });
  const countOf = (symbol: string) => lists.filter(([, symbols]) => symbols.includes(symbol)).length;
  const fieldsOf = (symbol: string) => ({ symbol, boards: countOf(symbol), price: 20 - minute / 10 });
  const boards = lists.map(([board, symbols]) => [
    board,
    symbols.map((symbol, index) => rowOf({ ...fieldsOf(symbol), rank: index + 1 })),
  ]);
  return { boards: Object.fromEntries(boards), topPlay: topPlayOf(fieldsOf(minute < 5 ? 'RANM' : 'OSP')) };
}

export const fallingMarket = (): MinuteService => minuteService(snapshotIn);
