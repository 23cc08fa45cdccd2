import { Command, Help, type Option } from 'commander';
import { PROGRAM_OPTIONS } from '../cli/options.ts';
import { define, PAGE_WIDTH, type Specification, VERSION_FLAGS } from '../cli/specification.ts';
import { TOPIC_NAMES } from '../cli/topics.ts';
import type { Context } from '../context.ts';
import { shownText } from '../text/ascii.ts';

interface Entry {
  /** The heading in `boards --help`. */
  readonly group: 'Look' | 'Set up' | 'More';
  readonly summary: string;
  /** Loads the command on demand, because all of them take long. */
  readonly load: () => Promise<(context: Context, program: Command) => Specification>;
}

/** Every command, in display order. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  boards: {
    group: 'Look',
    summary: 'show one snapshot: the top play, then every board',
    load: async () => (await import('./boards.ts')).boards,
  },
  top: {
    group: 'Look',
    summary: 'show the top play: the symbol on the most boards',
    load: async () => (await import('./top.ts')).top,
  },
  watch: {
    group: 'Look',
    summary: 'open a live pane: all boards, and what moved',
    load: async () => (await import('./watch.ts')).watch,
  },
  symbol: {
    group: 'Look',
    summary: 'show the boards that a symbol is on, with its ranks',
    load: async () => (await import('./symbol.ts')).symbol,
  },
  confluence: {
    group: 'Look',
    summary: 'list every symbol, by the number of boards it is on',
    load: async () => (await import('./confluence.ts')).confluence,
  },
  history: {
    group: 'Look',
    summary: 'show where a symbol has been over the day, as recorded',
    load: async () => (await import('./history.ts')).history,
  },
  replay: {
    group: 'Look',
    summary: 'play a recorded day: the pane, or what watch would print',
    load: async () => (await import('./replay.ts')).replay,
  },
  login: {
    group: 'Set up',
    summary: 'store the key: typed at a prompt, or piped to stdin',
    load: async () => (await import('./login.ts')).login,
  },
  logout: {
    group: 'Set up',
    summary: 'delete the stored key; preferences are kept',
    load: async () => (await import('./login.ts')).logout,
  },
  status: {
    group: 'Set up',
    summary: 'show settings and their sources, and send a test request',
    load: async () => (await import('./status.ts')).status,
  },
  config: {
    group: 'Set up',
    summary: 'list, get, set and unset preferences',
    load: async () => (await import('./config.ts')).config,
  },
  completion: {
    group: 'More',
    summary: 'print the completion script for a shell',
    load: async () => (await import('./completion.ts')).completion,
  },
  sandbox: {
    group: 'More',
    summary: 'serve the API on this computer, with simulated data',
    load: async () => (await import('./sandbox.ts')).sandbox,
  },
  help: {
    group: 'More',
    summary: 'explain a command or a topic, as in boards help keys',
    load: async () => (await import('./help.ts')).help,
  },
};

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
