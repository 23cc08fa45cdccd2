import type { Argument, Command } from 'commander';
import { TOPIC_NAMES } from '../../src/cli/topics.ts';
import { SHELLS } from '../../src/commands/completion.ts';
import { PREFERENCES } from '../../src/settings/preferences.ts';
import { preferenceNames, type Values, valuesOf, valuesOfOption, valuesOfPreference } from './values.ts';

/** A position on the command line, identified by the command words before it, and its completions. */
export interface Place {
  /** The command words before this position: empty, `watch`, `config set`. */
  readonly path: string;
  readonly description: string;
  readonly options: ReadonlyArray<PlaceOption>;
  /** Positions after one more command word. */
  readonly children: ReadonlyArray<Place>;
  /** The values of the argument at this position. */
  readonly argument: Values | null;
}

export interface PlaceOption {
  readonly flags: ReadonlyArray<string>;
  readonly description: string;
  /** Null for an option without a value. */
  readonly values: Values | null;
}

/** All places of the program, parents before children. */
export function listPlaces(program: Command): ReadonlyArray<Place> {
  const children = program.commands.map((command) => describe(command, program));
  // Options without a command belong to the default command, which has the name of the program.
  const defaultCommand = children.find(({ path }) => path === program.name());
  const root: Place = {
    path: '',
    description: program.description(),
    options: defaultCommand?.options ?? [],
    children,
    argument: null,
  };
  const places = flatten(root);
  assertUnambiguous(places);
  return places;
}

function flagsWithValue(places: ReadonlyArray<Place>): ReadonlyArray<string> {
  const options = places.flatMap((place) => place.options).filter(({ values }) => values !== null);
  return [...new Set(options.flatMap(({ flags }) => flags))];
}

/**
 * The same flags, for scripts that match them word by word: the long ones, and the letters of the short ones, because `-qt`
 * takes a value like `-t`.
 */
export function valueFlagForms(places: ReadonlyArray<Place>): {
  readonly long: ReadonlyArray<string>;
  readonly letters: string;
} {
  const flags = flagsWithValue(places);
  const isLong = (flag: string) => flag.startsWith('--');
  const letters = flags.filter((flag) => !isLong(flag)).map((flag) => flag.slice(1));
  return { long: flags.filter(isLong), letters: letters.sort().join('') };
}

/** The flags of the command that no word names: behind one of them, no command can follow. */
export function ownFlagForms(places: ReadonlyArray<Place>) {
  const [root, ...others] = places;
  const flagsOf = ({ options }: Place) => options.flatMap(({ flags }) => flags);
  const shared = others.map(flagsOf).reduce((all, some) => all.filter((flag) => some.includes(flag)));
  const own = (root === undefined ? [] : flagsOf(root)).filter((flag) => !shared.includes(flag));
  const isLong = (flag: string) => flag.startsWith('--');
  const letters = own.filter((flag) => !isLong(flag)).map((flag) => flag.slice(1));
  return { long: own.filter(isLong), letters: letters.join('') };
}

/** Values by flag, or by path and flag where a command differs from the commands before it. */
export function valuesByFlag(places: ReadonlyArray<Place>): ReadonlyMap<string, Values> {
  const found = new Map<string, Values>();
  for (const { path, options } of places) {
    for (const { flags, values } of options) {
      for (const flag of values === null ? [] : flags) {
        if (values === null || isSame(values, found.get(flag))) continue;
        found.set(found.has(flag) ? `${path} ${flag}` : flag, values);
      }
    }
  }
  return found;
}

function isSame(values: Values, other: Values | undefined): boolean {
  return JSON.stringify(values) === JSON.stringify(other);
}

/** The last command word of a path. */
export function lastWord({ path }: Place): string {
  return path.split(' ').at(-1) ?? '';
}

function describe(command: Command, program: Command, before = ''): Place {
  const path = `${before}${command.name()}`;
  const options = optionsOf(command, path);
  const commandPlaces = command.commands.map((child) => describe(child, program, `${path} `));
  return {
    path,
    description: command.description(),
    options,
    children: path === 'config set' ? preferencePlaces(path, options) : commandPlaces,
    argument: argumentOf(command.registeredArguments[0], path, program),
  };
}

/** `config set` has one place per preference, because the valid values depend on the preference. */
function preferencePlaces(path: string, options: ReadonlyArray<PlaceOption>): ReadonlyArray<Place> {
  return PREFERENCES.map((preference) => ({
    path: `${path} ${preference.id}`,
    description: '',
    options,
    children: [],
    argument: valuesOfPreference(preference),
  }));
}

function argumentOf(argument: Argument | undefined, path: string, program: Command): Values | null {
  if (argument === undefined) return null;
  if (path === 'completion') return valuesOf('shell', 'one', SHELLS);
  if (path === 'help') return valuesOf('topic', 'one', topicsOf(program));
  if (path === 'config get' || path === 'config unset') return preferenceNames();
  return valuesOf(argument.name(), argument.name().includes('file') ? 'file' : 'free');
}

function topicsOf(program: Command) {
  const commands = program.commands.map((command) => ({
    text: command.name(),
    description: command.description(),
  }));
  return [...commands, ...TOPIC_NAMES];
}

/** Those of the command, then those of the program. */
function optionsOf(command: Command, path: string): ReadonlyArray<PlaceOption> {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].map((option) => ({
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    description: option.description,
    values: option.required || option.optional ? distinctlyNamed(valuesOfOption(option), path) : null,
  }));
}

/** The first values of each name. The scripts share value lists by name. */
const firstOfName = new Map<string, Values>();

/** Gives values a unique name if they differ from the first ones of the same name. */
function distinctlyNamed(values: Values, path: string): Values {
  const first = firstOfName.get(values.name) ?? values;
  firstOfName.set(values.name, first);
  return isSame(values, first) ? values : { ...values, name: `${path}-${values.name}` };
}

function flatten(place: Place): ReadonlyArray<Place> {
  return [place, ...place.children.flatMap(flatten)];
}

/** Throws if a flag takes a value in only some commands: the scripts skip option values before they know the command. */
function assertUnambiguous(places: ReadonlyArray<Place>): void {
  const withValue = flagsWithValue(places);
  for (const { path, options } of places) {
    const flag = options.filter(({ values }) => values === null).flatMap(({ flags }) => flags);
    const both = flag.find((each) => withValue.includes(each));
    if (both !== undefined)
      throw new Error(`${both} takes a value in some commands, but not in boards ${path}`);
  }
}
