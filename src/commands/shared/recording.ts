import type { TimeframeSnapshot } from '../../api/snapshot.ts';
import type { Context } from '../../context.ts';
import {
  dataDirectory,
  sandboxDirectory,
  serviceDirectory,
  simulatedDirectory,
} from '../../recording/location.ts';
import type { Recorder, RecorderOptions } from '../../recording/recorder.ts';
import { renderJson } from '../../view/json.ts';
import type { WatchSource } from '../../watch/source.ts';
import { type Connection, SANDBOX_SEED } from './connection.ts';

interface RecordOptions {
  /** False for `--no-record`. */
  readonly record?: boolean;
}

/** Where a snapshot is recorded. */
type Target = Pick<RecorderOptions, 'directory' | 'address'>;
/** Null for a snapshot that is not recorded. */
type TargetOf = (snapshot: Pick<TimeframeSnapshot, 'isSimulated' | 'seed'>) => Target | null;

/**
 * Opens a recorder of what a watch receives; null if nothing is recorded. Simulated snapshots are recorded with `--record`
 * alone, and apart from real ones. Throws ConfigError for a relative BOARDS_DATA_DIR.
 */
export function recorderOf(
  connection: Connection,
  options: RecordOptions,
  context: Context,
): WatchSource['openRecorder'] {
  const record = connection.settings.record.value;
  if (record === 'off' || (connection.isEmbedded && options.record !== true)) return null;
  const parent = dataDirectory(context);
  if (parent === null) {
    connection.noteAlways('not recording: no home directory; set BOARDS_DATA_DIR to a directory');
    return null;
  }
  const targetOf = targets(parent, connection, options);
  return async (note) => {
    const { createRecorder } = await import('../../recording/recorder.ts');
    return byOrigin(targetOf, (target) =>
      createRecorder({
        ...target,
        keepDays: record === 'kept' ? null : record,
        clock: context.clock,
        render: ({ raw }) => renderJson(raw, false),
        note,
      }),
    );
  };
}

/** What earlier watches of the same service have recorded; null if that can be nothing. */
export function recordedPast(connection: Connection, context: Context): WatchSource['loadPast'] {
  const parent = dataDirectory(context);
  const { baseUrl } = connection.settings;
  if (parent === null || baseUrl === null) return null;
  return async () => {
    const { snapshotsBefore } = await import('../../recording/recent.ts');
    return (timeframe, { asOf, isSimulated, seed }) => {
      const { directory } = isSimulated
        ? simulatedTarget(parent, baseUrl.value, seed)
        : { directory: serviceDirectory(parent, baseUrl.value) };
      return snapshotsBefore({ directory, isSimulated }, timeframe, asOf);
    };
  };
}

/** Simulated snapshots are recorded by the seed of their market, so that two of them never become one history. */
function targets(parent: string, { isEmbedded, settings }: Connection, { record }: RecordOptions): TargetOf {
  if (isEmbedded) return () => ({ directory: sandboxDirectory(parent, SANDBOX_SEED), address: null });
  const { baseUrl } = settings;
  if (baseUrl === null) return () => null;
  return ({ isSimulated, seed }) => {
    if (!isSimulated) return { directory: serviceDirectory(parent, baseUrl.value), address: null };
    return record === true ? simulatedTarget(parent, baseUrl.value, seed) : null;
  };
}

function simulatedTarget(parent: string, baseUrl: string, seed: number | undefined): Target {
  return seed === undefined
    ? { directory: simulatedDirectory(parent, baseUrl), address: null }
    : { directory: sandboxDirectory(parent, seed), address: baseUrl };
}

/** A recorder that creates one for each origin of data when its first snapshot arrives. */
function byOrigin(targetOf: TargetOf, create: (target: Target) => Recorder): Recorder {
  const recorders = new Map<string, Recorder>();
  return {
    append(snapshot: TimeframeSnapshot) {
      const target = targetOf(snapshot);
      if (target === null) return;
      const recorder = recorders.get(target.directory) ?? create(target);
      recorders.set(target.directory, recorder);
      recorder.append(snapshot);
    },
    close() {
      for (const recorder of recorders.values()) recorder.close();
    },
  };
}
