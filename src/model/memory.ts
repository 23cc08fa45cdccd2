import { decodeSnapshot, type Snapshot } from '../api/snapshot.ts';
import { createHistory, type HistoryOptions, type ReadableHistory } from './history.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { addToLog, type LogEntry, logEntries } from './log.ts';

type ReadableLedger = Omit<Ledger, 'follow' | 'copy'>;

/** What the pane remembers of one timeframe. */
export interface Memory {
  readonly history: ReadableHistory;
  /** Returns false and changes nothing if the snapshot has no time, or is not newer than the newest. */
  add(snapshot: Snapshot): boolean;
  /** As `prepend` of the history. Ledger and log are computed anew when they are next asked for. */
  prepend(snapshots: ReadonlyArray<Snapshot>): number;
  /** As of the newest snapshot. */
  ledger(): ReadableLedger;
  /** As of an older snapshot. Takes some 100 ms the first time, and a few after that for one that is near. */
  ledgerAt(index: number): ReadableLedger;
  /** A snapshot as the service sent it; null if its body is not kept. Takes some milliseconds, except for the one asked for last. */
  snapshotAt(index: number): Snapshot | null;
  /** The newest entries first. */
  log(): ReadonlyArray<LogEntry>;
}

/** A ledger with the log of what it has followed. */
interface Present {
  readonly ledger: Ledger;
  log: ReadonlyArray<LogEntry>;
}

/** A ledger that has followed the history up to this time. */
interface Checkpoint {
  readonly asOf: number;
  readonly ledger: Ledger;
}

/** So many snapshots are followed again for each older one that is asked for. */
const CHECKPOINT_DISTANCE = 32;

export interface MemoryOptions extends HistoryOptions {
  /** The reverse of `compress`. */
  readonly decompress?: (body: Uint8Array) => string;
}

export function createMemory({ decompress, ...options }: MemoryOptions): Memory {
  const history = createHistory(options);
  /** Null before the first snapshot, and after older snapshots were added. */
  let present: Present | null = null;
  let checkpoint: Checkpoint | null = null;
  const current = () => {
    present ??= presentOf(history);
    return present;
  };
  return {
    history,
    add(snapshot) {
      if (!history.add(snapshot)) return false;
      // Followed at once, not when it is first needed: following 960 snapshots takes some 200 ms.
      if (present === null) current();
      else advance(present, history, history.length - 1);
      return true;
    },
    prepend(snapshots) {
      const count = history.prepend(snapshots);
      if (count > 0) present = checkpoint = null;
      return count;
    },
    ledger: () => current().ledger,
    ledgerAt(index) {
      if (index >= history.length - 1) return current().ledger;
      checkpoint = checkpointBefore(history, index, checkpoint);
      return followed({ ...checkpoint, ledger: checkpoint.ledger.copy() }, history, index).ledger;
    },
    snapshotAt: createBodyReader(history, decompress),
    log: () => current().log,
  };
}

/** Returns a function that decodes the body of a snapshot, and remembers the last one that it was asked for. */
function createBodyReader(
  history: ReadableHistory,
  decompress: MemoryOptions['decompress'],
): Memory['snapshotAt'] {
  let last: { readonly asOf: number; readonly snapshot: Snapshot | null } | null = null;
  return (index) => {
    const asOf = history.timeAt(index);
    if (last?.asOf === asOf) return last.snapshot;
    const body = history.bodyAt(index);
    if (body === null || decompress === undefined) return null;
    last = { asOf, snapshot: decodeSnapshot(JSON.parse(decompress(body))) };
    return last.snapshot;
  };
}

function presentOf(history: ReadableHistory): Present {
  const present: Present = { ledger: createLedger(), log: [] };
  for (let index = 0; index < history.length; index++) advance(present, history, index);
  return present;
}

function advance(present: Present, history: ReadableHistory, index: number): void {
  const observation = history.observationAt(index);
  const update = observation === null ? null : present.ledger.follow(observation);
  if (update !== null) present.log = addToLog(present.log, logEntries(update));
}

/** A checkpoint at most some snapshots before an index. The known one is moved forward if it is before it. */
function checkpointBefore(history: ReadableHistory, index: number, known: Checkpoint | null): Checkpoint {
  const isUsable = known !== null && known.asOf >= history.timeAt(0) && known.asOf <= history.timeAt(index);
  const start = isUsable ? known : { asOf: Number.NEGATIVE_INFINITY, ledger: createLedger() };
  return followed(start, history, index - CHECKPOINT_DISTANCE);
}

/** The checkpoint after its ledger has followed the history up to an index. */
function followed({ asOf, ledger }: Checkpoint, history: ReadableHistory, index: number): Checkpoint {
  let reached = asOf;
  for (let next = (history.indexAt(asOf) ?? -1) + 1; next <= index; next++) {
    const observation = history.observationAt(next);
    if (observation !== null) ledger.follow(observation);
    reached = history.timeAt(next);
  }
  return { asOf: reached, ledger };
}
