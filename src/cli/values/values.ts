import { unexpected } from '../../errors.ts';
import { MAX_LIMIT } from '../../market/catalogue.ts';

// Options, environment variables, the config file and `config set` share these parsers.

export interface AllowedValues {
  /** The parser may accept other text as well, such as a number beside `off`. */
  readonly words: ReadonlyArray<string>;
  readonly isList?: boolean;
  readonly example?: string | undefined;
}

export function allowedBy(parse: unknown): AllowedValues | null {
  return typeof parse === 'function' && 'allowed' in parse ? (parse as Parser<unknown>).allowed : null;
}

export function describeAllowed({ words, example }: AllowedValues, option = ''): string {
  if (words.length === 0)
    return example === undefined ? '' : `For example: ${`${option} ${example}`.trim()}.`;
  return `Valid: ${words.join(', ')}${example === undefined ? '' : `, or a value such as ${example}`}.`;
}

/** Throws UsageError for invalid text. The hint names the option. */
export interface Parser<T> {
  (text: string, option?: string): T;
  readonly allowed: AllowedValues;
}

export function parser<T>(parse: (text: string, option?: string) => T, allowed: AllowedValues): Parser<T> {
  return Object.assign(parse, { allowed });
}

export function freeParser<T>(parse: (text: string) => T, example?: string): Parser<T> {
  return parser(parse, { words: [], example });
}

/** Errors read `subject must be what, not "text"`. `read` returns null for invalid text. */
export function checked<T>(
  subject: string,
  what: string,
  allowed: AllowedValues,
  read: (text: string) => T | null,
): Parser<T> {
  const parse = (text: string, option?: string) => {
    const value = read(text);
    if (value !== null) return value;
    throw unexpected(`${subject} must be ${what}, not`, text, describeAllowed(allowed, option));
  };
  return parser(parse, allowed);
}

/** Errors name `max`, but the parser may accept larger numbers, up to `maxAccepted`. */
export function wholeNumber(
  subject: string,
  { min, max, example }: Readonly<Record<'min' | 'max' | 'example', number>>,
  maxAccepted = max,
): Parser<number> {
  return checked(
    subject,
    `a whole number from ${min} to ${max}`,
    { words: [], example: String(example) },
    (text) => {
      const value = /^\d{1,19}$/.test(text) ? Number(text) : NaN;
      return value >= min && value <= maxAccepted ? value : null;
    },
  );
}

export function onOff(subject: string): Parser<boolean> {
  return checked(subject, 'on or off', { words: ['on', 'off'] }, (text) => {
    const word = text.trim().toLowerCase();
    return isOff(word) ? false : ['on', 'true', 'yes'].includes(word) ? true : null;
  });
}

export function isOff(word: string): boolean {
  return ['off', 'false', 'no'].includes(word);
}

/** Accepts more than 10: the command then requests 10 and prints a note. */
export const parseLimit = wholeNumber('the limit', { min: 1, max: MAX_LIMIT, example: 5 }, Infinity);
