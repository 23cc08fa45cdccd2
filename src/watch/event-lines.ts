import type { Snapshot, TimeframeSnapshot } from '../api/snapshot.ts';
import { type ChangeEvent, changeKey } from '../model/changes.ts';
import { listedEvents } from '../model/listed.ts';
import { renderJson } from '../view/json.ts';
import { type Ending, metIn } from './ending.ts';
import { createRequestedChanges } from './requested-changes.ts';
import type { WatchRequest } from './source.ts';

/** Renders snapshots as `--events` prints them. `previous` is the last one rendered, `now` what a cool-down follows. */
export function createEventRenderer(
  request: WatchRequest,
  now: (snapshot: Snapshot) => number,
  ending: Ending,
): (current: TimeframeSnapshot, previous: Snapshot | null) => string {
  const findChanges = createRequestedChanges(request, now);
  return (current, previous) => {
    const { snapshot } = current;
    const isInitial = request.initial && previous === null;
    const events = isInitial
      ? listedEvents(snapshot, request.selection)
      : findChanges({ ...current, previous });
    return renderEvents(withMissing(events, metIn(ending, snapshot)));
  };
}

/** Returns one line of JSON per change. */
export function renderEvents(events: ReadonlyArray<ChangeEvent>): string {
  return events
    .map(({ type, asOf, timeframe, board, symbol, from, to }) =>
      renderJson({ type, asOf, timeframe, board, symbol, from, to }, false),
    )
    .join('');
}

/** The events, then those of `others` that are not among them. */
function withMissing(
  events: ReadonlyArray<ChangeEvent>,
  others: ReadonlyArray<ChangeEvent>,
): ReadonlyArray<ChangeEvent> {
  if (others.length === 0) return events;
  const known = new Set(events.map(changeKey));
  return [...events, ...others.filter((event) => !known.has(changeKey(event)))];
}
