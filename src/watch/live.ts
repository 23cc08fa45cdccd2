import { linkAbort } from './abort.ts';
import { createEndCondition } from './end-condition.ts';
import type { FeedEvent } from './feed-event.ts';
import { fillMemory } from './fill-memory.ts';
import { type LiveRecorder, openLiveRecorder } from './live-recorder.ts';
import { noteMissingData } from './missing-data.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import { openPane } from './pane.ts';
import type { Watch } from './source.ts';

/** Runs the live pane until the end condition is met, the user quits, or the program is stopped. */
export async function runLive(watch: Watch): Promise<void> {
  const running = linkAbort(watch.context.signal);
  const feed = watch.source.openFeed(running.signal);
  let hasQuit = false;
  const pane = openPane(watch, feed, () => {
    hasQuit = true;
    running.abort();
  });
  const isLast = createEndCondition(watch.request);
  let notifications: Notifications | undefined;
  let recorder: LiveRecorder | undefined;
  let failure: unknown;
  const onFailure = (error: unknown) => {
    if (running.signal.aborted) return;
    failure = error;
    running.abort();
  };
  try {
    notifications = await createNotifications(watch, pane.showNotice);
    recorder = await openLiveRecorder(watch, pane.showNotice);
    for await (const event of feed.events()) {
      pane.update(event);
      if (event.type === 'snapshot') recorder.append(event);
      if (event.type === 'snapshot' && event.previous === null)
        fillMemory(event, watch, pane, running.signal).catch(onFailure);
      if (isAskedOnly(event)) continue;
      if (event.type === 'snapshot') noteMissingData(event, watch, pane.showNotice);
      if (notifications.notify(event).ring) pane.ring();
      if (isLast(event)) break;
    }
    await notifications.waitForHooks(running.signal);
  } finally {
    running.release();
    notifications?.close();
    recorder?.close();
    pane.close();
  }
  recorder?.note(hasQuit && pane.requestedStop() === null);
  if (failure !== undefined) throw failure;
  const stop = pane.requestedStop();
  if (stop !== null) throw stop;
}

/** A snapshot of a timeframe that is not polled: it is no reason for a hook, a note or an end. */
function isAskedOnly(event: FeedEvent): boolean {
  return event.type === 'snapshot' && event.isAsked === true;
}
