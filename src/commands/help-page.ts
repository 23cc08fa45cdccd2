import {
  type AddHelpTextContext,
  type Argument,
  type Command,
  Help,
  type HelpConfiguration,
  type Option,
} from 'commander';
import type { Context } from '../context.ts';
import { flowTexts } from '../text/flow.ts';
import { isCommon } from './shared/common-options.ts';
import { compareOptions, headingOf } from './shared/option-order.ts';
import { longerThanScreen, PAGE_WIDTH, pageFitter } from './shared/screen-hint.ts';

/** More options than these are in groups with headings. */
const MOST_UNGROUPED = 8;

/** A line of a list: an option, an argument or a command, and what it means. */
interface Item {
  readonly heading: string;
  readonly term: string;
  readonly description: string;
}

/** Formats the help of commands. Manual page and completions ask it for the options, so they have the same order. */
export const HELP_SETTINGS: HelpConfiguration = {
  visibleOptions: (command) => new Help().visibleOptions(command).toSorted(compareOptions),
  formatHelp,
};

/** Writes help with `write`; `ending` is the line to print after all of it. */
export async function helpOutput(write: (text: string) => unknown, context: Context) {
  const narrow = await pageFitter(context);
  let text = '';
  return {
    write: (part: string) => {
      const fitted = narrow(part);
      text += fitted;
      write(fitted);
    },
    ending: ({ command }: AddHelpTextContext) =>
      longerThanScreen(text, `${namesOf(command).join(' ')} --help`, context),
  };
}

/** The lines of options in groups with headings, for `boards help options`. */
export function groupedOptions(options: ReadonlyArray<Option>, helper: Help): ReadonlyArray<string> {
  const sorted = options.toSorted(compareOptions);
  const items = sorted.flatMap((option) => optionItems([option], helper));
  return listLines(items, helper);
}

/** Text as a sentence: descriptions are written without capital and full stop, for lists. */
export function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** `boards`, `config`, `set`. */
function namesOf(command: Command): ReadonlyArray<string> {
  return [...(command.parent === null ? [] : namesOf(command.parent)), command.name()];
}

/** Usage, description, arguments and options, and the names of common options, which `boards help options` explains. */
function formatHelp(command: Command, helper: Help): string {
  const width = helper.helpWidth ?? PAGE_WIDTH;
  const options = helper.visibleOptions(command);
  const hasCommon = options.some(isCommon);
  const isNamed = (option: Option) => hasCommon && (isCommon(option) || option.long === '--help');
  const explained = options.filter((option) => !isNamed(option));
  const items = [...argumentItems(command, helper), ...optionItems(explained, helper)];
  const names = withTerms(options.filter(isNamed)).map(({ term }) => term.replace(/,.*/, ''));
  return [
    `Usage: ${helper.commandUsage(command)}`,
    helper.boxWrap(sentence(command.description()), width),
    '',
    ...listLines(
      [...commandItems(command, helper), ...(items.length > MOST_UNGROUPED ? items : items.map(inOneGroup))],
      helper,
    ),
    ...(names.length === 0 ? [] : ['Common options (boards help options):', ...wrapNames(names, width)]),
    '',
  ].join('\n');
}

function commandItems(command: Command, helper: Help): ReadonlyArray<Item> {
  return helper.visibleCommands(command).map((subcommand) => ({
    heading: 'Commands',
    term: `${subcommand.name()} ${subcommand.usage().replace(/\[options\] ?/, '')}`.trimEnd(),
    description: helper.subcommandDescription(subcommand),
  }));
}

function argumentItems(command: Command, helper: Help): ReadonlyArray<Item> {
  return helper.visibleArguments(command).map((argument) => ({
    heading: 'Arguments',
    term: argumentTerm(argument),
    description: helper.argumentDescription(argument),
  }));
}

/** As in the usage line. */
function argumentTerm(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
}

function optionItems(options: ReadonlyArray<Option>, helper: Help): ReadonlyArray<Item> {
  return withTerms(options).map(({ option, term }) => ({
    heading: headingOf(option),
    term,
    description: helper.optionDescription(option),
  }));
}

function inOneGroup(item: Item, _index: number, items: ReadonlyArray<Item>): Item {
  const hasArguments = items.some(({ heading }) => heading === 'Arguments');
  return { ...item, heading: hasArguments ? 'Arguments and options' : 'Options' };
}

/** Options with their terms; a flag and its negation are one: `--[no-]wide`. */
function withTerms(options: ReadonlyArray<Option>) {
  const flags = new Set(options.filter(({ required }) => !required).map(({ long }) => long));
  return options
    .filter(({ negate, long }) => !(negate && flags.has(long?.replace('--no-', '--'))))
    .map((option) => {
      const hasNegation = !option.required && flags.has(option.long?.replace('--', '--no-'));
      return { option, term: hasNegation ? option.flags.replace('--', '--[no-]') : option.flags };
    });
}

/** Each heading with its items; the descriptions of all of them begin in one column. */
function listLines(items: ReadonlyArray<Item>, helper: Help): ReadonlyArray<string> {
  const termWidth = Math.max(0, ...items.map(({ term }) => term.length));
  return items.flatMap(({ heading, term, description }, index) => [
    ...(heading === items[index - 1]?.heading ? [] : [`${heading}:`]),
    helper.formatItem(term, termWidth, description, helper),
  ]);
}

/** Names between commas, in indented lines, which are not broken between an option and its value. */
function wrapNames(names: ReadonlyArray<string>, width: number): ReadonlyArray<string> {
  const words = names.map((name, index) => (index < names.length - 1 ? `${name},` : name));
  return flowTexts(words, width - 2).map((line) => `  ${line}`);
}
