import type { Stop } from '../context.ts';
import { AuthError } from '../errors.ts';
import { linkAbort } from '../lib/abort.ts';
import { errnoOf, isSystemError } from '../lib/system-error.ts';
import { MINUTE_MS } from '../lib/time.ts';
import { TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import { maxGapOf } from '../market/market-day.ts';
import { createTimeline } from '../market/timeline/timeline.ts';
import { renderMessage } from '../text/message.ts';
import { createNotifications } from '../watch/alerts.ts';
import { closeRecorder, waitAtEnd } from '../watch/disk.ts';
import { createEnding } from '../watch/ending.ts';
import type { FeedEvent, LiveSource, SnapshotReceived, Watch } from '../watch/feed.ts';
import { createMissingData } from '../watch/missing-data.ts';
import { createReceiver } from '../watch/receiver.ts';
import { visitOf } from './baseline.ts';
import { openPane, type Pane } from './pane.ts';
import { watchedTimeframes } from './state.ts';
import type { PaneState } from './view.ts';

type LiveWatch = Watch<LiveSource>;

/** Throws AuthError if the last poll was refused, and NotMetError if `--until` was not met. */
export async function runLive(watch: LiveWatch): Promise<void> {
  const { source, context } = watch;
  const running = linkAbort(context.signal);
  const ending = createEnding(watch, running.signal);
  const feed = source.open(ending.signal);
  const { isPastRecorded } = source;
  const pane = openPane({ ...watch, feed, replay: null, isPastRecorded }, () => running.abort());
  const notifications = createNotifications(watch, pane);
  const refusal = createRefusal(watch, pane);
  const recording = openLiveRecorder(watch, pane);
  /** Fills one timeframe after the other, because each hanging file operation blocks a thread of Node. */
  let filling = Promise.resolve();
  /** Null before the first snapshot with a time. */
  let presses: ReturnType<typeof keepPresses> | null = null;
  try {
    const receive = createReceiver(source);
    const begun = new Set<Timeframe>();
    const watched = new Set<Timeframe>();
    const judge = createMissingData(watch, pane.showNotice);
    for await (const received of feed.events()) {
      const event = received.type === 'snapshot' ? receive(received) : received;
      refusal.observe(event);
      pane.update(event);
      presses?.keepInTurn();
      if (received.type !== 'snapshot' || event.type !== 'snapshot') continue;
      const { timeframe } = event;
      if (event.isFirst) begun.add(timeframe);
      if (event.snapshot.time !== null && begun.delete(timeframe)) {
        if (presses === null) {
          filling = resume(event, watch, pane);
          presses = keepPresses(event, watch, pane, filling);
        }
        filling = filling.then(() => fillMemory(event, watch, pane, running.signal));
      }
      // Snapshots for a card only are neither recorded nor reported.
      if (!watchedTimeframes(pane.state()).includes(timeframe)) continue;
      const reported = watched.has(timeframe) ? event : { ...event, diff: null };
      watched.add(timeframe);
      (await recording).append(received);
      judge(reported);
      notifications.notify(reported);
      if (ending.observe(reported)) break;
    }
    await notifications.waitForHooks(running.signal);
  } finally {
    ending.close();
    running.abort();
    notifications.close();
    pane.close();
    const keeping = keepForNext(presses?.keep(), watch, pane);
    await Promise.all([recording.then((each) => each.close()), keeping]);
  }
  (await recording).note();
  const stop = pane.requestedStop();
  if (stop !== null) throw stop;
  context.signal.throwIfAborted();
  refusal.throwIfRefused();
  ending.writeMet();
  ending.throwIfNotMet();
}

/** Throws AuthError at once if there is no data or an option can end the watch, else at the end. */
function createRefusal({ request: { until, for: seconds, count } }: Watch, pane: Pane) {
  const mayStay = until === undefined && seconds === undefined && count === undefined;
  let refusal: AuthError | null = null;
  const throwIfRefused = () => {
    if (refusal !== null) throw refusal;
  };
  return {
    observe(event: FeedEvent) {
      if (event.type === 'tick') return;
      refusal = event.type === 'failure' && event.error instanceof AuthError ? event.error : null;
      if (!mayStay || !TIMEFRAMES.some((each) => pane.timeframes.get(each).snapshot !== null))
        throwIfRefused();
    },
    throwIfRefused,
  };
}

async function openLiveRecorder(watch: LiveWatch, pane: Pane) {
  const { source, context } = watch;
  const notes = new Set<string>();
  let beginning = '';
  const recorder = await source.openRecorder?.({
    note(text) {
      notes.add(text);
      pane.showNotice(text);
    },
    begin(directory, days) {
      const kept = `kept ${days} days`;
      beginning = `Recorded to ${directory}, ${kept}. Off: boards config set record off`;
      pane.showNotice(`recording, ${kept}; boards status says where`);
    },
    change(lostMilliseconds) {
      pane.change({ lostMilliseconds });
      pane.redraw();
    },
  });
  return {
    append: (event: SnapshotReceived) => void recorder?.append(event),
    async close() {
      const stop = stopOf(watch, pane);
      const note = recorder == null ? null : await closeRecorder(recorder, stop, context);
      if (note !== null) notes.add(note);
    },
    /** Writes to stderr after the pane is closed, because the user may not have seen the notes in it. */
    note() {
      for (const text of notes) source.noteAlways(text);
      const { stderr, env } = context;
      if (beginning !== '') stderr.write(renderMessage(beginning, { label: '' }, stderr, env));
    },
  };
}

function stopOf({ context: { signal } }: Watch, pane: Pane): Partial<Stop> | null {
  return signal.aborted ? signal.reason : pane.requestedStop();
}

/** The pane works without the last key press, so no error is reported. */
async function resume(
  { isSimulated }: SnapshotReceived,
  { source, context }: LiveWatch,
  pane: Pane,
): Promise<void> {
  const press = await source.lastPress?.read(isSimulated !== false).catch(() => null);
  // A pause in this pane counts instead.
  if (press == null || pane.state().visit.pause > 0) return;
  const now = { at: source.clock.now(), monotonic: context.clock.monotonic() };
  pane.change({ visit: visitOf(press, now) });
  pane.redraw();
}

/** Keeps the last key press for the next pane, once `resumed` has read that of the previous pane. */
function keepPresses(
  { isSimulated }: SnapshotReceived,
  { source: { lastPress }, context: { clock } }: LiveWatch,
  pane: Pane,
  resumed: Promise<void>,
) {
  let keeping = resumed;
  let kept: PaneState['lastPress'] = null;
  let nextAt = clock.monotonic();
  const keep = (): Promise<void> => {
    const press = pane.state().lastPress;
    if (press === null || press === kept) return keeping;
    kept = press;
    // No write begins before this one ends, so that a disk that hangs blocks only one thread.
    nextAt = Infinity;
    keeping = keeping
      .then(() => lastPress?.keep(press, isSimulated !== false))
      .catch(() => undefined)
      .then(() => {
        nextAt = clock.monotonic() + MINUTE_MS;
      });
    return keeping;
  };
  return {
    keep,
    /** Writes at most once a minute, so that a kill loses no more than that. */
    keepInTurn: () => void (clock.monotonic() >= nextAt && keep()),
  };
}

/** Waits for the last key press and the pins to be kept, and reports pins that could not be saved. */
export async function keepForNext(
  keeping: Promise<void> | undefined,
  watch: Watch,
  pane: Pane,
): Promise<void> {
  const { source, context } = watch;
  const stop = stopOf(watch, pane);
  const [isSaved] = await Promise.all([
    waitAtEnd(pane.pinSaver.settled(), stop, context),
    waitAtEnd(Promise.resolve(keeping), stop, context),
  ]);
  const fault = isSaved ? pane.pinSaver.fault() : 'the config file was in use, or the disk did not respond';
  if (fault !== null) source.noteAlways(`pins are not saved: ${fault}`);
}

const PAUSE_MS = 1;

/** Adds the snapshots from before this run. The pane works without them, so errors become notices. */
export async function fillMemory(
  { timeframe, isSimulated, snapshot: { time } }: SnapshotReceived,
  { source, context }: LiveWatch,
  pane: Pane,
  signal: AbortSignal,
): Promise<void> {
  if (source.past === null || time === null) return;
  const pause = () => context.clock.sleep(PAUSE_MS, signal);
  try {
    // The first frame is written before anything is loaded.
    await pause();
    const timeline = createTimeline({ maxGap: maxGapOf(source.intervalSeconds) });
    const first = { time, isSimulated: isSimulated !== false };
    for await (const received of source.past(timeframe, first, signal)) {
      timeline.add(received);
      await pause();
    }
    if (timeline.at('newest').count === 0) return;
    pane.timeframes.extend(timeframe, timeline);
    pane.redraw(timeframe);
  } catch (error) {
    if (signal.aborted) return;
    // An unexpected error is shown whole, for a bug report.
    pane.showNotice(`recordings cannot be read: ${isSystemError(error) ? errnoOf(error) : error}`);
  }
}
