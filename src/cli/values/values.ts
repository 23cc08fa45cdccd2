import { unexpected } from '../../errors.ts';
import { MAX_LIMIT } from '../../market/catalogue.ts';

/** Parsers of user input, shared by options, environment variables, the config file and `config set`. */

/** The values that a parser accepts, for errors, help and completion. */
export interface AllowedValues {
  /** Empty for any text. The parser may accept other text, too: a number beside `off`. */
  readonly words: ReadonlyArray<string>;
  /** One or more, separated by commas. */
  readonly isList?: boolean;
  /** A sensible value, for errors. */
  readonly example?: string | undefined;
}

/** The values that a parser of an option allows; null if the parser is not one of ours. */
export function allowedBy(parse: unknown): AllowedValues | null {
  return typeof parse === 'function' && 'allowed' in parse ? (parse as Parser<unknown>).allowed : null;
}

/** A sentence for hints; empty for any text without an example. The example is of the option, if one is given. */
export function describeAllowed({ words, example }: AllowedValues, option = ''): string {
  if (words.length === 0)
    return example === undefined ? '' : `For example: ${`${option} ${example}`.trim()}.`;
  return `Valid: ${words.join(', ')}${example === undefined ? '' : `, or for example ${example}`}.`;
}

/** Throws UsageError for invalid text. Its hint names the option, if the text is the value of one. */
export interface Parser<T> {
  (text: string, option?: string): T;
  readonly allowed: AllowedValues;
}

export function parser<T>(parse: (text: string, option?: string) => T, allowed: AllowedValues): Parser<T> {
  return Object.assign(parse, { allowed });
}

/** A parser without a list of allowed values. */
export function freeParser<T>(parse: (text: string) => T, example?: string): Parser<T> {
  return parser(parse, { words: [], example });
}

/** A parser whose errors are `subject must be what, not "text"`, with an example: `read` returns null for other text. */
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

/** A whole number in decimal digits, at most `accepted`; `example` is a sensible one. Errors begin with `subject`: an option, or words such as `the limit`. */
export function wholeNumber(
  subject: string,
  { min, max, example }: Readonly<Record<'min' | 'max' | 'example', number>>,
  accepted = max,
): Parser<number> {
  return checked(
    subject,
    `a whole number from ${min} to ${max}`,
    { words: [], example: String(example) },
    (text) => {
      const value = /^\d{1,19}$/.test(text) ? Number(text) : NaN;
      return value >= min && value <= accepted ? value : null;
    },
  );
}

/** `on`, `true` or `yes`, and `off`, `false` or `no`; help and completion offer `on` and `off`. Errors begin with `subject`. */
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
