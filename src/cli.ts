import { Command, CommanderError } from 'commander';
import { registerBoards } from './commands/boards.ts';
import { registerCompletion } from './commands/completion.ts';
import { registerConfig } from './commands/config.ts';
import { registerConfluence } from './commands/confluence.ts';
import { registerHelp } from './commands/help.ts';
import { registerLogin } from './commands/login.ts';
import { registerLogout } from './commands/logout.ts';
import { registerSandbox } from './commands/sandbox.ts';
import { registerStatus } from './commands/status.ts';
import { registerSymbol } from './commands/symbol.ts';
import { registerTop } from './commands/top.ts';
import { registerWatch } from './commands/watch.ts';
import { keyRefused, looksLikeKey, namesKey } from './config/key.ts';
import type { Context, Stop } from './context.ts';
import { BoardsError, ExitCode, UsageError } from './errors.ts';
import { renderJson } from './view/json.ts';
import { cleanText } from './view/safe-text.ts';

const STOP_CODES = {
  SIGHUP: ExitCode.sighup,
  SIGINT: ExitCode.sigint,
  SIGQUIT: ExitCode.sigquit,
  SIGTERM: ExitCode.sigterm,
  'closed-pipe': ExitCode.ok,
} as const satisfies Record<Stop['stop'], ExitCode>;

/** All commands, bound to `context`; writes and exits nowhere by itself. */
export function createProgram(context: Context): Command {
  const program = new Command('boards')
    .description('Ranked boards of market symbols, in the terminal.')
    .version(context.host.version, '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      // Errors are thrown, and printed by `report` alone.
      writeErr: () => undefined,
      getOutHelpWidth: () => context.stdout.columns || 80,
      getOutHasColors: () => false,
    });
  registerBoards(program, context);
  registerTop(program, context);
  registerWatch(program, context);
  registerSymbol(program, context);
  registerConfluence(program, context);
  registerLogin(program, context);
  registerLogout(program, context);
  registerStatus(program, context);
  registerConfig(program, context);
  registerCompletion(program, context);
  registerSandbox(program, context);
  registerHelp(program, context);
  return program;
}

/** Runs one command line (without node and script) to its exit code; throws nothing. */
export async function run(argv: ReadonlyArray<string>, context: Context): Promise<ExitCode> {
  try {
    refuseKeys(argv);
    await createProgram(context).parseAsync([...argv], { from: 'user' });
    context.signal.throwIfAborted();
    return ExitCode.ok;
  } catch (error) {
    return isStop(error) ? STOP_CODES[error.stop] : report(error, argv, context);
  }
}

/**
 * Prints an error on stderr, with `--json` as one line of JSON, and returns its exit code. With `--debug` the causes and
 * stacks follow. The only place that prints errors.
 */
export function report(thrown: unknown, argv: ReadonlyArray<string>, context: Context): ExitCode {
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return ExitCode.ok;
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
  if (thrown instanceof CommanderError) return fromCommander(thrown);
  return new BoardsError('internal', ExitCode.internal, 'something went wrong inside boards', {
    hint: 'Run it again with --debug, and report what it prints.',
    cause: thrown,
  });
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
  return (
    typeof reason === 'object' && reason !== null && 'stop' in reason && String(reason.stop) in STOP_CODES
  );
}
