import type { Option } from 'commander';
import { type AllowedValues, isAllowedValues } from '../../src/parse.ts';
import { PREFERENCES, type Preference } from '../../src/settings/preferences.ts';
import { BOARD_CATALOGUE } from '../../src/vocabulary.ts';

export interface Word {
  readonly text: string;
  /** Empty if the word needs no description. */
  readonly description: string;
}

/** The completion of an option value or an argument. */
export interface Values {
  /** The name of one value, for example `board`. */
  readonly name: string;
  /** `one`: one of the words. `list`: comma-separated words. `command`: a shell command. `file`: a path. `free`: no completion. */
  readonly kind: 'one' | 'list' | 'command' | 'file' | 'free';
  readonly words: ReadonlyArray<Word>;
}

export function valuesOf(
  name: string,
  kind: Values['kind'],
  words: ReadonlyArray<string | Word> = [],
): Values {
  return {
    name: name.replaceAll(' ', '-'),
    kind,
    words: words.map((word) => (typeof word === 'string' ? { text: word, description: '' } : word)),
  };
}

/** A shell command for `<command>`; otherwise the allowed values of the option's parser, or free text. */
export function valuesOfOption({ flags, parseArg }: Option): Values {
  const allowed: unknown = parseArg === undefined ? undefined : Reflect.get(parseArg, 'allowed');
  const placeholder = /<(.*)>/.exec(flags)?.[1] ?? 'value';
  if (placeholder === 'command') return valuesOf(placeholder, 'command');
  return isAllowedValues(allowed) ? described(allowed) : valuesOf(placeholder, 'free');
}

/** The values of `config set <name>`. */
export function valuesOfPreference({ parse }: Preference): Values {
  return described(parse.allowed);
}

export const preferenceNames = (): Values =>
  valuesOf(
    'preference',
    'one',
    PREFERENCES.map(({ id }) => id),
  );

function described({ name, kind, words }: AllowedValues): Values {
  if (name !== 'board') return valuesOf(name, kind, words);
  return valuesOf(
    name,
    kind,
    BOARD_CATALOGUE.map(({ key, ranksOn }) => ({ text: key, description: ranksOn })),
  );
}
