import { constants } from 'node:os';
import type { Command, CommanderError } from 'commander';
import { COMMAND_NAMES, type CommandName, commandsFor } from './commands/names.ts';
import { keyRefused, looksLikeKey, namesKey } from './config/key.ts';
import type { Context, Stop } from './context.ts';
import { BoardsError, ExitCode, UsageError } from './errors.ts';
import { renderJson } from './view/json.ts';
import { cleanText } from './view/safe-text.ts';

const VERSION_OPTIONS = ['-V', '--version'];

type Register = (program: Command, context: Context) => void;

/** A command is loaded when a command line is about it: all of them would take 12 ms more. */
const REGISTERS: Readonly<Record<CommandName, () => Promise<Register>>> = {
  boards: async () => (await import('./commands/boards.ts')).registerBoards,
  top: async () => (await import('./commands/top.ts')).registerTop,
  watch: async () => (await import('./commands/watch.ts')).registerWatch,
  symbol: async () => (await import('./commands/symbol.ts')).registerSymbol,
  confluence: async () => (await import('./commands/confluence.ts')).registerConfluence,
  login: async () => (await import('./commands/login.ts')).registerLogin,
  logout: async () => (await import('./commands/logout.ts')).registerLogout,
  status: async () => (await import('./commands/status.ts')).registerStatus,
  config: async () => (await import('./commands/config.ts')).registerConfig,
  completion: async () => (await import('./commands/completion.ts')).registerCompletion,
  sandbox: async () => (await import('./commands/sandbox.ts')).registerSandbox,
  help: async () => (await import('./commands/help.ts')).registerHelp,
};

/** The named commands (all, unless told otherwise), bound to `context`; writes and exits nowhere by itself. */
export async function createProgram(
  context: Context,
  names: ReadonlyArray<CommandName> = COMMAND_NAMES,
): Promise<Command> {
  const { Command } = await import('commander');
  const program = new Command('boards')
    .description('Ranked boards of market symbols, in the terminal.')
    .version(context.host.version, VERSION_OPTIONS.join(', '), 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      // Errors are thrown, and printed by `report` alone.
      writeErr: () => undefined,
      getOutHelpWidth: () => context.stdout.columns || 80,
      getOutHasColors: () => false,
    });
  const registers = await Promise.all(names.map((name) => REGISTERS[name]()));
  for (const register of registers) register(program, context);
  return program;
}

/** Runs one command line (without node and script) to its exit code; throws nothing. */
export async function run(argv: ReadonlyArray<string>, context: Context): Promise<number> {
  try {
    refuseKeys(argv);
    if (isVersionAsked(argv)) context.stdout.write(`${context.host.version}\n`);
    else {
      const program = await createProgram(context, commandsFor(argv));
      await program.parseAsync([...argv], { from: 'user' });
    }
    context.signal.throwIfAborted();
    return ExitCode.ok;
  } catch (error) {
    return isStop(error) ? codeOfStop(error) : report(error, argv, context);
  }
}

/** The version alone needs no command, and commander takes a third as long to load as Node does. */
function isVersionAsked([option = '', ...more]: ReadonlyArray<string>): boolean {
  return VERSION_OPTIONS.includes(option) && more.length === 0;
}

/**
 * Prints an error on stderr, with `--json` as one line of JSON, and returns its exit code. With `--debug` the causes and
 * stacks follow. The only place that prints errors.
 */
export function report(thrown: unknown, argv: ReadonlyArray<string>, context: Context): ExitCode {
  if (isFromCommander(thrown) && thrown.exitCode === 0) return ExitCode.ok;
  const error = toBoardsError(thrown);
  const { code, message, status = null, retryable, retryAfterSeconds = null, hint = null } = error;
  if (argv.includes('--json')) {
    context.stderr.write(
      renderJson({ error: { code, message, status, retryable, retryAfterSeconds, hint } }, false),
    );
  } else {
    context.stderr.write(`error: ${cleanText(message)}\n`);
    const steps = hint?.split('\n') ?? [];
    context.stderr.write(steps.map((step) => `hint: ${cleanText(step)}\n`).join(''));
  }
  if (argv.includes('--debug')) context.stderr.write(`${traceOf(error)}\n`);
  return error.exitCode;
}

function toBoardsError(thrown: unknown): BoardsError {
  if (thrown instanceof BoardsError) return thrown;
  if (isFromCommander(thrown)) return fromCommander(thrown);
  return new BoardsError('internal', ExitCode.internal, 'something went wrong inside boards', {
    hint: 'Run it again with --debug, and report what it prints.',
    cause: thrown,
  });
}

/** By its code, so that commander is not loaded for this. */
function isFromCommander(thrown: unknown): thrown is CommanderError {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('commander.');
}

/** Commander's own complaints, in the form of all others. */
function fromCommander(thrown: CommanderError): UsageError {
  const [line = '', suggestion = ''] = thrown.message.replace(/^error: /, '').split('\n');
  // The name alone: in `--pasword=…` the rest is nobody's business.
  const message = line.replace(/^(unknown option '[^=]*)=.*/, "$1'");
  const meant = suggestion.replace(/^\(|\)$/g, '');
  const help = 'See boards --help, or --help after a command.';
  return new UsageError(message, { hint: meant === '' ? help : `${meant} ${help}`, cause: thrown });
}

/** Every error of the chain with its stack, one clean line each. */
function traceOf(error: BoardsError): string {
  const lines: Array<string> = [];
  for (let link: unknown = error; link instanceof Error && lines.length < 60; link = link.cause) {
    lines.push(...(link.stack ?? link.message).split('\n'));
  }
  return lines.map((line) => `debug: ${cleanText(line)}`).join('\n');
}

/** Keys are never taken from the command line, where other users and the shell's history can read them. */
function refuseKeys(argv: ReadonlyArray<string>): void {
  if (argv.some((word) => namesKey(word) || looksLikeKey(word))) throw keyRefused();
}

function isStop(reason: unknown): reason is Stop {
  return typeof reason === 'object' && reason !== null && 'stop' in reason;
}

/** 128 and the number of the signal, as a shell says it; 0 when the reader has closed the pipe. */
function codeOfStop({ stop }: Stop): number {
  return stop === 'closed-pipe' ? ExitCode.ok : 128 + constants.signals[stop];
}
