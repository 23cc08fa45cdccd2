import { open, rm } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { ConfigError } from '../errors.ts';
import type { JsonObject } from '../json-object.ts';
import { readFields } from './file.ts';
import { type ConfigLocation, configLocation } from './location.ts';
import { cleanUp, saveAt, withoutFields } from './save.ts';
import { findTemporaryFiles, targetOf } from './stage.ts';

export interface DeletedKey {
  readonly wasStored: boolean;
  /** Config files that were deleted, including their preferences, because they could not be rewritten. */
  readonly deletedFiles: ReadonlyArray<string>;
}

/** The outcome for one config file. If a key remains in some files, `fault` says why. */
interface Outcome extends DeletedKey {
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
  if (location === null) return { wasStored: false, deletedFiles: [] };
  const results: Array<DeletedKey> = [];
  for (const path of [location.path, ...location.otherFiles]) {
    results.push(await deleteKeyAt({ ...location, path }, context));
  }
  return {
    wasStored: results.some(({ wasStored }) => wasStored),
    deletedFiles: results.flatMap(({ deletedFiles }) => deletedFiles),
  };
}

async function deleteKeyAt(location: ConfigLocation, context: Context): Promise<DeletedKey> {
  const { wasStored, deletedFiles, remaining, fault } = await tryDeleteKeyAt(location, context);
  if (fault === null) return { wasStored, deletedFiles };
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
