import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Context } from '../context.ts';
import { BoardsError, ConfigError, errnoOf } from '../errors.ts';
import { originOf, parseBaseUrl } from './base-url.ts';
import { type Fields, readFields, warningsOf } from './file.ts';
import { type ConfigPlace, configPlace } from './location.ts';
import { withLock } from './lock.ts';
import { removeStrays, stageFields, targetOf } from './stage.ts';

export interface Saved {
  readonly path: string;
  readonly warnings: ReadonlyArray<string>;
}

const ATTEMPTS = 3;

const FIXES: Readonly<Record<string, string>> = {
  ENOSPC: 'Make room on the disk',
  EDQUOT: 'Make room on the disk',
  EACCES: 'Make its directory writable',
  EPERM: 'Make its directory writable',
  EROFS: 'Make its directory writable',
  EISDIR: 'Look at what is in its place',
  ENOTDIR: 'Look at what is in its place',
  EEXIST: 'Look at what is in its place',
};

/**
 * Changes fields of the config file, one process at a time, so that no change is lost to another; a reader sees the old
 * file or the new one. Throws ConfigError, the old file intact, when it cannot be read or saved.
 */
export async function saveConfig(change: (fields: Fields) => Fields, context: Context): Promise<Saved> {
  return saveAt(requirePlace(context), change, context);
}

/** The same in a place of one's choice. An error of the disk has a cause, any other has none. */
export async function saveAt(
  place: ConfigPlace,
  change: (fields: Fields) => Fields,
  context: Context,
): Promise<Saved> {
  const { path } = place;
  return explained(path, async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const warnings = warningsOf(place, context);
    // Loading it takes longer than saving, and others wait while the lock is held.
    await import('conf');
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await replace(path, change, context)) return { path, warnings };
    }
    throw new ConfigError(`could not save ${path}: another program keeps changing it`);
  });
}

/** Removes what killed saves left behind; throws as `saveAt`. */
export async function cleanUp({ path }: ConfigPlace, context: Context): Promise<void> {
  await explained(path, async () => withLock(await lockOf(path), context, () => removeStrays(path)));
}

/** The fields but those named. */
export function without(fields: Fields, names: ReadonlyArray<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** False when the lock was lost meanwhile, and nothing was changed. */
async function replace(path: string, change: (fields: Fields) => Fields, context: Context): Promise<boolean> {
  return withLock(await lockOf(path), context, async (isHeld) => {
    const changed = change(pinKey(readFields(path) ?? {}));
    await removeStrays(path);
    try {
      const target = await targetOf(path);
      const staged = await stageFields(target, changed);
      const isFinal = await isHeld();
      await (isFinal ? rename(staged, target) : rm(staged, { force: true }));
      return isFinal;
    } finally {
      if (await isHeld()) await removeStrays(path);
    }
  });
}

/** A key written by hand, without its origin, belongs to the base URL beside it, also after that one changes. */
function pinKey(fields: Fields): Fields {
  const { apiKey, apiKeyOrigin, baseUrl } = fields;
  if (apiKey === undefined || apiKeyOrigin !== undefined || typeof baseUrl !== 'string') return fields;
  try {
    return { ...fields, apiKeyOrigin: originOf(parseBaseUrl(baseUrl)) };
  } catch {
    return fields;
  }
}

async function lockOf(path: string): Promise<string> {
  return `${await targetOf(path)}.lock`;
}

function requirePlace(context: Context): ConfigPlace {
  const place = configPlace(context);
  if (place !== null) return place;
  throw new ConfigError('there is no home directory to keep a config file in', {
    hint: 'Name a directory in BOARDS_CONFIG_DIR.',
  });
}

async function explained<T>(path: string, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (error instanceof BoardsError || !(error instanceof Error)) throw error;
    const errno = errnoOf(error);
    const fix = FIXES[errno];
    throw new ConfigError(`could not save ${path}: ${errno}`, {
      hint: `${fix === undefined ? 'Name' : `${fix}, or name`} another directory in BOARDS_CONFIG_DIR.`,
      cause: error,
    });
  }
}
