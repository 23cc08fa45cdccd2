import { Argument, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import type { Field, Subject } from '../fields/field.ts';
import {
  columnsOf,
  columnsParser,
  FORMER_NAMES,
  fieldAliases,
  fieldNamed,
  fieldsOf,
  orderBy,
} from '../fields/fields.ts';
import { variable } from '../lib/environment.ts';
import { BIASES, type Bias, type Column, TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import { conditions } from '../market/conditions.ts';
import type { Selection } from '../market/selection.ts';
import type { SymbolOutcomes } from '../market/symbol-outcomes.ts';
import { parseTemplate, type Template } from '../output/template.ts';
import { parseBaseUrl } from '../settings/base-url.ts';
import type { SettingOptions } from '../settings/resolve.ts';
import { COLOR_WHEN, type ColorWhen } from '../text/capabilities.ts';
import type { FollowedOptions } from '../watch/feed.ts';
import { DAY_SECONDS, duration } from './values/durations.ts';
import {
  isNoTicker,
  oneOf,
  parseBoardKeys,
  parsePalette,
  parseTickers,
  parseTimeframes,
} from './values/lists.ts';
import { timesMeant } from './values/times.ts';
import {
  describeAllowed,
  freeParser,
  type Parser,
  parseLimit,
  parser,
  wholeNumber,
} from './values/values.ts';

export interface RowOptions {
  readonly symbol?: ReadonlyArray<string>;
  readonly bias?: Bias;
  readonly minBoards?: number;
  readonly sort?: Column;
  readonly reverse?: boolean;
}

interface TimeOptions {
  /** The text is parsed later, when the time zone is known. */
  readonly at?: string;
  /** The text is parsed later, because its meaning depends on the recording. */
  readonly from?: string;
  /** `2026-11-20`, or `2026-11-20..2026-11-24`. */
  readonly day?: string;
  readonly last?: number;
  readonly since?: number | 'last' | 'start';
}

export interface ProgramOptions {
  readonly sandbox?: boolean;
  readonly timeout: number;
  readonly retries: number;
  readonly color?: ColorWhen | false;
  readonly quiet?: boolean;
  readonly debug?: boolean;
}

/** An option `--no-x` sets `x` to false. Durations are in seconds. */
export interface Options extends ProgramOptions, SettingOptions, RowOptions, TimeOptions, FollowedOptions {
  readonly wide?: boolean;
  readonly format?: Template;
  readonly record?: boolean;
  readonly verify?: boolean;
}

const MAX_TIMEOUT_SECONDS = 600;

/** A repeated list option extends the list. An option in the place of the value counts as a missing value. */
export function valueOption(
  flags: string,
  parse: Parser<unknown>,
  description = parse.allowed.words.join(', '),
): Option {
  const { allowed } = parse;
  const option = new Option(flags, description);
  const name = option.long ?? '';
  let given = '';
  const checked = (text: string, previous: unknown) => {
    if (/^--?[a-z]/i.test(text)) throw new InvalidArgumentError('');
    const value = parse(text, name);
    const isMore = allowed.isList === true && previous !== undefined;
    given = isMore ? `${given},${text}` : text;
    return isMore ? parse(given, name) : value;
  };
  return option.argParser(Object.assign(checked, { allowed }));
}

/** These options work before and after every command. */
export const PROGRAM_OPTIONS: ReadonlyArray<Option> = [
  new Option('--plain', 'text without signs; --no-plain: tables in a pipe'),
  new Option('--no-plain', 'tables as on a terminal, also in a pipe'),
  new Option('--sandbox', 'use simulated data; needs no key'),
  valueOption(
    '--base-url <url>',
    freeParser(parseBaseUrl, 'https://api.example'),
    'base URL of the service; boards login stores it',
  ),
  valueOption(
    '--timeout <duration>',
    duration('--timeout', MAX_TIMEOUT_SECONDS, '20s'),
    'timeout of each request',
  ).default(10, '10 s'),
  valueOption(
    '--retries <n>',
    wholeNumber('--retries', { min: 0, max: 20, example: 3 }),
    'retries of failed requests, not in watch',
  ).default(2),
  valueOption(
    '--color <when>',
    oneOf('colour mode', COLOR_WHEN),
    `use colour: ${COLOR_WHEN.join(', ')}; --no-color: never`,
  ),
  new Option('--no-color', 'same as --color never'),
  valueOption('--palette <name>', parsePalette, `colours: ${parsePalette.allowed.words.join(', ')}`),
  new Option('-q, --quiet', 'hide spinner and notes, but not SANDBOX and RECORDED'),
  new Option('--debug', 'print requests, responses and error causes to stderr'),
];

export function timeframeOption(preset?: Timeframe): Option {
  const names = [...TIMEFRAMES, 'all'].map((name) => (name === preset ? `${name} (default)` : name));
  return valueOption('-t, --timeframe <names>', parseTimeframes, names.join(', '));
}

/** Commands about symbols ignore the preference, but not BOARDS_TIMEFRAME. */
export function isTimeframeChosen({ timeframe }: SettingOptions, { env }: Pick<Context, 'env'>): boolean {
  return timeframe !== undefined || variable('BOARDS_TIMEFRAME', env) !== undefined;
}

export const limitOption = (defaultText: string, rows = 'rows per board, after sorting'): Option =>
  valueOption('-l, --limit <1-10>', parseLimit, `${rows} (default: ${defaultText})`);

export const tickersArgument = (flags = '<ticker...>'): Argument =>
  new Argument(flags, 'one or more tickers, such as NVDA AMD').argParser(
    (word: string, before: ReadonlyArray<string> = []) => {
      if (isNoTicker(word)) throw new InvalidArgumentError('');
      return [...before, word];
    },
  );

export const TICKERS_NOTE =
  'Write tickers as the service does, with up to 64 characters. Upper and lower case are the same. Quote a ticker that contains spaces or characters that are special to the shell. Spaces or commas separate tickers.';

export const boardOption = (): Option =>
  valueOption('-b, --board <keys>', parseBoardKeys, 'show only these boards, in this order');

export const filterOptions = (): ReadonlyArray<Option> => [
  valueOption('--bias <bias>', oneOf('bias', BIASES), `only this bias: ${BIASES.join(', ')}`),
  valueOption(
    '--min-boards <n>',
    wholeNumber('--min-boards', { min: 0, max: 100, example: 3 }),
    'only symbols on at least n boards',
  ),
];

/** The pane has no columns for `--at`, nor for the origin of data, which its first line shows. */
export function isForPane({ isOfOlder, isOfOrigin }: Field): boolean {
  return isOfOlder !== true && isOfOrigin !== true;
}

export function selectionOptions(...subjects: ReadonlyArray<Subject>): ReadonlyArray<Option> {
  const isPane = subjects.includes('memory');
  const columns = columnsOf(...subjects).filter((field) => !isPane || isForPane(field));
  const unordered = columns.flatMap(({ id, choice }) => (choice === 'columns' ? [id] : []));
  const ordered = columns.filter(({ id }) => !unordered.includes(id));
  const sortable = ordered.map(({ id }) => id);
  const others = unordered.length === 0 ? '' : ` and ${unordered.join(', ')}`;
  return [
    boardOption(),
    valueOption('--symbol <tickers>', parseTickers, 'only these tickers, separated by commas'),
    ...filterOptions(),
    valueOption('--sort <field>', sortParser(ordered, unordered), `sort by one of: ${sortable.join(', ')}`),
    new Option('--reverse', 'reverse the order of the rows'),
    columnsOption(columns, `show these columns, in this order: fields of --sort${others}`).conflicts(
      isPane ? ['json', 'events'] : ['format'],
    ),
  ];
}

export const columnsOption = (fields: ReadonlyArray<Field>, description: string): Option =>
  valueOption('--columns <names>', columnsParser(fields), description);

function sortParser(ordered: ReadonlyArray<Field>, unordered: ReadonlyArray<string>): Parser<string> {
  const sortable = ordered.map(({ id }) => id);
  const parse = oneOf('field', sortable, fieldAliases(ordered), FORMER_NAMES);
  return parser((text) => {
    const id = unordered.find((each) => each.toLowerCase() === text.trim().toLowerCase());
    if (id === undefined) return parse(text);
    throw new UsageError(`--sort ${id} is not possible: ${id} is a column without an order`, {
      hint: describeAllowed(parse.allowed),
    });
  }, parse.allowed);
}

export const csvOption = (): Option =>
  new Option('--csv', 'print rows as CSV (boards help csv)').conflicts('json');

/** Checks only the form of a time, because the zone and the recording are not known yet. */
export const timeText = (option: string, ...words: ReadonlyArray<string>): Parser<string> =>
  parser(
    (text) => {
      timesMeant(text, { now: 0, option, timeZone: 'UTC' });
      return text.trim();
    },
    { words, example: '10:15' },
  );

/** A command with `--csv` lists the fields in the help of `--columns`, not of `--format`. */
export function outputOptions(
  subject: Subject,
  jsonDescription: string,
  ...others: ReadonlyArray<Option>
): ReadonlyArray<Option> {
  const fields = fieldsOf(subject);
  const names = others.length > 0 ? '' : `. Fields: ${fields.map(({ id }) => id).join(', ')}`;
  return [
    valueOption(
      '--at <time>',
      timeText('--at', 'now'),
      'as recorded at 10:15, "yesterday 10:15", 15m ago, now',
    ),
    new Option('--json', jsonDescription),
    ...others,
    valueOption(
      '--format <template>',
      freeParser((text) => parseTemplate(text, fields), '"{symbol} {dayPct}"'),
      `rows as "{symbol} {dayPct}" (boards help format)${names}`,
    ).conflicts(['json', 'csv']),
  ];
}

export const baselineOption = (): Option =>
  valueOption(
    '--since <duration>',
    duration('--since', DAY_SECONDS, '15m', ['last', 'start']),
    'baseline of the change marks: 15m, 1h, start or last (default: 5m)',
  );

export const conditionOptions = (description: string): ReadonlyArray<Option> => [
  valueOption('--on <conditions>', conditions('--on'), description),
  valueOption(
    '--cooldown <duration>',
    duration('--cooldown', DAY_SECONDS, '15m'),
    'let a condition fire only once per symbol in this time, such as 15m',
  ),
];

/** Returns no field if rows keep their order. Throws UsageError for a field that needs `--at`. */
export function sortFields(
  { sort, reverse = false, at }: RowOptions & Pick<TimeOptions, 'at'>,
  defaultField: Column = 'rank',
): ReadonlyArray<Field> {
  const field = sort === undefined && !reverse ? null : fieldNamed(sort ?? defaultField);
  if (field?.isOfOlder === true && at === undefined)
    throw new UsageError(`--sort ${field.id} needs --at`, {
      hint: `For example: --at 15m --sort ${field.id}`,
    });
  return field === null ? [] : [field];
}

export function selectionOf(
  options: RowOptions & Pick<TimeOptions, 'at'>,
  boards?: ReadonlyArray<string>,
  outcomes?: SymbolOutcomes,
  defaultField?: Column,
): Selection {
  const { symbol: symbols, bias, minBoards, reverse } = options;
  const [field] = sortFields(options, defaultField);
  const sort = field === undefined ? undefined : orderBy(field.id, reverse, outcomes);
  return { boards, symbols, bias, minBoards, sort };
}
