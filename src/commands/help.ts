import { Argument, type Command } from 'commander';
import { type Specification, TOPIC_NAMES } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { suggestionHint, unexpected } from '../quote.ts';
import { writePage, writeText } from './write.ts';

export const command = (context: Context, program: Command): Specification => ({
  arguments: [new Argument('[topic...]', `a command, or ${TOPIC_NAMES.join(', ')}`)],
  examples: {
    'boards help watch': 'options and examples of a command',
    'boards help config set': 'the same of a subcommand',
    'boards help exit-codes': 'what each exit code means',
    'boards help boards': 'every board: its key, and what it ranks on',
    'boards help conditions': 'what --on and --until accept',
  },
  async run(_options, words: ReadonlyArray<string>) {
    const topic = words.join(' ');
    // Of two with the same name the topic: the options of `boards` are in its own help.
    const name = TOPIC_NAMES.find((known) => known === topic);
    if (name !== undefined) {
      const { TOPIC_PAGES } = await import('../cli/topic-pages.ts');
      const write = name === 'schema' ? writeText : writePage;
      return write(TOPIC_PAGES[name](), context);
    }
    const commandIn = (parent: Command | undefined, word: string) =>
      parent?.commands.find((known) => known.name() === word);
    const command = words.reduce<Command | undefined>(commandIn, program);
    if (command !== undefined) return command.outputHelp();
    const names = program.commands.map((known) => known.name());
    throw unexpected(
      'unknown help topic',
      topic,
      suggestionHint(topic, [...new Set([...names, ...TOPIC_NAMES])]),
    );
  },
});
