import type { Clock } from '../context.ts';
import { NotMetError } from '../errors.ts';
import { renderMetLine } from '../fields/change-words.ts';
import { linkAbort } from '../lib/abort.ts';
import { SECOND_MS } from '../lib/time.ts';
import { createConditionTracker } from '../market/condition-tracker.ts';
import type { ChangeEvent } from '../market/diff.ts';
import { maxGapOf } from '../market/market-day.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { shownText } from '../text/ascii.ts';
import type { FeedEvent, SnapshotEvent, Watch } from './feed.ts';

/** Timers stand still while the machine sleeps, so `--for` checks the clock this often. */
const CHECK_MS = 1000;

export type Ending = ReturnType<typeof createEnding>;

/** The time of `--for` begins with this call. */
export function createEnding({ source, request, context }: Watch, watching: AbortSignal) {
  const { count, until, for: seconds } = request;
  const feed = linkAbort(watching);
  const maxGap = maxGapOf(source.intervalSeconds);
  const tracker = until && createConditionTracker(until, request.selection, 0, maxGap);
  let seen = 0;
  /** The snapshot in which changes or rows met `--until`. */
  let met: { readonly event: SnapshotEvent; readonly changes: ReadonlyArray<ChangeEvent> } | null = null;
  let endedBy: '--for' | '--count' | null = null;
  const onTime = () => {
    endedBy ??= '--for';
    feed.abort();
  };
  if (seconds !== undefined)
    pass(seconds * SECOND_MS, context.clock, feed.signal).then(onTime, () => undefined);
  return {
    /** Aborted when the time of `--for` has passed, or with the signal of the watch. */
    signal: feed.signal,
    /** Returns true for the last event. Call it once for each event. */
    observe(event: FeedEvent): boolean {
      if (event.type !== 'snapshot') return false;
      seen++;
      const { diff, completed } = event;
      // Without a cool-down, the time does not matter.
      const fired = (diff && tracker?.observe(diff, 0)) ?? [];
      // A condition on a board that was absent before can hold without an event.
      const changes = fired.length > 0 ? fired : (tracker?.met(completed) ?? []);
      if (changes.length > 0) met = { event, changes };
      else if (seen === count) endedBy ??= '--count';
      return met !== null || endedBy !== null;
    },
    /** Returns the changes of a snapshot that met `--until`. Not every observed snapshot is rendered. */
    metIn: (snapshot: Snapshot) => (met?.event.snapshot === snapshot ? met.changes : []),
    writeMet() {
      if (met === null || request.output === 'json' || request.output === 'events') return;
      const { event, changes } = met;
      const reading = { now: source.clock.now(), timeZone: request.style.timeZone };
      const isPlain = request.output === 'plain';
      const lines = changes.map((change) => `${renderMetLine(change, event, reading, isPlain)}\n`);
      context.stdout.write(shownText(lines.join(''), context.env));
    },
    throwIfNotMet() {
      if (until === undefined || met !== null) return;
      const by = endedBy ?? 'q';
      throw new NotMetError(`--until was not met before ${by} ended the watch`, {
        hint: `Without ${by}, watch runs until the condition is met. \`boards help conditions\` explains when that is.`,
      });
    },
    close: () => feed.abort(),
  };
}

/** Includes the time while the machine sleeps. */
async function pass(milliseconds: number, clock: Clock, signal: AbortSignal): Promise<void> {
  const end = clock.monotonic() + milliseconds;
  for (let left = milliseconds; left > 0; left = end - clock.monotonic())
    await clock.sleep(Math.min(CHECK_MS, left), signal);
}
