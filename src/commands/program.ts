import { Command, Help, type Option } from 'commander';
import { PROGRAM_OPTIONS } from '../cli/options.ts';
import { define, PAGE_WIDTH, VERSION_FLAGS } from '../cli/specification.ts';
import { TOPIC_NAMES } from '../cli/topics.ts';
import type { Context } from '../context.ts';
import { shownText } from '../text/ascii.ts';
import { COMMANDS } from './index.ts';

/** Summaries are written without capital and full stop, for lists. */
function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

/** What is run without a command. */
const DEFAULT = 'boards';

/**
 * The program, bound to `context`; it throws instead of printing errors or exiting. Of the commands that are not among `words`, only
 * names and summaries are known, because the commands take long to load.
 */
export async function createProgram(
  context: Context,
  words: ReadonlyArray<string> = Object.keys(COMMANDS),
): Promise<Command> {
  const { stdout, env, host } = context;
  let isHelpAsked = false;
  const program: Command = new Command('boards')
    .description('Ranked boards of market symbols, in the terminal.')
    .version(host.version, VERSION_FLAGS.join(', '), 'print the version')
    .helpOption('-h, --help', 'print the help of the command')
    .configureHelp({
      showGlobalOptions: true,
      minWidthToWrap: 10,
      // Without a command, the options are those of the default one; they are no suggestions for other commands.
      visibleOptions: (command): Array<Option> => [
        ...(command === program && isHelpAsked ? usual().options : []),
        ...new Help().visibleOptions(command),
      ],
      commandDescription: (command) => sentence(command.description()),
      // Commands that are not loaded have no arguments yet.
      subcommandTerm: (command) =>
        command.parent === program ? command.name() : new Help().subcommandTerm(command),
      visibleArguments: ({ registeredArguments }) =>
        registeredArguments.filter(({ description }) => description !== ''),
    })
    .configureOutput({
      writeOut: (text) => stdout.write(shownText(text, env)),
      // Errors are thrown; only `report` prints them.
      writeErr: () => undefined,
      getOutHelpWidth: () => stdout.columns || PAGE_WIDTH,
      getOutHasColors: () => false,
    });
  program.addHelpText('before', () => {
    isHelpAsked = true;
    return '';
  });
  const usual = () => program.commands.find((command) => command.name() === DEFAULT) ?? program;
  for (const option of PROGRAM_OPTIONS) program.addOption(option.helpGroup('Global Options:'));
  for (const [name, { group, summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name, { isDefault: name === DEFAULT });
    command.description(summary).helpGroup(`${group}:`);
    if (name === DEFAULT || words.includes(name)) define(command, (await load())(context, program));
  }
  return define(program, {
    notes: [`Topics of boards help: ${TOPIC_NAMES.join(', ')}.`],
    examples: {
      'boards --sandbox': 'simulated data, no key',
      'boards -t swing -b movers,rvol': 'two boards of the swing timeframe',
      'boards --json | jq -r .topPlay.symbol': 'one field, for a script',
    },
  });
}
