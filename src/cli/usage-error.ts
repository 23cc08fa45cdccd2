import type { Command, CommanderError, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { describeAllowed, isAllowedValues, parseBoardKeys, parseTimeframes } from '../parse.ts';
import { keyRefused, looksLikeKey, unexpected } from '../quote.ts';
import { isKeyOption } from '../settings/key.ts';
import { nearest } from '../suggest.ts';

/** What commander refuses, in its words: one fact, and a hint with what it suggests and the help to read. */
export function usageErrorOf({ code, message }: CommanderError, command: Command): UsageError {
  const [line = '', suggestion = ''] = message.replace(/^error: /, '').split('\n');
  const isUnknown = code === 'commander.unknownOption';
  // The value in `--pasword=…` may be secret.
  const fact = isUnknown ? line.replace(/=.*'/, "'") : line.replace(/\.\s*$/, '');
  const [, quoted = ''] = /'(.*?)'/.exec(fact) ?? [];
  const { args } = command;
  const help = `See \`${pathOf(command)} --help\`.`;
  const isExcess = code === 'commander.excessArguments';
  if (isExcess && isDefault(command)) return unknownCommand(args[0] ?? '', namesOf(command.parent));
  const isKey = isExcess ? command.name() === 'login' || args.some(looksLikeKey) : isKeyOption(quoted);
  if (isKey) return keyRefused();
  // Printed by commander where a subcommand is missing.
  if (code === 'commander.help')
    return new UsageError(`no ${command.name()} command given`, {
      hint: `Commands: ${namesOf(command).join(', ')}. ${help}`,
    });
  // To commander, `--json=x` is another option than `--json`.
  if (isUnknown && optionsOf(command).some(({ short, long }) => quoted === short || quoted === long))
    return new UsageError(`option '${quoted}' takes no value`, { hint: help });
  const values =
    code === 'commander.unknownCommand'
      ? `Commands: ${namesOf(command).join(', ')}.`
      : code === 'commander.conflictingOption'
        ? ''
        : valuesOf(quoted, command);
  const hints = [suggestion.replace(/^\(|\)$/g, ''), values, help];
  return new UsageError(fact, { hint: hints.filter((hint) => hint !== '').join(' ') });
}

/** What the option or argument that lacks a value accepts. */
function valuesOf(missing: string, command: Command): string {
  const option = optionsOf(command).find(({ flags }) => flags === missing);
  const argument = command.registeredArguments.find((each) => each.name() === missing);
  const { parseArg } = option ?? argument ?? {};
  const allowed: unknown = parseArg === undefined ? null : Reflect.get(parseArg, 'allowed');
  if (isAllowedValues(allowed)) return describeAllowed(allowed);
  return argument === undefined ? '' : `Give ${argument.description}.`;
}

/** With those of the program. */
function optionsOf({ options, parent }: Command): ReadonlyArray<Option> {
  return [...options, ...(parent === null ? [] : optionsOf(parent))];
}

/** `boards config get`; the name of the default command is that of the program. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null || isDefault(command) ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

function isDefault(command: Command): boolean {
  return command.name() === command.parent?.name();
}

function namesOf(command: Command | null): ReadonlyArray<string> {
  return command?.commands.map((each) => each.name()) ?? [];
}

/** The error for an argument of the default command, which has none. */
function unknownCommand(word: string, commands: ReadonlyArray<string>): UsageError {
  if (isKeyOption(word)) return keyRefused();
  if (commands.includes(word))
    return new UsageError(`${word} is not an argument of boards`, {
      hint: `The options of a command stand after it: \`boards ${word}\``,
    });
  const guess = guessOf(word, commands);
  const question = guess === undefined ? '' : `Did you mean \`boards ${guess}\`? `;
  return unexpected(
    'unknown command',
    word,
    `${question.replace('boards boards', 'boards')}Commands: ${commands.join(', ')}.`,
  );
}

/** What a person may have meant: the value of an option, a command, a ticker, or a board. */
function guessOf(word: string, commands: ReadonlyArray<string>): string | undefined {
  const { words: boards } = parseBoardKeys.allowed;
  if (word === 'version') return '--version';
  if (parseTimeframes.allowed.words.includes(word)) return `-t ${word}`;
  if (boards.includes(word)) return `-b ${word}`;
  const command = nearest(word, commands);
  const board = nearest(word, boards);
  if (command !== undefined && !/^[A-Z]/.test(word)) return command;
  if (/^[A-Z][A-Z0-9.^=/-]{0,11}$/.test(word)) return `symbol ${word}`;
  if (board !== undefined) return `-b ${board}`;
  return /^[a-z]{1,5}$/.test(word) ? `symbol ${word.toUpperCase()}` : undefined;
}
