import type { Argument, Command, Option } from 'commander';
import { TOPIC_NAMES } from '../../src/cli/specification.ts';
import { type AllowedValues, isAllowedValues } from '../../src/parse.ts';
import { PREFERENCES } from '../../src/settings/preferences.ts';
import { BOARD_CATALOGUE } from '../../src/vocabulary.ts';

export interface Word {
  readonly text: string;
  /** Empty if the word needs none. */
  readonly description: string;
}

/** What may stand somewhere on the command line. */
export interface Choices {
  /** `list`: words separated by commas. `command`: one of the shell. `free`: nothing is offered. */
  readonly kind: 'one' | 'list' | 'command' | 'file' | 'free';
  readonly words: ReadonlyArray<Word>;
}

/** The long flags of some options, and the letters of the short ones, because `-qt` takes a value like `-t`. */
interface Flags {
  readonly long: ReadonlyArray<string>;
  readonly letters: string;
}

/** What the scripts of all shells are made from. They look for the command words, then for what follows these. */
export interface Completions {
  /**
   * By command words what may follow them (`config set`), with a dash their options (`config set -`); by flag its values, by
   * command words and flag where they differ.
   */
  readonly choices: ReadonlyMap<string, Choices>;
  readonly withValue: Flags;
  /** Of the command that no word names: behind one of them, no command can follow. */
  readonly ofDefault: Flags;
}

const one = (words: ReadonlyArray<Word>): Choices => ({ kind: 'one', words });

/** The command words of a place on the command line, with what may follow. */
interface Place {
  readonly path: string;
  readonly options: ReadonlyArray<Option>;
  readonly next: Choices;
}

/** Throws if a flag takes a value in only some commands: the scripts skip values before they know the command. */
export function completionsOf(program: Command): Completions {
  const ofCommands = program.commands.flatMap((command) => placesOf(command));
  const options = ofCommands.find(({ path }) => path === program.name())?.options ?? [];
  const root = { path: '', options, next: one(program.commands.map(commandWord)) };
  const choices = new Map<string, Choices>();
  for (const { path, options, next } of [root, ...ofCommands]) {
    choices.set(path, next);
    choices.set(`${path} -`.trim(), one(options.flatMap(optionWords)));
    for (const option of options.filter(takesValue))
      for (const flag of flagsOf(option)) {
        const values = valuesOf(option);
        const isKnown = choices.has(flag);
        if (!isKnown || JSON.stringify(values) !== JSON.stringify(choices.get(flag)))
          choices.set(isKnown ? `${path} ${flag}` : flag, values);
      }
  }
  const all = ofCommands.flatMap((place) => place.options);
  const withValue = [...new Set(all.filter(takesValue).flatMap(flagsOf))];
  const switches = all.filter((option) => !takesValue(option)).flatMap(flagsOf);
  const ambiguous = withValue.filter((flag) => switches.includes(flag));
  if (ambiguous.length > 0) throw new Error(`${ambiguous.join(', ')} takes a value in some commands only`);
  const isShared = (flag: string) =>
    ofCommands.every((place) => place.options.flatMap(flagsOf).includes(flag));
  const own = options.flatMap(flagsOf).filter((flag) => !isShared(flag));
  return { choices, withValue: split(withValue), ofDefault: split(own) };
}

function split(flags: ReadonlyArray<string>): Flags {
  const long = flags.filter((flag) => flag.startsWith('--'));
  const short = flags.filter((flag) => !long.includes(flag));
  return { long, letters: short.map((flag) => flag.slice(1)).join('') };
}

/** A command and those below it; `config set` has a place for each preference, because its values depend on it. */
function placesOf(command: Command, before = ''): ReadonlyArray<Place> {
  const path = `${before}${command.name()}`;
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const [argument] = command.registeredArguments;
  const next = command.commands.length > 0 ? one(command.commands.map(commandWord)) : followsOf(argument);
  const preferences = path === 'config set' ? PREFERENCES : [];
  return [
    { path, options, next: path === 'help' ? topics(command) : next },
    ...preferences.map(({ id, parse }) => ({
      path: `${path} ${id}`,
      options,
      next: allowedBy(parse.allowed),
    })),
    ...command.commands.flatMap((child) => placesOf(child, `${path} `)),
  ];
}

function commandWord(command: Command): Word {
  return { text: command.name(), description: command.description() };
}

function optionWords(option: Option): ReadonlyArray<Word> {
  return flagsOf(option).map((text) => ({ text, description: option.description }));
}

function flagsOf({ short, long }: Option): ReadonlyArray<string> {
  return [short, long].filter((flag) => flag !== undefined);
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function topics({ parent }: Command): Choices {
  const names = TOPIC_NAMES.map((text) => ({ text, description: '' }));
  return one([...(parent?.commands ?? []).map(commandWord), ...names]);
}

/** What the parser of the option allows. */
function valuesOf({ flags, parseArg }: Option): Choices {
  if (flags.includes('<command>')) return { kind: 'command', words: [] };
  return allowedBy(parseArg === undefined ? null : Reflect.get(parseArg, 'allowed'));
}

function followsOf(argument: Argument | undefined): Choices {
  if (argument?.name().includes('file') === true) return { kind: 'file', words: [] };
  return allowedBy(argument?.parseArg === undefined ? null : Reflect.get(argument.parseArg, 'allowed'));
}

function allowedBy(allowed: unknown): Choices {
  if (!isAllowedValues(allowed)) return { kind: 'free', words: [] };
  return {
    kind: allowed.kind,
    words: allowed.words.map((text) => ({ text, description: describe(text, allowed) })),
  };
}

function describe(word: string, { name }: AllowedValues): string {
  const board = name === 'board' ? BOARD_CATALOGUE.find(({ key }) => key === word) : undefined;
  return board?.ranksOn ?? '';
}

/** What may follow, with all keys that it has, so that each script has it once; what offers nothing is left out. */
export function grouped({ choices }: Completions): ReadonlyArray<readonly [ReadonlyArray<string>, Choices]> {
  const groups = new Map<string, [Array<string>, Choices]>();
  for (const [key, each] of choices) {
    const id = JSON.stringify(each);
    const [keys] = groups.get(id) ?? [];
    if (keys === undefined) groups.set(id, [[key], each]);
    else keys.push(key);
  }
  return [...groups.values()].filter(([, { kind }]) => kind !== 'free');
}
