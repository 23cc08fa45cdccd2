import type { Argument, Command, CommanderError, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { type AllowedValues, isAllowedValues, parseBoardKeys, parseTimeframes } from '../parse.ts';
import { keyRefused, looksLikeKey, unexpected } from '../quote.ts';
import { nearest } from '../suggest.ts';
import { plainWords } from './command-line.ts';

/** A command line that a command refused, and why. */
export interface Refusal {
  readonly fault: CommanderError;
  readonly command: Command;
  readonly argv: ReadonlyArray<string>;
}

/** What the commands that are about the key do with it. */
const KEY_COMMANDS: Readonly<Record<string, string>> = { login: 'store', logout: 'delete' };

/** Options with nearly the same meaning, to name instead of one that a command does not have. */
const NEXT_BEST: Readonly<Record<string, string>> = { '--csv': '--json', '--at': '--from' };

/** Options that are gone, and what to write instead. */
const REPLACED: Readonly<Record<string, string>> = {
  '--once-changed': '--count 2 (of several timeframes one more than there are)',
};

/**
 * The error that a person sees for it: what is wrong, and how the command is used. It quotes nothing that may be a key, and
 * fault and cause are not kept, because they quote what was typed. `loadAll` loads the program with all commands.
 */
export async function usageErrorOf(
  { fault, command, argv }: Refusal,
  loadAll: () => Promise<Command>,
): Promise<UsageError> {
  const [line = ''] = fault.message.replace(/^error: /, '').split('\n');
  const [, quoted = ''] = /'(.*)'/.exec(line) ?? [];
  const usage = usageOf(command);
  switch (fault.code) {
    case 'commander.unknownOption':
      return unknownOption(quoted, { fault, command, argv }, loadAll);
    case 'commander.optionMissingArgument': {
      const option = command.options.find(({ flags }) => flags === quoted);
      return option === undefined ? new UsageError(line, { hint: usage }) : missingValue(option, command);
    }
    case 'commander.missingArgument':
      return missingArgument(
        command.registeredArguments.find((argument) => argument.name() === quoted),
        usage,
      );
    case 'commander.excessArguments': {
      if (plainWords(argv).some(looksLikeKey)) return keyRefused();
      const most = command.registeredArguments.length;
      const count = most === 0 ? 'no arguments' : most === 1 ? 'one argument' : `${most} arguments`;
      return new UsageError(`too many arguments: \`${nameOf(command)}\` takes ${count}`, { hint: usage });
    }
    case 'commander.conflictingOption': {
      const [one = '', other = ''] = line.match(/--[a-z-]+/g) ?? [];
      return new UsageError(`${one} and ${other} cannot be used together`, {
        hint: `Leave out ${one} or ${other}.`,
      });
    }
    default:
      return new UsageError(line, { hint: seeHelp(command) });
  }
}

/** `boards config get`; the name of the default command is that of the program. */
function nameOf(command: Command): string {
  const names: Array<string> = [];
  for (let link: Command | null = command; link !== null; link = link.parent) names.unshift(link.name());
  return names.filter((name, index) => name !== names[index - 1]).join(' ');
}

function usageOf(command: Command, ending = ''): string {
  const words = [nameOf(command), command.usage().replace(/\[(options|command)\] ?/g, ''), ending];
  return `Usage: \`${words.filter((word) => word !== '').join(' ')}\``;
}

function seeHelp(command: Command): string {
  return `See \`${nameOf(command)} --help\`.`;
}

function missingValue(option: Option, command: Command): UsageError {
  const usage = usageOf(command, withPlaceholder(option));
  return new UsageError(`${option.flags.replace(/ <.*/, '')} needs a value`, {
    hint: [...hintOf(option, option.long), usage].join('\n'),
  });
}

/** `--timeframe <names>`, `--json`. */
function withPlaceholder({ long, flags }: Option): string {
  return [long ?? '', ...(/<.*>/.exec(flags) ?? [])].join(' ');
}

function missingArgument(argument: Argument | undefined, usage: string): UsageError {
  const what = argument === undefined ? 'argument' : argument.name();
  const hint = argument === undefined ? [usage] : [...hintOf(argument), usage];
  return new UsageError(`no ${what} given`, { hint: hint.join('\n') });
}

/** The values that a parser accepts, if they are few, or an example. */
function hintOf(source: Pick<Option, 'parseArg'>, flag?: string): ReadonlyArray<string> {
  const allowed = allowedBy(source);
  return allowed === undefined ? [] : valuesHint(allowed, flag);
}

function allowedBy({ parseArg }: Pick<Option, 'parseArg'>): AllowedValues | undefined {
  const allowed: unknown = parseArg === undefined ? undefined : Reflect.get(parseArg, 'allowed');
  return isAllowedValues(allowed) ? allowed : undefined;
}

function valuesHint({ words, example }: AllowedValues, flag?: string): ReadonlyArray<string> {
  const shown = flag === undefined ? example : `${flag} ${example}`;
  if (words.length === 0) return example === undefined ? [] : [`For example: ${shown}`];
  return [`Valid: ${words.join(', ')}${example === undefined ? '' : `, or for example ${example}`}.`];
}

/** An option of other commands names them, and what to use here; a mistyped one gets the nearest of this command. */
async function unknownOption(
  word: string,
  { fault, command, argv }: Refusal,
  loadAll: () => Promise<Command>,
): Promise<UsageError> {
  // For combined flags such as `-qw`, commander names only the remaining part.
  const whole = argv.find((argument) => argument.endsWith(word.replace(/^-/, ''))) ?? word;
  if (looksLikeKey(whole)) return keyRefused();
  // Only the name: the value in `--pasword=…` may be secret.
  const name = word.replace(/=.*/, '');
  const isKnown = command.options.some(({ long }) => long === name);
  if (isKnown) return new UsageError(`${name} takes no value`, { hint: usageOf(command, name) });
  const purpose = name === '--sandbox' ? KEY_COMMANDS[command.name()] : undefined;
  if (purpose !== undefined)
    return new UsageError(`--sandbox is not for ${command.name()}`, {
      hint: `The sandbox needs no key, so there is none to ${purpose}.`,
    });
  const replacement = REPLACED[name];
  if (replacement !== undefined && command.name() === 'watch')
    return unexpected('unknown option', name, `Use ${replacement}. ${seeHelp(command)}`);
  const program = await loadAll();
  const owners = commandsWith(name, program);
  if (owners.length > 0) {
    const names = owners.map((owner) => nameOf(owner).replace(/^boards /, ''));
    return new UsageError(`${name} is for ${listed(names)}`, { hint: insteadOf(name, command, owners) });
  }
  const meant = misplacedValue(name, { command, argv }, program) ?? suggested(fault, name);
  const about = meant?.command ?? command;
  const question = meant === undefined ? '' : `Did you mean ${meant.flag}? `;
  return unexpected('unknown option', name, `${question}${seeHelp(about)}`);
}

/** An option with nearly the same meaning, or how to use the option with a command that has it. */
function insteadOf(name: string, command: Command, owners: ReadonlyArray<Command>): string {
  const instead = command.options.find(({ long }) => long !== undefined && long === NEXT_BEST[name]);
  if (instead !== undefined)
    return `Use ${instead.long} here: \`${nameOf(command)} ${withPlaceholder(instead)}\``;
  const [owner = command, ...others] = owners;
  const option = owner.options.find(({ short, long }) => [short, long].includes(name));
  if (option === undefined || others.length > 0) return seeHelp(isDefault(command) ? owner : command);
  const allowed = allowedBy(option);
  return allowed?.example === undefined
    ? usageOf(owner, withPlaceholder(option))
    : `For example: \`${nameOf(owner)} ${option.long} ${allowed.example}\``;
}

/** Where no command is named, one that has the option is still to be chosen. */
function isDefault(command: Command): boolean {
  return command.name() === command.parent?.name();
}

interface Meant {
  readonly flag: string;
  readonly command?: Command | undefined;
}

/** The option of `boards` that is mistyped in `boards --column symbol`, where the value is also the name of a command. */
function misplacedValue(
  name: string,
  { command, argv }: Pick<Refusal, 'command' | 'argv'>,
  program: Command,
): Meant | undefined {
  const [, taken = ''] = nameOf(command).split(' ');
  if (argv.indexOf(taken) !== argv.indexOf(name) + 1) return undefined;
  const boards = program.commands.find((each) => each.name() === program.name());
  const flags = boards?.options.filter(({ required }) => required).flatMap(({ long }) => long ?? []);
  const flag = nearest(name, boards?.options.flatMap(({ long }) => long ?? []) ?? []);
  return flag !== undefined && flags?.includes(flag) === true ? { flag, command: boards } : undefined;
}

/** What commander suggests. */
function suggested(fault: CommanderError, name: string): Meant | undefined {
  const [, flag] = /\(Did you mean (.*)\?\)/.exec(fault.message) ?? [];
  if (flag !== undefined) return { flag };
  return name === '-v' ? { flag: '--version' } : undefined;
}

/** The commands that show this option in their help. */
function commandsWith(flag: string, { commands }: Command): ReadonlyArray<Command> {
  return commands.flatMap((command) => [
    ...(command.options.some((option) => !option.hidden && [option.short, option.long].includes(flag))
      ? [command]
      : []),
    ...commandsWith(flag, command),
  ]);
}

function listed(names: ReadonlyArray<string>): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** The error for an argument of `boards`, which has none: a mistyped command, or one that follows `boards` or `--`. */
export function notAnArgument(word: string, commands: ReadonlyArray<string>): UsageError {
  if (commands.includes(word)) {
    return new UsageError(`${word} is not an argument of boards`, {
      hint: `To run the command ${word}: \`boards ${word}\``,
    });
  }
  const guess = guessOf(word, commands);
  const line = guess === 'boards' ? guess : `boards ${guess}`;
  const question = guess === undefined ? '' : `Did you mean \`${line}\`? `;
  return unexpected('unknown command', word, `${question}Commands: ${commands.join(', ')}.`);
}

/** What a person may have meant: the value of an option, a ticker, or a command. */
function guessOf(word: string, commands: ReadonlyArray<string>): string | undefined {
  const { words: timeframes } = parseTimeframes.allowed;
  const { words: boards } = parseBoardKeys.allowed;
  if (word === 'version') return '--version';
  if (timeframes.includes(word)) return `-t ${word}`;
  if (boards.includes(word)) return `-b ${word}`;
  const command = lacksLetters(word) ? 'boards' : nearest(word, commands);
  const isCommand = command === word.toLowerCase();
  if (!isCommand && /^[A-Z][A-Z0-9.^=/-]{0,11}$/.test(word)) return `symbol ${word}`;
  if (command !== undefined) return command;
  const board = nearest(word, boards);
  if (board !== undefined) return `-b ${board}`;
  return /^[a-z]{1,4}$/.test(word) ? `symbol ${word.toUpperCase()}` : undefined;
}

/** `bord` or `brds`: the name of the program, which is typed most, without one or two of its letters. */
function lacksLetters(word: string): boolean {
  return word.length > 3 && /^bo?a?r?d?s?$/.test(word);
}
