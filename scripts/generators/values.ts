import type { Option } from 'commander';
import { PREFERENCE_PARSERS, PREFERENCES, type Preference } from '../../src/config/preferences.ts';
import type { AllowedValues } from '../../src/parse.ts';
import { BOARD_CATALOGUE } from '../../src/vocabulary.ts';

export interface Word {
  readonly text: string;
  /** Empty where the word says it all. */
  readonly description: string;
}

/** What completes an option's value or an argument. */
export interface Values {
  /** What one of them is called. */
  readonly name: string;
  /** `list`: several, separated by commas. `command`: what the shell can run. `free`: nothing that could be offered. */
  readonly kind: 'one' | 'list' | 'command' | 'free';
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

/** What an option allows, as its parser says; a command where its placeholder says so, else free text. */
export function valuesOfOption({ flags, parseArg }: Option): Values {
  const allowed: unknown = parseArg === undefined ? undefined : Reflect.get(parseArg, 'allowed');
  if (isAllowedValues(allowed)) return described(allowed);
  const placeholder = /<(.*)>/.exec(flags)?.[1] ?? 'value';
  return valuesOf(placeholder, placeholder === 'command' ? 'command' : 'free');
}

/** What `config set <name>` takes. */
export function valuesOfPreference(name: Preference): Values {
  return described(PREFERENCE_PARSERS[name].allowed);
}

export const PREFERENCE_NAMES = valuesOf('setting', 'one', PREFERENCES);

function described({ name, kind, words }: AllowedValues): Values {
  if (name !== 'board') return valuesOf(name, kind, words);
  return valuesOf(
    name,
    kind,
    BOARD_CATALOGUE.map(({ key, ranksOn }) => ({ text: key, description: ranksOn })),
  );
}

function isAllowedValues(value: unknown): value is AllowedValues {
  return typeof value === 'object' && value !== null && 'kind' in value && 'words' in value;
}
