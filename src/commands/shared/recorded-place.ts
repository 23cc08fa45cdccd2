import { requireBaseUrl, type Settings } from '../../config/settings.ts';
import type { Context } from '../../context.ts';
import { ConfigError, errnoOf, NotRecordedError } from '../../errors.ts';
import { simulatedDirectories } from '../../recording/addresses.ts';
import { type DayFile, listDays, type RecordedPlace } from '../../recording/days.ts';
import { dataDirectory, serviceDirectory } from '../../recording/location.ts';

const WHOSE_RECORDINGS = [
  'Recordings lie apart for each service: name it with --base-url, or `boards config set baseUrl https://…`',
  'With simulated data, which need no recording: --sandbox',
].join('\n');

/** A place with what is in it. */
interface FoundPlace extends RecordedPlace {
  readonly files: ReadonlyArray<DayFile>;
}

/**
 * The recordings of the base URL; those of simulated data, which lie apart, if there are no others. Throws
 * ConfigError without a base URL or a place for recordings, NotRecordedError if it cannot be read.
 */
export async function findRecordedPlace(settings: Settings, context: Context): Promise<FoundPlace> {
  const baseUrl = requireBaseUrl(settings, WHOSE_RECORDINGS);
  const parent = dataDirectory(context);
  if (parent === null) {
    throw new ConfigError('there is no home directory, so no place for recordings', {
      hint: 'Set BOARDS_DATA_DIR to a directory.',
    });
  }
  const real = serviceDirectory(parent, baseUrl);
  const files = await filesIn(real);
  const simulated = files.length > 0 ? null : await simulatedPlace(parent, baseUrl);
  return simulated ?? { directory: real, isSimulated: false, files };
}

/** The first with files of the directories that simulated data of the base URL is recorded in. */
async function simulatedPlace(parent: string, baseUrl: string): Promise<FoundPlace | null> {
  for (const directory of await readable(simulatedDirectories(parent, baseUrl))) {
    const files = await filesIn(directory);
    if (files.length > 0) return { directory, isSimulated: true, files };
  }
  return null;
}

function filesIn(directory: string): Promise<ReadonlyArray<DayFile>> {
  return readable(listDays(directory));
}

async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new NotRecordedError(`the recordings cannot be read (${errnoOf(error)})`, {
      hint: '`boards status` shows where they lie.',
      cause: error,
    });
  }
}
