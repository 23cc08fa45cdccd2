import { type BoardsError, NetworkError } from '../../src/errors.ts';
import { MINUTE_MS } from '../../src/lib/time.ts';
import type { Timeframe } from '../../src/market/catalogue.ts';
import { openPane, type Pane } from '../../src/pane/pane.ts';
import type { View } from '../../src/pane/view.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import type { openLiveTerminal } from '../../src/terminal/live-terminal.ts';
import type { PaintedLines } from '../../src/text/lines.ts';
import type { LiveFeed, WatchRequest } from '../../src/watch/feed.ts';
import { createReceiver } from '../../src/watch/receiver.ts';

export interface LoosePaneOptions
  extends Partial<Pick<WatchRequest, 'selection' | 'columns' | 'pins' | 'baseline'>> {
  readonly size?: { readonly width: number; readonly rows: number };
  readonly palette?: WatchRequest['style']['palette'];
  readonly timeframes?: ReadonlyArray<Timeframe>;
  readonly now: () => number;
  readonly base?: View;
}

/** A pane without a terminal or service, for tests and benchmarks. */
export interface LoosePane extends Pick<Pane, 'state'> {
  receive(snapshot: Snapshot, timeframe?: Timeframe, isSimulated?: boolean): void;
  fail(message: string, error?: BoardsError): void;
  press(...keys: ReadonlyArray<string>): PaintedLines;
  render(): PaintedLines;
}

const FEED: Omit<LiveFeed, 'millisecondsToNextPoll'> = {
  async *events() {},
  setTimeframes: () => undefined,
  requestNext: () => null,
  setPaused: () => undefined,
};

export function createLoosePane(options: LoosePaneOptions): LoosePane {
  const { size = { width: 120, rows: 40 }, palette = 'classic', timeframes = ['day'], now } = options;
  let painted: PaintedLines = [];
  let events: Parameters<typeof openLiveTerminal>[1] | null = null;
  const pane = openPane(
    {
      source: { timeframes, clock: { now, ahead: () => 0 }, intervalSeconds: 60 },
      feed: { ...FEED, millisecondsToNextPoll: () => MINUTE_MS - (now() % MINUTE_MS) },
      replay: null,
      isPastRecorded: true,
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
    } as unknown as Parameters<typeof openPane>[0],
    () => undefined,
    options.base,
    (_, taken) => {
      events = taken;
      return {
        hasKeyboard: () => true,
        paint: (lines: PaintedLines) => {
          painted = lines;
        },
      } as unknown as ReturnType<typeof openLiveTerminal>;
    },
  );
  const receivedFirst = new Set<Timeframe>();
  const receiveEvent = createReceiver({ intervalSeconds: 60 });
  return {
    state: pane.state,
    receive(snapshot, timeframe = 'day', isSimulated = false) {
      const isFirst = !receivedFirst.has(timeframe);
      receivedFirst.add(timeframe);
      const event = {
        type: 'snapshot',
        timeframe,
        snapshot,
        isSimulated,
        isRecorded: false,
        isFirst,
      } as const;
      pane.update(receiveEvent(event));
    },
    fail(message, error = new NetworkError(message)) {
      pane.update({ type: 'failure', timeframe: 'day', error, delayed: [] });
    },
    press(...keys) {
      events?.onInput(keys.map((key) => ({ type: 'key', key })));
      return painted;
    },
    render() {
      events?.onRepaint();
      return painted;
    },
  };
}
