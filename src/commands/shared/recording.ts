import type { TimeframeSnapshot } from '../../api/snapshot.ts';
import type { Context } from '../../context.ts';
import {
  dataDirectory,
  sandboxDirectory,
  serviceDirectory,
  simulatedDirectory,
} from '../../recording/location.ts';
import type { Recorder } from '../../recording/recorder.ts';
import { renderJson } from '../../view/json.ts';
import type { WatchSource } from '../../watch/source.ts';
import { type Connection, SANDBOX_SEED } from './connection.ts';

interface RecordOptions {
  /** False for `--no-record`. */
  readonly record?: boolean;
}

/** Where snapshots are recorded; null for those that are not. */
interface Directories {
  readonly real: string | null;
  readonly simulated: string | null;
}

/**
 * Opens a recorder of what a watch receives; null if nothing is recorded. Simulated snapshots are recorded with `--record`
 * alone, and apart from real ones. Throws ConfigError for a relative BOARDS_DATA_DIR.
 */
export function recorderOf(
  connection: Connection,
  options: RecordOptions,
  context: Context,
): WatchSource['openRecorder'] {
  const keepDays = connection.settings.record.value;
  if (keepDays === 'off' || (connection.isEmbedded && options.record !== true)) return null;
  const parent = dataDirectory(context);
  if (parent === null) {
    connection.noteAlways('not recording: no home directory; set BOARDS_DATA_DIR to a directory');
    return null;
  }
  const directories = directoriesOf(parent, connection, options);
  return async (onProblem) => {
    const { createRecorder } = await import('../../recording/recorder.ts');
    return byOrigin(directories, (directory) =>
      createRecorder({
        directory,
        keepDays,
        clock: context.clock,
        render: ({ raw }) => renderJson(raw, false),
        onProblem,
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
    return (timeframe, { asOf, isSimulated }) => {
      const directory = (isSimulated ? simulatedDirectory : serviceDirectory)(parent, baseUrl.value);
      return snapshotsBefore({ directory, isSimulated }, timeframe, asOf);
    };
  };
}

function directoriesOf(
  parent: string,
  { isEmbedded, settings }: Connection,
  { record }: RecordOptions,
): Directories {
  if (isEmbedded) return { real: null, simulated: sandboxDirectory(parent, SANDBOX_SEED) };
  const { baseUrl } = settings;
  if (baseUrl === null) return { real: null, simulated: null };
  return {
    real: serviceDirectory(parent, baseUrl.value),
    simulated: record === true ? simulatedDirectory(parent, baseUrl.value) : null,
  };
}

/** A recorder that creates one for each origin of data when its first snapshot arrives. */
function byOrigin({ real, simulated }: Directories, create: (directory: string) => Recorder): Recorder {
  const recorders = new Map<string, Recorder>();
  return {
    append(snapshot: TimeframeSnapshot) {
      const directory = snapshot.isSimulated ? simulated : real;
      if (directory === null) return;
      const recorder = recorders.get(directory) ?? create(directory);
      recorders.set(directory, recorder);
      recorder.append(snapshot);
    },
    close() {
      for (const recorder of recorders.values()) recorder.close();
    },
  };
}
