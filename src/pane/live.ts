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
import { openPane, type Pane } from './pane.ts';
import { watchedTimeframes } from './state.ts';

type LiveWatch = Watch<LiveSource>;

/**
 * Runs the live pane until an option ends it, the user quits, or the program is stopped. Throws AuthError if the service refuses the
 * key then, and NotMetError.
 */
export async function runLive(watch: LiveWatch): Promise<void> {
  const { source, context } = watch;
  const running = linkAbort(context.signal);
  const ending = createEnding(watch, running.signal);
  const feed = source.open(ending.signal);
  const { isPastRecorded } = source;
  const pane = openPane({ ...watch, feed, replay: null, isPastRecorded }, () => running.abort());
  const notifications = createNotifications(watch, pane.alerts, pane.armedChanges);
  const refusal = createRefusal(watch, pane);
  // Loaded while the first response is awaited.
  const recording = openLiveRecorder(watch, pane);
  /** One timeframe after the other: each file operation that hangs takes one of the few threads of Node. */
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
      // The first one of the timeframe that has a time.
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

/** Throws AuthError if the service refuses the key: at once without data or with an option that ends the watch, else at the end. */
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

/** Records what comes, and says in the pane how much was not. */
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
    change: pane.setLost,
  });
  return {
    append: (event: SnapshotReceived) => void recorder?.append(event),
    async close() {
      const stop = stopOf(watch, pane);
      const note = recorder == null ? null : await closeRecorder(recorder, stop, context);
      if (note !== null) notes.add(note);
    },
    /** Writes to stderr, after the pane is closed, what the user may not have seen in it. */
    note() {
      for (const text of notes) source.noteAlways(text);
      const { stderr, env } = context;
      if (beginning !== '') stderr.write(renderMessage(beginning, { label: '' }, stderr, env));
    },
  };
}

/** The signal that ends the pane, or for which a key stands; null for none. */
function stopOf({ context: { signal } }: Watch, pane: Pane): Partial<Stop> | null {
  return signal.aborted ? signal.reason : pane.requestedStop();
}

/** Reads the last key press of the pane before. The pane works without it, so no error is reported. */
async function resume({ isSimulated }: SnapshotReceived, { source }: LiveWatch, pane: Pane): Promise<void> {
  const press = await source.lastPress?.read(isSimulated !== false).catch(() => null);
  if (press != null) pane.resume(press);
}

/** Keeps the last key press for the next pane, after that of the pane before was read: a kill loses a minute of it at most. */
function keepPresses(
  { isSimulated }: SnapshotReceived,
  { source: { lastPress }, context: { clock } }: LiveWatch,
  pane: Pane,
  resumed: Promise<void>,
) {
  let keeping = resumed;
  let kept: ReturnType<Pane['lastPress']> = null;
  let nextAt = clock.monotonic();
  const keep = (): Promise<void> => {
    const press = pane.lastPress();
    if (press === null || press === kept) return keeping;
    kept = press;
    // None begins before this one has ended, so that a disk that hangs takes one thread.
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
    /** Resolves when the newest one is kept, or cannot be. */
    keep,
    /** At most once a minute. */
    keepInTurn: () => void (clock.monotonic() >= nextAt && keep()),
  };
}

/** Waits until the last key press and the pins are kept for the next pane, as far as there is time. Notes that pins are not saved. */
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

/** The pause between two snapshots, so that the pane stays responsive while they are computed. */
const PAUSE_MS = 1;

/**
 * Fills the memory of a timeframe with what lies before its first snapshot, until the signal is aborted. An error becomes a
 * notice, because the watch needs no past.
 */
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
    // The whole text of a bug, for a report.
    pane.showNotice(`recordings cannot be read: ${isSystemError(error) ? errnoOf(error) : error}`);
  }
}
