import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Context } from '../context.ts';
import { BoardsError, ConfigError, errnoOf } from '../errors.ts';
import type { JsonObject } from '../json-object.ts';
import { originOf, parseBaseUrl } from './base-url.ts';
import { readFields, warningsOf } from './file.ts';
import { type ConfigLocation, requireConfigLocation } from './locations.ts';
import { withLock } from './lock.ts';
import { tightenModes } from './permissions.ts';
import { removeTemporaryFiles, stageFields, targetOf } from './stage.ts';

export interface Saved {
  readonly path: string;
  readonly warnings: ReadonlyArray<string>;
}

const MAX_ATTEMPTS = 3;

const FIXES: Readonly<Record<string, string>> = {
  ENOSPC: 'Free space on the disk',
  EDQUOT: 'Free space on the disk',
  EACCES: 'Make its directory writable',
  EPERM: 'Make its directory writable',
  EROFS: 'Make its directory writable',
  EISDIR: 'Check what exists at this path',
  ENOTDIR: 'Check what exists at this path',
  EEXIST: 'Check what exists at this path',
};

/**
 * Changes fields of the config file under a lock, so that concurrent changes are not lost. A reader sees either the old or
 * the new file. Throws ConfigError, and keeps the old file, if it cannot be read or saved.
 */
export async function saveConfig(
  change: (fields: JsonObject) => JsonObject,
  context: Context,
): Promise<Saved> {
  return saveAt(requireConfigLocation(context), change, context);
}

/** As `saveConfig`, for a given location. An error of the file system has a cause; other errors have none. */
export async function saveAt(
  location: ConfigLocation,
  change: (fields: JsonObject) => JsonObject,
  context: Context,
): Promise<Saved> {
  const { path } = location;
  return withSaveErrors(path, async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const tightened = tightenModes(location, context);
    // Load it before taking the lock, because loading takes longer than saving.
    await import('conf');
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const saved = await replace(path, change, context);
      if (saved !== null) return { path, warnings: warningsOf(location, tightened, saved, context) };
    }
    throw new ConfigError(`could not save ${path}: another program keeps changing it`);
  });
}

/** Deletes temporary files of saves that were killed. Throws as `saveAt`. */
export async function cleanUp({ path }: ConfigLocation, context: Context): Promise<void> {
  await withSaveErrors(path, async () =>
    withLock(await lockPathOf(path), context, () => removeTemporaryFiles(path)),
  );
}

/** All fields except those in `names`. */
export function withoutFields(fields: JsonObject, names: ReadonlyArray<string>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Returns the saved fields, or null, without a change, if another process took over the lock. */
async function replace(
  path: string,
  change: (fields: JsonObject) => JsonObject,
  context: Context,
): Promise<JsonObject | null> {
  return withLock(await lockPathOf(path), context, async (isHeld) => {
    const changed = change(bindKey(readFields(path) ?? {}));
    await removeTemporaryFiles(path);
    try {
      const target = await targetOf(path);
      const staged = await stageFields(target, changed);
      const isFinal = await isHeld();
      await (isFinal ? rename(staged, target) : rm(staged, { force: true }));
      return isFinal ? changed : null;
    } finally {
      if (await isHeld()) await removeTemporaryFiles(path);
    }
  });
}

/** Binds a key without an origin, as in a file edited by hand, to the current base URL, so that a change of the base URL does not move it. */
function bindKey(fields: JsonObject): JsonObject {
  const { apiKey, apiKeyOrigin, baseUrl } = fields;
  if (apiKey === undefined || apiKeyOrigin !== undefined || typeof baseUrl !== 'string') return fields;
  try {
    return { ...fields, apiKeyOrigin: originOf(parseBaseUrl(baseUrl)) };
  } catch {
    return fields;
  }
}

async function lockPathOf(path: string): Promise<string> {
  return `${await targetOf(path)}.lock`;
}

async function withSaveErrors<T>(path: string, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (error instanceof BoardsError || !(error instanceof Error)) throw error;
    const errno = errnoOf(error);
    const fix = FIXES[errno];
    throw new ConfigError(`could not save ${path}: ${errno}`, {
      hint: `${fix === undefined ? 'Set' : `${fix}, or set`} BOARDS_CONFIG_DIR to another directory.`,
      cause: error,
    });
  }
}
