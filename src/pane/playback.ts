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
import { nextTimeIn } from './surroundings.ts';
import type { PaneState } from './view.ts';

/** A whole day with a snapshot a minute, so that the outcomes of all its rows are known. */
const MAX_SNAPSHOTS = 1500;

/** Reads the shown snapshots first, and the others between keys. */
export async function runReplay(watch: Watch, recorded: Recording, from: number): Promise<void> {
  const { source, context } = watch;
  const { clock } = context;
  const running = linkAbort(context.signal);
  let woken = linkAbort(running.signal);
  const times = new Map(recorded.times);
  const replay = { times, from, onKeys: () => woken.abort() };
  const pane = openPane({ ...watch, replay, feed: null, isPastRecorded: true }, () => running.abort());
  const judge = createMissingData(watch, pane.showNotice);
  const reader = createReader({ ...recorded, times }, (timeframe, { timeline }) => {
    const { snapshot } = timeline.at('newest');
    pane.timeframes.show(timeframe, timeline, recorded.isSimulated);
    pane.redraw(timeframe);
    if (snapshot !== null && source.timeframes.includes(timeframe)) judge({ timeframe, snapshot });
  });
  /** Resolves to false if there is nothing to read, or as soon as the pane ends, even if the disk hangs. */
  const hasRead = async (reading: Promise<boolean>) => {
    await settledOrAborted(reading, running.signal);
    return !running.signal.aborted && (await reading);
  };
  let shownAt: number | null = null;
  let dueAt = 0;
  try {
    while (!running.signal.aborted) {
      if (woken.signal.aborted) woken = linkAbort(running.signal);
      await new Promise(setImmediate);
      const state = pane.state();
      const { pastAt, playback } = state;
      const timeframes = timeframesToShow(state, times);
      if (await hasRead(reader.readShown(pastAt ?? from, timeframes))) continue;
      const now = clock.monotonic();
      if (shownAt !== pastAt) {
        const others = watchedTimeframes(state).filter((each) => each !== state.timeframe);
        if (shownAt !== null) pane.timeframes.addNewsSince(shownAt, pastAt ?? from, others);
        pane.redraw(state.timeframe);
        shownAt = pastAt;
        dueAt = playback === 'playing' ? now + SECOND_MS : now;
      }
      const next = playback === 'playing' ? nextTimeIn(state, times) : null;
      if (next !== null && now >= dueAt) pane.change({ pastAt: next });
      else if (!(await hasRead(reader.readOthers(pastAt ?? from, timeframes)))) {
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

/** The shown timeframe comes first. A card shows all recorded timeframes. */
function timeframesToShow(state: PaneState, times: Recording['times']): ReadonlyArray<Timeframe> {
  const isCard = openedOf(state).view.symbol !== undefined;
  return [...new Set([state.timeframe, ...(isCard ? times.keys() : watchedTimeframes(state))])];
}

/** Times whose lines cannot be read are removed from `times`. */
interface Played extends Pick<Recording, 'read'> {
  readonly times: Map<Timeframe, ReadonlyArray<number>>;
}

type Part = ReturnType<typeof openPart>;

/** Calls `show` with the snapshots that a time needs, and again with as many around it as fit. */
function createReader(recorded: Played, show: (timeframe: Timeframe, part: Part) => void) {
  const shown = new Map<Timeframe, { readonly part: Part; readonly isWhole: boolean }>();
  const growing = new Map<Timeframe, Part>();
  const find = (timeframe: Timeframe, time: number) => {
    const all = recorded.times.get(timeframe) ?? [];
    const found = all.findLastIndex((each) => each <= time);
    const index = Math.max(0, found);
    return { index, wanted: all[index], count: all.length };
  };
  return {
    /** Resolves to false if the snapshots have been read before. */
    async readShown(time: number, timeframes: ReadonlyArray<Timeframe>): Promise<boolean> {
      for (const timeframe of timeframes) {
        const { index, wanted } = find(timeframe, time);
        if (wanted === undefined || shown.get(timeframe)?.part.has(wanted) === true) continue;
        // The changes of a snapshot follow from the one before it.
        const part = openPart(recorded, timeframe, index - 1, index + 1);
        shown.set(timeframe, { part, isWhole: false });
        while (await part.readNext(wanted));
        if (part.has(wanted)) show(timeframe, part);
        return true;
      }
      return false;
    },
    /** Resolves to false if none is left or there is no room. */
    async readOthers(time: number, timeframes: ReadonlyArray<Timeframe>): Promise<boolean> {
      for (const timeframe of timeframes) {
        const { index, wanted, count } = find(timeframe, time);
        const small = shown.get(timeframe);
        if (wanted === undefined || small === undefined || small.isWhole) continue;
        const first = Math.max(0, Math.min(index - MAX_SNAPSHOTS / 2, count - MAX_SNAPSHOTS));
        const begun = growing.get(timeframe);
        const isNear = begun?.covers(wanted) === true;
        const part = isNear ? begun : openPart(recorded, timeframe, first, first + MAX_SNAPSHOTS);
        growing.set(timeframe, part);
        if (await part.readNext(wanted)) return true;
        growing.delete(timeframe);
        // Large snapshots after the wanted one may have displaced it.
        const whole = part.has(wanted) ? part : small.part;
        shown.set(timeframe, { part: whole, isWhole: true });
        show(timeframe, whole);
        return true;
      }
      return false;
    },
  };
}

function openPart({ times, read }: Played, timeframe: Timeframe, first: number, end: number) {
  const all = () => times.get(timeframe) ?? [];
  const toRead = all().slice(Math.max(0, first), end);
  const timeline = createTimeline({ maxSnapshots: MAX_SNAPSHOTS, endsAt: () => all().at(-1) ?? 0 });
  let next = 0;
  let added = 0;
  return {
    timeline,
    covers: (time: number) => toRead.includes(time),
    has(time: number): boolean {
      const { startsAt, time: newest } = timeline.at('newest');
      return time >= (startsAt ?? Infinity) && time <= newest;
    },
    /** Resolves to false if nothing is left, or if the next snapshot would displace the wanted one. */
    async readNext(wanted: number): Promise<boolean> {
      const time = toRead[next];
      const isFull = added > timeline.at('newest').count;
      if (time === undefined || (isFull && time > wanted)) return false;
      next++;
      const snapshot = await read(timeframe, time);
      if (snapshot === null)
        times.set(
          timeframe,
          all().filter((each) => each !== time),
        );
      else {
        timeline.add(snapshot);
        added++;
      }
      return true;
    },
  };
}
