import { open, rm } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { ConfigError } from '../errors.ts';
import type { JsonObject } from '../json-object.ts';
import { readFields } from './file.ts';
import { type ConfigLocation, configLocation } from './locations.ts';
import { cleanUp, saveAt, withoutFields } from './save.ts';
import { findTemporaryFiles, targetOf } from './stage.ts';

export interface DeletedKey {
  /** The files that had a key. */
  readonly cleanedFiles: ReadonlyArray<string>;
  /** Config files that were deleted, including their preferences, because they could not be rewritten. */
  readonly deletedFiles: ReadonlyArray<string>;
}

/** The outcome for one config file. If a key remains in some files, `fault` says why. */
interface Outcome {
  readonly wasStored: boolean;
  readonly deletedFiles: ReadonlyArray<string>;
  readonly remaining: ReadonlyArray<string>;
  readonly fault: ConfigError | null;
}

const KEY_FIELDS = ['apiKey', 'apiKeyOrigin'];

/**
 * Deletes the key from the config file and from a config file that is no longer read, and deletes temporary files that may
 * contain it. Throws ConfigError that names the files that may still contain a key.
 */
export async function deleteKey(context: Context): Promise<DeletedKey> {
  const location = configLocation(context);
  if (location === null) return { cleanedFiles: [], deletedFiles: [] };
  const results: Array<DeletedKey> = [];
  const faults: Array<ConfigError> = [];
  for (const path of [location.path, ...location.otherFiles]) {
    try {
      results.push(await deleteKeyAt({ ...location, path }, context));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(error);
    }
  }
  const deletedFiles = results.flatMap((result) => result.deletedFiles);
  const [fault] = faults;
  if (fault !== undefined) throw withAll(fault, faults, deletedFiles);
  return { cleanedFiles: results.flatMap((result) => result.cleanedFiles), deletedFiles };
}

/** The first error, with the hints of all, and what was done to the other files. */
function withAll(
  { message }: ConfigError,
  faults: ReadonlyArray<ConfigError>,
  deletedFiles: ReadonlyArray<string>,
): ConfigError {
  const deleted = deletedFiles.map((file) => `${file} was deleted, including the preferences.`);
  const hints = [...faults.flatMap(({ hint }) => hint ?? []), ...deleted];
  return new ConfigError(message, { hint: hints.join('\n'), cause: faults[0] });
}

async function deleteKeyAt(location: ConfigLocation, context: Context): Promise<DeletedKey> {
  const { wasStored, deletedFiles, remaining, fault } = await tryDeleteKeyAt(location, context);
  if (fault === null) return { cleanedFiles: wasStored ? [location.path] : [], deletedFiles };
  throw new ConfigError(fault.message, {
    hint: `The key is still in ${remaining.join(' and ')}. Make the disk writable, then run \`boards logout\` again.`,
    cause: fault,
  });
}

/** Throws ConfigError if it is unknown whether a key remains. */
async function tryDeleteKeyAt(location: ConfigLocation, context: Context): Promise<Outcome> {
  const { path } = location;
  try {
    return await saveOrOverwrite(location, readFields(path), context);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const files = [path, ...(await findTemporaryFiles(path))].join(' and ');
    throw new ConfigError(error.message, {
      hint: `It may still contain a key. To make sure, delete ${files}.`,
      cause: error,
    });
  }
}

/** Saves the file without the key; where the disk does not allow that, overwrites or deletes it. */
async function saveOrOverwrite(
  location: ConfigLocation,
  fields: JsonObject | null,
  context: Context,
): Promise<Outcome> {
  const { path } = location;
  const wasStored = fields !== null && KEY_FIELDS.some((name) => name in fields);
  try {
    if (wasStored) await saveAt(location, withoutKey, context);
    else if ((await findTemporaryFiles(path)).length > 0) await cleanUp(location, context);
    return { wasStored, deletedFiles: [], remaining: [], fault: null };
  } catch (error) {
    // Errors without a cause, such as a held lock, are not errors of the disk.
    if (!(error instanceof ConfigError) || error.cause === undefined) throw error;
    return await deleteKeyOnFullDisk(path, fields, wasStored, error);
  }
}

/** Overwrites files in place or deletes them. Unlike a normal save, this needs no free space, and overwriting needs no write access to the directory. */
async function deleteKeyOnFullDisk(
  path: string,
  fields: JsonObject | null,
  wasStored: boolean,
  fault: ConfigError,
): Promise<Outcome> {
  const target = await targetOf(path);
  const temporaryFiles = await findTemporaryFiles(path);
  const isOverwritten = !wasStored || (await overwrite(target, JSON.stringify(withoutKey(fields ?? {}))));
  const remaining: Array<string> = [];
  for (const file of isOverwritten ? temporaryFiles : [target, ...temporaryFiles]) {
    await rm(file, { force: true }).catch(() => remaining.push(file));
  }
  const deletedFiles = isOverwritten ? [] : [target];
  return { wasStored, deletedFiles, remaining, fault: remaining.length === 0 ? null : fault };
}

/** Overwrites the file with a shorter text. Returns false if the file may still contain the key or be corrupt. */
async function overwrite(path: string, text: string): Promise<boolean> {
  const bytes = Buffer.from(`${text}\n`);
  const file = await open(path, 'r+').catch(() => null);
  if (file === null) return false;
  try {
    const { size } = await file.stat();
    if (bytes.length > size) return false;
    // Pad to the old length in a single write: trailing spaces keep the JSON valid if the process is killed before truncate.
    const padded = Buffer.concat([bytes, Buffer.alloc(size - bytes.length, ' ')]);
    const { bytesWritten } = await file.write(padded, 0, padded.length, 0);
    if (bytesWritten < padded.length) return false;
    await file.truncate(bytes.length);
    await file.sync();
    return true;
  } catch {
    return false;
  } finally {
    await file.close().catch(() => undefined);
  }
}

function withoutKey(fields: JsonObject): JsonObject {
  return withoutFields(fields, KEY_FIELDS);
}
