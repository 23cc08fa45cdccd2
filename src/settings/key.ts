import { rmSync } from 'node:fs';
import { type Context, variable } from '../context.ts';
import { AuthError, ConfigError } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { type ConfigLocation, configLocation, configPath } from '../paths.ts';
import { originOf } from '../url.ts';
import { readFields, saveConfig, targetOf, temporaryFiles, withoutFields } from './file.ts';

const MAX_KEY_LENGTH = 512;

/** The fault of a key as the end of a sentence (`contains a space`), or null. A key must fit in an HTTP header: one word of printable ASCII. */
export function checkKeyForm(key: string): string | null {
  if (key === '') return 'is empty';
  if (key.length > MAX_KEY_LENGTH) return `is longer than ${MAX_KEY_LENGTH} characters`;
  for (const character of key) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f) return 'contains a control character';
    if (code === 0x20) return 'contains a space';
    if (code > 0x7f) return 'contains a non-ASCII character';
  }
  return null;
}

/** True for an argument that gives or precedes a key: `--api-key`, `--token=…`, `-k…`, `BOARDS_API_KEY=…`. */
export function isKeyOption(word: string): boolean {
  return /^-k|^--?(api[-_]?)?(key|token|secret|password)\b|^\w*key=/i.test(word);
}

/** `…abcd`: the last four characters, but at most a quarter of the key. */
export function maskKey(key: string): string {
  const shown = Math.min(4, Math.floor(key.length / 4));
  const tail = key.slice(key.length - shown);
  return /^[!-~]*$/.test(tail) ? `…${tail}` : '…';
}

/** A key, its source, and the origin that it may be sent to. */
export interface FoundKey {
  readonly value: string;
  /** `BOARDS_API_KEY` or `config file`. */
  readonly source: string;
  /** `source` with the path of the config file, for errors. */
  readonly sourceWithPath: string;
  /** The only origin that the key may be sent to. Null: any base URL, for a key from the environment. */
  readonly origin: string | null;
  /** True if this key overrides one in the config file. */
  readonly hidesStored: boolean;
}

/** Of a key that was written into the file by hand, without a base URL: it fits no service. */
const NO_ORIGIN = 'no service';

/** What the config file has. */
export interface StoredKey {
  readonly apiKey: string | null;
  /** The only origin that the key may be sent to; null if none is known. */
  readonly origin: string | null;
}

/** The key from the environment or else from the config file, not validated yet. */
export function findKey(file: StoredKey, path: string | null, env: Context['env']): FoundKey | null {
  const name = 'BOARDS_API_KEY';
  const value = variable(name, env);
  if (value !== undefined) {
    return { value, source: name, sourceWithPath: name, origin: null, hidesStored: file.apiKey !== null };
  }
  if (file.apiKey === null) return null;
  return {
    value: file.apiKey,
    source: 'config file',
    sourceWithPath: `the config file (${path ?? 'unknown'})`,
    origin: file.origin ?? NO_ORIGIN,
    hidesStored: false,
  };
}

/** The keys in the environment and the config file, including keys that must not be sent. */
export function knownKeys(context: Context): ReadonlyArray<string> {
  const keys = [variable('BOARDS_API_KEY', context.env), storedKey(context)];
  return keys.filter((key) => typeof key === 'string').filter((key) => key !== '');
}

function storedKey(context: Context): unknown {
  try {
    const path = configPath(context);
    return path === null ? undefined : readFields(path)?.apiKey;
  } catch {
    // A file that cannot be parsed is never quoted, so its content needs no redaction.
    return undefined;
  }
}

/** The key if it may be sent to the base URL, otherwise an error with the reason. */
export function admitKey(found: FoundKey | null, baseUrl: string): FoundKey | AuthError {
  if (found === null) {
    return new AuthError('no key is stored', {
      hint: 'Store one with `boards login`, or set BOARDS_API_KEY. --sandbox needs none.',
    });
  }
  const fault = checkKeyForm(found.value);
  if (fault !== null) {
    return new AuthError(`the key in ${found.sourceWithPath} ${fault}`, {
      hint:
        found.origin === null
          ? `Fix ${found.sourceWithPath}, or unset it and run \`boards login\`.`
          : 'Store it again with `boards login`.',
    });
  }
  const origin = originOf(baseUrl);
  if (found.origin === null || found.origin === origin) return found;
  return new AuthError(`no key for ${origin}`, {
    hint: `The stored key is ${found.origin === NO_ORIGIN ? 'not bound to an address, so it is not sent' : `bound to ${found.origin} and is not sent elsewhere`}. Store a key for this origin with \`boards login --base-url ${baseUrl}\`.`,
  });
}

export interface DeletedKey {
  /** The files that had a key. */
  readonly cleanedFiles: ReadonlyArray<string>;
  /** Files that were deleted because they could not be saved, with the names of the preferences in them. */
  readonly deletedFiles: ReadonlyArray<{
    readonly path: string;
    readonly preferences: ReadonlyArray<string>;
  }>;
}

const KEY_FIELDS = ['apiKey', 'apiKeyOrigin'];

/**
 * Deletes the key from the config file and from a config file that is no longer read, and deletes temporary files that may
 * contain it. Throws ConfigError that names the files that may still contain a key.
 */
export async function deleteKey(context: Context): Promise<DeletedKey> {
  const location = configLocation(context);
  const paths = location === null ? [] : [location.path, ...location.otherFiles];
  const results: Array<DeletedKey> = [];
  const faults: Array<ConfigError> = [];
  for (const path of paths) {
    try {
      if (location !== null) results.push(await deleteKeyAt({ ...location, path }, context));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(error);
    }
  }
  const cleanedFiles = results.flatMap((result) => result.cleanedFiles);
  const deletedFiles = results.flatMap((result) => result.deletedFiles);
  const [fault] = faults;
  if (fault === undefined) return { cleanedFiles, deletedFiles };
  const deleted = deletedFiles.map(({ path }) => `${path} was deleted, including the preferences.`);
  const hint = [...faults.flatMap((each) => each.hint ?? []), ...deleted].join('\n');
  throw new ConfigError(fault.message, { hint, cause: fault });
}

async function deleteKeyAt(location: ConfigLocation, context: Context): Promise<DeletedKey> {
  const { path } = location;
  let fields: JsonObject | null = null;
  let fault: ConfigError | null = null;
  try {
    fields = readFields(path) ?? {};
    if (hasKey(fields)) await saveConfig((stored) => withoutFields(stored, KEY_FIELDS), context, location);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // An error of the disk has a cause; one such as a held lock has none.
    if (fields === null || error.cause === undefined) {
      const files = [path, ...temporaryFiles(path)].join(' and ');
      const hint = `It may still contain a key. To make sure, delete ${files}.`;
      throw new ConfigError(error.message, { hint, cause: error });
    }
    fault = error;
  }
  const files = [...(fault === null ? [] : [targetOf(path)]), ...temporaryFiles(path)];
  const remaining = files.filter((file) => !isDeleted(file));
  if (remaining.length > 0) {
    throw new ConfigError(fault?.message ?? `could not delete ${remaining.join(' and ')}`, {
      hint: `The key is still in ${remaining.join(' and ')}. Make the disk writable, then run \`boards logout\` again.`,
      cause: fault,
    });
  }
  const preferences = Object.keys(withoutFields(fields, KEY_FIELDS));
  return {
    // Saving has removed temporary files beside a key.
    cleanedFiles: hasKey(fields) ? [path] : files,
    deletedFiles: fault === null ? [] : [{ path: targetOf(path), preferences }],
  };
}

function hasKey(fields: JsonObject): boolean {
  return KEY_FIELDS.some((name) => name in fields);
}

function isDeleted(file: string): boolean {
  try {
    rmSync(file, { force: true });
    return true;
  } catch {
    return false;
  }
}
