import { createBound } from '../model/bounded.ts';
import { linkAbort } from './abort.ts';
import { createEnding, type Ending } from './ending.ts';
import type { Feed } from './feed.ts';
import type { FeedEvent, SnapshotEvent } from './feed-event.ts';
import { fillMemory } from './fill-memory.ts';
import { type LiveRecorder, openLiveRecorder } from './live-recorder.ts';
import { writeMet } from './met-output.ts';
import { noteMissingData } from './missing-data.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import { openPane, type Pane } from './pane.ts';
import type { Watch } from './source.ts';

/** Runs the live pane until an option ends it, the user quits, or the program is stopped. Throws NotMetError. */
export async function runLive(watch: Watch): Promise<void> {
  const { source, request, context } = watch;
  const running = linkAbort(context.signal);
  const ending = createEnding(request, context.clock, running.signal);
  const feed = source.openFeed(ending.signal);
  const pane = openPane(watch, feed, running.abort);
  let notifications: Notifications | undefined;
  let recorder: LiveRecorder | undefined;
  let failure: unknown;
  const onFailure = (error: unknown) => {
    if (running.signal.aborted) return;
    failure = error;
    running.abort();
  };
  try {
    notifications = await createNotifications(watch, pane);
    recorder = await openLiveRecorder(watch, pane.showNotice);
    const onFirst = (event: SnapshotEvent) => {
      fillMemory(event, watch, pane, running.signal).catch(onFailure);
    };
    await passEvents(watch, feed, { pane, notifications, recorder, ending, onFirst });
    await notifications.waitForHooks(running.signal);
  } finally {
    ending.close();
    running.release();
    notifications?.close();
    recorder?.close();
    pane.close();
  }
  const stop = pane.requestedStop();
  const hasQuit = running.signal.aborted && !context.signal.aborted && failure === undefined && stop === null;
  recorder?.note(hasQuit);
  if (failure !== undefined) throw failure;
  if (stop !== null) throw stop;
  reportEnd(watch, ending, hasQuit);
}

interface Listeners {
  readonly pane: Pane;
  readonly notifications: Notifications;
  readonly recorder: LiveRecorder;
  readonly ending: Ending;
  /** Called with the first snapshot of each timeframe. */
  readonly onFirst: (event: SnapshotEvent) => void;
}

/** Passes on the events of the feed, up to one that ends the watch. */
async function passEvents(watch: Watch, feed: Feed, listeners: Listeners): Promise<void> {
  const { pane, notifications, recorder, ending, onFirst } = listeners;
  const bound = createBound(watch.request.selection);
  for await (const received of feed.events()) {
    const event = boundEvent(received, bound);
    pane.update(event);
    if (received.type === 'snapshot') recorder.append(received);
    if (event.type === 'snapshot' && event.previous === null) onFirst(event);
    if (isAskedOnly(event)) continue;
    if (event.type === 'snapshot') noteMissingData(event, watch, pane.showNotice);
    notifications.notify(event);
    if (ending.observe(event)) return;
  }
}

/** Beside the recording, all that a pane does is of snapshots that a frame can show, so that it never says two things. */
function boundEvent(event: FeedEvent, bound: ReturnType<typeof createBound>): FeedEvent {
  if (event.type !== 'snapshot') return event;
  const previous = event.previous === null ? null : bound(event.previous).snapshot;
  return { ...event, ...bound(event.snapshot), previous };
}

/** Says what met `--until`. A user who quits is not told that it was not met. */
function reportEnd(watch: Watch, ending: Ending, hasQuit: boolean): void {
  watch.context.signal.throwIfAborted();
  writeMet(ending, watch);
  if (!hasQuit) ending.throwIfNotMet();
}

/** A snapshot of a timeframe that is not polled: it is no reason for a hook, a note or an end. */
function isAskedOnly(event: FeedEvent): boolean {
  return event.type === 'snapshot' && event.isAsked === true;
}
