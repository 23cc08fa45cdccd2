import { Command, Help, type Option } from 'commander';
import { PROGRAM_OPTIONS } from '../cli/options.ts';
import { define, PAGE_WIDTH, type Specification, TOPIC_NAMES, VERSION_FLAGS } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { writePage } from './write.ts';

/** Loads a command on demand, because all of them take long. */
type Load = () => Promise<{ command(context: Context, program: Command): Specification }>;

/** Every command, in display order: its heading in `boards --help`, its summary, and where it is. */
export const COMMANDS: Readonly<
  Record<string, readonly [group: 'Look' | 'Set up' | 'More', summary: string, load: Load]>
> = {
  boards: ['Look', 'show one snapshot: the top play, then every board', () => import('./boards.ts')],
  top: ['Look', 'show the top play: the symbol on the most boards', () => import('./top.ts')],
  watch: ['Look', 'open a live pane: all boards, and what moved', () => import('./watch.ts')],
  symbol: ['Look', 'show the boards that a symbol is on, with its ranks', () => import('./symbol.ts')],
  confluence: ['Look', 'list symbols by the number of boards they are on', () => import('./confluence.ts')],
  history: ['Look', 'show where a symbol has been over the day, as recorded', () => import('./history.ts')],
  replay: ['Look', 'play a recorded day: the pane, or what watch would print', () => import('./replay.ts')],
  login: ['Set up', 'store the key: typed at a prompt, or piped to stdin', () => import('./login.ts')],
  logout: ['Set up', 'delete the stored key; preferences are kept', () => import('./logout.ts')],
  status: ['Set up', 'show settings and their sources, and send a test request', () => import('./status.ts')],
  config: ['Set up', 'list, get, set and unset preferences', () => import('./config.ts')],
  completion: ['More', 'print the completion script for a shell', () => import('./completion.ts')],
  sandbox: ['More', 'serve the API on this computer, with simulated data', () => import('./sandbox.ts')],
  help: ['More', 'explain a command or a topic, as in boards help keys', () => import('./help.ts')],
};

/** Summaries are written without full stop, and those of commands without capital, for lists. */
function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
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
  const { stdout, host } = context;
  const program: Command = new Command('boards')
    .description('Ranked boards of market symbols, in the terminal')
    .version(host.version, VERSION_FLAGS.join(', '), 'print the version')
    .helpOption('-h, --help', 'print the help of the command')
    .configureHelp({
      showGlobalOptions: true,
      minWidthToWrap: 20,
      // Without a command, the options are those of the default one.
      visibleOptions: (command): Array<Option> => [
        ...(command === program ? usual().options : []),
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
      writeOut: (text) => writePage(text, context),
      // Errors are thrown; only `printError` prints them.
      writeErr: () => undefined,
      getOutHelpWidth: () => stdout.columns || PAGE_WIDTH,
      getOutHasColors: () => false,
    });
  const usual = () => program.commands.find((command) => command.name() === DEFAULT) ?? program;
  for (const option of PROGRAM_OPTIONS) program.addOption(option.helpGroup('Global Options:'));
  for (const [name, [group, summary, load]] of Object.entries(COMMANDS)) {
    const command = program.command(name, { isDefault: name === DEFAULT });
    command.description(summary).helpGroup(`${group}:`);
    if (name === DEFAULT || words.includes(name)) define(command, (await load()).command(context, program));
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
