import { BoardsError } from '../errors.ts';
import { createBound } from '../market/bounded.ts';
import { diffOf } from '../market/diff.ts';
import type { Timeframe } from '../vocabulary.ts';
import { linkAbort } from '../watch/abort.ts';
import { createEnding, type Ending } from '../watch/ending.ts';
import type { FeedEvent, SnapshotEvent } from '../watch/feed.ts';
import { type LiveRecorder, openLiveRecorder } from '../watch/live-recorder.ts';
import { createMissingData } from '../watch/missing-data.ts';
import { createNotifications, type Notifications } from '../watch/notifications.ts';
import type { Origin, Watch } from '../watch/source.ts';
import { fillMemory } from './fill-memory.ts';
import { openPane, type Pane } from './pane.ts';

/** Runs the live pane until an option ends it, the user quits, or the program is stopped. Throws NotMetError. */
export async function runLive(watch: Watch): Promise<void> {
  const { source, context } = watch;
  const running = linkAbort(context.signal);
  const ending = createEnding(watch, running.signal);
  const origin = source.open(ending.signal);
  const pane = openPane(watch, origin, running.abort);
  let notifications: Notifications | undefined;
  let failure: unknown;
  const onFailure = (error: unknown) => {
    if (running.signal.aborted) return;
    failure = error;
    running.abort();
  };
  // Loaded while the first response is awaited.
  const recording = openLiveRecorder(watch, pane);
  try {
    notifications = createNotifications(watch, pane, pane.pinsToTell);
    const onFirst = (event: SnapshotEvent) => {
      fillMemory(event, watch, pane, running.signal).catch(onFailure);
    };
    await passEvents(watch, origin, { pane, notifications, recording, ending, onFirst });
    await notifications.waitForHooks(running.signal);
  } finally {
    ending.close();
    running.release();
    notifications?.close();
    pane.close();
    (await recording).close();
  }
  const stop = pane.requestedStop();
  (await recording).note();
  if (failure !== undefined) throw failure;
  if (stop !== null) throw stop;
  reportEnd(watch, ending);
}

interface Listeners {
  readonly pane: Pane;
  readonly notifications: Notifications;
  readonly recording: Promise<LiveRecorder>;
  readonly ending: Ending;
  /** Called with the first snapshot of each timeframe that has a time. */
  readonly onFirst: (event: SnapshotEvent) => void;
}

/** Passes on the events, up to one that ends the watch. */
async function passEvents(watch: Watch, { feed, player }: Origin, listeners: Listeners): Promise<void> {
  const { pane, notifications, recording, ending, onFirst } = listeners;
  const bound = createBound(watch.request.selection);
  const begun = new Set<Timeframe>();
  const judge = createMissingData(watch, pane.showNotice);
  for await (const received of (feed ?? player).events()) {
    const event = boundEvent(received, bound);
    if (received.type === 'snapshot') (await recording).append(received);
    pane.update(event);
    if (event.type === 'snapshot') {
      if (event.diff === null) begun.add(event.timeframe);
      if (event.snapshot.asOfMilliseconds !== null && begun.delete(event.timeframe)) onFirst(event);
      judge(event);
    }
    notifications.notify(event);
    if (ending.observe(event)) return;
  }
}

/** Beside the recording, all that a pane does is of snapshots that a frame can show, so that it never says two things. */
function boundEvent(event: FeedEvent, bound: ReturnType<typeof createBound>): FeedEvent {
  if (event.type === 'asked' && !(event.answer instanceof BoardsError))
    return { ...event, answer: bound(event.answer).snapshot };
  if (event.type !== 'snapshot') return event;
  const bounded = bound(event.snapshot);
  const before = event.diff === null ? null : bound(event.diff.before).snapshot;
  return { ...event, ...bounded, diff: diffOf(before, bounded.snapshot) };
}

/** Says what met `--until`, or that nothing did. */
function reportEnd(watch: Watch, ending: Ending): void {
  watch.context.signal.throwIfAborted();
  ending.writeMet();
  ending.throwIfNotMet();
}
