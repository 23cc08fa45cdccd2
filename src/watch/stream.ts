import { isRemembered } from '../fields/fields.ts';
import { toldChanges } from '../market/movement.ts';
import { boardsToShow, selectRaw } from '../market/selection.ts';
import { renderJson } from '../output/json.ts';
import type { renderPlainChanges } from '../output/plain-changes.ts';
import type { renderSnapshot } from '../output/snapshot.ts';
import type { Recorder } from '../recording/recorder.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { bellOutput, notificationOutput, notificationSequence } from '../terminal/notification.ts';
import { toAscii } from '../text/ascii.ts';
import { labelNotes } from '../text/label.ts';
import { screenStyle } from '../text/screen-style.ts';
import type { Column } from '../vocabulary.ts';
import { createEnding, type Ending } from './ending.ts';
import { createEventRenderer } from './event-lines.ts';
import type { SnapshotEvent } from './feed.ts';
import { writeMet } from './met-output.ts';
import { createMissingData } from './missing-data.ts';
import { type Alerts, createNotifications, type Notifications } from './notifications.ts';
import { createSnapshotWriter, type SnapshotWriter } from './snapshot-writer.ts';
import type { Origin, Watch, WatchRequest } from './source.ts';

/**
 * Writes each new snapshot to stdout as tables, a line of JSON, or a line per change. Failures are noted on stderr. Throws
 * NotMetError.
 */
export async function runStream(watch: Watch): Promise<void> {
  const { source, request, context } = watch;
  const ending = createEnding(request, context.clock, context.signal);
  const origin = source.open(ending.signal);
  const notifications = await createNotifications(watch, streamAlerts(watch));
  // A hole in a recording is reported even with --quiet.
  const recorder = await source.openRecorder?.({ note: source.noteAlways });
  try {
    await writeSnapshots(watch, origin, { ending, notifications, recorder });
    await notifications.waitForHooks(context.signal);
  } finally {
    ending.close();
    notifications.close();
    recorder?.close();
  }
  context.signal.throwIfAborted();
  ending.throwIfNotMet();
}

/** Alerts beside the data, in the terminal that one of the two outputs is. A file gets no bells. */
function streamAlerts({ source, context }: Watch): Alerts {
  return {
    showNotice: source.note,
    ring: () => bellOutput(context)?.write('\x07'),
    notify: (text) => notificationOutput(context)?.write(notificationSequence(text, context.env)),
  };
}

interface Listeners {
  readonly ending: Ending;
  readonly notifications: Notifications;
  readonly recorder: Recorder | undefined;
}

async function writeSnapshots(watch: Watch, origin: Origin, listeners: Listeners): Promise<void> {
  const { feed, player } = origin;
  const { source, context } = watch;
  const { ending, notifications, recorder } = listeners;
  const writer = await openWriter(watch, origin, ending);
  const label = createLabel(watch, origin);
  const judge = createMissingData(watch, source.note);
  for await (const event of origin.feed === null ? origin.player.all() : origin.feed.events()) {
    // What met --until is written with the snapshot.
    const isLast = ending.observe(event);
    if (event.type === 'failure') {
      const seconds = Math.ceil((feed?.millisecondsToNextPoll(event.timeframe) ?? 0) / 1000);
      source.note(`${event.timeframe}: ${event.error.reason}, next poll in ${seconds} s`);
    }
    if (event.type === 'snapshot') {
      judge(event);
      label(event);
      writer.enqueue(event);
      recorder?.append(event);
    }
    notifications.notify(event);
    if (isLast) break;
    // A recording can wait for its reader; live data cannot.
    if (player !== null) await writer.whenReady(context.signal);
  }
  // After a signal, do not wait for a blocked reader.
  if (context.signal.aborted) return;
  writer.finish();
  writeMet(ending, watch);
}

async function openWriter(watch: Watch, origin: Origin, ending: Ending): Promise<SnapshotWriter> {
  const { source, request, context } = watch;
  const isEvents = request.output === 'events';
  const renderers = await loadRenderers(request);
  return createSnapshotWriter({
    stdout: context.stdout,
    render: isEvents
      ? createEventRenderer(request, timeOf(watch, origin), ending)
      : (event) => render(event, watch, renderers),
    droppedNoteSuffix: isEvents ? '; changes that reverted in between are missing' : '',
    // Missing data is reported even with --quiet.
    note: source.noteAlways,
  });
}

/**
 * Labels simulated and recorded data on stderr, once, for the machine formats; the tables have a label of their own. Live data
 * is labelled when the first simulated snapshot comes, a recording with its first and last time.
 */
function createLabel({ source, request }: Watch, { player }: Origin): (event: SnapshotEvent) => void {
  let isLabelled = request.output === 'tables' || request.output === 'plain';
  return (event) => {
    if (isLabelled || !(event.isSimulated !== false || event.isRecorded)) return;
    isLabelled = true;
    const ends = source.timeframes.map((timeframe) => player?.endOf(timeframe) ?? 0);
    const last = { ...event, snapshot: { asOfMilliseconds: Math.max(...ends) } };
    const { timeZone } = request.style;
    labelNotes(player === null ? [event] : [event, last], timeZone).forEach(source.noteAlways);
  };
}

/** The time that a cool-down follows: that of a recording is its own. */
function timeOf({ context }: Watch, { player }: Origin): (snapshot: Snapshot) => number {
  const { clock } = context;
  return player === null ? () => clock.monotonic() : ({ asOfMilliseconds }) => asOfMilliseconds ?? 0;
}

interface Renderers {
  readonly snapshot: typeof renderSnapshot;
  /** What follows the first snapshot of a timeframe; null: the others are tables, too. */
  readonly changes: typeof renderPlainChanges | null;
}

/** What renders tables for people, or plain text. */
async function loadRenderers({ output }: WatchRequest): Promise<Renderers> {
  if (output === 'tables')
    return { snapshot: (await import('../output/snapshot.ts')).renderSnapshot, changes: null };
  return {
    snapshot: (await import('../output/plain.ts')).renderPlainSnapshot,
    changes: (await import('../output/plain-changes.ts')).renderPlainChanges,
  };
}

/** Renders a snapshot in the output format of the request. */
function render(current: SnapshotEvent, { request, context }: Watch, renderers: Renderers): string {
  const { snapshot, diff, isSimulated, isRecorded } = current;
  const { selection } = request;
  if (request.output === 'json') return renderJson(selectRaw(snapshot, selection), false);
  const style = {
    ...screenStyle(
      request.style,
      context.stdout,
      context.env,
      request.output === 'plain' ? 'plain' : 'screen',
    ),
    // The clock may have been set back since a recording: its times are known nevertheless.
    nowMilliseconds: Math.max(context.clock.now(), isRecorded ? (snapshot.asOfMilliseconds ?? 0) : 0),
    isSimulated,
    isRecorded,
    showAge: false,
  };
  const columns = columnsOfService(request.columns);
  const lines =
    diff !== null && renderers.changes !== null
      ? renderers.changes(snapshot, toldChanges(diff, selection), style)
      : [...renderers.snapshot(snapshot, boardsToShow(snapshot, selection), { ...style, columns }), ''];
  const text = lines.map((line) => `${line}\n`).join('');
  return style.ascii ? toAscii(text) : text;
}

/** Tables show one snapshot, so they have no age and no trend. */
function columnsOfService(columns: WatchRequest['columns']): ReadonlyArray<Column> | null {
  return columns?.filter((column) => !isRemembered(column)) ?? null;
}
