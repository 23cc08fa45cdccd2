import type { Argument, Command, CommanderError, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { type AllowedValues, isAllowedValues } from '../parse.ts';
import { keyRefused, looksLikeKey, unexpected } from '../quote.ts';
import { plainWords } from './command-line.ts';

/** A command line that a command refused, and why. */
export interface Refusal {
  readonly fault: CommanderError;
  readonly command: Command;
  readonly argv: ReadonlyArray<string>;
}

/** Options to name instead of one that a command does not have, best first. */
const NEXT_BEST: Readonly<Record<string, ReadonlyArray<string>>> = {
  '--csv': ['--json'],
  '--events': ['--json'],
  '--first': ['--limit'],
  '--limit': ['--first'],
  '--from': ['--since', '--at'],
  '--since': ['--at'],
  '--at': ['--from', '--since'],
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
function hintOf({ parseArg }: Pick<Option, 'parseArg'>, flag?: string): ReadonlyArray<string> {
  const allowed: unknown = parseArg === undefined ? undefined : Reflect.get(parseArg, 'allowed');
  return isAllowedValues(allowed) ? valuesHint(allowed, flag) : [];
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
  const others = commandsWith(name, await loadAll());
  if (others.length > 0) {
    const instead = (NEXT_BEST[name] ?? []).flatMap((flag) =>
      command.options.filter(({ long }) => long === flag),
    )[0];
    const hint =
      instead === undefined
        ? seeHelp(command)
        : `Use ${instead.long} here: \`${nameOf(command)} ${withPlaceholder(instead)}\``;
    return new UsageError(`${name} is for ${listed(others)}`, { hint });
  }
  const [, suggestion = ''] = fault.message.split('\n');
  const meant = suggestion.replace(/^\(|\)$/g, '');
  return unexpected('unknown option', name, `${meant} ${seeHelp(command)}`.trimStart());
}

/** The names of the commands that show this option in their help. */
function commandsWith(flag: string, { commands }: Command): ReadonlyArray<string> {
  return commands.flatMap((command) => [
    ...(command.options.some((option) => !option.hidden && [option.short, option.long].includes(flag))
      ? [nameOf(command).replace(/^boards /, '')]
      : []),
    ...commandsWith(flag, command),
  ]);
}

function listed(names: ReadonlyArray<string>): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
