import type { Command, CommanderError } from 'commander';
import { KEY_HINT, keyRefused, UsageError } from '../errors.ts';
import { nearest } from '../lib/distance.ts';
import { quote } from '../lib/quote.ts';
import { inCapitals } from '../market/ticker.ts';
import { mayBeKey } from '../service/redact.ts';
import { isKeyOption } from '../settings/key.ts';
import {
  commandLike,
  commandNamed,
  commandsNamed,
  findOption,
  firstAccepted,
  isDefault,
  type Line,
  lineOf,
  meantLine,
  pathOf,
  readLine,
  renamed,
  rootOf,
  type Typed,
  tickerLine,
} from './meant-line.ts';
import { PREFERENCES } from './preference-registry.ts';
import { commandAt, optionsOf, type RefusedLine } from './specification.ts';
import { isNoTicker } from './values/lists.ts';
import { isDate } from './values/times.ts';
import { allowedBy, describeAllowed } from './values/values.ts';

const CONFIG_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ls: 'list', show: 'list', rm: 'unset', remove: 'unset', delete: 'unset', reset: 'unset' }),
);

const ERROR = 'error: ';
const UNKNOWN_OPTION = `${ERROR}unknown option '`;

const ZOOM = 'In the pane, press z to show all columns of a board. For tables: `boards --wide`.';
/** The command lacks these options, or another option excludes them. Each hint shows another way. */
const ELSEWHERE: ReadonlyArray<readonly [commandAndFlag: RegExp, hint: string]> = [
  [/^boards --no-wide$/, 'Boards are shown side by side unless you add --wide.'],
  [/^config --json$/, 'For a script: `boards config list --json`.'],
  [/^(watch|replay) (-w|--wide|--no-wide)$/, ZOOM],
  [/^replay --day$/, 'Give the day as an argument: `boards replay 2026-11-20`.'],
  [/^replay --at$/, 'To start at a time, use --from: `boards replay --from 10:15`.'],
  [/^top --columns$/, 'To select fields: `boards top --format "{symbol} {dayPct}"`.'],
  [/^(watch|replay) --columns$/, 'To select fields, for a script: `boards --json --columns symbol,dayPct`.'],
  [
    /^history --since$/,
    'For the time before the newest snapshot, use --last: `boards history NVDA --last 2h`.',
  ],
  [
    /^history --at$/,
    'For a day, use --day 2026-11-20. For one time of the day: `boards symbol NVDA --at 10:15`.',
  ],
];

/** Suggests the line that was probably meant. `program` must be a trial, because it checks such lines. */
export function wrongLineError(
  { reason, path }: RefusedLine,
  argv: ReadonlyArray<string>,
  program: Command,
): UsageError {
  const command = commandAt(path.join(' '), program) ?? program;
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

const didYouMean = (meant: string | undefined) => meant && `Did you mean ${meant}?`;

function unknownCommand(line: Line): UsageError {
  const root = rootOf(line.command);
  const [word = '', ...words] = line.words;
  const names = root.commands.map((each) => each.name());
  if (names.includes(word)) {
    const named = commandAt(word, root) ?? root;
    return new UsageError(`unexpected argument ${quote(word)}`, {
      hint: `Put the command first: ${lineOf(named, { ...line, words })}`,
    });
  }
  const command = commandLike(word, root);
  const guess =
    word === 'version'
      ? '`boards --version`'
      : command === undefined
        ? (firstAccepted(commandsNamed(['help'], root).map((help) => ({ ...line, command: help }))) ??
          meantLine(line))
        : lineOf(command, { ...line, words });
  const ticker = tickerLine(line);
  const hints = [didYouMean(guess), ticker !== guess && tickerHint(ticker)];
  return new UsageError(`unknown command ${quote(word)}`, {
    hint: sentences(hints) || `Commands: ${names.join(', ')}.`,
  });
}

const tickerHint = (line: string | undefined) => line && `For the ticker: ${line}`;

function excessArguments(line: Line): UsageError {
  const { command, words } = line;
  // Any word may be a key here, so the message quotes none.
  if (command.name() === 'login') return new UsageError('login takes no arguments', { hint: KEY_HINT });
  const taken = command.registeredArguments.length;
  const excess = words.slice(taken);
  const [name = '', ...values] = words;
  const isList = PREFERENCES.find(({ id }) => id === name)?.parse.allowed.isList === true;
  const isRange = command.name() === 'replay' && words.length === 2 && words.every(isDate);
  const guess = isRange
    ? firstAccepted([{ ...line, words: [words.join('..')], options: [['--json']] }])
    : excess.includes('help')
      ? `\`${pathOf(command)} --help\``
      : isList && command.name() === 'set'
        ? firstAccepted([{ ...line, words: [name, values.join(',')] }])
        : meantLine(line);
  const without = taken === 0 ? firstAccepted([{ ...line, words: [] }]) : undefined;
  const fact = `unexpected argument${excess.length > 1 ? 's' : ''} ${excess.map(quote).join(', ')}`;
  return new UsageError(fact, {
    hint: didYouMean(guess) ?? (without && `The command takes no arguments: ${without}`) ?? helpOf(command),
  });
}

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
    hint: didYouMean(guess) ?? sentences(hints),
  });
}

function unknownOption({ message }: CommanderError, line: Line): UsageError {
  const { command } = line;
  // The value in `--pasword=…` may be secret.
  const [name = ''] = message.slice(UNKNOWN_OPTION.length, -1).split('=', 1);
  if (isKeyOption(name)) return keyRefused();
  // Commander reports `--json=x` and `--help=x` as unknown options.
  if (findOption(command, name) !== undefined || name === '--help')
    return new UsageError(`option '${name}' takes no value`, {
      hint: `Use ${name} without a value. ${helpOf(command)}`,
    });
  // Commander reports `-l5` as an unknown option.
  const isMeant = ([typed]: Typed) => typed === name || (typed.length === 2 && name.startsWith(typed));
  const index = line.options.findIndex(isMeant);
  const [flag = name] = line.options[index] ?? [];
  const hint = elsewhere(flag, command) ?? optionHint(flag, index, line);
  return new UsageError(`unknown option '${name}'`, {
    hint: hint?.includes('`') ? hint : sentences([hint, helpOf(command)]),
  });
}

function elsewhere(flag: string, command: Command): string | undefined {
  return ELSEWHERE.find(([pattern]) => pattern.test(`${command.name()} ${flag}`))?.[1];
}

function optionHint(flag: string, index: number, line: Line): string | undefined {
  const { command, options } = line;
  if (flag === '-v') return didYouMean('`boards --version`');
  const named = flag.startsWith('--') ? commandNamed(flag.slice(2), rootOf(command)) : undefined;
  if (named !== undefined && !isDefault(named))
    return didYouMean(lineOf(named, { ...line, options: options.filter((_, at) => at !== index) }));
  const meant = renamed(options[index] ?? [flag]);
  if (findOption(command, meant[0]) !== undefined) {
    const all = options.map((typed) => (findOption(command, typed[0]) ? typed : renamed(typed)));
    return didYouMean(meantLine({ ...line, options: all }, [command], 0) ?? meant[0]);
  }
  const names = optionsOf(command).flatMap(({ long }) => long?.slice(2) ?? []);
  const similar = flag.startsWith('--') ? nearest(flag.slice(2), names) : undefined;
  return ownersHint(meant[0], line) ?? didYouMean(similar && `--${similar}`);
}

/** Suggests the whole line if one was probably meant; otherwise lists the commands with the option. */
function ownersHint(flag: string, line: Line): string | undefined {
  const owners = rootOf(line.command)
    .commands.flatMap((each) => [each, ...each.commands])
    .filter((each) => findOption(each, flag) !== undefined);
  const [first] = owners;
  if (first === undefined) return undefined;
  const [word, ...words] = line.words;
  const named = owners.find((owner) => owner.name() === word);
  if (named !== undefined) return didYouMean(lineOf(named, { ...line, words }));
  const isMeant = owners.length === 1 || isDefault(line.command);
  const meant = isMeant ? meantLine(line, [first], 0) : undefined;
  const names = owners.map((owner) => pathOf(owner).replace('boards ', '')).join(', ');
  const long = findOption(first, flag)?.long ?? flag;
  return didYouMean(meant) ?? `Commands with ${long}: ${names}.`;
}

function noTicker(line: Line): UsageError {
  const { command, words } = line;
  const word = words.find(isNoTicker) ?? '';
  const needsTicker = command.registeredArguments[0]?.required === true;
  const own = needsTicker && words.every(isNoTicker) ? ['NVDA', ...words] : words;
  const guess = meantLine({ ...line, words: own }, [command, ...commandsNamed(['history'], rootOf(command))]);
  const ticker = firstAccepted([{ ...line, words: words.map(inCapitals) }]);
  return new UsageError(`${quote(word)} is a ${isDate(word) ? 'date' : 'timeframe'}, not a ticker`, {
    hint: sentences([didYouMean(guess), tickerHint(ticker)]),
  });
}

function noDay(line: Line): UsageError {
  const isToday = line.words[0] === 'today';
  const meant = isToday
    ? firstAccepted([{ ...line, words: line.words.slice(1) }])
    : meantLine(line, [line.command]);
  const hint =
    didYouMean(meant) ??
    'Give a date such as 2026-11-20, or a file such as ./day.ndjson. For the last recorded day: `boards replay`';
  return new UsageError(`${quote(line.words[0] ?? '')} is neither a date nor a file`, { hint });
}

/** Keeps the message of commander, such as for a missing argument or for conflicting options. */
function otherError({ code, message }: CommanderError, { command }: Line): UsageError {
  const fact = message.slice(ERROR.length).replace(/\. $/, '');
  const [, quoted = ''] = fact.split("'");
  const [flag = ''] = quoted.split(' ');
  const isConflict = code === 'commander.conflictingOption';
  const values = isConflict ? elsewhere(flag, command) : valuesOf(quoted, command);
  const list = pathOf(command) === 'boards config get' ? 'To list all: `boards config list`.' : '';
  return new UsageError(fact, { hint: sentences([values, list, helpOf(command)]) });
}

function valuesOf(missing: string, command: Command): string {
  const option = optionsOf(command).find(({ flags }) => flags === missing);
  const argument = command.registeredArguments.find((each) => each.name() === missing);
  const allowed = allowedBy((option ?? argument)?.parseArg);
  if (allowed !== null) return describeAllowed(allowed, option?.long);
  return argument === undefined ? '' : `Give ${argument.description}.`;
}

const helpOf = (command: Command) => `See \`${pathOf(command)} --help\`.`;
const sentences = (all: ReadonlyArray<string | false | undefined>) => all.filter(Boolean).join(' ');
