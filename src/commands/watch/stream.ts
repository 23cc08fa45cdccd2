import { failureReason } from '../../api/retry.ts';
import { boardsToShow, selectRaw } from '../../model/select.ts';
import { selectedChanges } from '../../model/selected-changes.ts';
import { renderJson } from '../../view/json.ts';
import { renderSnapshot } from '../../view/snapshot.ts';
import type { Feed, FeedEvent } from '../../watch/feed.ts';
import { screenStyle } from '../screen-style.ts';
import { noteSandbox } from '../write.ts';
import { createHooks, type Hooks, renderEvents } from './hooks.ts';
import type { Watch } from './session.ts';

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
      const text = renderEvent(event, watch);
      if (text !== '') context.stdout.write(text);
    }
    if (hooks.notify(event).ring) context.stderr.write('\x07');
    if (watch.isLast(event)) return;
  }
}

function renderEvent({ snapshot, previous }: Extract<FeedEvent, { type: 'snapshot' }>, watch: Watch): string {
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
