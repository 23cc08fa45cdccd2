import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffOf } from '../../src/market/diff.ts';
import { logLines, type TimeframeLogItem } from '../../src/market/log.ts';
import { renderLogLine } from '../../src/pane/views/log-line.ts';
import { decodeSnapshot, type Snapshot } from '../../src/service/snapshot.ts';
import type { Ctx } from '../../src/text/ctx.ts';
import { createTheme } from '../../src/text/theme.ts';
import type { Timeframe } from '../../src/vocabulary.ts';
import { createTimeframes } from '../../src/watch/timeframes.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { snapshotSequences } from '../support/generated-snapshots.ts';
import { timelineOf } from '../support/timeline.ts';
import { ctxOf } from '../support/view-fixtures.ts';
import { expectHarmless } from './harmless.ts';
import { hostileBody, toWire } from './hostile.ts';
import { fuzzOptions, fuzzTitle, FUZZ_TIMEOUT_MS as timeout } from './runs.ts';

const NOW = Date.UTC(2026, 10, 20, 15, 0, 0);
const TIMEFRAMES = ['day', 'swing'] as const;

/** Snapshots of hostile texts, and of few symbols that come and go; both with times that jump. */
const hostileSnapshots = fc
  .array(hostileBody, { maxLength: 8 })
  .map((bodies) =>
    bodies
      .map((body) => decodeSnapshot(JSON.parse(toWire(body))))
      .filter((snapshot): snapshot is Snapshot => snapshot !== null),
  );
const received = fc
  .tuple(snapshotSequences(16), hostileSnapshots, fc.boolean())
  .map(([few, hostile, isFirst]) => (isFirst ? [...hostile, ...few] : [...few, ...hostile]));
const since = fc.constantFrom('last' as const, 'start' as const, 0, 300_000, 3_600_000);

/** Everything that memory says about the rows of a snapshot, which must not throw. */
function expectAges(
  { remembered }: ReturnType<ReturnType<typeof createTimeframes>['shown']>,
  { boards }: Snapshot,
) {
  for (const { key, rows } of boards) {
    for (const { symbol } of rows) {
      if (symbol === null) continue;
      const past = remembered.pastOf(key, symbol);
      if (past !== null) expect(past.age.milliseconds).toBeGreaterThanOrEqual(0);
      expect(remembered.confluenceOf(symbol).age?.milliseconds ?? 0).toBeGreaterThanOrEqual(0);
      remembered.departureOf(key, symbol);
    }
  }
}

function expectLog(entries: ReadonlyArray<TimeframeLogItem>, ctx: Ctx) {
  for (const [index, { asOf }] of entries.entries())
    expect(asOf).toBeLessThanOrEqual(entries[index - 1]?.asOf ?? Number.POSITIVE_INFINITY);
  const lines = logLines(entries).map((line, index) =>
    renderLogLine(line, ctx, { hasTimeframe: true, isSelected: index === 0 }),
  );
  expectHarmless(
    lines.map(({ painted }) => painted),
    ctx.width,
  );
}

describe('the memory of hostile snapshots', () => {
  const title = 'never throws, has no negative ages, and a log in order with clean lines';
  test(fuzzTitle(title, 20), { timeout }, () => {
    fc.assert(
      fc.property(
        received,
        received,
        fc.nat(6),
        since,
        fc.integer({ min: 20, max: 250 }),
        (day, swing, pastCount, compared, width) => {
          const timeframes = createTimeframes(60, {}, createFakeClock(NOW));
          const all: Readonly<Record<(typeof TIMEFRAMES)[number], ReadonlyArray<Snapshot>>> = { day, swing };
          const shownOf = (timeframe: Timeframe) =>
            timeframes.shown({ timeframe, baseline: compared, visit: { asOf: NOW }, past: null });
          const update = (timeframe: Timeframe, snapshot: Snapshot, previous: Snapshot | null) => {
            const event = {
              type: 'snapshot',
              timeframe,
              snapshot,
              diff: diffOf(previous, snapshot),
              isSimulated: false,
              isRecorded: false,
            } as const;
            timeframes.update(event, 60_000);
            expectAges(shownOf(timeframe), snapshot);
          };
          for (const timeframe of TIMEFRAMES) {
            const live = all[timeframe].slice(pastCount);
            for (const [index, snapshot] of live.entries())
              update(timeframe, snapshot, live[index - 1] ?? null);
            timeframes.extend(timeframe, timelineOf(all[timeframe].slice(0, pastCount)));
            const newest = live.at(-1);
            if (newest !== undefined) expectAges(shownOf(timeframe), newest);
          }
          const entries = timeframes.log(TIMEFRAMES, { past: null });
          const theme = createTheme('classic', 1);
          expectLog(entries, ctxOf(width, { theme, nowMilliseconds: NOW }));
        },
      ),
      fuzzOptions(20),
    );
  });
});
