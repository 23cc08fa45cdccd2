import type { Command } from 'commander';
import { HELP_TOPICS } from '../../src/commands/help-topics.ts';

/** The manual page `boards(1)`, in the man macros that mandoc and groff both read. */
export function renderManual(program: Command): string {
  return [
    '.\\" Made by `npm run completions`: do not edit.',
    '.TH BOARDS 1 "" "ranked\\-boards"',
    '.SH NAME',
    `boards \\- ${roff(program.description().replace(/\.$/, ''))}`,
    '.SH SYNOPSIS',
    '.B boards',
    '.RI [ command ]',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    'Shows the boards of a scanner: ranked lists of market symbols, and how many of them each symbol is on.',
    'Without a command it is the same as',
    '.BR "boards boards" .',
    '.PP',
    'To look around without an account:',
    '.BR "boards \\-\\-sandbox" .',
    'To begin:',
    '.BR "boards login" .',
    '.SH EXAMPLES',
    '.nf',
    ...examplesOf(program).map(roff),
    '.fi',
    '.SH COMMANDS',
    ...program.commands.flatMap((command) => commandLines(command, 'boards')),
    ...topicSections(),
    '',
  ].join('\n');
}

function commandLines(command: Command, parent: string): ReadonlyArray<string> {
  const name = `${parent} ${command.name()}`;
  const words = command.registeredArguments.map((argument) => {
    const dots = argument.variadic ? '...' : '';
    return argument.required ? `<${argument.name()}${dots}>` : `[${argument.name()}${dots}]`;
  });
  const isGroup = command.commands.length > 0;
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  return [
    `.SS ${quoted([name, ...(isGroup ? [] : words)].join(' '))}`,
    `${roff(sentence(command.description()))}`,
    ...options.flatMap((option) => ['.TP', `.B ${roff(option.flags)}`, roff(help.optionDescription(option))]),
    ...command.commands.flatMap((child) => commandLines(child, name)),
  ];
}

/** Those of `boards --help`. */
function examplesOf(program: Command): ReadonlyArray<string> {
  const [, examples = ''] = program.helpInformation().split('Examples:\n');
  return examples
    .split('\n\n')
    .slice(0, 1)
    .flatMap((block) => block.split('\n'));
}

/** The pages of `boards help`, as they are there. */
function topicSections(): ReadonlyArray<string> {
  return Object.values(HELP_TOPICS).flatMap((page) => {
    const [title = '', ...lines] = page.trimEnd().split('\n');
    return [`.SH ${quoted(title.toUpperCase())}`, '.nf', ...lines.slice(1).map(roff), '.fi'];
  });
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function quoted(text: string): string {
  return `"${roff(text).replaceAll('"', '\\(dq')}"`;
}

/** Roff reads a backslash anywhere, a hyphen as typography, and a dot or an apostrophe at the start of a line. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
