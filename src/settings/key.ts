import type { Context } from '../context.ts';
import { AuthError } from '../errors.ts';
import { variable } from '../lib/environment.ts';
import { createRedactor, MIN_REDACTED_LENGTH, type Redactor, shortenKeys } from '../service/redact.ts';
import { keyOriginOf } from './base-url.ts';
import { readFields } from './file.ts';
import { configPath } from './places.ts';

const MAX_KEY_LENGTH = 512;

/** The fault of a key as the end of a sentence (`contains a space`), or null. A key must fit in an HTTP header: one word of printable ASCII. */
export function checkKeyForm(key: string): string | null {
  if (key === '') return 'is empty';
  if (key.length > MAX_KEY_LENGTH) return `is longer than ${MAX_KEY_LENGTH} characters`;
  if (/\p{Cc}/u.test(key)) return 'contains a control character';
  if (key.includes(' ')) return 'contains a space';
  return /[^!-~]/.test(key) ? 'contains a non-ASCII character' : null;
}

/** True for an argument that is named like a key: `--api-key`, `--token=…`, `-k…`, `BOARDS_API_KEY=…`. */
export function isKeyOption(word: string): boolean {
  return /^-k.|^--?(api[-_]?)?(key|token|secret|password)\b|^\w*key=/i.test(word);
}

/** `…abcd`: the last four characters, but at most a quarter of the key. */
export function maskKey(key: string): string {
  const shown = Math.min(4, Math.floor(key.length / 4));
  const tail = key.slice(key.length - shown);
  return /^[!-~]*$/.test(tail) ? `…${tail}` : '…';
}

/** The origin of a key that was written into the file by hand. No service has it. */
const NO_ORIGIN = 'no service';

/** A key, its source, and the origin that it may be sent to. */
export type FoundKey = NonNullable<Readonly<ReturnType<typeof findKey>>>;

/** The key from the environment or else what the config file at `path` has, not validated yet. */
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
    /** With the path of the config file, for errors. */
    sourceWithPath: isOwn ? name : `the config file (${path ?? 'unknown'})`,
    /** The only origin that the key may be sent to. Null: any base URL, for a key from the environment. */
    origin: isOwn ? null : (origin ?? NO_ORIGIN),
    /** True if this key overrides one in the config file. */
    hidesStored: isOwn && apiKey !== null,
  };
}

/**
 * The keys in the environment and the config file, including keys that must not be sent. A shorter one is no key of the service, and its
 * letters are in every message.
 */
export function knownKeys(context: Context): ReadonlyArray<string> {
  const keys = [variable('BOARDS_API_KEY', context.env), storedKey(context)];
  return keys.filter((key) => typeof key === 'string').filter((key) => key.length >= MIN_REDACTED_LENGTH);
}

/** The names of the user's directories can be as long as a key. */
const DIRECTORY_VARIABLES = ['BOARDS_CONFIG_DIR', 'BOARDS_DATA_DIR', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'];

/**
 * Returns a function for errors and notes, which may repeat what the user typed. It redacts the known keys, and shortens words that may
 * be keys, except for those in the paths of the user's directories.
 */
export function createKeyGuard(context: Context): Redactor {
  const keys = knownKeys(context);
  const withoutKey = (text: string, key: string) => text.replaceAll(key, '[redacted]');
  const withoutParts = (text: string, key: string) => createRedactor(key)(text);
  const directories = DIRECTORY_VARIABLES.map((name) => variable(name, context.env));
  const paths = [context.homeDirectory, ...directories].join(' ');
  // Parts come last: the prefix of a known key can also begin another key, which would not look like one without it.
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
  const origin = keyOriginOf(baseUrl);
  if (found.origin === null || found.origin === origin) return found;
  return new AuthError(`no key for ${origin}`, {
    hint: `The stored key is ${found.origin === NO_ORIGIN ? 'not bound to an address, so it is not sent' : `bound to ${found.origin} and is not sent elsewhere`}. Store a key for this origin with \`boards login --base-url ${baseUrl}\`.`,
  });
}
