import { unlinkSync } from 'node:fs';
import type { Context } from '../context.ts';
import { BoardsError, ConfigError } from '../errors.ts';
import { errnoOf } from '../lib/system-error.ts';
import { readFields } from './file.ts';
import { type ConfigLocation, configLocation } from './places.ts';
import { saveConfig, targetOf, temporaryFiles, withoutFields } from './save.ts';

const KEY_FIELDS = ['apiKey', 'apiKeyOrigin'];

/** A file from which a key was deleted. */
interface CleanedFile {
  readonly path: string;
  /** The preferences that went with a file that could not be saved and was deleted; null if they are kept. */
  readonly lost: ReadonlyArray<string> | null;
}

/**
 * Deletes the key from the config file and from a config file that is no longer read, and deletes temporary files that may
 * contain it. Throws ConfigError that names the files that may still contain a key.
 */
export async function deleteKey(context: Context): Promise<ReadonlyArray<CleanedFile>> {
  const location = configLocation(context);
  if (location === null) return [];
  const cleaned: Array<CleanedFile> = [];
  const failed: Array<readonly [path: string, error: Error]> = [];
  for (const path of [location.path, ...location.otherFiles]) {
    try {
      cleaned.push(...(await deleteKeyAt({ ...location, path }, context)));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      failed.push([path, error]);
    }
  }
  const [first] = failed;
  if (first === undefined) return cleaned;
  const [path, cause] = first;
  const left = failed.flatMap(([each]) => [each, ...temporaryFiles(each)]);
  throw new ConfigError(
    cause instanceof BoardsError ? cause.message : `could not delete ${path}: ${errnoOf(cause)}`,
    {
      hint: `When that is fixed, run \`boards logout\` again; or delete ${left.join(' and ')}, which may still contain a key.`,
      cause,
    },
  );
}

/** Unlike `rmSync` of Node 26, it says why it cannot. */
function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}

/** Deletes the key from one config file. An error of the disk has a cause; another, such as a held lock, has none. */
async function deleteKeyAt(location: ConfigLocation, context: Context): Promise<ReadonlyArray<CleanedFile>> {
  const { path } = location;
  const fields = readFields(path) ?? {};
  const hasKey = KEY_FIELDS.some((name) => name in fields);
  let lost: CleanedFile['lost'] = null;
  try {
    if (hasKey) await saveConfig((stored) => withoutFields(stored, KEY_FIELDS), context, location);
  } catch (error) {
    if (!(error instanceof ConfigError) || error.cause === undefined) throw error;
    removeFile(targetOf(path));
    lost = Object.keys(withoutFields(fields, KEY_FIELDS));
  }
  const files = temporaryFiles(path);
  for (const file of files) removeFile(file);
  // Saving has removed temporary files beside a key.
  return hasKey ? [{ path, lost }] : files.map((file) => ({ path: file, lost: null }));
}
