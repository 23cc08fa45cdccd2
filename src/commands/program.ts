import { Command, Help } from 'commander';
import { PROGRAM_OPTIONS } from '../cli/options.ts';
import { define, PAGE_WIDTH, type Specification, TOPIC_NAMES, VERSION_FLAGS } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { writePage } from './shared/print.ts';

type Load = () => Promise<{ command(context: Context, program: Command): Specification }>;

/** The help lists the commands in this order. */
export const COMMANDS: Readonly<Record<string, readonly [summary: string, load: Load]>> = {
  boards: ['show the current boards once, the top play first', () => import('./boards.ts')],
  top: ['show the top play: the symbol on the most boards', () => import('./top.ts')],
  watch: ['open a live pane with all boards and their changes', () => import('./watch.ts')],
  symbol: ['show the boards that a symbol is on, with its ranks', () => import('./symbol.ts')],
  confluence: ['list symbols by the number of boards they are on', () => import('./confluence.ts')],
  history: ['show a symbol over a day, or how symbols performed', () => import('./history.ts')],
  replay: ['play a recorded day in the pane, or print its changes', () => import('./replay.ts')],
  login: ['store the API key, from a prompt or from stdin', () => import('./login.ts')],
  logout: ['delete the stored API key, but keep preferences', () => import('./logout.ts')],
  status: ['show versions and settings, and send a test request', () => import('./status.ts')],
  config: ['list, get, set and unset preferences', () => import('./config.ts')],
  completion: ['print the completion script for a shell', () => import('./completion.ts')],
  sandbox: ['serve the API with simulated data on this computer', () => import('./sandbox.ts')],
  help: ['explain a command or a topic, as in boards help keys', () => import('./help.ts')],
};

/** Completes a summary, which has no capital and no full stop in lists. */
function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

const DEFAULT_COMMAND = 'boards';

const HELP_OPTION = '--help';
const OPTIONS = 'Options:';
const COMMON_OPTIONS = 'Common options:';
const COMMON_LINE = 'Common options (boards --help): --sandbox --plain --palette -q --debug and more';

const isProgram = (command: Command | null) => command?.parent === null;

/** Moves the commands before the options. Only the page of the program lists its own options. */
function formatHelp(command: Command, helper: Help): string {
  const shown: Help = Object.assign(Object.create(helper), {
    showGlobalOptions: false,
    // Other descriptions already mention `--help` and the negated options of the program.
    visibleOptions: (each: Command) =>
      helper
        .visibleOptions(each)
        .filter(({ negate, long }) => long !== HELP_OPTION && !(isProgram(command) && negate)),
  });
  const sections = Help.prototype.formatHelp.call(shown, command, shown).trimEnd().split('\n\n');
  const headings = [OPTIONS, COMMON_OPTIONS];
  const placeOf = (section: string) => headings.findIndex((heading) => section.startsWith(heading));
  const sorted = sections.sort((one, other) => placeOf(one) - placeOf(other));
  const line = isProgram(command) ? [] : [helper.boxWrap(COMMON_LINE, helper.helpWidth ?? PAGE_WIDTH)];
  return `${[...sorted, ...line].join('\n\n')}\n`;
}

const HELP: Partial<Help> = {
  showGlobalOptions: true,
  minWidthToWrap: 20,
  formatHelp,
  // The program accepts the options of its default command.
  visibleOptions: (command) => [
    ...(command.commands.find((each) => each.name() === DEFAULT_COMMAND)?.options ?? []),
    ...new Help().visibleOptions(command),
  ],
  commandDescription: (command) =>
    `${sentence(command.description())}${isProgram(command) ? ' To try it: boards --sandbox' : ''}`,
  subcommandDescription: (command) =>
    command.name() === 'help' ? `explain topics: ${TOPIC_NAMES.join(', ')}` : command.description(),
  // Commands that are not loaded yet have no arguments.
  subcommandTerm: (command) =>
    isProgram(command.parent) ? command.name() : new Help().subcommandTerm(command),
  visibleArguments: ({ registeredArguments }) =>
    registeredArguments.filter(({ description }) => description !== ''),
};

/** Loads only the commands among `words`. In a trial, the program checks a line without running it. */
export async function createProgram(
  context: Context,
  words: ReadonlyArray<string> = Object.keys(COMMANDS),
  isTrial = false,
): Promise<Command> {
  const { stdout, host } = context;
  const program: Command = new Command('boards')
    .description('show ranked lists (boards) of market symbols')
    .optionsGroup(COMMON_OPTIONS)
    .configureHelp(HELP)
    // wrong-line.ts makes better suggestions.
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => writePage(text, context),
      // Errors are thrown; only `printError` prints them.
      writeErr: () => undefined,
      getOutHelpWidth: () => stdout.columns || PAGE_WIDTH,
      getOutHasColors: () => false,
    });
  for (const option of PROGRAM_OPTIONS) program.addOption(option);
  program
    .version(
      host.version,
      VERSION_FLAGS.join(', '),
      `print the version; -h, ${HELP_OPTION}: the help of a command`,
    )
    .helpOption(`-h, ${HELP_OPTION}`, 'print the help of the command');
  for (const [name, [summary, load]] of Object.entries(COMMANDS)) {
    const command = program.command(name, { isDefault: name === DEFAULT_COMMAND });
    command.description(summary);
    if (name === DEFAULT_COMMAND || words.includes(name))
      define(command, (await load()).command(context, program), isTrial);
  }
  return define(program, {});
}
