import type { Argument, Command, CommanderError, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { allowedBy, describeAllowed, parseBoardKeys, parseTimeframes } from '../parse.ts';
import { KEY_HINT, keyRefused, mayBeKey, nearest, shellWord, unexpected } from '../quote.ts';
import { isKeyOption } from '../settings/key.ts';
import { wrapWords } from '../text/lines.ts';
import { displayWidth } from '../text/safe-text.ts';
import { inCapitals, tickerFault } from '../ticker.ts';
import type { Options } from './options.ts';

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
  readonly subcommands?: Readonly<Record<string, Specification & { readonly summary: string }>>;
  /** Its options with those of the program, then the arguments. Of a command with subcommands: without one. */
  run?(options: Options, ...args: ReadonlyArray<unknown>): Promise<void> | void;
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
  if (run !== undefined) {
    const hasSubcommands = command.commands.length > 0;
    command.allowExcessArguments(hasSubcommands).action(() => {
      const [word] = command.args;
      // To commander, a mistyped subcommand is an argument.
      if (hasSubcommands && word !== undefined)
        command.error(`error: unknown command '${word}'`, { code: 'commander.unknownCommand' });
      return run(command.optsWithGlobals(), ...command.processedArgs);
    });
  }
  return command.helpCommand(false).exitOverride((error) => {
    throw error.exitCode === 0 ? error : usageErrorOf(error, command);
  });
}

/** Whether help or version was printed, which commander reports as an error. It is not loaded to find that out. */
export function isHelpShown(thrown: unknown): thrown is CommanderError {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('commander.');
}

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

const LIMITED = '--limit belongs to boards, watch, replay and confluence.';
const SIDE_BY_SIDE = 'Boards side by side are the default; --wide is for one call.';
const ZOOM = 'In the pane, z zooms a board to show all columns. As tables: `boards --wide`.';
/** Hints for options that another command has, or an earlier version had: the way to get the same with this command, or with any. */
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
  '--limit': LIMITED,
  '-l': LIMITED,
  'history --at': 'It shows a day: --day 2026-11-20. One time of it: `boards symbol NVDA --at 10:15`.',
};

/** What commander refuses, in its words: one fact, and a hint with what was meant, what is valid and the help to read. */
function usageErrorOf({ code, message }: CommanderError, command: Command): UsageError {
  // Commander's own suggestions, in the second line, are of words that look alike only a little.
  const [line = ''] = message.replace(/^error: /, '').split('\n');
  const isUnknown = code === 'commander.unknownOption';
  // The value in `--pasword=…` may be secret.
  const fact = isUnknown ? line.replace(/=.*'/, "'") : line.replace(/\.\s*$/, '');
  const [, quoted = ''] = /'(.*?)'/.exec(fact) ?? [];
  const { args } = command;
  const isExcess = code === 'commander.excessArguments';
  const isKey = (word: string) => mayBeKey(word) || isKeyOption(word);
  if (isKeyOption(quoted) || (isExcess && args.some(isKey))) return keyRefused();
  if (isExcess && isDefault(command)) return unknownCommand(args[0] ?? '', namesOf(command.parent));
  const options = optionsOf(command);
  const help = `See \`${pathOf(command)} --help\`.`;
  // To commander, `--json=x` is another option than `--json`.
  if (isUnknown && options.some(({ short, long }) => quoted === short || quoted === long))
    return new UsageError(`option '${quoted}' takes no value`, { hint: help });
  const names = code === 'commander.unknownCommand' ? namesOf(command) : [];
  const flags = options.flatMap(({ long }) => long?.slice(2) ?? []);
  const flag = isUnknown && quoted.startsWith('--') ? nearest(quoted.slice(2), flags) : undefined;
  const guess = flag === undefined ? nearest(quoted, names) : `--${flag}`;
  const hints = [
    ELSEWHERE[`${command.name()} ${quoted}`] ??
      ELSEWHERE[quoted.replace(/\d+$/, '')] ??
      (guess === undefined ? '' : `Did you mean ${guess}?`),
    names.length === 0 ? '' : `Commands: ${names.join(', ')}.`,
    code === 'commander.conflictingOption' ? '' : valuesOf(quoted, command),
    isExcess && command.name() === 'login' ? KEY_HINT : '',
    help,
  ];
  return new UsageError(fact, { hint: hints.filter((hint) => hint !== '').join(' ') });
}

/** What the option or argument that lacks a value accepts. */
function valuesOf(missing: string, command: Command): string {
  const option = optionsOf(command).find(({ flags }) => flags === missing);
  const argument = command.registeredArguments.find((each) => each.name() === missing);
  const allowed = allowedBy((option ?? argument)?.parseArg);
  if (allowed !== null) return describeAllowed(allowed, option?.long);
  return argument === undefined ? '' : `Give ${argument.description}.`;
}

/** Those that the help shows, with those of the program. */
export function optionsOf(command: Command): ReadonlyArray<Option> {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
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

const MAX_GUESSED_TICKER = 6;

/** The error for a word behind the program or its default command, which has no arguments. */
function unknownCommand(word: string, commands: ReadonlyArray<string>): UsageError {
  if (commands.includes(word))
    return new UsageError(`${word} is not an argument of boards`, {
      hint: `The options of a command stand after it: \`boards ${word}\``,
    });
  const isShort =
    /^(?!-).*[\p{L}\p{N}]/u.test(word) && word.length <= MAX_GUESSED_TICKER && tickerFault(word) === null;
  const option = [['-t', parseTimeframes] as const, ['-b', parseBoardKeys] as const].find(([, { allowed }]) =>
    allowed.words.includes(word),
  );
  const guess =
    option === undefined
      ? (nearest(word, commands) ?? (isShort ? `symbol ${shellWord(inCapitals(word))}` : undefined))
      : `${option[0]} ${word}`;
  const question = guess === undefined ? '' : `Did you mean \`boards ${guess}\`? `;
  return unexpected('unknown command', word, `${question}Commands: ${commands.join(', ')}.`);
}
