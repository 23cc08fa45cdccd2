import type { Clock } from '../context.ts';
import { NotMetError } from '../errors.ts';
import { createConditionTracker } from '../market/condition-tracker.ts';
import type { ChangeEvent } from '../market/diff.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { linkAbort } from './abort.ts';
import type { FeedEvent, SnapshotEvent } from './feed.ts';
import type { WatchRequest } from './source.ts';

/** The time of `--for` is checked so often, because timers stand still while the machine sleeps. */
const CHECK_MS = 1000;

/** What met `--until`: a snapshot, and its changes or rows that did. */
interface Met {
  readonly event: SnapshotEvent;
  readonly changes: ReadonlyArray<ChangeEvent>;
}

/** The end of a watch by `--count`, `--until` or `--for`. */
export interface Ending {
  /** For the feed: aborted when the time of `--for` has passed, and with the signal of the watch. */
  readonly signal: AbortSignal;
  /** Counts an event and looks for what meets `--until` in it, so that each is observed once. True for the last one. */
  observe(event: FeedEvent): boolean;
  /** Null unless `--until` was met. */
  met(): Met | null;
  /** Throws NotMetError if `--until` was given and something else ended the watch: an option, or the user with `q`. */
  throwIfNotMet(): void;
  /** Ends the feed. */
  close(): void;
}

/** The time of `--for` begins now. `watching` is the signal of the watch. */
export function createEnding(
  { end: { count, until, forMilliseconds }, selection }: Pick<WatchRequest, 'end' | 'selection'>,
  clock: Clock,
  watching: AbortSignal,
): Ending {
  const feed = linkAbort(watching);
  const findMet = until === undefined ? () => [] : createMetFinder(until, selection);
  let seen = 0;
  let failed = 0;
  let met: Met | null = null;
  let endedBy: '--for' | '--count' | null = null;
  const onTime = () => {
    endedBy ??= '--for';
    feed.abort();
  };
  if (forMilliseconds !== undefined) pass(forMilliseconds, clock, feed.signal).then(onTime, () => undefined);
  return {
    signal: feed.signal,
    observe(event) {
      if (event.type === 'failure') failed++;
      if (event.type !== 'snapshot') return false;
      seen++;
      const changes = findMet(event);
      if (changes.length > 0) met = { event, changes };
      else if (seen === count) endedBy ??= '--count';
      return met !== null || endedBy !== null;
    },
    met: () => met,
    throwIfNotMet() {
      if (until !== undefined && met === null) throw notMet(endedBy ?? 'q', seen, failed);
    },
    close() {
      feed.release();
      feed.abort();
    },
  };
}

/** What meets the conditions in a snapshot: what is true of the first one of a timeframe, what fires on the others. */
function createMetFinder(
  until: NonNullable<WatchRequest['end']['until']>,
  selection: WatchRequest['selection'],
): (event: SnapshotEvent) => ReadonlyArray<ChangeEvent> {
  const tracker = createConditionTracker(until, { selection, cooldownMilliseconds: 0 });
  // Without a cool-down, the time does not matter.
  return ({ diff, snapshot }) => (diff === null ? tracker.met(snapshot) : tracker.observe(diff, 0));
}

/** The changes that met `--until` in this snapshot, which may be rendered later than it was observed, or never. */
export function metIn(ending: Ending, snapshot: Snapshot): ReadonlyArray<ChangeEvent> {
  const met = ending.met();
  return met?.event.snapshot === snapshot ? met.changes : [];
}

/** Resolves when so much time has passed, including time asleep. Rejects if the signal is aborted first. */
async function pass(milliseconds: number, clock: Clock, signal: AbortSignal): Promise<void> {
  const end = clock.monotonic() + milliseconds;
  for (let left = milliseconds; left > 0; left = end - clock.monotonic())
    await clock.sleep(Math.min(CHECK_MS, left), signal);
}

function notMet(endedBy: string, snapshots: number, failures: number): NotMetError {
  const lost =
    failures === 1
      ? 'The only poll failed, and --for ended before the next one: give it a minute or more.'
      : 'No snapshot was received.';
  const hint =
    snapshots === 0
      ? `${lost} \`boards status\` checks the service.`
      : `Without ${endedBy}, watch waits until it is met. \`boards help conditions\` says when that is.`;
  return new NotMetError(`--until was not met before ${endedBy} ended the watch`, { hint });
}
