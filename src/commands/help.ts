import { Argument, type Command } from 'commander';
import { commandAt, type Specification, TOPIC_NAMES, type Topic } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { unexpected } from '../errors.ts';
import { nearest, suggestionHint } from '../lib/distance.ts';
import { BOARD_CATALOGUE, TIMEFRAMES } from '../market/catalogue.ts';
import { writePage, writeText } from './shared/print.ts';

export const command = (context: Context, program: Command): Specification => ({
  arguments: [new Argument('[topic...]', `a command, or ${TOPIC_NAMES.join(', ')}`)],
  examples: {
    'boards help watch': 'show the options and examples of a command',
    'boards help config set': 'show the help of a subcommand',
    'boards help exit-codes': 'explain the exit codes',
    'boards help boards': 'list every board and what it ranks on',
    'boards help conditions': 'explain the conditions of --on and --until',
  },
  check(_options, words: ReadonlyArray<string>) {
    if (topicNamed(words) !== undefined || commandNamed(words, program) !== undefined) return;
    const names = [...new Set([...program.commands.map((each) => each.name()), ...TOPIC_NAMES])];
    throw unexpected('unknown help topic', words.join(' '), topicHint(words, names));
  },
  async run(_options, words: ReadonlyArray<string>) {
    // A topic hides the command of the same name; `boards --help` shows the command.
    const name = topicNamed(words);
    if (name !== undefined) {
      const { TOPIC_PAGES } = await import('./shared/topic-pages.ts');
      const write = name === 'schema' ? writeText : writePage;
      return write(TOPIC_PAGES[name](), context);
    }
    commandNamed(words, program)?.outputHelp();
  },
});

const topicNamed = (words: ReadonlyArray<string>) => TOPIC_NAMES.find((each) => each === words.join(' '));

const commandNamed = (words: ReadonlyArray<string>, program: Command) =>
  words.length === 0 ? program : commandAt(words.join(' '), program);

const SUBJECTS: ReadonlyArray<readonly [topic: Topic, subjects: ReadonlyArray<string>]> = [
  ['boards', ['timeframe', 'timeframes', ...TIMEFRAMES, ...BOARD_CATALOGUE.map(({ key }) => key)]],
  ['conditions', ['alerts', 'on', 'until', 'events']],
  ['environment', ['env', 'variables']],
  ['exit-codes', ['errors', 'codes', 'exit']],
  ['format', ['columns', 'fields', 'templates']],
  ['keys', ['shortcuts', 'signs']],
  ['recordings', ['record', 'recording']],
];

function topicHint(words: ReadonlyArray<string>, names: ReadonlyArray<string>): string {
  const pageOf = (word: string) =>
    names.find((name) => name === word.toLowerCase()) ??
    SUBJECTS.find(([, subjects]) =>
      subjects.some((subject) => subject.toLowerCase() === word.toLowerCase()),
    )?.[0] ??
    nearest(word, names);
  const pages = [...new Set(words.flatMap((word) => pageOf(word) ?? []))];
  if (pages.length === 0) return suggestionHint('', names);
  return `Did you mean ${pages.map((page) => `\`boards help ${page}\``).join(' or ')}?`;
}
