import { test } from 'vitest';
import { createPast } from '../../src/sandbox/service.ts';
import { decodeSnapshot } from '../../src/service/snapshot.ts';
import { expectNaive } from '../support/naive-report.ts';

const DATE = '2026-06-03';
const START = Date.parse(`${DATE}T13:30:00Z`);
const MINUTES = 300;

test('the report of five simulated hours is what the definition says', () => {
  const snapshotAt = createPast(1);
  const hours = (timeframe: 'day' | 'swing') =>
    Array.from({ length: MINUTES }, (_, minute) => minute)
      // A gap of ten minutes.
      .filter((minute) => minute < 100 || minute > 110)
      .flatMap((minute) => decodeSnapshot(snapshotAt(timeframe, START + minute * 60_000), timeframe) ?? []);
  expectNaive([{ date: DATE, snapshots: { day: hours('day'), swing: hours('swing') } }]);
});
