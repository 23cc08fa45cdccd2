import type { Command, CommanderError, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { allowedBy, describeAllowed, isDate, isNoTicker } from '../parse.ts';
import { KEY_HINT, keyRefused, mayBeKey, nearest, quote, shellWord, unexpected } from '../quote.ts';
import { isKeyOption } from '../settings/key.ts';
import { PREFERENCES, parsePreference } from '../settings/preferences.ts';
import { inCapitals, splitTickers, tickerFault } from '../ticker.ts';
import { BIASES, BOARD_CATALOGUE, TIMEFRAMES } from '../vocabulary.ts';
import { optionsOf, type RefusedLine, specificationOf, TOPIC_NAMES } from './specification.ts';

/** A command line, taken apart. Each option is a flag, with its value if it has one. */
interface Line {
  readonly command: Command;
  readonly words: ReadonlyArray<string>;
  readonly options: ReadonlyArray<ReadonlyArray<string>>;
}

/** Commands by the names that other programs have for them; null where no command does that. */
const COMMAND_ALIASES: ReadonlyMap<string, string | null> = new Map(
  Object.entries({
    ls: 'boards',
    list: 'boards',
    show: 'boards',
    live: 'watch',
    follow: 'watch',
    tail: 'watch',
    monitor: 'watch',
    best: 'top',
    find: 'symbol',
    auth: 'login',
    signin: 'login',
    signout: 'logout',
    doctor: 'status',
    info: 'status',
    whoami: 'status',
    settings: 'config',
    set: 'config set',
    get: 'config get',
    man: 'help',
    exit: null,
    quit: null,
    update: null,
    upgrade: null,
  }),
);

const CONFIG_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ls: 'list',
    show: 'list',
    view: 'list',
    edit: 'path',
    delete: 'unset',
    remove: 'unset',
    reset: 'unset',
    rm: 'unset',
  }),
);

/** Options by the names that other programs have for them. */
const OPTION_ALIASES: Readonly<Record<string, string>> = {
  '-n': '--limit',
  '--first': '--limit',
  '--rows': '--limit',
  '-s': '--symbol',
  '--symbols': '--symbol',
  '--ticker': '--symbol',
  '--tickers': '--symbol',
  '--tf': '--timeframe',
  '--demo': '--sandbox',
  '--url': '--base-url',
  '--every': '--interval',
  '--refresh': '--interval',
  '--verbose': '--debug',
  '--silent': '--quiet',
};

/** Options that stand for a command: `--watch`, and these. */
const COMMAND_OPTIONS: Readonly<Record<string, string>> = {
  '-f': 'watch',
  '--follow': 'watch',
  '--live': 'watch',
};

const VERSION_OPTIONS = ['-v', '-V', '--version'];
const FORMAT_OPTIONS = ['-o', '--output', '--out'];
const FORMATS = ['json', 'csv'];

/** Options that are refused without another one, such as `--events`. */
const DEPENDENT = ['--on', '--cooldown', '--initial'];

const SIDE_BY_SIDE = 'Boards side by side are the default; --wide is for one call.';
const ZOOM = 'In the pane, z zooms a board to show all columns. As tables: `boards --wide`.';
/** Hints for options that another command has, or an earlier version had: the way to get the same with this command. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'boards --no-wide': SIDE_BY_SIDE,
  'config --json': 'For a script: `boards config list --json`.',
  'watch -w': ZOOM,
  'watch --wide': ZOOM,
  'watch --no-wide': ZOOM,
  'replay -w': ZOOM,
  'replay --wide': ZOOM,
  'replay --no-wide': ZOOM,
  'replay --day': 'The day is an argument: `boards replay 2026-11-20`.',
  'replay --at': 'It starts at a time with --from: `boards replay --from 10:15`.',
  'history --at': 'It shows a day: --day 2026-11-20. One time of it: `boards symbol NVDA --at 10:15`.',
};

/** An error in the words of this program for what commander refuses: one fact, and a hint with the line that was probably meant. */
export function wrongLineError(
  { reason, path }: RefusedLine,
  argv: ReadonlyArray<string>,
  program: Command,
): UsageError {
  const command = path.reduce((parent, name) => childOf(parent, name) ?? parent, program);
  const line = readLine(argv, command);
  switch (reason.code) {
    case 'commander.excessArguments':
      return isDefault(command) ? unknownCommand(line) : excessArguments(line);
    case 'commander.unknownCommand':
      return unknownSubcommand(line);
    case 'commander.unknownOption':
      return unknownOption(reason, line);
    case 'commander.invalidArgument':
      if (!reason.message.includes('command-argument')) return otherError(reason, line);
      return command.name() === 'replay' ? noDay(line) : noTicker(line);
    default:
      return otherError(reason, line);
  }
}

/** The words and options of a command line, without the names of its command. Some options may be unknown. */
function readLine(argv: ReadonlyArray<string>, command: Command): Line {
  const names = isDefault(command) ? [command.name()] : pathOf(command).split(' ').slice(1);
  const rest = [...argv];
  const words: Array<string> = [];
  const options: Array<ReadonlyArray<string>> = [];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') words.push(...rest.splice(0));
    else if (/^-./.test(word)) options.push([word, ...(takesValue(word, command) ? rest.splice(0, 1) : [])]);
    else if (words.length === 0 && names[0] === word) names.shift();
    else words.push(word);
  }
  return { command, words, options };
}

function takesValue(word: string, command: Command): boolean {
  if (word.includes('=') || /^-\w./.test(word)) return false;
  if (FORMAT_OPTIONS.includes(word)) return true;
  const named = (name: string) =>
    findOption(command, name) ?? topCommands(command).flatMap((each) => findOption(each, name) ?? [])[0];
  return (named(word) ?? named(OPTION_ALIASES[word] ?? ''))?.required === true;
}

const rootOf = (command: Command): Command => (command.parent === null ? command : rootOf(command.parent));
const topCommands = (command: Command) => rootOf(command).commands;
const childOf = (parent: Command, name: string) => parent.commands.find((each) => each.name() === name);

/** An option of the command or the program, without those that the help hides. */
function findOption(command: Command, flag: string): Option | undefined {
  return [...command.options, ...rootOf(command).options].find((option) => isNamed(option, flag));
}

const isNamed = ({ short, long, hidden }: Option, flag: string) =>
  !hidden && (short === flag || long === flag);

/** `--limit` for `--limit=5`, `-l` for `-l5`. */
function flagOf(word: string): string {
  return /^--/.test(word) ? word.replace(/=.*/s, '') : word.slice(0, 2);
}

/** `boards config get`; the name of the default command is that of the program. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null || isDefault(command) ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

/** `config get`. */
const nameOf = (command: Command) =>
  isDefault(command) ? command.name() : pathOf(command).replace('boards ', '');

function isDefault(command: Command): boolean {
  return command.name() === command.parent?.name();
}

function isAccepted(command: Command, [word = '']: ReadonlyArray<string>): boolean {
  // It would delete the real key, and is refused.
  if (command.name() === 'logout' && word === '--sandbox') return false;
  const option = findOption(command, flagOf(word));
  return option !== undefined && (option.required || word === flagOf(word));
}

/** True if the command accepts the words as its arguments. */
function areArguments(words: ReadonlyArray<string>, command: Command): boolean {
  if (specificationOf(command).run === undefined) return false;
  if (command.name() === 'help') return words.length === 0 || isTopic(words, rootOf(command));
  const { registeredArguments: taken } = command;
  try {
    words.forEach((word, index) => {
      taken[Math.min(index, taken.length - 1)]?.parseArg?.(word, undefined);
    });
    const [name = '', value] = words;
    if (pathOf(command) === 'boards config set' && value !== undefined) parsePreference(name).parse(value);
    return true;
  } catch {
    return false;
  }
}

function isTopic(words: ReadonlyArray<string>, root: Command): boolean {
  const named = words.reduce<Command | undefined>((parent, name) => parent && childOf(parent, name), root);
  return named !== undefined || TOPIC_NAMES.some((name) => name === words.join(' '));
}

/** True if one option excludes another one, or needs one that is missing. */
function areAtOdds(options: Line['options']): boolean {
  const flags = options.map(([word = '']) => flagOf(word));
  const formats = ['--json', '--csv', '--format', '--events'].filter((flag) => flags.includes(flag));
  const isNarrowed = flags.includes('--columns') && formats.some((flag) => flag !== '--csv');
  const isIncomplete = DEPENDENT.some((flag) => flags.includes(flag)) && !flags.includes('--events');
  return formats.length > 1 || isNarrowed || isIncomplete;
}

/** The line in backticks, for a shell; undefined if the command does not accept it, or it should not be repeated. */
function shown({ command, words, options }: Line): string | undefined {
  const { registeredArguments: taken } = command;
  const most = taken.some(({ variadic }) => variadic) ? Infinity : taken.length;
  const least = taken.filter(({ required }) => required).length;
  if (words.length < least || words.length > most || !areArguments(words, command)) return undefined;
  if (!options.every((option) => isAccepted(command, option)) || areAtOdds(options)) return undefined;
  const all = [...words, ...options.flat()];
  const isUnfit = (word: string) => mayBeKey(word) || isKeyOption(word) || /\p{Cc}/u.test(word);
  if (all.some(isUnfit) || words.some((word) => word.startsWith('-'))) return undefined;
  return `\`${[pathOf(command), ...all.map(shellWord)].join(' ')}\``;
}

/** The options with another one, whose value is added to a list that is there already. */
function withOption(
  { command, options }: Line,
  [flag, value]: readonly [string, string],
): Line['options'] | undefined {
  const option = findOption(command, flag);
  const typed = options.findIndex(([word = '']) => findOption(command, flagOf(word)) === option);
  if (typed === -1) return [...options, [flag, value]];
  const [word = '', before] = options[typed] ?? [];
  if (before === undefined || allowedBy(option?.parseArg)?.isList !== true) return undefined;
  return options.with(typed, [word, `${before},${value}`]);
}

/** The line with each value behind the option that it is for; undefined if the command has none for one of them. */
function withValues(line: Line, values: ReadonlyArray<string>): Line | undefined {
  let found: Line | undefined = line;
  for (const value of values) {
    const option = optionFor(value, line.command);
    const options: Line['options'] | undefined = found && option && withOption(found, option);
    found = options && { ...line, options };
  }
  return found;
}

/** The line of a command, in which words that are none of its arguments are values of its options; undefined if there is none. */
function asOptions({ command, words, options }: Line): string | undefined {
  const isOwn = (word: string) =>
    isArgument(word, command) && (optionFor(word, command)?.[0] ?? '--symbol') === '--symbol';
  const own = words.filter(isOwn).map((word) => (isTickers(command) ? inCapitals(word) : word));
  const others = words.filter((word) => !isOwn(word));
  const line = withValues({ command, words: own, options }, others);
  return line && shown(withTimeframe(line));
}

/** The line with a timeframe that has its board, if `day` has not, and the command shows one timeframe by default. */
function withTimeframe(line: Line): Line {
  const { command, options } = line;
  const valueFor = (flag: string) =>
    options.find(([word = '']) => findOption(command, word) === findOption(command, flag))?.[1];
  const board = BOARD_CATALOGUE.find(({ key }) => key === valueFor('-b'));
  const [timeframe = 'all'] = board?.timeframes ?? [];
  const isShown = board === undefined || board.timeframes.includes('day') || isTickers(command);
  return isShown || valueFor('-t') !== undefined
    ? line
    : { ...line, options: [...options, ['-t', timeframe]] };
}

/** True if the command takes the word as an argument: a ticker, a day or a file. */
function isArgument(word: string, command: Command): boolean {
  if (isTickers(command)) return tickersIn(word) !== null;
  return command.name() === 'replay' && (isDate(word) || /[\\/]|\.ndjson/.test(word));
}

const isTickers = ({ registeredArguments: [first] }: Command) => first?.name() === 'ticker';

const BOARD_KEYS = BOARD_CATALOGUE.map(({ key }) => key);
const CLOCK_TIME = /^\d{1,2}:\d\d$|^\d+[smh]$/;

/** Values by their form, with the options for them. */
const VALUES: ReadonlyArray<readonly [flag: string, read: (word: string) => string | null]> = [
  ['-t', (word) => listIn(word, [...TIMEFRAMES, 'all'])],
  ['-b', (word) => listIn(word, BOARD_KEYS)],
  ['--bias', (word) => listIn(word, BIASES)],
  ['--day', (word) => (isDate(word) ? word : null)],
  ['--last', (word) => (/^\d+[mh]$/.test(word) ? word : null)],
  ['--from', (word) => (CLOCK_TIME.test(word) ? word : null)],
  ['--at', (word) => (CLOCK_TIME.test(word) ? word : null)],
  ['-l', (word) => (/^([1-9]|10)$/.test(word) ? word : null)],
  ['--port', (word) => (/^\d{4,5}$/.test(word) ? word : null)],
  ['--symbol', tickersIn],
];

/** The option of the command, with its value, that a word is meant for. */
function optionFor(word: string, command: Command): readonly [flag: string, value: string] | undefined {
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
  return !isOther && tickers.every(isLikely) ? tickers.map(inCapitals).join(',') : null;
}

/**
 * The line for words that a command does not take: the command with options for them, or another command that takes them. Words at the end that
 * nothing takes are left out.
 */
function meantLine(line: Line): string | undefined {
  const { command } = line;
  const others = findOption(command, '-t') === undefined ? [] : ['symbol', 'boards', 'replay'];
  const commands = others.flatMap((name) => childOf(rootOf(command), name) ?? []);
  const all = isDefault(command) ? [...commands, command] : [command, ...commands];
  const found = all.map((each) => asOptions({ ...line, command: each })).find((text) => text !== undefined);
  return (
    found ?? (line.words.length > 1 ? meantLine({ ...line, words: line.words.slice(0, -1) }) : undefined)
  );
}

/** The line of a command that the first word names by another name, or nearly. */
function commandLine({ command, words: [word = '', ...words], options }: Line): string | undefined {
  const names = topCommands(command).map((each) => each.name());
  const isCapital = word === word.toUpperCase();
  const similar = isCapital ? undefined : nearest(word, [...names, ...TIMEFRAMES, ...BOARD_KEYS]);
  const path = COMMAND_ALIASES.has(word) ? COMMAND_ALIASES.get(word) : similar;
  const found = path
    ?.split(' ')
    .reduce<Command | undefined>((parent, name) => parent && childOf(parent, name), rootOf(command));
  if (found === undefined) return undefined;
  // Help takes only words that it has a page for.
  const isKept = (each: string) => path !== 'help' || [...names, ...TOPIC_NAMES].includes(each);
  const line = { command: found, words: words.filter(isKept), options };
  return asOptions(line) ?? shown(line) ?? (words.length > 0 ? undefined : `\`${pathOf(found)} --help\``);
}

const didYouMean = (line: string | undefined) => (line === undefined ? '' : `Did you mean ${line}?`);

/** Most tickers in small letters are that short, and so are mistyped commands. */
const SHORT_TICKER = /^[a-z]{1,4}$/;

/** The line for a word as a ticker; undefined for a word that is spelled as another value. */
function tickerLine({ command, words, options }: Line): string | undefined {
  const symbol = childOf(rootOf(command), 'symbol');
  const isValue = words.some((word) => [...TIMEFRAMES, 'all', ...BOARD_KEYS].includes(word));
  return symbol === undefined || isValue || words.every((word) => tickersIn(word) === null)
    ? undefined
    : shown({ command: symbol, words: words.map(inCapitals), options });
}

/** The error for a word behind the program or its default command, which has no arguments. */
function unknownCommand(line: Line): UsageError {
  const { command, words, options } = line;
  const [word = ''] = words;
  if (words.some((each) => mayBeKey(each) || isKeyOption(each))) return keyRefused();
  const named = childOf(rootOf(command), word);
  if (named !== undefined) {
    const kept = options.filter((option) => isAccepted(named, option));
    const first =
      shown({ command: named, words: words.slice(1), options: kept }) ?? `\`boards ${word} --help\``;
    return new UsageError(`unexpected argument ${quote(word)}`, { hint: `Put the command first: ${first}` });
  }
  const guess = word === 'version' ? '`boards --version`' : (commandLine(line) ?? meantLine(line));
  const names = topCommands(command).map((each) => each.name());
  const ticker = SHORT_TICKER.test(word) && words.length === 1 ? tickerLine(line) : undefined;
  const isOther = ticker !== undefined && ticker !== guess;
  return new UsageError(`unknown command ${quote(word)}`, {
    hint:
      guess === undefined
        ? `Commands: ${names.join(', ')}.`
        : sentences([didYouMean(guess), isOther ? `The ticker: ${ticker}` : '']),
  });
}

/** The error for more arguments than a command has. */
function excessArguments(line: Line): UsageError {
  const { command, words, options } = line;
  if (words.some((word) => mayBeKey(word) || isKeyOption(word))) return keyRefused();
  // Any word may be a key here, so that it is not quoted.
  if (command.name() === 'login') return new UsageError('login takes no arguments', { hint: KEY_HINT });
  const taken = command.registeredArguments.length;
  const excess = words.slice(taken);
  const [name = '', ...values] = words;
  const isList =
    pathOf(command) === 'boards config set' &&
    PREFERENCES.find(({ id }) => id === name)?.parse.allowed.isList === true;
  const guess = excess.includes('help')
    ? `\`${pathOf(command)} --help\``
    : isList
      ? shown({ ...line, words: [name, values.join(',')] })
      : meantLine(line);
  const without = taken === 0 ? shown({ command, words: [], options }) : undefined;
  return new UsageError(
    `unexpected argument${excess.length > 1 ? 's' : ''} ${excess.map(quote).join(', ')}`,
    {
      hint:
        guess !== undefined
          ? didYouMean(guess)
          : without !== undefined
            ? `It takes no arguments: ${without}`
            : helpOf(command),
    },
  );
}

/** The error for a word behind a command that has subcommands. */
function unknownSubcommand({ command, words, options }: Line): UsageError {
  const [word = '', ...others] = words;
  const names = command.commands.map((each) => each.name());
  const preference = PREFERENCES.find(({ id }) => id.toLowerCase() === word.toLowerCase())?.id;
  const name = preference === undefined ? (CONFIG_ALIASES.get(word) ?? nearest(word, names)) : undefined;
  const meant = preference === undefined ? name : others.length === 0 ? 'get' : 'set';
  const found = childOf(command, meant ?? '');
  const line = found && shown({ command: found, words: preference ? words : others, options });
  const hints = [didYouMean(name), `Commands: ${names.join(', ')}.`, helpOf(command)];
  return new UsageError(`unknown command ${quote(word)}`, {
    hint: line === undefined ? sentences(hints) : didYouMean(line),
  });
}

/** The error for an option that the command does not have. */
function unknownOption({ message }: CommanderError, line: Line): UsageError {
  const { command } = line;
  // The value in `--pasword=…` may be secret.
  const fact = firstLineOf(message).replace(/=.*'/s, "'");
  const [, flag = ''] = /'(.*?)'/s.exec(fact) ?? [];
  if (isKeyOption(flag)) return keyRefused();
  const own = findOption(command, flag);
  // To commander, `--json=x` is another option than `--json`.
  if (own !== undefined)
    return new UsageError(`option '${flag}' takes no value`, {
      hint: `Give ${flag} by itself. ${helpOf(command)}`,
    });
  const hint = ELSEWHERE[`${command.name()} ${flag}`] ?? optionHint(flag, line);
  return new UsageError(fact, { hint: hint.includes('`') ? hint : sentences([hint, helpOf(command)]) });
}

/** The hint for an unknown option: the line that was meant, or the commands that have it; empty if it is not known what was meant. */
function optionHint(flag: string, line: Line): string {
  const { command, words, options } = line;
  const index = options.findIndex(([word = '']) => flagOf(word) === flag || word === flag);
  const [typed = '', value] = options[index] ?? [];
  const others = options.toSpliced(index, 1);
  const root = rootOf(command);
  if (VERSION_OPTIONS.includes(flag)) return didYouMean('`boards --version`');
  const named = childOf(root, COMMAND_OPTIONS[flag] ?? flag.replace(/^--/, ''));
  if (named !== undefined && !isDefault(named))
    return commandHint({
      command: named,
      words: [...words, ...(value === undefined ? [] : [value])],
      options: others,
    });
  const format = FORMAT_OPTIONS.includes(flag) ? (value ?? typed.replace(/.*=|^-o/s, '')).toLowerCase() : '';
  const meant = FORMATS.includes(format) ? `--${format}` : OPTION_ALIASES[flag];
  if (meant !== undefined && findOption(command, meant) !== undefined) {
    const replaced = FORMATS.includes(format)
      ? [meant]
      : [typed.replace(flag, meant), ...(value === undefined ? [] : [value])];
    return didYouMean(shown({ ...line, options: options.with(index, replaced) }) ?? meant);
  }
  const commands = topCommands(command).flatMap((each) => [each, ...each.commands]);
  const owners = commands.filter((each) => each.options.some((option) => isNamed(option, flag)));
  if (owners.length > 0) return ownersHint(flag, owners, line);
  const flags = optionsOf(command).flatMap(({ long }) => long?.slice(2) ?? []);
  const guess = flag.startsWith('--') ? nearest(flag.slice(2), flags) : undefined;
  return didYouMean(guess && `--${guess}`);
}

function commandHint(line: Line): string {
  const bare = shown({ ...line, words: [], options: [] }) ?? `\`${pathOf(line.command)} --help\``;
  return didYouMean(asOptions(line) ?? shown(line) ?? bare);
}

/** Names the commands that have an option; the whole line, if there is one that was probably meant. */
function ownersHint(flag: string, owners: ReadonlyArray<Command>, line: Line): string {
  const watch = isDefault(line.command) ? owners.find((each) => each.name() === 'watch') : undefined;
  const command = owners.length === 1 ? owners[0] : watch;
  const meant = command && asOptions({ ...line, command });
  return meant === undefined ? `Commands with ${flag}: ${owners.map(nameOf).join(', ')}.` : didYouMean(meant);
}

/** The error for a timeframe or a date where a ticker is expected. */
function noTicker(line: Line): UsageError {
  const { command, words } = line;
  const word = words.find(isNoTicker) ?? '';
  const tickers = words.filter((each) => !isNoTicker(each));
  const own = tickers.length > 0 ? tickers.map(inCapitals) : ['NVDA'];
  const lines = [command, childOf(rootOf(command), 'history') ?? command].flatMap((owner) => {
    const meant = withValues({ ...line, command: owner, words: own }, words.filter(isNoTicker));
    return (meant && shown(meant)) ?? [];
  });
  const ticker = isDate(word) ? undefined : shown({ ...line, words: words.map(inCapitals) });
  return unexpected(
    `a ${isDate(word) ? 'date' : 'timeframe'} is not a ticker:`,
    word,
    sentences([didYouMean(lines[0]), ticker === undefined ? '' : `The ticker: ${ticker}`]),
  );
}

/** The error for what is neither a date nor a file. */
function noDay(line: Line): UsageError {
  const meant = asOptions(line);
  return unexpected(
    'neither a date nor a file:',
    line.words[0] ?? '',
    meant === undefined
      ? 'Give a date such as 2026-11-20, or a file: ./day.ndjson. The last recorded day: `boards replay`'
      : didYouMean(meant),
  );
}

/** Another error of commander, in its words: a missing argument or value, or two options of which one excludes the other. */
function otherError({ code, message }: CommanderError, { command }: Line): UsageError {
  const fact = firstLineOf(message).replace(/\.\s*$/, '');
  const [, quoted = ''] = /'(.*?)'/s.exec(fact) ?? [];
  const values = code === 'commander.conflictingOption' ? '' : valuesOf(quoted, command);
  const list = pathOf(command) === 'boards config get' ? 'All: `boards config list`.' : '';
  return new UsageError(fact, { hint: sentences([values, list, helpOf(command)]) });
}

/** The sentence about the values of the option or argument that lacks one. */
function valuesOf(missing: string, command: Command): string {
  const option = optionsOf(command).find(({ flags }) => flags === missing);
  const argument = command.registeredArguments.find((each) => each.name() === missing);
  const allowed = allowedBy((option ?? argument)?.parseArg);
  if (allowed !== null) return describeAllowed(allowed, option?.long);
  return argument === undefined ? '' : `Give ${argument.description}.`;
}

/** Commander's own suggestions, in the second line, are of words that look alike only a little. */
function firstLineOf(message: string): string {
  return message.replace(/^error: /, '').replace(/\n\(Did you mean [^\n]*$/, '');
}

const helpOf = (command: Command) => `See \`${pathOf(command)} --help\`.`;
const sentences = (all: ReadonlyArray<string>) => all.filter((text) => text !== '').join(' ');
