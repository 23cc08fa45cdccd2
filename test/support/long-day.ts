import { join } from 'node:path';
import type { JsonObject } from '../../src/lib/json.ts';
import { temporaryDirectory } from './directories.ts';
import { writeRecording } from './recordings.ts';
import { bodyOf, rowOf } from './snapshots.ts';

/** Seventeen characters, one more than a card shows. */
export const LONG = 'ABCDEFGHIJKLMNOPQ';

// Ninety minutes of 2026-06-03 from 12:10 on, in which cards have much to show. LONG gains and loses boards, is
// away from Movers for a while, and becomes the top play. The prices of FLAT and STIR move by 0.09 % and 0.15 %.
// GONE leaves after an hour, the price of DOWN falls, and ONCE is in the last snapshot only, where it has no values.
export function recordedLongDay(): string {
  const directory = temporaryDirectory();
  const lines = Array.from({ length: 91 }, (_, minute) => JSON.stringify(bodyAt(minute)));
  writeRecording(join(directory, 'boards.example_443', '2026-06-03'), 'day.ndjson', lines);
  return directory;
}

function bodyAt(minute: number): JsonObject {
  const price = (first: number, last: number) => first + ((last - first) * minute) / 90;
  const count = minute < 30 ? 3 : 4;
  const long = { symbol: LONG, name: 'Long Symbol Works', price: 11 + Math.sin(minute / 9), boards: count };
  const down = { symbol: 'DOWN', name: null, price: price(20, 15), volume: null, bias: 'bearish', boards: 1 };
  const flat = { symbol: 'FLAT', price: price(100, 100.09), dayPct: 0, bias: 'neutral', boards: 3 };
  const stir = {
    symbol: 'STIR',
    price: price(100, 100.15),
    dayPct: null,
    bias: null,
    boards: 5,
    tag: 'thin',
  };
  const gone = { symbol: 'GONE', price: price(5, 6), dayPct: -3, boards: 1 };
  const values = { name: null, price: null, dayPct: null, volume: null, boards: null, bias: null };
  const once = { symbol: 'ONCE', ...values, metric: null };
  const isAway = minute > 40 && minute < 55;
  const listed: Readonly<Record<string, ReadonlyArray<JsonObject>>> = {
    movers: [down, ...(isAway ? [] : [long]), ...(minute < 60 ? [gone] : [])],
    relStrength: [...(minute % 20 < 10 ? [long, down] : [down, long]), flat, stir],
    forum: [flat, stir, ...(minute < 5 ? [] : [long]), ...(minute < 90 ? [] : [once])],
    aBoardWithoutATitle: [stir, flat, long],
  };
  const boards = Object.entries(listed).map(([board, rows]) => [
    board,
    rows.map((row, index) =>
      rowOf({ rank: index + 1, metric: `${index + 7} of 14 days above average`, ...row }),
    ),
  ]);
  return bodyOf({
    asOf: new Date(Date.parse('2026-06-03T12:10:00Z') + minute * 60_000).toISOString(),
    session: minute < 80 ? 'premarket' : 'open',
    topPlay: { ...(minute < 70 ? flat : long), reasons: [] },
    boards: Object.fromEntries(boards),
    boardNames: Object.keys(listed),
  });
}
