import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { unexpected } from '../quote.ts';
import { suggestionHint } from '../suggest.ts';
import { TOPIC_NAMES, topicPage } from './help-topics.ts';
import type { CommandList } from './shared/command-list.ts';
import { addExamples } from './shared/options.ts';
import { writeText } from './shared/output.ts';
import { longerThanScreen } from './shared/screen-hint.ts';

const EXAMPLES = `Examples:
  boards --sandbox                       simulated data, no key
  boards -t swing -b movers,rvol         two boards of the swing timeframe
  boards --json | jq -r .topPlay.symbol  one field, for a script`;

interface HelpContext {
  readonly program: Command;
  readonly commands: CommandList;
  readonly context: Context;
}

/** Registers `help [topic]`, and replaces the help of the program by one that fits 80 × 24 cells. Register it last. */
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
  // Set after all commands are created, because a command copies the help settings of the program.
  program.configureHelp({ formatHelp: () => formatRoot(commands) });
}

/** Writes the help of a command or topic. Throws UsageError for an unknown one. */
async function runHelp(
  topic: string | undefined,
  { program, commands, context }: HelpContext,
): Promise<void> {
  const command = topic === undefined ? program : program.commands.find((known) => known.name() === topic);
  if (command !== undefined) {
    command.outputHelp();
    return;
  }
  const page = await topicPage(topic ?? '');
  if (page === undefined) {
    const valid = [...Object.keys(commands), ...TOPIC_NAMES];
    throw unexpected('unknown help topic', topic ?? '', suggestionHint(topic ?? '', valid));
  }
  writeText(page, context);
  const ending = longerThanScreen(page, `boards help ${topic}`, context);
  if (ending !== '') writeText(`${ending}\n`, context);
}

/** All commands in groups, three examples, the options most used: 23 lines of at most 80 cells. */
function formatRoot(commands: CommandList): string {
  let shown = '';
  const lines = Object.entries(commands).map(([name, { group, summary }]) => {
    const heading = group === shown ? '' : group;
    shown = group;
    return `  ${heading.padEnd(8)}${name.padEnd(12)}${summary}`;
  });
  return [
    'Usage: boards [command] [options]     Options: boards <command> --help',
    '',
    ...lines,
    '',
    EXAMPLES,
    'Options: -t <timeframes>, -l <rows>, -b <boards>, --symbol <tickers>, -w, --json',
    `Topics:  ${TOPIC_NAMES.join(', ')}`,
    '',
  ].join('\n');
}
