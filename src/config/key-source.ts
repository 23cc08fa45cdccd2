import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { AuthError } from '../errors.ts';
import { checkKeyForm } from './api-key.ts';
import { originOf } from './base-url.ts';
import type { FileConfig } from './fields.ts';
import { readFields } from './file.ts';
import { configPath } from './location.ts';

/** A key, and the origins to which it may go. */
export interface FoundKey {
  readonly value: string;
  /** `BOARDS_API_KEY` or `config file`. */
  readonly source: string;
  /** The same for errors, with the path of the file. */
  readonly home: string;
  /** Null: to the base URL in force, whatever it is, as its owner gave both. Otherwise to this origin only. */
  readonly origin: string | null;
  /** True when the config file holds a key too, which this one hides. */
  readonly hidesStored: boolean;
}

/** The environment's key before the file's, not judged yet. */
export function findKey(file: FileConfig, path: string | null, env: Context['env']): FoundKey | null {
  const name = 'BOARDS_API_KEY';
  const value = variable(name, env);
  if (value !== undefined) {
    return { value, source: name, home: name, origin: null, hidesStored: file.apiKey !== null };
  }
  if (file.apiKey === null) return null;
  const ownOrigin = file.baseUrl === null ? 'no address' : originOf(file.baseUrl);
  return {
    value: file.apiKey,
    source: 'config file',
    home: `the config file (${path ?? 'unknown'})`,
    origin: file.apiKeyOrigin ?? ownOrigin,
    hidesStored: false,
  };
}

/** Every key in the environment and the config file, whether it may be sent or not. */
export function keysIn(context: Context): ReadonlyArray<string> {
  const keys = [variable('BOARDS_API_KEY', context.env), storedKey(context)];
  return keys.filter((key) => typeof key === 'string').filter((key) => key !== '');
}

function storedKey(context: Context): unknown {
  try {
    const path = configPath(context);
    return path === null ? undefined : readFields(path)?.apiKey;
  } catch {
    // The error that is reported may be this very one; a file that does not parse is quoted nowhere.
    return undefined;
  }
}

/** The key when it may be sent to the base URL, otherwise the error that says why not. */
export function admitKey(found: FoundKey | null, baseUrl: string): FoundKey | AuthError {
  if (found === null) {
    return new AuthError('no key is stored', {
      hint: 'Store one with `boards login`, or set BOARDS_API_KEY. `--sandbox` needs none.',
    });
  }
  const fault = checkKeyForm(found.value);
  if (fault !== null) {
    return new AuthError(`the key in ${found.home} ${fault}`, {
      hint:
        found.origin === null
          ? `Correct ${found.home}, or unset it and use \`boards login\`.`
          : 'Store it again with `boards login`.',
    });
  }
  const origin = originOf(baseUrl);
  if (found.origin === null || found.origin === origin) return found;
  return new AuthError(`no key for ${origin}`, {
    hint: `The stored key belongs to ${found.origin} and goes nowhere else. Store the other one with \`boards login --base-url ${baseUrl}\`.`,
  });
}
