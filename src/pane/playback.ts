import { linkAbort, settledOrAborted } from '../lib/abort.ts';
import { SECOND_MS } from '../lib/time.ts';
import type { Timeframe } from '../market/catalogue.ts';
import { createTimeline } from '../market/timeline/timeline.ts';
import type { Recording } from '../recording/read.ts';
import type { Watch } from '../watch/feed.ts';
import { createMissingData } from '../watch/missing-data.ts';
import { keepForNext } from './live.ts';
import { openPane } from './pane.ts';
import { openedOf, watchedTimeframes } from './state.ts';
import type { PaneState } from './view.ts';

/** A whole day with a snapshot a minute. With its last one in memory, the outcomes of all rows are known. */
const MAX_SNAPSHOTS = 1500;

/**
 * Runs the pane of a recording until the user quits or the program is stopped. It reads the snapshots of the time that is shown, and
 * then, beside keys, the others. Each second it goes on to the next time.
 */
export async function runReplay(watch: Watch, recorded: Recording, from: number): Promise<void> {
  const { source, context } = watch;
  const { clock } = context;
  const running = linkAbort(context.signal);
  let woken = linkAbort(running.signal);
  // Times whose lines cannot be read are removed.
  const times = new Map([...recorded.times].map(([timeframe, all]) => [timeframe, [...all]]));
  const replay = { times, from, onKeys: () => woken.abort() };
  const pane = openPane({ ...watch, replay, feed: null, isPastRecorded: true }, () => running.abort());
  const judge = createMissingData(watch, pane.showNotice);
  const reader = createReader({ ...recorded, times }, (timeframe, { timeline }) => {
    const { snapshot } = timeline.at('newest');
    pane.show(timeframe, timeline, recorded.isSimulated);
    if (snapshot !== null && source.timeframes.includes(timeframe)) judge({ timeframe, snapshot });
  });
  /** False if there is nothing to read, or the pane has ended, although the disk may hang. */
  const done = async (reading: Promise<boolean>) => {
    await settledOrAborted(reading, running.signal);
    return !running.signal.aborted && (await reading);
  };
  let shownAt: number | null = null;
  let dueAt = 0;
  try {
    while (!running.signal.aborted) {
      woken.abort();
      woken = linkAbort(running.signal);
      // Keys and signals are heard between two snapshots.
      await new Promise(setImmediate);
      const state = pane.state();
      const { pastAt, playback } = state;
      if (await done(reader.readShown(pastAt ?? from, timeframesToShow(state)))) continue;
      const now = clock.monotonic();
      if (shownAt !== pastAt) {
        if (shownAt !== null) pane.addNewsSince(shownAt);
        shownAt = pastAt;
        dueAt = playback === 'playing' ? now + SECOND_MS : now;
      }
      const next = playback === 'playing' ? pane.nextTime() : null;
      if (next !== null && now >= dueAt) pane.playTo(next);
      else if (!(await done(reader.readOthers(pastAt ?? from, watchedTimeframes(state))))) {
        const rest = next === null ? SECOND_MS : dueAt - now;
        await clock.sleep(Math.min(SECOND_MS, rest), woken.signal).catch(() => undefined);
        pane.update({ type: 'tick' });
      }
    }
  } finally {
    running.abort();
    pane.close();
    await keepForNext(undefined, watch, pane);
  }
  const stop = pane.requestedStop();
  if (stop !== null) throw stop;
  context.signal.throwIfAborted();
}

/** The shown one first; all that are recorded while a card is in front, which shows them all. */
function timeframesToShow(state: PaneState): ReadonlyArray<Timeframe> {
  const isCard = openedOf(state).view.symbol !== undefined;
  return [...new Set([state.timeframe, ...(isCard ? state.available : watchedTimeframes(state))])];
}

type Part = ReturnType<typeof openPart>;

/** Calls `show` with what has been read of the time that is shown, and again with all that has room in memory. */
function createReader(
  { times, read }: Pick<Recording, 'read'> & { readonly times: ReadonlyMap<Timeframe, Array<number>> },
  show: (timeframe: Timeframe, part: Part) => void,
) {
  const shown = new Map<Timeframe, Part>();
  /** The shown ones once all is read that has room. */
  const whole = new Map<Timeframe, Part>();
  const open = (timeframe: Timeframe, first: number) => {
    const all = times.get(timeframe) ?? [];
    return openPart(all, all[Math.max(0, first)] ?? 0, (time) => read(timeframe, time));
  };
  /** The index of the newest snapshot at a time, or of the first one, and its own time; undefined if there is none. */
  const find = (timeframe: Timeframe, time: number) => {
    const all = times.get(timeframe) ?? [];
    const index = Math.max(
      0,
      all.findLastIndex((each) => each <= time),
    );
    return { index, wanted: all[index], count: all.length };
  };
  return {
    /** Reads what is needed to show a time. Resolves to false if nothing is. */
    async readShown(time: number, timeframes: ReadonlyArray<Timeframe>): Promise<boolean> {
      for (const timeframe of timeframes) {
        const { index, wanted } = find(timeframe, time);
        if (wanted === undefined || shown.get(timeframe)?.has(wanted) === true) continue;
        if (whole.get(timeframe) === shown.get(timeframe)) whole.delete(timeframe);
        // With the one before, from which its changes follow.
        const part = open(timeframe, index - 1);
        shown.set(timeframe, part);
        while (!part.isReadTo(wanted)) await part.readNext();
        if (part.has(wanted)) show(timeframe, part);
        return true;
      }
      return false;
    },
    /** Reads one of the other snapshots. Resolves to false if there is none, or no room for it. */
    async readOthers(time: number, timeframes: ReadonlyArray<Timeframe>): Promise<boolean> {
      for (const timeframe of timeframes) {
        const small = shown.get(timeframe);
        if (small === undefined || small === whole.get(timeframe)) continue;
        const { index, wanted = NaN, count } = find(timeframe, time);
        const first = Math.min(index - MAX_SNAPSHOTS / 2, count - MAX_SNAPSHOTS);
        const part = whole.get(timeframe) ?? open(timeframe, first);
        whole.set(timeframe, part);
        await part.readNext();
        if (!part.isReadTo(part.isFull() ? wanted : Infinity)) return true;
        if (!part.isReadTo(wanted) || wanted < part.start) {
          // Another time is shown meanwhile.
          whole.delete(timeframe);
        } else if (!part.has(wanted)) {
          // Large snapshots after the shown one have left no room for it.
          whole.set(timeframe, small);
        } else {
          shown.set(timeframe, part);
          show(timeframe, part);
        }
        return true;
      }
      return false;
    },
  };
}

/** Snapshots that follow each other, from a time on. A time whose line cannot be read is removed from all times. */
function openPart(all: Array<number>, start: number, read: (time: number) => ReturnType<Recording['read']>) {
  const timeline = createTimeline({ maxSnapshots: MAX_SNAPSHOTS, endsAt: () => all.at(-1) ?? 0 });
  const startsAt = () => timeline.at('newest').startsAt;
  let last = start - 1;
  let count = 0;
  return {
    start,
    timeline,
    has: (time: number) => time <= last && time >= (startsAt() ?? Infinity),
    /** Also true at the end of the recording. */
    isReadTo: (time: number) => last >= Math.min(time, all.at(-1) ?? 0),
    /** Whether older snapshots give way to newer ones. */
    isFull: () => count === MAX_SNAPSHOTS || count > timeline.at('newest').count,
    async readNext(): Promise<void> {
      const time = all.find((each) => each > last);
      if (time === undefined) return;
      const snapshot = await read(time);
      last = time;
      if (snapshot === null) {
        all.splice(all.indexOf(time), 1);
        return;
      }
      timeline.add(snapshot);
      count++;
    },
  };
}
