import type { Argument, Command, CommanderError, Option } from 'commander';
import { wrapWords } from '../text/lines.ts';
import { usageErrorOf } from './usage-error.ts';

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

/** From which a command was defined, for what else is made from it than its help. */
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
  if (Object.keys(examples).length > 0) command.addHelpText('after', `\nExamples:\n${columns(examples)}`);
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

export function columns(texts: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(texts).map((line) => line.length));
  return Object.entries(texts)
    .map(([line, text]) => `  ${line.padEnd(width)}  ${text}`)
    .join('\n');
}
