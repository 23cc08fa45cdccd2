import type { Snapshot } from '../api/snapshot.ts';
import { type ChangeEvent, selectedChanges } from '../model/changes.ts';
import { createConditionTracker } from '../model/condition-tracker.ts';
import type { WatchRequest } from './source.ts';

interface Pair {
  /** Null for the first snapshot of a timeframe. */
  readonly previous: Snapshot | null;
  readonly snapshot: Snapshot;
}

/** Returns a function that finds what fires with `--on`, or all changes of the selected rows. It follows the cool-down. */
export function createRequestedChanges(
  { on, selection, cooldownMilliseconds }: Pick<WatchRequest, 'selection' | 'on' | 'cooldownMilliseconds'>,
  now: (snapshot: Snapshot) => number,
): (pair: Pair) => ReadonlyArray<ChangeEvent> {
  if (on === undefined)
    return ({ previous, snapshot }) =>
      previous === null ? [] : selectedChanges(previous, snapshot, selection);
  const tracker = createConditionTracker(on, { selection, cooldownMilliseconds });
  return ({ previous, snapshot }) => tracker.observe({ previous, snapshot, now: now(snapshot) });
}
