import type { TimeframeSnapshot } from '../../api/snapshot.ts';
import type { Context } from '../../context.ts';
import { renderJson } from '../../output/json.ts';
import { dataDirectory, serviceDirectory, simulatedDirectory } from '../../recording/location.ts';
import type { Recorder } from '../../recording/recorder.ts';
import type { WatchSource } from '../../watch/source.ts';
import type { Connection } from './connection.ts';

interface RecordOptions {
  /** False for `--no-record`. */
  readonly record?: boolean;
}

/** Where a snapshot is recorded; null if it is not. */
type DirectoryOf = (snapshot: Pick<TimeframeSnapshot, 'isSimulated'>) => string | null;

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
  const directoryOf = directories(parent, connection, options);
  return async (note) => {
    const { createRecorder } = await import('../../recording/recorder.ts');
    return byOrigin(directoryOf, (directory) =>
      createRecorder({
        directory,
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
  const baseUrl = connection.settings.baseUrl.value;
  if (parent === null || baseUrl === null) return null;
  return async () => {
    const { snapshotsBefore } = await import('../../recording/recent.ts');
    return (timeframe, { asOf, isSimulated }, signal) => {
      const directory = (isSimulated ? simulatedDirectory : serviceDirectory)(parent, baseUrl);
      return snapshotsBefore({ directory, isSimulated }, timeframe, asOf, { signal });
    };
  };
}

function directories(
  parent: string,
  { isEmbedded, settings }: Connection,
  { record }: RecordOptions,
): DirectoryOf {
  const baseUrl = settings.baseUrl.value;
  if (isEmbedded) return () => simulatedDirectory(parent, null);
  if (baseUrl === null) return () => null;
  return ({ isSimulated }) => {
    if (!isSimulated) return serviceDirectory(parent, baseUrl);
    return record === true ? simulatedDirectory(parent, baseUrl) : null;
  };
}

/** A recorder that creates one for each origin of data when its first snapshot arrives. */
function byOrigin(directoryOf: DirectoryOf, create: (directory: string) => Recorder): Recorder {
  const recorders = new Map<string, Recorder>();
  return {
    append(snapshot: TimeframeSnapshot) {
      const directory = directoryOf(snapshot);
      if (directory === null) return null;
      const recorder = recorders.get(directory) ?? create(directory);
      recorders.set(directory, recorder);
      return recorder.append(snapshot);
    },
    close() {
      for (const recorder of recorders.values()) recorder.close();
    },
  };
}
