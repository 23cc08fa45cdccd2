import type { Command, CommanderError, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { describeAllowed, isAllowedValues, parseBoardKeys, parseTimeframes } from '../parse.ts';
import { keyRefused, looksLikeKey, nearest, unexpected } from '../quote.ts';
import { isKeyOption } from '../settings/key.ts';

/** What commander refuses, in its words: one fact, and a hint with what it suggests and the help to read. */
export function usageErrorOf({ code, message }: CommanderError, command: Command): UsageError {
  // Commander's own suggestions, in the second line, are of words that look alike only a little.
  const [line = ''] = message.replace(/^error: /, '').split('\n');
  const isUnknown = code === 'commander.unknownOption';
  // The value in `--pasword=…` may be secret.
  const fact = isUnknown ? line.replace(/=.*'/, "'") : line.replace(/\.\s*$/, '');
  const [, quoted = ''] = /'(.*?)'/.exec(fact) ?? [];
  const { args } = command;
  const guess = isUnknown ? optionLike(quoted, command) : nearest(quoted, namesOf(command));
  const help = `See \`${pathOf(command)} --help\`.`;
  const isExcess = code === 'commander.excessArguments';
  if (isExcess && isDefault(command)) return unknownCommand(args[0] ?? '', command);
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
  const hints = [
    isExcess ? excessHint(command) : guess === undefined ? '' : `Did you mean ${guess}?`,
    code === 'commander.unknownCommand' ? `Commands: ${namesOf(command).join(', ')}.` : '',
    code === 'commander.conflictingOption' ? '' : valuesOf(quoted, command),
    help,
  ];
  return new UsageError(fact, { hint: hints.filter((hint) => hint !== '').join(' ') });
}

/** The option with a name like that of an unknown one. */
function optionLike(word: string, command: Command): string | undefined {
  const names = optionsOf(command).flatMap(({ long, hidden }) => (hidden ? [] : (long?.slice(2) ?? [])));
  const name = word.startsWith('--') ? nearest(word.slice(2), names) : undefined;
  return name && `--${name}`;
}

/** What arguments that a command does not take may mean. */
function excessHint(command: Command): string {
  if (command.name() === 'set') return 'Separate the items of a list with commas, as in NVDA,AMD.';
  const guess = guessOf(command.args[0] ?? '', command);
  return guess === undefined ? '' : `Did you mean \`${pathOf(command)} ${guess}\`?`;
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
function unknownCommand(word: string, command: Command): UsageError {
  if (isKeyOption(word)) return keyRefused();
  const commands = namesOf(command.parent);
  if (commands.includes(word))
    return new UsageError(`${word} is not an argument of boards`, {
      hint: `The options of a command stand after it: \`boards ${word}\``,
    });
  const guess = guessOf(word, command) ?? commandLike(word, commands);
  const question = guess === undefined ? '' : `Did you mean \`boards ${guess}\`? `;
  return unexpected(
    'unknown command',
    word,
    `${question.replace('boards boards', 'boards')}Commands: ${commands.join(', ')}.`,
  );
}

const { words: TIMEFRAMES } = parseTimeframes.allowed;
const { words: BOARDS } = parseBoardKeys.allowed;
const TICKER = /^[A-Z][A-Z0-9.^=/-]{0,11}$/;
/** What people type to see what there is, or to leave a program, is no ticker. */
const LIST_WORDS = /^(ls|list|show|all)$/;
const END_WORDS = /^(exit|quit|q|bye|stop)$/;

/** The option of the command that a person may have meant by its value. */
function guessOf(word: string, command: Command): string | undefined {
  const has = (name: string) => command.options.some(({ long }) => long === name);
  // Where there is one before it, a list was separated with a blank.
  const listed = (name: string) => [command.opts()[name] ?? [], word].flat().join();
  if (has('--timeframe') && TIMEFRAMES.includes(word)) return `-t ${listed('timeframe')}`;
  if (has('--board') && BOARDS.includes(word)) return `-b ${listed('board')}`;
  return has('--symbol') && !isDefault(command) && TICKER.test(word) ? `--symbol ${word}` : undefined;
}

/** The command, ticker or board that a person may have meant. */
function commandLike(word: string, commands: ReadonlyArray<string>): string | undefined {
  if (word === 'version') return '--version';
  if (LIST_WORDS.test(word)) return 'boards';
  const command = nearest(word, commands);
  if (command !== undefined && !/^[A-Z]/.test(word)) return command;
  if (TICKER.test(word)) return `symbol ${word}`;
  const board = nearest(word, BOARDS);
  if (board !== undefined) return `-b ${board}`;
  return /^[a-z]{1,5}$/.test(word) && !END_WORDS.test(word) ? `symbol ${word.toUpperCase()}` : undefined;
}
