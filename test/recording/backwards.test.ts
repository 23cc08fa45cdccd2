import { describe, expect, test } from 'vitest';
import { listedSymbols } from '../../src/market/ranks.ts';
import { MINUTE_MS } from '../../src/time.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { collect, finderOf, writeRecording } from '../support/recordings.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';

const TEN = Date.parse('2026-11-20T15:00:00Z');
const DAY = 24 * 60;

/** The snapshot of so many minutes after ten in New York that lists these symbols. */
function line(minute: number, ...symbols: ReadonlyArray<string>): string {
  const movers = symbols.map((symbol) => rowOf({ symbol }));
  const topPlay = { symbol: 'TOP', reasons: [] };
  const asOf = new Date(TEN + minute * MINUTE_MS).toISOString();
  return JSON.stringify(bodyOf({ asOf, topPlay, boards: { movers } }));
}

/** `5: AAA BBB` for each snapshot between two times, in minutes after ten. */
async function backwards(files: Readonly<Record<string, ReadonlyArray<string>>>, from = 0, until = 60) {
  const directory = temporaryDirectory();
  for (const [name, lines] of Object.entries(files)) writeRecording(directory, name, lines);
  const finder = await finderOf(directory);
  const found = await collect(finder.backwards('day', TEN + from * MINUTE_MS, TEN + until * MINUTE_MS));
  return found.map(({ asOf, boards }) =>
    `${(asOf - TEN) / MINUTE_MS}: ${listedSymbols({ boards }).join(' ')}`.trim(),
  );
}

describe('the snapshots of a recording, the newest first', () => {
  test.each(['day.ndjson', 'day.ndjson.gz'])('are those of %s, in lines of any order', async (name) => {
    const lines = [line(3, 'BBB'), line(0, 'AAA', 'BBB'), line(1, 'AAA'), line(5), 'garbage', '{"asOf":'];
    const expected = ['5:', '3: BBB', '1: AAA', '0: AAA BBB'];
    expect(await backwards({ [`2026-11-20/${name}`]: lines })).toEqual(expected);
  });

  test('are those between two times', async () => {
    const lines = [line(0, 'AAA'), line(1, 'AAA'), line(2, 'BBB'), line(3, 'AAA')];
    expect(await backwards({ '2026-11-20/day.ndjson': lines }, 1, 2)).toEqual(['2: BBB', '1: AAA']);
  });

  test('may be of earlier days, but not further back than three, and have no line of another day', async () => {
    const files = {
      '2026-11-17/day.ndjson': [line(-3 * DAY, 'OLD')],
      '2026-11-18/day.ndjson.gz': [line(-2 * DAY, 'AAA')],
      '2026-11-19/day.ndjson': [line(-DAY, 'BBB')],
      '2026-11-20/day.ndjson': [line(0, 'ÄÖ'), line(-DAY, 'OTHER')],
    };
    const expected = ['0: ÄÖ', `${-DAY}: BBB`, `${-2 * DAY}: AAA`];
    expect(await backwards(files, -4 * DAY)).toEqual(expected);
  });
});
