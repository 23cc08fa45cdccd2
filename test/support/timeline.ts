import { createTimeline, type Timeline } from '../../src/market/timeline/timeline.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { rowOf, snapshotOf } from './snapshots.ts';

/** Takes boards as `movers: A B C; rvol: B`, and a UTC time such as `14:31`. */
export function snapshotAt(
  time: string,
  boards: string,
  fields: { readonly [key: string]: unknown } = {},
): Snapshot {
  const entries = boards.split(';').flatMap((text) => {
    const [key = '', symbols = ''] = text.split(':').map((part) => part.trim());
    const rows = symbols.split(' ').filter((name) => name !== '');
    return key === ''
      ? []
      : [[key, rows.map((name, index) => rowOf({ symbol: name, rank: index + 1 }))] as const];
  });
  return snapshotOf({
    asOf: time.includes('T') ? time : `2026-11-20T${time.padEnd(8, ':00')}Z`,
    boards: Object.fromEntries(entries),
    boardNames: entries.map(([key]) => key),
    ...fields,
  });
}

export type Step = readonly [time: string, boards: string, fields?: { readonly [key: string]: unknown }];

export type Steps = string | ReadonlyArray<Step>;

/** Parses `14:30 movers: A; rvol: B | 14:31 movers: B`. */
export function stepsOf(steps: Steps): ReadonlyArray<Step> {
  if (typeof steps !== 'string') return steps;
  return steps.split('|').flatMap((part): ReadonlyArray<Step> => {
    const [time = '', ...boards] = part.trim().split(' ');
    return time === '' ? [] : [[time, boards.join(' ')]];
  });
}

export function timelineOf(snapshots: Iterable<Snapshot>, maxSnapshots?: number): Timeline {
  const timeline = createTimeline(maxSnapshots === undefined ? {} : { maxSnapshots });
  for (const snapshot of snapshots) timeline.add(snapshot);
  return timeline;
}
