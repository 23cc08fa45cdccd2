import type { Output } from '../context.ts';
import { diffOf } from '../market/diff.ts';
import type { Snapshot } from '../service/snapshot.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { SnapshotEvent } from './feed.ts';

export interface SnapshotWriter {
  /** Writes a snapshot, or queues it while stdout is blocked; it then replaces a queued one of the same timeframe. */
  enqueue(event: SnapshotEvent): void;
  /** Resolves when stdout is not blocked any more, or the signal is aborted. A caller that awaits it loses no snapshot. */
  whenReady(signal: AbortSignal): Promise<void>;
  /** Writes the queued snapshots even if stdout is blocked; call it once, at the end. */
  finish(): void;
}

export interface SnapshotWriterOptions {
  readonly stdout: Output;
  /** The diff of the event is to the last snapshot written, not the last received. May return an empty string. */
  readonly render: (event: SnapshotEvent) => string;
  /** Appended to the note about dropped snapshots; may be empty. */
  readonly droppedNoteSuffix: string;
  /** Called when the first snapshot is dropped, and with the number of dropped ones once the reader catches up. */
  readonly note: (text: string) => void;
}

/**
 * Writes snapshots to a stdout that may block. At most one snapshot per timeframe is queued and older ones are dropped,
 * so that memory is bounded, and polls and hooks continue while stdout is blocked.
 */
export function createSnapshotWriter(options: SnapshotWriterOptions): SnapshotWriter {
  const { stdout, render } = options;
  const queue = new Map<Timeframe, SnapshotEvent>();
  const written = new Map<Timeframe, Snapshot>();
  const drops = createDropCount(options);
  let isBlocked = false;

  function write(event: SnapshotEvent): void {
    const { timeframe, snapshot } = event;
    const before = written.get(timeframe) ?? null;
    const isNext = event.diff?.before === before;
    const text = render(isNext ? event : { ...event, diff: diffOf(before, snapshot) });
    written.set(timeframe, snapshot);
    if (text === '' || stdout.write(text) || stdout.on === undefined) return;
    isBlocked = true;
    stdout.on('drain', writeQueue);
  }

  function writeQueue(): void {
    stdout.off?.('drain', writeQueue);
    isBlocked = false;
    for (const [timeframe, event] of queue) {
      if (isBlocked) return;
      queue.delete(timeframe);
      write(event);
    }
    drops.noteAll();
  }

  return {
    enqueue(event) {
      if (!isBlocked) return write(event);
      if (queue.delete(event.timeframe)) drops.add();
      queue.set(event.timeframe, event);
    },
    async whenReady(signal) {
      if (isBlocked) await drained(stdout, signal);
    },
    finish() {
      stdout.off?.('drain', writeQueue);
      for (const event of queue.values()) write(event);
      queue.clear();
      drops.noteAll();
    },
  };
}

/** Counts the snapshots that were dropped since the reader stopped, and notes the first one and their number. */
function createDropCount({ note, droppedNoteSuffix }: SnapshotWriterOptions) {
  let dropped = 0;
  return {
    add() {
      if (dropped === 0)
        note('stdout is blocked; only the newest snapshot is kept until its reader continues');
      dropped++;
    },
    noteAll() {
      const count = dropped === 1 ? '1 snapshot was' : `${dropped} snapshots were`;
      if (dropped > 0) note(`${count} not written${droppedNoteSuffix}`);
      dropped = 0;
    },
  };
}

function drained(stdout: Output, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stdout.off?.('drain', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    if (signal.aborted) return resolve();
    stdout.on?.('drain', end);
    signal.addEventListener('abort', end, { once: true });
  });
}
