import { AuthError } from '../errors.ts';
import { labelNotes } from '../fields/data-origin.ts';
import { settledOrAborted } from '../lib/abort.ts';
import { renderJson } from '../lib/json-text.ts';
import type { Output } from '../lib/streams.ts';
import { type ChangeEvent, uniqueEvents } from '../market/diff.ts';
import { ranksByBoard } from '../market/ranks.ts';
import { type Selection, selectBoards, selectRaw } from '../market/selection.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { bellOutput, notificationOutput, notificationSequence } from '../terminal/notification.ts';
import { createNotifications, createRequestedChanges } from './alerts.ts';
import { closeRecorder } from './disk.ts';
import { createEnding, type Ending } from './ending.ts';
import { renderEvents } from './exec-hook.ts';
import type { SnapshotEvent, StreamSource, Watch } from './feed.ts';
import { createMissingData } from './missing-data.ts';
import { createReceiver } from './receiver.ts';

export type Renderer = (event: SnapshotEvent) => string;

/** Notes failures on stderr. Throws AuthError if the service refuses the key, and NotMetError. */
export async function runStream(
  watch: Watch<StreamSource>,
  loadTables: (watch: Watch) => Promise<Renderer>,
): Promise<void> {
  const { source, context } = watch;
  const { signal } = context;
  const ending = createEnding(watch, signal);
  const feed = source.open(ending.signal);
  const notifications = createNotifications(watch, {
    showNotice: source.note,
    // Ring in the terminal of stdout or stderr. A file gets no bells.
    ring: () => bellOutput(context)?.write('\x07'),
    notify: (text) => notificationOutput(context)?.write(notificationSequence(text, context.env)),
  });
  // A gap in a recording is reported even with --quiet.
  const recorder = await source.openRecorder?.({ note: source.noteAlways });
  try {
    const render = await rendererOf(watch, ending, loadTables);
    const label = createLabel(watch);
    const judge = createMissingData(watch, source.note);
    const receive = createReceiver(source);
    for await (const received of feed.events()) {
      const event = received.type === 'snapshot' ? receive(received) : received;
      // The changes that meet --until are written with their snapshot.
      const isLast = ending.observe(event);
      if (event.type === 'failure') {
        if (event.error instanceof AuthError) throw event.error;
        const seconds = Math.ceil((feed.millisecondsToNextPoll?.(event.timeframe) ?? 0) / 1000);
        source.note(`${event.timeframe}: ${event.error.reason}, next poll in ${seconds} s`);
      }
      notifications.notify(event);
      if (event.type === 'snapshot') {
        judge(event);
        label(event);
        void recorder?.append(event);
        // Poll again only after the reader has taken the text, so that output does not pile up.
        await write(render(event), context.stdout, ending.signal);
      }
      if (isLast) break;
    }
    if (!signal.aborted) ending.writeMet();
    await notifications.waitForHooks(signal);
  } finally {
    ending.close();
    notifications.close();
    const note = recorder == null ? null : await closeRecorder(recorder, signal.reason ?? null, context);
    if (note !== null) source.noteAlways(note);
  }
  signal.throwIfAborted();
  ending.throwIfNotMet();
}

/** The machine formats have no label, so one note on stderr names simulated or recorded data. */
function createLabel({ source, request }: Watch<StreamSource>): (event: SnapshotEvent) => void {
  let isLabelled = request.output === 'tables' || request.output === 'plain';
  return (event) => {
    if (isLabelled || !(event.isSimulated !== false || event.isRecorded)) return;
    isLabelled = true;
    const time = source.recordedUntil;
    const shown = time === null ? [event] : [event, { ...event, snapshot: { time } }];
    labelNotes(shown, request.style.timeZone).forEach(source.noteAlways);
  };
}

async function rendererOf(
  watch: Watch<StreamSource>,
  ending: Ending,
  loadTables: (watch: Watch) => Promise<Renderer>,
): Promise<Renderer> {
  const { source, request, context } = watch;
  const { output, selection } = request;
  if (output === 'json') return ({ snapshot }) => renderJson(selectRaw(snapshot, selection), false);
  if (output === 'events') {
    const { clock } = context;
    // A cool-down follows the time of a recording, not the clock.
    const now = ({ time }: Snapshot) => (source.recordedUntil === null ? clock.monotonic() : (time ?? 0));
    const findChanges = createRequestedChanges(watch, now);
    return ({ snapshot, diff }) => {
      const isInitial = request.initial === true && diff === null;
      const events = isInitial ? listedEvents(snapshot, selection) : findChanges(diff);
      return renderEvents(uniqueEvents([...events, ...ending.metIn(snapshot)]));
    };
  }
  return loadTables(watch);
}

function listedEvents(snapshot: Snapshot, selection: Selection): ReadonlyArray<ChangeEvent> {
  const ranks = ranksByBoard(snapshot);
  const { asOf, timeframe } = snapshot;
  return selectBoards(snapshot, selection).flatMap(({ key: board, rows }) =>
    [...new Set(rows.map(({ symbol }) => symbol))].flatMap((symbol) => {
      if (symbol === null) return [];
      const to = ranks.get(board)?.get(symbol) ?? null;
      return [{ type: 'listed' as const, asOf, timeframe, board, symbol, from: null, to }];
    }),
  );
}

/** Waits for a slow reader of stdout, or until the signal is aborted. */
async function write(text: string, stdout: Output, signal: AbortSignal): Promise<void> {
  if (text === '' || stdout.write(text) || stdout.on === undefined) return;
  let onDrain = () => {};
  const drained = new Promise<void>((resolve) => {
    onDrain = resolve;
  });
  stdout.on('drain', onDrain);
  await settledOrAborted(drained, signal);
  stdout.off?.('drain', onDrain);
}
