import type { Command, CommanderError } from 'commander';
import type { Context } from '../context.ts';
import { shownText } from '../text/ascii.ts';
import { COMMANDS, type CommandName, commandNames } from './index.ts';
import { PAGE_WIDTH } from './shared/screen-hint.ts';

export const VERSION_OPTIONS = ['-V', '--version'];

/** A program with the given commands (default: all), bound to `context`. It throws instead of printing errors or exiting. */
export async function createProgram(
  context: Context,
  names: ReadonlyArray<CommandName> = commandNames(),
): Promise<Command> {
  const [{ Command }, { HELP_SETTINGS, helpOutput }, { helpOption }] = await Promise.all([
    import('commander'),
    import('./help-page.ts'),
    import('./shared/common-options.ts'),
  ]);
  const help = await helpOutput((text) => context.stdout.write(shownText(text, context.env)), context);
  const program = new Command('boards')
    .description('Ranked boards of market symbols, in the terminal.')
    .version(context.host.version, VERSION_OPTIONS.join(', '), 'print the version')
    .addHelpOption(helpOption())
    .addHelpText('afterAll', help.ending)
    .configureHelp(HELP_SETTINGS)
    .exitOverride()
    .configureOutput({
      writeOut: help.write,
      // Errors are thrown; only `report` prints them.
      writeErr: () => undefined,
      getOutHelpWidth: () => context.stdout.columns || PAGE_WIDTH,
      getOutHasColors: () => false,
    });
  const registers = await Promise.all(names.map((name) => COMMANDS[name].load()));
  for (const [index, name] of names.entries()) {
    const command = program.command(name, { isDefault: name === 'boards' });
    registers[index]?.(command.description(COMMANDS[name].summary), context, COMMANDS);
  }
  acceptEverywhere(program);
  nameRefusals(program);
  return program;
}

/** The commands that are about the key, which the sandbox does not need. */
const KEY_COMMANDS: ReadonlyArray<string> = ['login', 'logout'];

/**
 * The hint for an internal error asks for --debug, so every command must accept it. --sandbox has no effect where no data is shown, but
 * is accepted there for those who have `boards --sandbox` as an alias.
 */
function acceptEverywhere({ commands }: Command): void {
  for (const command of commands) {
    const accepted = KEY_COMMANDS.includes(command.name()) ? ['--debug'] : ['--debug', '--sandbox'];
    const known = command.options.map(({ long }) => long);
    for (const flag of accepted.filter((each) => !known.includes(each)))
      command.addOption(command.createOption(flag).hideHelp());
    acceptEverywhere(command);
  }
}

/** A command line that a command refused. The fault is not the cause, because it quotes user input, which may be a key. */
export class RefusedCommandLine extends Error {
  readonly fault: CommanderError;
  readonly command: Command;

  constructor(fault: CommanderError, command: Command) {
    super('refused');
    this.fault = fault;
    this.command = command;
  }
}

/** Errors of commander do not say which command they are about. */
function nameRefusals({ commands }: Command): void {
  for (const command of commands) {
    command.exitOverride((error) => {
      throw error.exitCode === 0 ? error : new RefusedCommandLine(error, command);
    });
    nameRefusals(command);
  }
}
