import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/time-units.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { finderOf, writeRecording } from '../support/recordings.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';

const TEN = Date.parse('2026-11-20T15:00:00Z');

/** The snapshot of so many minutes after ten in New York that lists these symbols. */
function snapshotAt(minute: number, ...symbols: ReadonlyArray<string>) {
  const movers = symbols.map((symbol) => rowOf({ symbol }));
  return bodyOf({ asOf: new Date(TEN + minute * MINUTE_MS).toISOString(), boards: { movers } });
}

function line(minute: number, ...symbols: ReadonlyArray<string>): string {
  return JSON.stringify(snapshotAt(minute, ...symbols));
}

interface Query {
  readonly from?: number;
  readonly until?: number;
}

/** When symbols were last seen, in minutes after ten, in the snapshots of a directory. */
async function find(directory: string, symbols: ReadonlyArray<string>, { from = 0, until = 60 }: Query = {}) {
  const { lastSeen, times } = await (await finderOf(directory)).lastListed({
    timeframe: 'day',
    symbols,
    from: TEN + from * MINUTE_MS,
    until: TEN + until * MINUTE_MS,
  });
  const minuteOf = (time: number) => (time - TEN) / MINUTE_MS;
  return {
    seen: Object.fromEntries([...lastSeen].map(([symbol, time]) => [symbol, minuteOf(time)])),
    times: times.map(minuteOf),
  };
}

function recordingOf(lines: ReadonlyArray<string>, name = '2026-11-20/day.ndjson'): string {
  const directory = temporaryDirectory();
  writeRecording(directory, name, lines);
  return directory;
}

describe('the last listing of symbols', () => {
  test.each(['day.ndjson', 'day.ndjson.gz'])('is found in %s, in lines of any order', async (name) => {
    const lines = [line(3, 'BBB'), line(0, 'AAA', 'BBB'), line(1, 'AAA'), line(5), 'garbage', '{"asOf":'];
    const directory = recordingOf(lines, `2026-11-20/${name}`);
    expect(await find(directory, ['AAA', 'BBB', 'ZZZ'])).toEqual({
      seen: { AAA: 1, BBB: 3 },
      times: [5, 3, 1, 0],
    });
  });

  test('is looked for between the two times only, and no further than needed', async () => {
    const directory = recordingOf([line(0, 'AAA'), line(1, 'AAA'), line(2, 'AAA'), line(3, 'AAA')]);
    expect(await find(directory, ['AAA'], { from: 1, until: 2 })).toEqual({
      seen: { AAA: 2 },
      times: [2],
    });
    expect(await find(directory, [])).toEqual({ seen: {}, times: [] });
  });

  test('is that on a board, not that as a top play', async () => {
    const topPlay = { symbol: 'AAA', reasons: [] };
    const directory = recordingOf([JSON.stringify({ ...snapshotAt(1, 'BBB'), topPlay }), line(0, 'AAA')]);
    expect((await find(directory, ['AAA'])).seen).toEqual({ AAA: 0 });
  });

  test.each(['ÄÖ', '日本', 'A"B', 'A\\', 'a.b'])('is found of %s', async (symbol) => {
    const directory = recordingOf([line(0, symbol), line(1, 'BBB', symbol, 'CCC'), line(2, 'BBB')]);
    expect((await find(directory, [symbol])).seen).toEqual({ [symbol.toUpperCase()]: 1 });
  });

  test('is found in lines with spaces, as another program writes them', async () => {
    const spaced = JSON.stringify(snapshotAt(1, 'AAA'), null, 1).replaceAll('\n', ' ');
    expect((await find(recordingOf([spaced, line(2)]), ['AAA'])).seen).toEqual({ AAA: 1 });
  });

  test('is found on earlier days, but not further back than three', async () => {
    const directory = temporaryDirectory();
    const day = 24 * 60;
    writeRecording(directory, '2026-11-17/day.ndjson', [line(-3 * day, 'OLD', 'AAA')]);
    writeRecording(directory, '2026-11-18/day.ndjson.gz', [line(-2 * day, 'AAA', 'BBB')]);
    writeRecording(directory, '2026-11-19/day.ndjson', [line(-day, 'BBB')]);
    writeRecording(directory, '2026-11-20/day.ndjson', [line(0)]);
    const { seen } = await find(directory, ['AAA', 'BBB', 'OLD'], { from: -4 * day });
    expect(seen).toEqual({ AAA: -2 * day, BBB: -day });
    expect((await find(directory, ['BBB'], { from: -4 * day })).times).toEqual([0, -day]);
  });

  test('is not that in a line of another day', async () => {
    const directory = recordingOf([line(0, 'AAA'), line(-24 * 60, 'AAA', 'BBB')]);
    expect(await find(directory, ['AAA', 'BBB'], { from: -48 * 60 })).toEqual({
      seen: { AAA: 0 },
      times: [0],
    });
  });
});
