import { NetworkError } from '../../src/errors.ts';
import { diffOf } from '../../src/market/diff.ts';
import { createPaneContent, type PaneContent } from '../../src/pane/pane-content.ts';
import type { View } from '../../src/pane/view.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { MINUTE_MS } from '../../src/time.ts';
import type { Timeframe } from '../../src/vocabulary.ts';
import type { Feed } from '../../src/watch/feed.ts';
import type { Watch, WatchRequest } from '../../src/watch/source.ts';

export interface LoosePaneOptions
  extends Partial<Pick<WatchRequest, 'selection' | 'columns' | 'pins' | 'baseline'>> {
  readonly size?: { readonly width: number; readonly rows: number };
  readonly palette?: WatchRequest['style']['palette'];
  readonly timeframes?: ReadonlyArray<Timeframe>;
  readonly now: () => number;
  readonly base?: View;
}

/** A pane without a terminal and without a service, for tests and benchmarks. */
export interface LoosePane extends PaneContent {
  /** Receives the next snapshot of a timeframe. */
  receive(snapshot: Snapshot, timeframe?: Timeframe, isSimulated?: boolean): void;
  fail(message: string): void;
  press(...keys: ReadonlyArray<string>): void;
}

const FEED: Omit<Feed, 'millisecondsToNextPoll'> = {
  async *events() {},
  setTimeframes: () => undefined,
  requestNext: () => null,
  ask: () => null,
  isAsked: (timeframe) => timeframe === 'investing',
  setPaused: () => undefined,
  player: null,
};

export function createLoosePane(options: LoosePaneOptions): LoosePane {
  const { size = { width: 120, rows: 40 }, palette = 'classic', timeframes = ['day'], now } = options;
  const content = createPaneContent(
    {
      source: { timeframes, intervalSeconds: 60, isPastRecorded: true },
      request: {
        selection: {},
        columns: null,
        style: { color: 'always', palette, timeZone: 'UTC' },
        baseline: 'last',
        notify: false,
        bell: false,
        pins: [],
        ...options,
      },
      context: {
        stdout: { isTTY: true, columns: size.width, rows: size.rows, write: () => true },
        env: { TERM: 'xterm-256color', LANG: 'C.UTF-8' },
        clock: { now, monotonic: now, sleep: () => Promise.resolve() },
      },
    } as unknown as Watch,
    { ...FEED, millisecondsToNextPoll: () => MINUTE_MS - (now() % MINUTE_MS) },
    options.base,
  );
  const last = new Map<Timeframe, Snapshot>();
  return {
    ...content,
    receive(snapshot, timeframe = 'day', isSimulated = false) {
      const previous = last.get(timeframe) ?? null;
      last.set(timeframe, snapshot);
      const event = {
        type: 'snapshot',
        timeframe,
        snapshot,
        isSimulated,
        isRecorded: false,
        diff: diffOf(previous, snapshot),
      } as const;
      content.timeframes.update(event, 60_000);
    },
    fail(message) {
      const error = new NetworkError(message);
      content.timeframes.update({ type: 'failure', timeframe: 'day', error, delayed: [] }, 60_000);
    },
    press(...keys) {
      const applied = content.apply(keys.map((key) => ({ type: 'key', key })));
      for (const effect of applied?.effects ?? []) if (effect.type === 'say') content.notice.set(effect.text);
    },
  };
}
