import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { AuthError } from '../errors.ts';
import { checkKeyForm } from './api-key.ts';
import { originOf } from './base-url.ts';
import { readFields } from './file.ts';
import { configPath } from './locations.ts';

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
    origin: file.origin ?? 'no origin',
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
    hint: `The stored key is bound to ${found.origin} and is not sent elsewhere. Store a key for this origin with \`boards login --base-url ${baseUrl}\`.`,
  });
}
