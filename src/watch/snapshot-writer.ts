import type { Snapshot, TimeframeSnapshot } from '../api/snapshot.ts';
import type { Output } from '../context.ts';
import type { Timeframe } from '../vocabulary.ts';

export interface SnapshotWriter {
  /** Writes a new snapshot now, or keeps it until the reader goes on; it then replaces one of its timeframe that waits. */
  offer(snapshot: TimeframeSnapshot): void;
  /** Writes what waits, when no more will come. */
  finish(): void;
}

export interface SnapshotWriterOptions {
  readonly stdout: Output;
  /** `previous` is the snapshot that was written before, so that changes are told in full; may be empty. */
  readonly render: (snapshot: TimeframeSnapshot, previous: Snapshot | null) => string;
  /** What else is lost with a snapshot that is not written, for the note; empty for nothing. */
  readonly alsoLost: string;
  /** Told when the first snapshot is dropped, and how many were when the reader goes on. */
  readonly note: (text: string) => void;
}

/**
 * Writes to a reader that may stop reading: one text of each timeframe waits at most, older ones are dropped. Polls and
 * hooks go on, so that an alert does not wait for somebody who scrolls.
 */
export function createSnapshotWriter(options: SnapshotWriterOptions): SnapshotWriter {
  const { stdout, render, alsoLost, note } = options;
  const waiting = new Map<Timeframe, TimeframeSnapshot>();
  const written = new Map<Timeframe, Snapshot>();
  let isBlocked = false;
  let dropped = 0;

  function write(current: TimeframeSnapshot): void {
    const text = render(current, written.get(current.timeframe) ?? null);
    written.set(current.timeframe, current.snapshot);
    if (text === '' || stdout.write(text) || stdout.on === undefined) return;
    isBlocked = true;
    stdout.on('drain', goOn);
  }

  function goOn(): void {
    stdout.off?.('drain', goOn);
    isBlocked = false;
    for (const [timeframe, snapshot] of waiting) {
      if (isBlocked) return;
      waiting.delete(timeframe);
      write(snapshot);
    }
    tellDropped();
  }

  function tellDropped(): void {
    const count = dropped === 1 ? '1 snapshot was' : `${dropped} snapshots were`;
    if (dropped > 0) note(`${count} not written${alsoLost}`);
    dropped = 0;
  }

  return {
    offer(snapshot) {
      if (!isBlocked) return write(snapshot);
      if (waiting.delete(snapshot.timeframe) && dropped++ === 0)
        note('the reader of stdout does not read; until it does, only the newest snapshot is kept');
      waiting.set(snapshot.timeframe, snapshot);
    },
    finish() {
      stdout.off?.('drain', goOn);
      for (const snapshot of waiting.values()) write(snapshot);
      waiting.clear();
      tellDropped();
    },
  };
}
