import { createHooks, type Hooks } from './hooks.ts';
import { openPane } from './pane.ts';
import type { Watch } from './session.ts';

/** The reason of a feed that a person has ended with `q`. */
const QUIT = new Error('quit');

/** The live pane: draws what the feed brings and does what the keys say, until either ends. */
export async function runLive(watch: Watch): Promise<void> {
  const { signal } = watch.context;
  const ending = new AbortController();
  const stop = () => ending.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const feed = watch.openFeed(ending.signal);
  const pane = openPane(watch, feed, (reason) => ending.abort(reason ?? QUIT));
  let hooks: Hooks | undefined;
  try {
    hooks = await createHooks(watch, pane.say);
    for await (const event of feed.events()) {
      pane.show(event);
      if (hooks.notify(event).ring) pane.ring();
      if (watch.isLast(event)) break;
    }
    await hooks.settle(ending.signal);
  } catch (error) {
    if (error !== QUIT) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    hooks?.close();
    pane.close();
  }
}
