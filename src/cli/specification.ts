import type { Argument, Command, CommanderError, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { describeAllowed, isAllowedValues, isTicker, parseBoardKeys, parseTimeframes } from '../parse.ts';
import { keyRefused, looksLikeKey, nearest, unexpected } from '../quote.ts';
import { isKeyOption } from '../settings/key.ts';
import { wrapWords } from '../text/lines.ts';
import { displayWidth } from '../text/safe-text.ts';

export const VERSION_FLAGS = ['-V', '--version'];

/** Help is written for this many columns. */
export const PAGE_WIDTH = 80;

/** The pages of `boards help <topic>`, in the order in which they are listed. */
export const TOPIC_NAMES = [
  'boards',
  'conditions',
  'csv',
  'environment',
  'exit-codes',
  'format',
  'json',
  'keys',
  'recordings',
  'schema',
] as const;
export type Topic = (typeof TOPIC_NAMES)[number];

/** A command: its help, completions and part of the manual page come from this, and what it does. */
export interface Specification {
  readonly arguments?: ReadonlyArray<Argument>;
  /** Beside those of the program, which every command accepts. */
  readonly options?: ReadonlyArray<Option>;
  /** What follows the options in the help: paragraphs, wrapped here, or a string with its own lines. */
  readonly notes?: string | ReadonlyArray<string>;
  /** From command line to what it is for. */
  readonly examples?: Readonly<Record<string, string>>;
  readonly subcommands?: Readonly<Record<string, Subcommand>>;
  /** Its options with those of the program, then the arguments. Missing if there are only subcommands. */
  run?(options: object, ...args: ReadonlyArray<unknown>): Promise<void> | void;
}

interface Subcommand extends Specification {
  readonly summary: string;
}

const specifications = new WeakMap<Command, Specification>();

/** The specification that a command was defined by, for completions and the manual page. */
export const specificationOf = (command: Command): Specification => specifications.get(command) ?? {};

/** Defines a command, which throws instead of printing errors. */
export function define(command: Command, specification: Specification): Command {
  specifications.set(command, specification);
  const { options = [], subcommands = {}, examples = {}, notes = [] } = specification;
  for (const argument of specification.arguments ?? []) command.addArgument(argument);
  for (const option of options) command.addOption(option);
  for (const [name, { summary, ...subcommand }] of Object.entries(subcommands))
    define(command.command(name).description(summary), subcommand);
  for (const paragraph of [notes].flat())
    command.addHelpText(
      'after',
      () => `\n${typeof notes === 'string' ? paragraph : wrapped(paragraph, command)}`,
    );
  if (Object.keys(examples).length > 0)
    command.addHelpText('after', () => `\nExamples:\n${explained(Object.entries(examples))}`);
  const { run } = specification;
  if (run !== undefined) command.action(() => run(command.optsWithGlobals(), ...command.processedArgs));
  return command.helpCommand(false).exitOverride((error) => {
    throw error.exitCode === 0 ? error : usageErrorOf(error, command);
  });
}

/** Whether help or version was printed, which commander reports as an error. It is not loaded to find that out. */
export function isHelpShown(thrown: unknown): thrown is CommanderError {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('commander.');
}

/** A paragraph in the width of the help. */
function wrapped(paragraph: string, command: Command): string {
  return wrapWords(paragraph, command.configureOutput().getOutHelpWidth?.() ?? PAGE_WIDTH).join('\n');
}

export type Entry = readonly [label: string, text: string];

/** Labels with texts that flow beside them, or below a label that is longer than `cells`. */
export function explained(
  entries: ReadonlyArray<Entry>,
  cells = 2 + Math.max(...entries.map(([label]) => displayWidth(label))),
): string {
  const blanks = ' '.repeat(2 + cells);
  return entries
    .map(([label, text]) => {
      const lines = wrapWords(text, PAGE_WIDTH - blanks.length).join(`\n${blanks}`);
      const room = cells - displayWidth(label);
      return `  ${label}${room < 2 ? `\n${blanks}` : ' '.repeat(room)}${lines}`;
    })
    .join('\n');
}

/** What commander refuses, in its words: one fact, and a hint with what was meant, what is valid and the help to read. */
function usageErrorOf({ code, message }: CommanderError, command: Command): UsageError {
  // Commander's own suggestions, in the second line, are of words that look alike only a little.
  const [line = ''] = message.replace(/^error: /, '').split('\n');
  const isUnknown = code === 'commander.unknownOption';
  // The value in `--pasword=…` may be secret.
  const fact = isUnknown ? line.replace(/=.*'/, "'") : line.replace(/\.\s*$/, '');
  const [, quoted = ''] = /'(.*?)'/.exec(fact) ?? [];
  const names = namesOf(command);
  const help = `See \`${pathOf(command)} --help\`.`;
  if (code === 'commander.excessArguments') return excessError(fact, help, command);
  if (isKeyOption(quoted)) return keyRefused();
  // Printed by commander where a subcommand is missing.
  if (code === 'commander.help')
    return new UsageError(`no ${command.name()} command given`, {
      hint: `Commands: ${names.join(', ')}. ${help}`,
    });
  const options = optionsOf(command);
  // To commander, `--json=x` is another option than `--json`.
  if (isUnknown && options.some(({ short, long }) => quoted === short || quoted === long))
    return new UsageError(`option '${quoted}' takes no value`, { hint: help });
  const longNames = options.flatMap(({ long, hidden }) => (hidden ? [] : (long?.slice(2) ?? [])));
  const option = quoted.startsWith('--') ? nearest(quoted.slice(2), longNames) : undefined;
  const guess = isUnknown ? option && `--${option}` : nearest(quoted, names);
  const hints = [
    guess === undefined ? '' : `Did you mean ${guess}?`,
    code === 'commander.unknownCommand' ? `Commands: ${names.join(', ')}.` : '',
    code === 'commander.conflictingOption' ? '' : valuesOf(quoted, command),
    help,
  ];
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

/** The error for an argument too many; of the default command, which has none, it is an unknown command. */
function excessError(fact: string, help: string, command: Command): UsageError {
  const { args } = command;
  const [word = ''] = args;
  const isUnknown = isDefault(command);
  if (isUnknown ? isKeyOption(word) : command.name() === 'login' || args.some(looksLikeKey))
    return keyRefused();
  const commands = namesOf(command.parent);
  if (isUnknown && commands.includes(word))
    return new UsageError(`${word} is not an argument of boards`, {
      hint: `The options of a command stand after it: \`boards ${word}\``,
    });
  const guess = meantBy(word, command) ?? (isUnknown ? commandLike(word, commands) : undefined);
  const question = guess === undefined ? '' : `Did you mean \`${pathOf(command)} ${guess}\`? `;
  return isUnknown
    ? unexpected(
        'unknown command',
        word,
        `${question.replace('boards boards', 'boards')}Commands: ${commands.join(', ')}.`,
      )
    : new UsageError(fact, { hint: `${question}${help}` });
}

/** The option that a person may have meant by its value. */
function meantBy(word: string, command: Command): string | undefined {
  const has = (name: string) => command.options.some(({ long }) => long === name);
  // Where there is one before it, a list was separated with a blank.
  const listed = (name: string) => [command.opts()[name] ?? [], word].flat().join();
  if (has('--timeframe') && parseTimeframes.allowed.words.includes(word)) return `-t ${listed('timeframe')}`;
  const isBoard = has('--board') && parseBoardKeys.allowed.words.includes(word);
  return isBoard ? `-b ${listed('board')}` : undefined;
}

const MAX_GUESSED_TICKER = 6;

/** The most similar command, or that for a ticker. */
function commandLike(word: string, commands: ReadonlyArray<string>): string | undefined {
  const command = /[a-z]/.test(word) ? nearest(word, commands) : undefined;
  const isShort = isTicker(word) && word.length <= MAX_GUESSED_TICKER;
  return command ?? (isShort ? `symbol ${word.toUpperCase()}` : undefined);
}
