import type { Argument, Command, CommanderError, Option } from 'commander';
import { wrapWords } from '../text/lines.ts';
import { displayWidth } from '../text/safe-text.ts';
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
  /** The text below the options in the help: paragraphs, which are wrapped, or a string with its own lines. */
  readonly notes?: string | ReadonlyArray<string>;
  /** From command line to what it is for. */
  readonly examples?: Readonly<Record<string, string>>;
  readonly subcommands?: Readonly<Record<string, Specification & { readonly summary: string }>>;
  /** Throws UsageError for options or arguments that do not fit each other. Prints, reads and sends nothing. */
  check?(options: Options, ...args: ReadonlyArray<unknown>): void;
  /** Gets the options of the command and of the program, then the arguments. A command with subcommands runs if none is named. */
  run?(options: Options, ...args: ReadonlyArray<unknown>): Promise<void> | void;
}

const specifications = new WeakMap<Command, Specification>();

/** The specification that a command was defined by, for completions and the manual page. */
export const specificationOf = (command: Command): Specification => specifications.get(command) ?? {};

/** Defines a command, which throws instead of printing errors. In a trial, it checks the command line and does not run. */
export function define(command: Command, specification: Specification, isTrial = false): Command {
  specifications.set(command, specification);
  const { options = [], subcommands = {}, examples = {}, notes = [] } = specification;
  for (const argument of specification.arguments ?? []) command.addArgument(argument);
  for (const option of options) command.addOption(option);
  for (const [name, { summary, ...subcommand }] of Object.entries(subcommands))
    define(command.command(name).description(summary), subcommand, isTrial);
  for (const paragraph of [notes].flat())
    command.addHelpText(
      'after',
      () => `\n${typeof notes === 'string' ? paragraph : wrapped(paragraph, command)}`,
    );
  if (Object.keys(examples).length > 0)
    command.addHelpText('after', () => `\nExamples:\n${explained(Object.entries(examples))}`);
  const { check, run } = specification;
  if (run !== undefined) {
    const hasSubcommands = command.commands.length > 0;
    command.allowExcessArguments(hasSubcommands).action(() => {
      const [word] = command.args;
      // To commander, a mistyped subcommand is an argument.
      if (hasSubcommands && word !== undefined)
        command.error(`error: unknown command '${word}'`, { code: 'commander.unknownCommand' });
      const options: Options = command.optsWithGlobals();
      check?.(options, ...command.processedArgs);
      return isTrial ? undefined : run(options, ...command.processedArgs);
    });
  }
  return command.helpCommand(false).exitOverride((error) => {
    throw error.exitCode === 0 ? error : new RefusedLine(error, command);
  });
}

/** Thrown for a command line that commander refuses. `wrongLineError` turns it into the error for the user. */
export class RefusedLine extends Error {
  readonly reason: CommanderError;
  /** The words that name the command: `config`, `set`. */
  readonly path: ReadonlyArray<string>;

  constructor(reason: CommanderError, command: Command) {
    super(reason.message);
    this.reason = reason;
    this.path = namesOf(command);
  }
}

/** `config`, `get`; nothing for the program. */
export function namesOf(command: Command): ReadonlyArray<string> {
  return command.parent === null ? [] : [...namesOf(command.parent), command.name()];
}

/** The command of a path such as `config set`; undefined if there is none. */
export function commandAt(path: string, program: Command): Command | undefined {
  const childOf = (parent: Command | undefined, name: string) =>
    parent?.commands.find((command) => command.name() === name);
  return path.split(' ').reduce<Command | undefined>(childOf, program);
}

/** True for the error by which commander reports that it printed help or version. Commander need not be loaded for it. */
export function isHelpShown(thrown: unknown): thrown is CommanderError {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('commander.');
}

function wrapped(paragraph: string, command: Command): string {
  return wrapWords(paragraph, command.configureOutput().getOutHelpWidth?.() ?? PAGE_WIDTH).join('\n');
}

export type LabelledText = readonly [label: string, text: string];

/** Labels with texts that flow beside them, or below a label that is longer than `cells`. */
export function explained(
  entries: ReadonlyArray<LabelledText>,
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

/** The options that the help shows, with those of the program. */
export function optionsOf(command: Command): ReadonlyArray<Option> {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
}
