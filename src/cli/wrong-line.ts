import type { Command, CommanderError, Option } from 'commander';
import { BoardsError, UsageError } from '../errors.ts';
import { allowedBy, describeAllowed, isDate, isNoTicker } from '../parse.ts';
import { KEY_HINT, keyRefused, mayBeKey, nearest, quote, shellWord, unexpected } from '../quote.ts';
import { isKeyOption } from '../settings/key.ts';
import { PREFERENCES } from '../settings/preferences.ts';
import { inCapitals, splitTickers, tickerFault } from '../ticker.ts';
import { BIASES, BOARD_CATALOGUE, TIMEFRAMES } from '../vocabulary.ts';
import { isHelpShown, optionsOf, RefusedLine } from './specification.ts';

/** An option as it is typed, with its value if it has one. */
type Typed = readonly [flag: string, ...value: ReadonlyArray<string>];

/** A command line, taken apart. */
interface Line {
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

const CONFIG_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ls: 'list', show: 'list', rm: 'unset', remove: 'unset', delete: 'unset', reset: 'unset' }),
);

/** Options by the names that other programs have for them. */
const OPTION_ALIASES: Readonly<Record<string, string>> = {
  '-n': '--limit',
  '--symbols': '--symbol',
  '--ticker': '--symbol',
  '--tickers': '--symbol',
  '--demo': '--sandbox',
  '--url': '--base-url',
};

const VERSION_OPTIONS = ['-v', '-V', '--version'];
const FORMAT_OPTIONS = ['-o', '--output', '--out'];
const FORMATS = ['json', 'csv'];

const ZOOM = 'In the pane, z zooms a board to show all columns. As tables: `boards --wide`.';
/** Hints for options that another command has, or an earlier version had: the way to get the same with this command. */
const ELSEWHERE: ReadonlyArray<readonly [commandAndFlag: RegExp, hint: string]> = [
  [/^boards --no-wide$/, 'Boards side by side are the default; --wide is for one call.'],
  [/^config --json$/, 'For a script: `boards config list --json`.'],
  [/^(watch|replay) (-w|--wide|--no-wide)$/, ZOOM],
  [/^replay --day$/, 'The day is an argument: `boards replay 2026-11-20`.'],
  [/^replay --at$/, 'It starts at a time with --from: `boards replay --from 10:15`.'],
  [/^history --at$/, 'It shows a day: --day 2026-11-20. One time of it: `boards symbol NVDA --at 10:15`.'],
];

/**
 * An error in the words of this program for a line that commander refuses: one fact, and a hint with the line that was probably meant.
 * The program, which checks such lines, is one that runs nothing.
 */
export function wrongLineError(
  { reason, path }: RefusedLine,
  argv: ReadonlyArray<string>,
  program: Command,
): UsageError {
  const command = path.reduce((parent, name) => childOf(parent, name) ?? parent, program);
  const line = readLine(argv, command);
  switch (reason.code) {
    case 'commander.excessArguments':
      if (line.words.some((word) => mayBeKey(word) || isKeyOption(word))) return keyRefused();
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
  const names = isDefault(command) ? [command.name()] : [...namesOf(command)];
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
    else words.push(word);
  }
  return { command, words, options };
}

/** True if an option of this name, of any command, has a value. */
function takesValue(flag: string, command: Command): boolean {
  const root = rootOf(command);
  const named = [root, ...root.commands]
    .flatMap(({ options }) => options)
    .find((option) => isNamed(option, OPTION_ALIASES[flag] ?? flag));
  return FORMAT_OPTIONS.includes(flag) || named?.required === true;
}

const rootOf = (command: Command): Command => (command.parent === null ? command : rootOf(command.parent));
const childOf = (parent: Command, name: string) => parent.commands.find((each) => each.name() === name);
const commandsNamed = (names: ReadonlyArray<string>, root: Command) =>
  names.flatMap((name) => childOf(root, name) ?? []);
const isDefault = (command: Command) => command.name() === command.parent?.name();

/** `config get`; nothing for the default command. */
function namesOf(command: Command): ReadonlyArray<string> {
  const { parent } = command;
  return parent === null || isDefault(command) ? [] : [...namesOf(parent), command.name()];
}

const pathOf = (command: Command) => ['boards', ...namesOf(command)].join(' ');

const isNamed = ({ short, long, hidden }: Option, flag: string) =>
  !hidden && (short === flag || long === flag);

/** An option of the command or the program, without those that the help hides. */
function findOption(command: Command, flag: string): Option | undefined {
  return [...command.options, ...rootOf(command).options].find((option) => isNamed(option, flag));
}

/** The first of these lines that the program accepts, in backticks, for a shell. Skips lines that should not be repeated. */
function firstAccepted(lines: ReadonlyArray<Line | undefined>): string | undefined {
  for (const line of lines) {
    if (line === undefined) continue;
    const argv = [...namesOf(line.command), ...line.words, ...line.options.flat()];
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
function meantLine(line: Line, commands: ReadonlyArray<Command>, least = 1): string | undefined {
  const { length } = line.words;
  for (let count = length; count >= Math.max(least, length - MOST_LEFT_OUT); count--) {
    const words = line.words.slice(0, count);
    const found = firstAccepted(commands.map((command) => placed({ ...line, command, words })));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The line of a command with as much of what was typed as it accepts, or with `--help`. */
function lineOf(command: Command, { words, options }: Line): string {
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
  const isList = allowedBy(option?.parseArg)?.isList === true;
  return isList ? options.with(index, [typed, `${before},${value}`]) : undefined;
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
  return !isOther && tickers.every(isLikely) ? tickers.map(inCapitals).join(',') : null;
}

/** The commands that may be meant where words are no arguments of this one. */
function candidatesFor(command: Command): ReadonlyArray<Command> {
  const root = rootOf(command);
  const others =
    findOption(command, '-t') === undefined ? [] : commandsNamed(['symbol', 'boards', 'replay'], root);
  return isDefault(command) ? others : [command, ...others];
}

/** The command of a name, also of one that another program has for it. */
function commandNamed(name: string, root: Command): Command | undefined {
  const path = (COMMAND_ALIASES.get(name) ?? name).split(' ');
  return path.reduce<Command | undefined>((parent, each) => parent && childOf(parent, each), root);
}

const didYouMean = (line: string | undefined) => (line === undefined ? '' : `Did you mean ${line}?`);

/** The error for a word behind the program or its default command, which has no arguments. */
function unknownCommand(line: Line): UsageError {
  const root = rootOf(line.command);
  const [word = '', ...words] = line.words;
  const names = root.commands.map((each) => each.name());
  if (names.includes(word)) {
    const named = childOf(root, word) ?? root;
    return new UsageError(`unexpected argument ${quote(word)}`, {
      hint: `Put the command first: ${lineOf(named, { ...line, words })}`,
    });
  }
  // Words in capitals are tickers.
  const similar =
    word === word.toUpperCase() ? undefined : nearest(word, [...names, ...TIMEFRAMES, ...BOARD_KEYS]);
  const command = commandNamed(COMMAND_ALIASES.has(word) ? word : (similar ?? ''), root);
  const guess =
    word === 'version'
      ? '`boards --version`'
      : command === undefined
        ? meantLine(line, candidatesFor(line.command))
        : lineOf(command, { ...line, words });
  const ticker = tickerLine(line);
  const other = ticker === undefined || ticker === guess ? '' : `The ticker: ${ticker}`;
  const hint = guess === undefined ? `Commands: ${names.join(', ')}.` : sentences([didYouMean(guess), other]);
  return new UsageError(`unknown command ${quote(word)}`, { hint });
}

/** Most tickers in small letters are that short, and so are mistyped commands. */
const SHORT_TICKER = /^[a-z]{1,4}$/;

/** The line for one short word as a ticker; undefined for a word that is spelled as another value. */
function tickerLine({ command, words, options }: Line): string | undefined {
  const [word = '', second] = words;
  const isValue = [...TIMEFRAMES, 'all', ...BOARD_KEYS].includes(word);
  if (second !== undefined || isValue || !SHORT_TICKER.test(word) || tickersIn(word) === null)
    return undefined;
  const commands = commandsNamed(['symbol'], rootOf(command));
  return firstAccepted(commands.map((symbol) => ({ command: symbol, words: [inCapitals(word)], options })));
}

/** The error for more arguments than a command has. */
function excessArguments(line: Line): UsageError {
  const { command, words } = line;
  // Any word may be a key here, so that it is not quoted.
  if (command.name() === 'login') return new UsageError('login takes no arguments', { hint: KEY_HINT });
  const taken = command.registeredArguments.length;
  const excess = words.slice(taken);
  const [name = '', ...values] = words;
  const isList = PREFERENCES.find(({ id }) => id === name)?.parse.allowed.isList === true;
  const guess = excess.includes('help')
    ? `\`${pathOf(command)} --help\``
    : isList && command.name() === 'set'
      ? firstAccepted([{ ...line, words: [name, values.join(',')] }])
      : meantLine(line, candidatesFor(command));
  const without = taken === 0 ? firstAccepted([{ ...line, words: [] }]) : undefined;
  const otherwise = without === undefined ? helpOf(command) : `It takes no arguments: ${without}`;
  return new UsageError(
    `unexpected argument${excess.length > 1 ? 's' : ''} ${excess.map(quote).join(', ')}`,
    { hint: guess === undefined ? otherwise : didYouMean(guess) },
  );
}

/** The error for a word behind a command that has subcommands. */
function unknownSubcommand(line: Line): UsageError {
  const { command, words } = line;
  const [word = '', ...others] = words;
  const names = command.commands.map((each) => each.name());
  const isPreference = PREFERENCES.some(({ id }) => id.toLowerCase() === word.toLowerCase());
  const name = isPreference ? undefined : (CONFIG_ALIASES.get(word) ?? nearest(word, names));
  const guess = firstAccepted([
    ...commandsNamed(['set', 'get'], command).map((each) => ({ ...line, command: each })),
    ...commandsNamed([name ?? ''], command).map((each) => ({ ...line, command: each, words: others })),
  ]);
  const hints = [didYouMean(name), `Commands: ${names.join(', ')}.`, helpOf(command)];
  return new UsageError(`unknown command ${quote(word)}`, {
    hint: guess === undefined ? sentences(hints) : didYouMean(guess),
  });
}

/** The error for an option that the command does not have. */
function unknownOption({ message }: CommanderError, line: Line): UsageError {
  const { command } = line;
  // The value in `--pasword=…` may be secret.
  const fact = firstLineOf(message).replace(/=.*'/s, "'");
  const [, quoted = ''] = /'(.*?)'/s.exec(fact) ?? [];
  if (isKeyOption(quoted)) return keyRefused();
  // To commander, `--json=x` is another option than `--json`.
  if (findOption(command, quoted) !== undefined)
    return new UsageError(`option '${quoted}' takes no value`, {
      hint: `Give ${quoted} by itself. ${helpOf(command)}`,
    });
  // `-l` for `-l5`.
  const isShort = ([typed]: Typed) => /^-\w$/.test(typed) && quoted.startsWith(typed);
  const index = line.options.findIndex((typed) => typed[0] === quoted || isShort(typed));
  const [flag = quoted] = line.options[index] ?? [];
  const [, elsewhere] = ELSEWHERE.find(([pattern]) => pattern.test(`${command.name()} ${flag}`)) ?? [];
  const hint = elsewhere ?? optionHint(flag, index, line);
  return new UsageError(fact, { hint: hint.includes('`') ? hint : sentences([hint, helpOf(command)]) });
}

/** The hint for an unknown option: the line that was meant, or the commands that have it; empty if it is not known what was meant. */
function optionHint(flag: string, index: number, line: Line): string {
  const { command, options } = line;
  if (VERSION_OPTIONS.includes(flag)) return didYouMean('`boards --version`');
  const named = flag.startsWith('--') ? commandNamed(flag.slice(2), rootOf(command)) : undefined;
  if (named !== undefined && !isDefault(named))
    return didYouMean(lineOf(named, { ...line, options: options.filter((_, at) => at !== index) }));
  const [, ...value] = options[index] ?? [];
  const format = FORMAT_OPTIONS.includes(flag) ? value.join('').toLowerCase() : '';
  const meant = FORMATS.includes(format) ? `--${format}` : (OPTION_ALIASES[flag] ?? flag);
  if (findOption(command, meant) !== undefined) {
    const renamed: Typed = format === '' ? [meant, ...value] : [meant];
    const all = options.map((typed, at) => (at === index ? renamed : typed));
    return didYouMean(meantLine({ ...line, options: all }, [command], 0) ?? meant);
  }
  const guess = flag.startsWith('--')
    ? nearest(
        flag.slice(2),
        optionsOf(command).flatMap(({ long }) => long?.slice(2) ?? []),
      )
    : undefined;
  return ownersHint(meant, line) ?? didYouMean(guess && `--${guess}`);
}

/** Names the commands that have an option; the whole line, if there is one that was probably meant. Undefined if none has it. */
function ownersHint(flag: string, line: Line): string | undefined {
  const owners = rootOf(line.command)
    .commands.flatMap((each) => [each, ...each.commands])
    .filter(({ options }) => options.some((option) => isNamed(option, flag)));
  const [first] = owners;
  if (first === undefined) return undefined;
  const isMeant = owners.length === 1 || isDefault(line.command);
  const meant = isMeant ? meantLine(line, [first], 0) : undefined;
  const names = owners.map((owner) => namesOf(owner).join(' ') || owner.name()).join(', ');
  const long = findOption(first, flag)?.long ?? flag;
  return meant === undefined ? `Commands with ${long}: ${names}.` : didYouMean(meant);
}

/** The error for a timeframe or a date where a ticker is expected. */
function noTicker(line: Line): UsageError {
  const { command, words } = line;
  const word = words.find(isNoTicker) ?? '';
  const own = words.every(isNoTicker) ? ['NVDA', ...words] : words;
  const guess = meantLine({ ...line, words: own }, [command, ...commandsNamed(['history'], rootOf(command))]);
  const ticker = firstAccepted([{ ...line, words: words.map(inCapitals) }]);
  return unexpected(
    `a ${isDate(word) ? 'date' : 'timeframe'} is not a ticker:`,
    word,
    sentences([didYouMean(guess), ticker === undefined ? '' : `The ticker: ${ticker}`]),
  );
}

/** The error for what is neither a date nor a file. */
function noDay(line: Line): UsageError {
  const guess = meantLine(line, [line.command]);
  return unexpected(
    'neither a date nor a file:',
    line.words[0] ?? '',
    guess === undefined
      ? 'Give a date such as 2026-11-20, or a file: ./day.ndjson. The last recorded day: `boards replay`'
      : didYouMean(guess),
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
