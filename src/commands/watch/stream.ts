import { failureReason } from '../../api/retry.ts';
import type { Snapshot } from '../../api/snapshot.ts';
import { boardsToShow, selectRaw } from '../../model/select.ts';
import { selectedChanges } from '../../model/selected-changes.ts';
import { renderJson } from '../../view/json.ts';
import { renderSnapshot } from '../../view/snapshot.ts';
import type { Feed } from '../../watch/feed.ts';
import { screenStyle } from '../screen-style.ts';
import { noteSandbox } from '../write.ts';
import { createHooks, type Hooks, renderEvents } from './hooks.ts';
import type { Watch } from './session.ts';
import { createSnapshotWriter } from './snapshot-writer.ts';

/** Appends each new snapshot to stdout, as tables, as one line of JSON, or as a line per change; failures are notes on stderr. */
export async function runStream(watch: Watch): Promise<void> {
  const { session, context } = watch;
  const feed = watch.openFeed(context.signal);
  const hooks = await createHooks(watch, session.note);
  try {
    await follow(watch, feed, hooks);
    await hooks.settle(context.signal);
  } finally {
    hooks.close();
  }
}

async function follow(watch: Watch, feed: Feed, hooks: Hooks): Promise<void> {
  const { session, options, context } = watch;
  const isData = options.json === true || options.events === true;
  const writer = createSnapshotWriter({
    stdout: context.stdout,
    render: (snapshot, previous) => render(snapshot, previous, watch),
    alsoLost: options.events === true ? '; changes that came and went between them are missing' : '',
    // Data that is missing is said with --quiet too.
    note: session.label,
  });
  let isLabelled = false;
  for await (const event of feed.events()) {
    if (event.type === 'failure') {
      const seconds = Math.ceil((feed.nextPollIn(event.timeframe) ?? 0) / 1000);
      session.note(`${event.timeframe}: ${failureReason(event.error)}, next try in ${seconds} s`);
    }
    if (event.type === 'snapshot') {
      // Only an answer tells whether a service is a simulated one.
      if (isData && !isLabelled) noteSandbox(session);
      isLabelled = true;
      watch.noteFirst(event, session.note);
      writer.offer(event.timeframe, event.snapshot);
    }
    if (hooks.notify(event).ring) context.stderr.write('\x07');
    if (watch.isLast(event)) break;
  }
  writer.finish();
}

/** The tables, the line of JSON, or the lines of what changed since the snapshot that was written before. */
function render(snapshot: Snapshot, previous: Snapshot | null, watch: Watch): string {
  const { session, options, context, selection } = watch;
  if (options.events === true)
    return previous === null ? '' : renderEvents(selectedChanges(previous, snapshot, selection));
  if (options.json === true) return renderJson(selectRaw(snapshot, selection), false);
  const lines = renderSnapshot(snapshot, boardsToShow(snapshot, selection), {
    ...screenStyle(options, session.settings.palette.value, context),
    columns: session.settings.columns?.value ?? null,
    nowMilliseconds: context.clock.now(),
    sandbox: session.sandbox,
    showAge: false,
  });
  return `${lines.join('\n')}\n\n`;
}
