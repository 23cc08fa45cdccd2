import { createConditionTracker } from '../market/condition-tracker.ts';
import { type ChangeEvent, changeKey, type Diff, selectedChanges } from '../market/diff.ts';
import { ranksByBoard } from '../market/ranks.ts';
import { listRows, type Selection } from '../market/selection.ts';
import { renderJson } from '../output/json.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { type Ending, metIn } from './ending.ts';
import type { SnapshotEvent } from './feed.ts';
import type { WatchRequest } from './source.ts';

/** Renders snapshots as `--events` prints them. `now` is what a cool-down follows. */
export function createEventRenderer(
  request: WatchRequest,
  now: (snapshot: Snapshot) => number,
  ending: Ending,
): (event: Pick<SnapshotEvent, 'snapshot' | 'diff'>) => string {
  const findChanges = createRequestedChanges(request, now);
  return ({ snapshot, diff }) => {
    const isInitial = request.initial && diff === null;
    const events = isInitial ? listedEvents(snapshot, request.selection) : findChanges(diff);
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
export function withMissing(
  events: ReadonlyArray<ChangeEvent>,
  others: ReadonlyArray<ChangeEvent>,
): ReadonlyArray<ChangeEvent> {
  if (others.length === 0) return events;
  const known = new Set(events.map(changeKey));
  return [...events, ...others.filter((event) => !known.has(changeKey(event)))];
}

/** Returns a function that finds what fires with `--on`, or all changes of the selected rows. It follows the cool-down. */
export function createRequestedChanges(
  { on, selection, cooldownMilliseconds }: Pick<WatchRequest, 'selection' | 'on' | 'cooldownMilliseconds'>,
  now: (snapshot: Snapshot) => number,
): (diff: Diff | null) => ReadonlyArray<ChangeEvent> {
  const tracker = on === undefined ? null : createConditionTracker(on, { selection, cooldownMilliseconds });
  return (diff) => {
    if (diff === null) return [];
    return tracker === null ? selectedChanges(diff, selection) : tracker.observe(diff, now(diff.after));
  };
}

/** A `listed` event for each row that the selection shows, in the order of the boards; a duplicate symbol has one. */
function listedEvents(snapshot: Snapshot, selection: Selection): ReadonlyArray<ChangeEvent> {
  const ranks = ranksByBoard(snapshot);
  const seen = new Map<string, Set<string>>();
  return listRows(snapshot, { ...selection, sort: null }).flatMap(({ board, asOf, timeframe, row }) => {
    const { symbol } = row;
    const listed = seen.get(board) ?? new Set<string>();
    seen.set(board, listed);
    if (symbol === null || listed.has(symbol)) return [];
    listed.add(symbol);
    const to = ranks.get(board)?.get(symbol) ?? null;
    return [{ type: 'listed' as const, asOf, timeframe, board, symbol, from: null, to }];
  });
}
