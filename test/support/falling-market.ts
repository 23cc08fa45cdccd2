import type { JsonObject } from '../../src/lib/json.ts';
import { type MinuteService, minuteService } from './minute-service.ts';
import { rowOf, topPlayOf } from './snapshots.ts';

type Boards = Readonly<Record<string, string>>;

// A market in which symbols lose boards; every screen must show these losses. At 14:30, RANM is the top play
// on four boards, EAT is on two, SHO on three, and ONLY on one. `LEFT` lists the losses. Shorted is absent at
// 14:34.
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

const SHORTED_ABSENT_MINUTE = 4;

function snapshotIn(minute: number): JsonObject {
  const isThere = (board: string) => board !== 'shorted' || minute !== SHORTED_ABSENT_MINUTE;
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
