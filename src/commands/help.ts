import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { unexpected } from '../quote.ts';
import { suggestionHint } from '../suggest.ts';
import { TOPIC_NAMES, topicPage } from './help-topics.ts';
import { rootHelp } from './root-help.ts';
import type { CommandList } from './shared/command-list.ts';
import { addExamples } from './shared/options.ts';
import { writeText } from './shared/output.ts';
import { withScreenHint } from './shared/screen-hint.ts';

interface HelpContext {
  readonly program: Command;
  readonly commands: CommandList;
  readonly context: Context;
}

/** Registers `help [topic]`. */
export function registerHelp(command: Command, context: Context, commands: CommandList): void {
  const program = command.parent ?? command;
  program.helpCommand(false);
  addExamples(command, {
    'boards help watch': 'options and examples of a command',
    'boards help exit-codes': 'what each exit code means',
    'boards help options': 'options that all commands share',
  })
    .argument('[topic]', `a command, or ${TOPIC_NAMES.join(', ')}`)
    .action((topic: string | undefined) => runHelp(topic, { program, commands, context }));
}

/** Writes the help of the program, a command or a topic. Throws UsageError for an unknown one. */
async function runHelp(
  topic: string | undefined,
  { program, commands, context }: HelpContext,
): Promise<void> {
  if (topic === undefined) return writeText(await rootHelp(commands, context), context);
  const command = program.commands.find((known) => known.name() === topic);
  if (command !== undefined) return command.outputHelp();
  const page = await topicPage(topic);
  if (page === undefined) {
    const valid = [...Object.keys(commands), ...TOPIC_NAMES];
    throw unexpected('unknown help topic', topic, suggestionHint(topic, valid));
  }
  writeText(await withScreenHint(page, `boards help ${topic}`, context), context);
}
