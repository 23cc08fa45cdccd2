import { unlinkSync } from 'node:fs';
import type { Context } from '../context.ts';
import { BoardsError, ConfigError } from '../errors.ts';
import { errnoOf } from '../lib/system-error.ts';
import { readFields } from './file.ts';
import { type ConfigLocation, configLocation } from './places.ts';
import { saveConfig, targetOf, temporaryFiles, withoutFields } from './save.ts';

const KEY_FIELDS = ['apiKey', 'apiKeyOrigin'];

interface CleanedFile {
  readonly path: string;
  /** The preferences lost with a file that had to be deleted; null if they are kept. */
  readonly lost: ReadonlyArray<string> | null;
}

/** Also deletes the key from an unused config file, and temporary files that may contain it. */
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
      hint: `Fix that and run \`boards logout\` again, or delete ${left.join(' and ')}, which may still contain a key.`,
      cause,
    },
  );
}

/** Unlike `rmSync` of Node 26, `unlinkSync` reports why it fails. */
function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}

/** Deletes the whole file if the file system refuses to save it; only that error has a cause. */
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
  // Saving a file with a key has already removed its temporary files.
  return hasKey ? [{ path, lost }] : files.map((file) => ({ path: file, lost: null }));
}
