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

/** An option as it is typed, with its value if it has one. */
export type Typed = readonly [flag: string, ...value: ReadonlyArray<string>];

/** A command line, taken apart. */
export interface Line {
  readonly command: Command;
  readonly words: ReadonlyArray<string>;
  readonly options: ReadonlyArray<Typed>;
}

/** Commands by the names that other programs have for them; empty where no command does that. */
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

/** Options by the names that other programs have for them. */
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

/** The words and options of a command line, without the names of its command. Some options may be unknown. */
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

/** The option by the name that it has here: `--json` for `-o json`, `--bias bearish` for `--bearish`. */
export function renamed([flag, ...value]: Typed): Typed {
  const format = FORMAT_OPTIONS.includes(flag) ? value.join('').toLowerCase() : '';
  return ['json', 'csv'].includes(format) ? [`--${format}`] : [...aliasOf(flag), ...value];
}

function aliasOf(flag: string): Typed {
  const [name = flag, ...value] = OPTION_ALIASES[flag]?.split(' ') ?? [];
  return [name, ...value];
}

/** True if an option of this name, of any command, has a value. */
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

/** `config get`; nothing for the default command. */
const wordsFor = (command: Command) => (isDefault(command) ? [] : namesOf(command));

export const pathOf = (command: Command) => ['boards', ...wordsFor(command)].join(' ');

const isNamed = ({ short, long }: Option, flag: string) => short === flag || long === flag;

/** An option of the command or the program. */
export function findOption(command: Command, flag: string): Option | undefined {
  return [...command.options, ...rootOf(command).options].find((option) => isNamed(option, flag));
}

/** The first of these lines that the program accepts, in backticks, for a shell. Skips lines that should not be repeated. */
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

/** True if the program would run the command line. */
function isAccepted(argv: ReadonlyArray<string>, program: Command): boolean {
  try {
    program.parse([...argv], { from: 'user' });
    return true;
  } catch (error) {
    if (error instanceof RefusedLine || error instanceof BoardsError || isHelpShown(error)) return false;
    throw error;
  }
}

const MOST_LEFT_OUT = 8;

/** The line of the first of the commands that accepts it. Words at the end that none of them takes are left out, but not the `least` first ones. */
export function meantLine(line: Line, commands = candidatesFor(line.command), least = 1): string | undefined {
  const { length } = line.words;
  for (let count = length; count >= Math.max(least, length - MOST_LEFT_OUT); count--) {
    const words = line.words.slice(0, count);
    const found = firstAccepted(commands.map((command) => placed({ ...line, command, words })));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The commands that may be meant where words are no arguments of this one. */
function candidatesFor(command: Command): ReadonlyArray<Command> {
  const root = rootOf(command);
  const others =
    findOption(command, '-t') === undefined ? [] : commandsNamed(['symbol', 'boards', 'replay'], root);
  return isDefault(command) ? others : [command, ...others];
}

/** The line of a command with as much of what was typed as it accepts, or with `--help`. */
export function lineOf(command: Command, { words, options }: Line): string {
  const kept = options.filter(([flag]) => findOption(command, flag) !== undefined);
  for (const some of [options, kept, []]) {
    const found = meantLine({ command, words, options: some }, [command], 0);
    if (found !== undefined) return found;
  }
  return `\`${pathOf(command)} --help\``;
}

/** The line with each word as the value of the option that it is meant for, or as an argument; undefined if a word fits nowhere. */
function placed({ command, words, options }: Line): Line | undefined {
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

/** The options with another one, whose value is added to a list that is there already. */
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

/** A timeframe with the board, if `day` does not have it and the command shows one timeframe by default. */
function timeframeFor(options: Line['options'], command: Command): Line['options'] {
  const valueFor = (option: string) =>
    options.find(([flag]) => findOption(command, flag)?.long === option)?.[1];
  const board = BOARD_CATALOGUE.find(({ key }) => key === valueFor('--board'));
  const isShown = board === undefined || board.timeframes.includes('day') || isTickers(command);
  return isShown || valueFor('--timeframe') !== undefined ? [] : [['-t', board.timeframes[0] ?? 'all']];
}

const BOARD_KEYS = BOARD_CATALOGUE.map(({ key }) => key);
/** Boards by the names that other programs have for them. */
const BOARD_ALIASES: Readonly<Record<string, string>> = { gainers: 'movers', losers: 'movers' };
const CLOCK_TIME = /^\d{1,2}:\d\d$|^\d+[smh]$/;

/** Values by their form, with the options for them. */
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

/** The option of the command, with its value, that a word is meant for. */
function optionFor(word: string, command: Command): Typed | undefined {
  for (const [flag, read] of VALUES) {
    const value = findOption(command, flag) === undefined ? null : read(word);
    if (value !== null) return [flag, value];
  }
  return undefined;
}

/** The values that the items of a list are equal or similar to; null if one is not, or if the list is in capitals, as tickers are. */
function listIn(list: string, values: ReadonlyArray<string>): string | null {
  if (list === list.toUpperCase()) return null;
  const meant = list.split(',').map((word) => nearest(word, values));
  return meant.includes(undefined) ? null : meant.join(',');
}

const MAX_GUESSED_TICKER = 6;

/** The tickers of a list, in capitals; null for what is probably none. */
function tickersIn(list: string): string | null {
  const tickers = splitTickers(list);
  const isLikely = (word: string) =>
    /^(?!-).*\p{L}/u.test(word) && word.length <= MAX_GUESSED_TICKER && tickerFault(word) === null;
  const isOther = tickers.length === 0 || COMMAND_ALIASES.has(list);
  return !isOther && tickers.every(isLikely)
    ? tickers.map((ticker) => inCapitals(ticker.replace(/^\$/, ''))).join(',')
    : null;
}

/** The command of a name, also of one that another program has for it. */
export function commandNamed(name: string, root: Command): Command | undefined {
  return commandAt(COMMAND_ALIASES.get(name) ?? name, root);
}

/** The command that a word names nearly. Words in capitals are tickers. */
export function commandLike(word: string, root: Command): Command | undefined {
  if (COMMAND_ALIASES.has(word)) return commandNamed(word, root);
  const names = root.commands.map((command) => command.name());
  const similar = nearest(word, [...names, ...TIMEFRAMES, ...BOARD_KEYS]);
  return word === word.toUpperCase() ? undefined : commandAt(similar ?? '', root);
}

/** Most tickers in small letters are that short, and so are mistyped commands. */
const SHORT_TICKER = /^[a-z]{1,4}$/;

/** The line for one short word as a ticker; undefined for a word that is spelled as another value. */
export function tickerLine({ command, words, options }: Line): string | undefined {
  const [word = '', second] = words;
  const isValue = [...TIMEFRAMES, 'all', ...BOARD_KEYS].includes(word);
  if (second !== undefined || isValue || !SHORT_TICKER.test(word) || tickersIn(word) === null)
    return undefined;
  const commands = commandsNamed(['symbol'], rootOf(command));
  return firstAccepted(commands.map((symbol) => ({ command: symbol, words: [inCapitals(word)], options })));
}
