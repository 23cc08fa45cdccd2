import { constants } from 'node:os';
import { isHelpShown, RefusedLine, VERSION_FLAGS } from './cli/specification.ts';
import type { Context, Stop } from './context.ts';
import { BoardsError, KEY_HINT, UsageError } from './errors.ts';
import { renderJson } from './lib/json-text.ts';
import { shellWord } from './lib/quote.ts';
import { createKeyGuard } from './settings/key.ts';
import { shownText } from './text/ascii.ts';
import { renderMessage } from './text/message.ts';
import { cleanText } from './text/safe-text.ts';

/** Runs one command line (without node and the script) and returns its exit code. Never throws. */
export async function run(argv: ReadonlyArray<string>, context: Context): Promise<number> {
  try {
    const [word = '', ...others] = argv;
    if (others.length === 0 && VERSION_FLAGS.includes(word)) {
      context.stdout.write(`${context.host.version}\n`);
      return 0;
    }
    // Load commander only now; `--version` does not need it.
    const { createProgram } = await import('./commands/program.ts');
    const program = await createProgram(context, argv);
    await program.parseAsync([...argv], { from: 'user' });
    context.signal.throwIfAborted();
    return 0;
  } catch (error) {
    const reason = error instanceof RefusedLine ? await usageErrorOf(error, argv, context) : error;
    return exitCodeOf(reason, argv, context);
  }
}

/** Loads all commands, because the suggestions can name any of them. */
async function usageErrorOf(
  refused: RefusedLine,
  argv: ReadonlyArray<string>,
  context: Context,
): Promise<unknown> {
  try {
    const [{ wrongLineError }, { createProgram }] = await Promise.all([
      import('./cli/wrong-line.ts'),
      import('./commands/program.ts'),
    ]);
    const silent = { ...context, stdout: { isTTY: context.stdout.isTTY, write: () => true } };
    return wrongLineError(refused, argv, await createProgram(silent, undefined, true));
  } catch (error) {
    return error;
  }
}

/** Returns the exit code for an error or a stop reason. Prints errors, but nothing for a stop. */
export function exitCodeOf(reason: unknown, argv: ReadonlyArray<string>, context: Context): number {
  if (!isStop(reason)) return printError(reason, argv, context);
  // A shell reports a signal as 128 plus its number.
  return reason.stop === 'closed-pipe' ? 0 : 128 + constants.signals[reason.stop];
}

/** Prints an error to stderr without any key, and returns its exit code. No other code prints errors. */
export function printError(thrown: unknown, argv: ReadonlyArray<string>, context: Context): number {
  if (isHelpShown(thrown)) return 0;
  const error = toBoardsError(thrown);
  const { code, status = null, retryable, retryAfterSeconds = null } = error;
  const guard = createKeyGuard(context);
  const message = guard(error.message);
  const isKeyTyped = error instanceof UsageError && message !== error.message;
  // The hint of a usage error must not repeat the refused line.
  const hint = error instanceof UsageError ? error.hint : withTypedLine(error.hint, argv);
  const steps = [...(hint === undefined ? [] : guard(hint).split('\n')), ...(isKeyTyped ? [KEY_HINT] : [])];
  if (hasFlag('--json', argv)) {
    context.stderr.write(
      renderJson(
        { error: { code, message, status, retryable, retryAfterSeconds, hint: steps.join('\n') || null } },
        false,
      ),
    );
  } else {
    const lines = (label: string, text: string) =>
      renderMessage(text, { label }, context.stderr, context.env);
    context.stderr.write(lines('error: ', message));
    context.stderr.write(steps.map((step) => lines('hint: ', step)).join(''));
  }
  if (hasFlag('--debug', argv)) {
    context.stderr.write(shownText(`${guard(traceOf(error))}\n`, context.env));
  }
  return error.exitCode;
}

/** Replaces `boards --sandbox` in a hint with the typed line and `--sandbox`. */
function withTypedLine(hint: string | undefined, argv: ReadonlyArray<string>): string | undefined {
  if (argv.some((word) => word === '--' || /[\p{Cc}`]/u.test(word))) return hint;
  return hint?.replace(
    '`boards --sandbox`',
    () => `\`boards ${[...argv.map(shellWord), '--sandbox'].join(' ')}\``,
  );
}

export function printNote(text: string, { stderr, env }: Context): void {
  stderr.write(renderMessage(text, { label: 'note: ' }, stderr, env));
}

function hasFlag(name: string, argv: ReadonlyArray<string>): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes(name);
}

function toBoardsError(thrown: unknown): BoardsError {
  if (thrown instanceof BoardsError) return thrown;
  return new BoardsError('internal', 'something went wrong inside boards', {
    hint: 'Run the command again with --debug and report the output.',
    cause: thrown,
  });
}

function traceOf(error: BoardsError): string {
  const lines: Array<string> = [];
  for (let link: unknown = error; link instanceof Error && lines.length < 60; link = link.cause) {
    lines.push(...(link.stack ?? link.message).split('\n'));
  }
  return lines.map((line) => `debug: ${cleanText(line)}`).join('\n');
}

function isStop(reason: unknown): reason is Stop {
  return typeof reason === 'object' && reason !== null && 'stop' in reason;
}
