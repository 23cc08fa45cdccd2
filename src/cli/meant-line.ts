import type { Command, Option } from 'commander';
import { BoardsError } from '../errors.ts';
import { columnsOf } from '../fields/fields.ts';
import { nearest } from '../lib/distance.ts';
import { shellWord } from '../lib/quote.ts';
import { BIASES, BOARD_CATALOGUE, TIMEFRAMES } from '../market/catalogue.ts';
import { inCapitals, splitTickers, tickerFault } from '../market/ticker.ts';
import { mayBeKey } from '../service/redact.ts';
import { isKeyOption } from '../settings/key.ts';
import { commandAt, isHelpShown, namesOf, RefusedLine } from './specification.ts';
import { isDate } from './values/times.ts';
import { allowedBy } from './values/values.ts';

export type Typed = readonly [flag: string, ...value: ReadonlyArray<string>];

export interface Line {
  readonly command: Command;
  readonly words: ReadonlyArray<string>;
  readonly options: ReadonlyArray<Typed>;
}

/** Other programs use these names. An empty value means that no command does the same. */
const COMMAND_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ls: 'boards',
    list: 'boards',
    show: 'boards',
    hot: 'boards',
    quote: 'symbol',
    chart: 'symbol',
    live: 'watch',
    follow: 'watch',
    auth: 'login',
    settings: 'config',
    set: 'config set',
    get: 'config get',
    exit: '',
    quit: '',
    update: '',
  }),
);

const OPTION_ALIASES: Readonly<Record<string, string>> = {
  '-n': '--limit',
  '--symbols': '--symbol',
  '--ticker': '--symbol',
  '--tickers': '--symbol',
  '--demo': '--sandbox',
  '--bullish': '--bias bullish',
  '--bearish': '--bias bearish',
  '--all': '--timeframe all',
  '--url': '--base-url',
};

const FORMAT_OPTIONS = ['-o', '--output', '--out'];

/** Splits a line into words and options, including unknown options. Leaves out the command itself. */
export function readLine(argv: ReadonlyArray<string>, command: Command): Line {
  const names = [...namesOf(command)];
  const rest = [...argv];
  const words: Array<string> = [];
  const options: Array<Typed> = [];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') words.push(...rest.splice(0));
    else if (/^-./.test(word)) {
      const [, flag = word, joined] = /^(--[^=]+)=(.*)$/s.exec(word) ?? /^(-\w)(.+)$/s.exec(word) ?? [];
      const isValued = takesValue(flag, command);
      if (joined === undefined) options.push([word, ...(isValued ? rest.splice(0, 1) : [])]);
      else options.push(isValued || word.startsWith('--') ? [flag, joined] : [word]);
    } else if (words.length === 0 && names[0] === word) names.shift();
    else if (CLOCK_TIME.test(word) && words.at(-1) === 'yesterday') words.push(`${words.pop()} ${word}`);
    else words.push(word);
  }
  return { command, words, options };
}

/** Translates options of other programs, such as `-o json` to `--json`. */
export function renamed([flag, ...value]: Typed): Typed {
  const format = FORMAT_OPTIONS.includes(flag) ? value.join('').toLowerCase() : '';
  return ['json', 'csv'].includes(format) ? [`--${format}`] : [...aliasOf(flag), ...value];
}

function aliasOf(flag: string): Typed {
  const [name = flag, ...value] = OPTION_ALIASES[flag]?.split(' ') ?? [];
  return [name, ...value];
}

/** Searches all commands, because the line may name the wrong one. */
function takesValue(flag: string, command: Command): boolean {
  const root = rootOf(command);
  const named = [root, ...root.commands]
    .flatMap(({ options }) => options)
    .find((option) => isNamed(option, OPTION_ALIASES[flag] ?? flag));
  return FORMAT_OPTIONS.includes(flag) || named?.required === true;
}

export const rootOf = (command: Command): Command =>
  command.parent === null ? command : rootOf(command.parent);
export const commandsNamed = (paths: ReadonlyArray<string>, root: Command) =>
  paths.flatMap((path) => commandAt(path, root) ?? []);
export const isDefault = (command: Command) => command.name() === command.parent?.name();

const wordsFor = (command: Command) => (isDefault(command) ? [] : namesOf(command));

export const pathOf = (command: Command) => ['boards', ...wordsFor(command)].join(' ');

const isNamed = ({ short, long }: Option, flag: string) => short === flag || long === flag;

export function findOption(command: Command, flag: string): Option | undefined {
  return [...command.options, ...rootOf(command).options].find((option) => isNamed(option, flag));
}

/** Returns the first accepted line, in backticks. Skips lines with a possible key or control characters. */
export function firstAccepted(lines: ReadonlyArray<Line | undefined>): string | undefined {
  for (const line of lines) {
    if (line === undefined) continue;
    const argv = [...wordsFor(line.command), ...line.words, ...line.options.flat()];
    const isUnfit = (word: string) => mayBeKey(word) || isKeyOption(word) || /\p{Cc}/u.test(word);
    if (!argv.some(isUnfit) && isAccepted(argv, rootOf(line.command)))
      return `\`${['boards', ...argv].map(shellWord).join(' ')}\``;
  }
  return undefined;
}

/** `program` must be a trial, which checks lines without running them. */
function isAccepted(argv: ReadonlyArray<string>, program: Command): boolean {
  try {
    program.parse([...argv], { from: 'user' });
    return true;
  } catch (error) {
    if (error instanceof RefusedLine || error instanceof BoardsError || isHelpShown(error)) return false;
    throw error;
  }
}

const MAX_DROPPED_WORDS = 8;

/** Finds a command that accepts the line. Drops words from the end, but keeps the first `least`. */
export function meantLine(line: Line, commands = candidatesFor(line.command), least = 1): string | undefined {
  const { length } = line.words;
  for (let count = length; count >= Math.max(least, length - MAX_DROPPED_WORDS); count--) {
    const words = line.words.slice(0, count);
    const found = firstAccepted(commands.map((command) => placed({ ...line, command, words })));
    if (found !== undefined) return found;
  }
  return undefined;
}

function candidatesFor(command: Command): ReadonlyArray<Command> {
  const root = rootOf(command);
  const others =
    findOption(command, '-t') === undefined ? [] : commandsNamed(['symbol', 'boards', 'replay'], root);
  return isDefault(command) ? others : [command, ...others];
}

/** Suggests the command with as many of the words and options as it accepts, or with `--help`. */
export function lineOf(command: Command, { words, options }: Line): string {
  const kept = options.filter(([flag]) => findOption(command, flag) !== undefined);
  for (const some of [options, kept, []]) {
    const found = meantLine({ command, words, options: some }, [command], 0);
    if (found !== undefined) return found;
  }
  return `\`${pathOf(command)} --help\``;
}

/** Turns each word into an option value or an argument. Returns undefined for another word, or the name of a command. */
function placed({ command, words, options }: Line): Line | undefined {
  if (words.some((word) => commandAt(word, rootOf(command)) !== undefined)) return undefined;
  const own: Array<string> = [];
  let all: Line['options'] | undefined = options;
  for (const word of words) {
    const option = optionFor(word, command);
    const argument = isTickers(command) ? tickersIn(word) : word;
    if (option !== undefined) all = all && withOption(all, option, command);
    else if (argument === null) return undefined;
    else own.push(argument);
  }
  return all && { command, words: own, options: [...all, ...timeframeFor(all, command)] };
}

const isTickers = ({ registeredArguments: [first] }: Command) => first?.name() === 'ticker';

/** Adds an option, or its value to the same list. Returns undefined if the option takes one value. */
function withOption(
  options: Line['options'],
  [flag, value = '']: Typed,
  command: Command,
): Line['options'] | undefined {
  const option = findOption(command, flag);
  const index = options.findIndex(([typed]) => findOption(command, typed) === option);
  const [typed = '', before] = options[index] ?? [];
  if (index === -1) return [...options, [flag, value]];
  const list = [...new Set(`${before},${value}`.split(','))].join(',');
  return allowedBy(option?.parseArg)?.isList === true ? options.with(index, [typed, list]) : undefined;
}

/** If `day`, the default timeframe, lacks the board, adds a timeframe that has it. */
function timeframeFor(options: Line['options'], command: Command): Line['options'] {
  const valueFor = (option: string) =>
    options.find(([flag]) => findOption(command, flag)?.long === option)?.[1];
  const board = BOARD_CATALOGUE.find(({ key }) => key === valueFor('--board'));
  const isShown = board === undefined || board.timeframes.includes('day') || isTickers(command);
  return isShown || valueFor('--timeframe') !== undefined ? [] : [['-t', board.timeframes[0] ?? 'all']];
}

const BOARD_KEYS = BOARD_CATALOGUE.map(({ key }) => key);
const BOARD_ALIASES: Readonly<Record<string, string>> = { gainers: 'movers', losers: 'movers' };
const CLOCK_TIME = /^\d{1,2}:\d\d$|^\d+[smh]$/;

/** Guesses the option of a word by the form of the word, in this order. */
const VALUES: ReadonlyArray<readonly [flag: string, read: (word: string) => string | null]> = [
  ['-t', (word) => listIn(word, [...TIMEFRAMES, 'all'])],
  ['-b', (word) => listIn(BOARD_ALIASES[word] ?? word, BOARD_KEYS)],
  ['--bias', (word) => listIn(word, BIASES)],
  ['--day', (word) => (isDate(word) ? word : null)],
  ['--last', (word) => (/^\d+[mh]$/.test(word) ? word : null)],
  ['--from', (word) => (CLOCK_TIME.test(word) ? word : null)],
  ['--at', (word) => (/^now$|^yesterday /.test(word) || CLOCK_TIME.test(word) ? word : null)],
  ['-l', (word) => (/^([1-9]|10)$/.test(word) ? word : null)],
  [
    '--columns',
    (word) =>
      word.includes(',')
        ? listIn(
            word,
            columnsOf('row').map(({ id }) => id),
          )
        : null,
  ],
  ['--port', (word) => (/^\d{4,5}$/.test(word) ? word : null)],
  ['--symbol', tickersIn],
];

function optionFor(word: string, command: Command): Typed | undefined {
  for (const [flag, read] of VALUES) {
    const value = findOption(command, flag) === undefined ? null : read(word);
    if (value !== null) return [flag, value];
  }
  return undefined;
}

/** Corrects each item to the nearest value. Returns null for a list in capitals, which may be tickers. */
function listIn(list: string, values: ReadonlyArray<string>): string | null {
  if (list === list.toUpperCase()) return null;
  const meant = list.split(',').map((word) => nearest(word, values));
  return meant.includes(undefined) ? null : meant.join(',');
}

const MAX_GUESSED_TICKER = 6;

function tickersIn(list: string): string | null {
  const tickers = splitTickers(list);
  const isLikely = (word: string) =>
    /^(?!-).*\p{L}/u.test(word) && word.length <= MAX_GUESSED_TICKER && tickerFault(word) === null;
  const isOther = tickers.length === 0 || COMMAND_ALIASES.has(list);
  return !isOther && tickers.every(isLikely)
    ? tickers.map((ticker) => inCapitals(ticker.replace(/^\$/, ''))).join(',')
    : null;
}

export function commandNamed(name: string, root: Command): Command | undefined {
  return commandAt(COMMAND_ALIASES.get(name) ?? name, root);
}

/** Ignores words in capitals, which are tickers. */
export function commandLike(word: string, root: Command): Command | undefined {
  if (COMMAND_ALIASES.has(word)) return commandNamed(word, root);
  const names = root.commands.map((command) => command.name());
  const similar = nearest(word, [...names, ...TIMEFRAMES, ...BOARD_KEYS]);
  return word === word.toUpperCase() ? undefined : commandAt(similar ?? '', root);
}

/** A word this short may be a ticker or a mistyped command. */
const SHORT_TICKER = /^[a-z]{1,4}$/;

export function tickerLine({ command, words, options }: Line): string | undefined {
  const [word = '', second] = words;
  const isValue = [...TIMEFRAMES, 'all', ...BOARD_KEYS].includes(word);
  if (second !== undefined || isValue || !SHORT_TICKER.test(word) || tickersIn(word) === null)
    return undefined;
  const commands = commandsNamed(['symbol'], rootOf(command));
  return firstAccepted(commands.map((symbol) => ({ command: symbol, words: [inCapitals(word)], options })));
}
