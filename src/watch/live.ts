import { linkAbort } from './abort.ts';
import { createEndCondition } from './end-condition.ts';
import { noteFirst } from './first-notes.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import { openFeed } from './open-feed.ts';
import { openPane } from './pane.ts';
import type { Watch } from './source.ts';

/** The live pane: draws what the feed brings and does what the keys say, until either ends. */
export async function runLive(watch: Watch): Promise<void> {
  const ending = linkAbort(watch.context.signal);
  const feed = openFeed(watch, ending.signal);
  const pane = openPane(watch, feed, ending.abort);
  const isLast = createEndCondition(watch.request);
  let notifications: Notifications | undefined;
  try {
    notifications = await createNotifications(watch, pane.say);
    for await (const event of feed.events()) {
      if (event.type === 'snapshot') noteFirst(event, watch, pane.say);
      pane.show(event);
      if (notifications.notify(event).ring) pane.ring();
      if (isLast(event)) break;
    }
    await notifications.settle(ending.signal);
  } finally {
    ending.release();
    notifications?.close();
    pane.close();
  }
  const stop = pane.stop();
  if (stop !== null) throw stop;
}
