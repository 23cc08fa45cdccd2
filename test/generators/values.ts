import { PREFERENCES, type Preference } from '../../src/config/preferences.ts';
import { CONDITION_TYPES } from '../../src/model/conditions.ts';
import { COLOR_WHEN } from '../../src/view/color-level.ts';
import { BIASES, BOARD_CATALOGUE, COLUMNS, PALETTES, TIMEFRAMES } from '../../src/vocabulary.ts';

export interface Word {
  readonly text: string;
  /** Empty where the word says it all. */
  readonly description: string;
}

/** What stands for an option's value or an argument. */
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
    name,
    kind,
    words: words.map((word) => (typeof word === 'string' ? { text: word, description: '' } : word)),
  };
}

const timeframes = valuesOf('timeframe', 'list', [...TIMEFRAMES, 'all']);
const boards = valuesOf(
  'board',
  'list',
  BOARD_CATALOGUE.map(({ key, ranksOn }) => ({ text: key, description: ranksOn })),
);
const columns = valuesOf('column', 'list', COLUMNS);
const palettes = valuesOf('palette', 'one', PALETTES);
const free = (name: string) => valuesOf(name, 'free');

/** By the long name, in every command that has the option. An option that takes a value must be here. */
export const OPTION_VALUES: Readonly<Record<string, Values>> = {
  '--timeframe': timeframes,
  '--limit': free('rows'),
  '--board': boards,
  '--symbol': free('ticker'),
  '--bias': valuesOf('bias', 'one', BIASES),
  '--min-boards': free('number'),
  '--first': free('number'),
  '--sort': valuesOf('field', 'one', COLUMNS),
  '--columns': columns,
  '--base-url': free('url'),
  '--timeout': free('seconds'),
  '--retries': free('number'),
  '--color': valuesOf('when', 'one', COLOR_WHEN),
  '--palette': palettes,
  '--interval': free('seconds'),
  '--count': free('number'),
  '--exec': valuesOf('command', 'command'),
  '--on': valuesOf('condition', 'list', CONDITION_TYPES),
  '--port': free('port'),
  '--seed': free('number'),
  '--recompute': free('seconds'),
  '--latency': free('milliseconds'),
  '--fault': free('faults'),
};

/** What `config set <name>` takes. */
export const PREFERENCE_VALUES: { readonly [name in Preference]: Values } = {
  baseUrl: free('url'),
  timeframe: timeframes,
  limit: free('rows'),
  boards,
  interval: free('seconds'),
  palette: palettes,
  columns,
};

export const PREFERENCE_NAMES = valuesOf('setting', 'one', PREFERENCES);
