import { failureReason } from '../api/retry.ts';
import type { Snapshot, TimeframeSnapshot } from '../api/snapshot.ts';
import { selectedChanges } from '../model/changes.ts';
import { boardsToShow, selectRaw } from '../model/selection.ts';
import { renderJson } from '../view/json.ts';
import { screenStyle } from '../view/screen-style.ts';
import { renderSnapshot } from '../view/snapshot.ts';
import { createEndCondition } from './end-condition.ts';
import type { Feed, SnapshotEvent } from './feed.ts';
import { noteFirst } from './first-notes.ts';
import { createNotifications, type Notifications, renderEvents } from './notifications.ts';
import { openFeed } from './open-feed.ts';
import { createSnapshotWriter } from './snapshot-writer.ts';
import type { Watch } from './source.ts';

/** Appends each new snapshot to stdout, as tables, as one line of JSON, or as a line per change; failures are notes on stderr. */
export async function runStream(watch: Watch): Promise<void> {
  const { source, context } = watch;
  const feed = openFeed(watch, context.signal);
  const notifications = await createNotifications(watch, source.note);
  try {
    await follow(watch, feed, notifications);
    await notifications.settle(context.signal);
  } finally {
    notifications.close();
  }
}

async function follow(watch: Watch, feed: Feed, notifications: Notifications): Promise<void> {
  const { source, request, context } = watch;
  const isLast = createEndCondition(request);
  const writer = createSnapshotWriter({
    stdout: context.stdout,
    render: (snapshot, previous) => render(snapshot, previous, watch),
    alsoLost: request.output === 'events' ? '; changes that came and went between them are missing' : '',
    // Missing data is noted with --quiet too.
    note: source.label,
  });
  const labelSandbox = createSandboxLabel(watch);
  for await (const event of feed.events()) {
    if (event.type === 'failure') {
      const seconds = Math.ceil((feed.nextPollIn(event.timeframe) ?? 0) / 1000);
      source.note(`${event.timeframe}: ${failureReason(event.error)}, next try in ${seconds} s`);
    }
    if (event.type === 'snapshot') {
      labelSandbox(event);
      noteFirst(event, watch, source.note);
      writer.offer(event);
    }
    if (notifications.notify(event).ring) context.stderr.write('\x07');
    if (isLast(event)) break;
  }
  // A stopped program does not wait for its reader.
  if (!context.signal.aborted) writer.finish();
}

/** Machine formats carry no label, so that stderr does, once: a response tells whether its service is a simulated one. */
function createSandboxLabel({ source, request }: Watch): (event: SnapshotEvent) => void {
  let isLabelled = request.output === 'tables';
  return ({ isSimulated }) => {
    if (isSimulated && !isLabelled) source.label('SANDBOX: simulated data');
    isLabelled ||= isSimulated;
  };
}

/** The tables, the line of JSON, or the lines of what changed since the snapshot that was written before. */
function render(current: TimeframeSnapshot, previous: Snapshot | null, { request, context }: Watch): string {
  const { snapshot, isSimulated } = current;
  const { selection } = request;
  if (request.output === 'events')
    return previous === null ? '' : renderEvents(selectedChanges(previous, snapshot, selection));
  if (request.output === 'json') return renderJson(selectRaw(snapshot, selection), false);
  const lines = renderSnapshot(snapshot, boardsToShow(snapshot, selection), {
    ...screenStyle(request.style, context.stdout, context.env),
    columns: request.columns,
    nowMilliseconds: context.clock.now(),
    sandbox: isSimulated,
    showAge: false,
  });
  return `${lines.join('\n')}\n\n`;
}
