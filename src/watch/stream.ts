import type { Output } from '../context.ts';
import { isRemembered } from '../fields/fields.ts';
import { type ChangeEvent, diffOf, toldChanges, uniqueEvents } from '../market/diff.ts';
import { ranksByBoard } from '../market/ranks.ts';
import { boardsToShow, type Selection, selectBoards, selectRaw } from '../market/selection.ts';
import { renderJson } from '../output/json.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { bellOutput, notificationOutput, notificationSequence } from '../terminal/notification.ts';
import { toAscii } from '../text/ascii.ts';
import { screenStyle } from '../text/ctx.ts';
import { labelNotes } from '../text/label.ts';
import type { Timeframe } from '../vocabulary.ts';
import { settledOrAborted } from './abort.ts';
import { createEnding, type Ending } from './ending.ts';
import { renderEvents } from './exec-hook.ts';
import type { Feed, SnapshotEvent } from './feed.ts';
import { createMissingData } from './missing-data.ts';
import { createNotifications, createRequestedChanges } from './notifications.ts';
import type { Watch } from './source.ts';

/**
 * Writes each new snapshot to stdout as tables, a line of JSON, or a line per change. Failures are noted on stderr. Throws
 * NotMetError.
 */
export async function runStream(watch: Watch): Promise<void> {
  const { source, context } = watch;
  const { signal } = context;
  const ending = createEnding(watch, signal);
  const feed = source.open(ending.signal);
  const { player } = feed;
  const notifications = createNotifications(watch, {
    showNotice: source.note,
    // In the terminal that one of the two outputs is. A file gets no bells.
    ring: () => bellOutput(context)?.write('\x07'),
    notify: (text) => notificationOutput(context)?.write(notificationSequence(text, context.env)),
  });
  // A hole in a recording is reported even with --quiet.
  const recorder = await source.openRecorder?.({ note: source.noteAlways });
  try {
    const writer = createSnapshotWriter(watch, await rendererOf(watch, feed, ending));
    const label = createLabel(watch, feed);
    const judge = createMissingData(watch, source.note);
    for await (const event of player?.all() ?? feed.events()) {
      // What met --until is written with the snapshot.
      const isLast = ending.observe(event);
      if (event.type === 'failure') {
        const seconds = Math.ceil((feed.millisecondsToNextPoll(event.timeframe) ?? 0) / 1000);
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
      if (player !== null) await writer.whenReady(signal);
    }
    // After a signal, do not wait for a blocked reader.
    if (!signal.aborted) {
      writer.finish();
      ending.writeMet();
    }
    await notifications.waitForHooks(signal);
  } finally {
    ending.close();
    notifications.close();
    recorder?.close();
  }
  signal.throwIfAborted();
  ending.throwIfNotMet();
}

/**
 * Labels simulated and recorded data on stderr, once, for the machine formats; the tables have a label of their own. Live data
 * is labelled when the first simulated snapshot comes, a recording with its first and last time.
 */
function createLabel({ source, request }: Watch, { player }: Feed): (event: SnapshotEvent) => void {
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

type Renderer = (event: SnapshotEvent) => string;

/** Renders snapshots in the output format of the request. Only what it needs is loaded. */
async function rendererOf(watch: Watch, { player }: Feed, ending: Ending): Promise<Renderer> {
  const { request, context } = watch;
  const { output, selection } = request;
  if (output === 'json') return ({ snapshot }) => renderJson(selectRaw(snapshot, selection), false);
  if (output === 'events') {
    const { clock } = context;
    // What a cool-down follows: the time of a recording is its own.
    const now = ({ asOfMilliseconds }: Snapshot) =>
      player === null ? clock.monotonic() : (asOfMilliseconds ?? 0);
    const findChanges = createRequestedChanges(request, now);
    return ({ snapshot, diff }) => {
      const isInitial = request.initial && diff === null;
      const events = isInitial ? listedEvents(snapshot, selection) : findChanges(diff);
      return renderEvents(uniqueEvents([...events, ...ending.metIn(snapshot)]));
    };
  }
  const isPlain = output === 'plain';
  const plain = isPlain ? await import('../output/plain.ts') : null;
  const renderSnapshot = plain?.renderPlainSnapshot ?? (await import('../output/boards.ts')).renderSnapshot;
  // Tables show one snapshot, so they have no age and no trend.
  const columns = request.columns?.filter((column) => !isRemembered(column)) ?? null;
  return ({ snapshot, diff, isSimulated, isRecorded }) => {
    // The clock may have been set back since a recording: its times are known nevertheless.
    const known = isRecorded ? (snapshot.asOfMilliseconds ?? 0) : 0;
    const nowMilliseconds = Math.max(context.clock.now(), known);
    const { stdout, env } = context;
    const screen = screenStyle(request.style, stdout, env, isPlain ? 'plain' : 'screen');
    const style = { ...screen, nowMilliseconds, isSimulated, isRecorded };
    const lines =
      diff !== null && plain !== null
        ? plain.renderPlainChanges(snapshot, toldChanges(diff, selection), style)
        : [...renderSnapshot(snapshot, boardsToShow(snapshot, selection), { ...style, columns }), ''];
    const text = lines.map((line) => `${line}\n`).join('');
    return style.ascii ? toAscii(text) : text;
  };
}

/** A `listed` event for each row that the selection shows, in the order of the boards; a duplicate symbol has one. */
function listedEvents(snapshot: Snapshot, selection: Selection): ReadonlyArray<ChangeEvent> {
  const ranks = ranksByBoard(snapshot);
  const { asOf, timeframe } = snapshot;
  return selectBoards(snapshot, { ...selection, sort: null }).flatMap(({ key: board, rows }) =>
    [...new Set(rows.map(({ symbol }) => symbol))].flatMap((symbol) => {
      if (symbol === null) return [];
      const to = ranks.get(board)?.get(symbol) ?? null;
      return [{ type: 'listed' as const, asOf, timeframe, board, symbol, from: null, to }];
    }),
  );
}

/**
 * Writes snapshots to a stdout that may block. At most one snapshot per timeframe is queued and older ones are dropped, so that
 * memory is bounded, and polls and hooks continue while stdout is blocked. The first one that is dropped is noted, and their number
 * once the reader catches up, even with --quiet. What is rendered has the difference to the last snapshot written, not received.
 */
function createSnapshotWriter({ source, request, context }: Watch, render: Renderer) {
  const stdout: Output = context.stdout;
  const queue = new Map<Timeframe, SnapshotEvent>();
  const written = new Map<Timeframe, Snapshot>();
  let dropped = 0;
  let isBlocked = false;
  let onReady: (() => void) | null = null;

  function write(event: SnapshotEvent): void {
    const { timeframe, snapshot } = event;
    const before = written.get(timeframe) ?? null;
    const isNext = event.diff?.before === before;
    const text = render(isNext ? event : { ...event, diff: diffOf(before, snapshot) });
    written.set(timeframe, snapshot);
    if (text === '' || stdout.write(text) || stdout.on === undefined) return;
    isBlocked = true;
    stdout.on('drain', onDrain);
  }

  function onDrain(): void {
    stdout.off?.('drain', onDrain);
    isBlocked = false;
    for (const [timeframe, event] of queue) {
      if (isBlocked) return;
      queue.delete(timeframe);
      write(event);
    }
    noteDropped();
    if (!isBlocked) onReady?.();
  }

  function noteDropped(): void {
    const count = dropped === 1 ? '1 snapshot was' : `${dropped} snapshots were`;
    const lost = request.output === 'events' ? '; changes that reverted in between are missing' : '';
    if (dropped > 0) source.noteAlways(`${count} not written${lost}`);
    dropped = 0;
  }

  return {
    /** Writes a snapshot, or queues it while stdout is blocked; it then replaces a queued one of the same timeframe. */
    enqueue(event: SnapshotEvent): void {
      if (!isBlocked) {
        write(event);
        return;
      }
      if (queue.delete(event.timeframe) && ++dropped === 1)
        source.noteAlways('stdout is blocked; only the newest snapshot is kept until its reader continues');
      queue.set(event.timeframe, event);
    },
    /** Resolves when stdout is not blocked any more, or the signal is aborted. A caller that awaits it loses no snapshot. */
    async whenReady(signal: AbortSignal): Promise<void> {
      const ready = (resolve: () => void) => {
        onReady = resolve;
      };
      if (isBlocked) await settledOrAborted(new Promise<void>(ready), signal);
    },
    /** Writes the queued snapshots even if stdout is blocked; call it once, at the end. */
    finish(): void {
      stdout.off?.('drain', onDrain);
      for (const event of queue.values()) write(event);
      queue.clear();
      noteDropped();
    },
  };
}
