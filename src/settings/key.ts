import type { Context } from '../context.ts';
import { AuthError } from '../errors.ts';
import { variable } from '../lib/environment.ts';
import { createRedactor, MIN_REDACTED_LENGTH, type Redactor, shortenKeys } from '../service/redact.ts';
import { keyOriginOf } from './base-url.ts';
import { readFields } from './file.ts';
import { configPath } from './places.ts';

const MAX_KEY_LENGTH = 512;

/** Returns the end of a sentence, such as `contains a space`. A key must fit in an HTTP header. */
export function checkKeyForm(key: string): string | null {
  if (key === '') return 'is empty';
  if (key.length > MAX_KEY_LENGTH) return `is longer than ${MAX_KEY_LENGTH} characters`;
  if (/\p{Cc}/u.test(key)) return 'contains a control character';
  if (key.includes(' ')) return 'contains a space';
  return /[^!-~]/.test(key) ? 'contains a non-ASCII character' : null;
}

export function isKeyOption(word: string): boolean {
  return /^-k.|^--?(api[-_]?)?(key|token|secret|password)\b|^\w*key=/i.test(word);
}

/** Shows the last four characters, but at most a quarter of the key. */
export function maskKey(key: string): string {
  const shown = Math.min(4, Math.floor(key.length / 4));
  const tail = key.slice(key.length - shown);
  return /^[!-~]*$/.test(tail) ? `…${tail}` : '…';
}

/** A key that was written into the file by hand has no origin. */
const NO_ORIGIN = 'no service';

export type FoundKey = NonNullable<Readonly<ReturnType<typeof findKey>>>;

export function findKey(
  { apiKey, origin, path }: Readonly<Record<'apiKey' | 'origin' | 'path', string | null>>,
  env: Context['env'],
) {
  const name = 'BOARDS_API_KEY';
  const own = variable(name, env);
  const isOwn = own !== undefined;
  const value = own ?? apiKey;
  if (value === null) return null;
  return {
    value,
    source: isOwn ? name : 'config file',
    sourceWithPath: isOwn ? name : `the config file (${path ?? 'unknown'})`,
    /** Null allows any base URL, for a key from the environment. */
    origin: isOwn ? null : (origin ?? NO_ORIGIN),
    hidesStored: isOwn && apiKey !== null,
  };
}

/** Includes keys that must not be sent. Ignores short texts, which are no keys and could occur in any message. */
export function knownKeys(context: Context): ReadonlyArray<string> {
  const keys = [variable('BOARDS_API_KEY', context.env), storedKey(context)];
  return keys.filter((key) => typeof key === 'string').filter((key) => key.length >= MIN_REDACTED_LENGTH);
}

/** The names of the user's directories can be as long as a key. */
const DIRECTORY_VARIABLES = ['BOARDS_CONFIG_DIR', 'BOARDS_DATA_DIR', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'];

/** Redacts known keys, and shortens words that may be keys unless they are in paths of the user. */
export function createKeyGuard(context: Context): Redactor {
  const keys = knownKeys(context);
  const withoutKey = (text: string, key: string) => text.replaceAll(key, '[redacted]');
  const withoutParts = (text: string, key: string) => createRedactor(key)(text);
  const directories = DIRECTORY_VARIABLES.map((name) => variable(name, context.env));
  const paths = [context.homeDirectory, ...directories].join(' ');
  // Redact parts of known keys last: an unknown key is recognised by its prefix, which can be such a part.
  return (text) => keys.reduce(withoutParts, shortenKeys(keys.reduce(withoutKey, text), paths));
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

export function admitKey(found: FoundKey | null, baseUrl: string): FoundKey | AuthError {
  if (found === null) {
    return new AuthError('no key is stored', {
      hint: 'Store one with `boards login`, or set BOARDS_API_KEY. --sandbox needs no key.',
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
  const origin = keyOriginOf(baseUrl);
  if (found.origin === null || found.origin === origin) return found;
  return new AuthError(`no key for ${origin}`, {
    hint: `The stored key is ${found.origin === NO_ORIGIN ? 'not bound to an address, so it is not sent' : `bound to ${found.origin} and is not sent elsewhere`}. Store a key for this address with \`boards login --base-url ${baseUrl}\`.`,
  });
}
