import type { Argument, Command, CommanderError, Option } from 'commander';
import { wrapWords } from '../text/lines.ts';
import { displayWidth } from '../text/safe-text.ts';
import type { Options } from './options.ts';

export const VERSION_FLAGS = ['-V', '--version'];

export const PAGE_WIDTH = 80;

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

export interface Specification {
  readonly arguments?: ReadonlyArray<Argument>;
  /** Every command also accepts the options of the program. */
  readonly options?: ReadonlyArray<Option>;
  /** Help shows the notes below the options. It wraps paragraphs, but keeps the lines of a string. */
  readonly notes?: string | ReadonlyArray<string>;
  /** Maps a command line to its purpose. */
  readonly examples?: Readonly<Record<string, string>>;
  readonly subcommands?: Readonly<Record<string, Specification & { readonly summary: string }>>;
  /** Throws UsageError for options or arguments that contradict each other. Has no side effects. */
  check?(options: Options, ...args: ReadonlyArray<unknown>): void;
  /** A command with subcommands runs if the line names none of them. */
  run?(options: Options, ...args: ReadonlyArray<unknown>): Promise<void> | void;
}

const specifications = new WeakMap<Command, Specification>();

export const specificationOf = (command: Command): Specification => specifications.get(command) ?? {};

/** The command throws errors instead of printing them. In a trial, it checks the line without running. */
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
      // Commander takes a mistyped subcommand for an argument.
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

/** A line that commander refuses. `wrongLineError` turns it into a UsageError. */
export class RefusedLine extends Error {
  readonly reason: CommanderError;
  readonly path: ReadonlyArray<string>;

  constructor(reason: CommanderError, command: Command) {
    super(reason.message);
    this.reason = reason;
    this.path = namesOf(command);
  }
}

/** Returns `config` and `get` for `boards config get`, and nothing for the program. */
export function namesOf(command: Command): ReadonlyArray<string> {
  return command.parent === null ? [] : [...namesOf(command.parent), command.name()];
}

export function commandAt(path: string, program: Command): Command | undefined {
  const childOf = (parent: Command | undefined, name: string) =>
    parent?.commands.find((command) => command.name() === name);
  return path.split(' ').reduce<Command | undefined>(childOf, program);
}

/** Commander throws such an error after it has printed the help or the version. */
export function isHelpShown(thrown: unknown): thrown is CommanderError {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('commander.');
}

function wrapped(paragraph: string, command: Command): string {
  return wrapWords(paragraph, command.configureOutput().getOutHelpWidth?.() ?? PAGE_WIDTH).join('\n');
}

export type LabelledText = readonly [label: string, text: string];

/** Wraps each text beside its label, or below a label that is longer than `cells`. */
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

export function optionsOf(command: Command): ReadonlyArray<Option> {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
}
