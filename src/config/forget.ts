import { open, rm } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { ConfigError } from '../errors.ts';
import { type Fields, readFields } from './file.ts';
import { type ConfigPlace, configPlace } from './location.ts';
import { cleanUp, saveAt, without } from './save.ts';
import { findStrays, targetOf } from './stage.ts';

export interface Forgotten {
  readonly wasStored: boolean;
  /** Config files that had to be deleted, with the preferences in them. */
  readonly deleted: ReadonlyArray<string>;
}

/** What became of one file: where a key is left, `fault` says why. */
interface Outcome extends Forgotten {
  readonly left: ReadonlyArray<string>;
  readonly fault: ConfigError | null;
}

const KEY_FIELDS = ['apiKey', 'apiKeyOrigin'];

/**
 * Removes the key from the config file, from one that is no longer read, and with every temporary file that may hold it.
 * Throws ConfigError that names the files in which a key may be left.
 */
export async function forgetKey(context: Context): Promise<Forgotten> {
  const place = configPlace(context);
  const paths = place === null ? [] : [place.path, ...place.others];
  const results: Array<Forgotten> = [];
  for (const path of paths) {
    results.push(await forgetAt({ path, isNamed: place?.isNamed ?? true, note: null, others: [] }, context));
  }
  return {
    wasStored: results.some(({ wasStored }) => wasStored),
    deleted: results.flatMap(({ deleted }) => deleted),
  };
}

async function forgetAt(place: ConfigPlace, context: Context): Promise<Forgotten> {
  const { wasStored, deleted, left, fault } = await attemptAt(place, context);
  if (fault === null) return { wasStored, deleted };
  throw new ConfigError(fault.message, {
    hint: `The key is still in ${left.join(' and ')}. Make the disk writable, then run \`boards logout\` again.`,
    cause: fault,
  });
}

/** Throws ConfigError when nobody can tell whether a key is left. */
async function attemptAt(place: ConfigPlace, context: Context): Promise<Outcome> {
  const { path } = place;
  try {
    const fields = readFields(path);
    const wasStored = fields !== null && KEY_FIELDS.some((name) => name in fields);
    try {
      if (wasStored) await saveAt(place, withoutKey, context);
      else if ((await findStrays(path)).length > 0) await cleanUp(place, context);
      return { wasStored, deleted: [], left: [], fault: null };
    } catch (error) {
      // Only a fault of the disk leaves nobody else to wait for.
      if (!(error instanceof ConfigError) || error.cause === undefined) throw error;
      return await forgetWithoutRoom(path, fields, wasStored, error);
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const files = [path, ...(await findStrays(path))].join(' and ');
    throw new ConfigError(error.message, {
      hint: `A key may still be in it. To be sure, delete ${files}.`,
      cause: error,
    });
  }
}

/** Overwriting in place and deleting need no room on a disk, and no right to write in its directory. */
async function forgetWithoutRoom(
  path: string,
  fields: Fields | null,
  wasStored: boolean,
  fault: ConfigError,
): Promise<Outcome> {
  const target = await targetOf(path);
  const strays = await findStrays(path);
  const isOverwritten = !wasStored || (await overwrite(target, JSON.stringify(withoutKey(fields ?? {}))));
  const left: Array<string> = [];
  for (const file of isOverwritten ? strays : [target, ...strays]) {
    await rm(file, { force: true }).catch(() => left.push(file));
  }
  const deleted = isOverwritten ? [] : [target];
  return { wasStored, deleted, left, fault: left.length === 0 ? null : fault };
}

/** Puts a shorter text in the place of the one in the file. False when the file must not be trusted any more. */
async function overwrite(path: string, text: string): Promise<boolean> {
  const bytes = Buffer.from(`${text}\n`);
  const file = await open(path, 'r+').catch(() => null);
  if (file === null) return false;
  try {
    const { size } = await file.stat();
    if (bytes.length > size) return false;
    // In one write as long as the old text: JSON may end in spaces, so that the file parses whenever this is killed.
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

function withoutKey(fields: Fields): Fields {
  return without(fields, KEY_FIELDS);
}
