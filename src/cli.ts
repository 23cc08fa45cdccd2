import { constants } from 'node:os';
import type { CommanderError } from 'commander';
import { plainWords, untilMissingValue } from './commands/command-line.ts';
import { COMMANDS, commandsFor, ordered } from './commands/index.ts';
import { createProgram, RefusedCommandLine, VERSION_OPTIONS } from './commands/program.ts';
import type { Context, Stop } from './context.ts';
import { BoardsError, ExitCode } from './errors.ts';
import { renderJson } from './output/json.ts';
import { containsLiveKey, keyRefused, looksLikeKey } from './quote.ts';
import { createRedactor } from './redact.ts';
import { isKeyOption, knownKeys } from './settings/key.ts';
import { shownText } from './text/ascii.ts';
import { renderMessage } from './text/message.ts';
import { cleanText } from './text/safe-text.ts';

const HELP_WORDS = ['-h', '--help', 'help'];

/** Runs one command line (without the paths of node and the script) and returns its exit code. Never throws. */
export async function run(argv: ReadonlyArray<string>, context: Context): Promise<number> {
  try {
    rejectKeys(argv);
    const text = await shortText(argv, context);
    if (text !== undefined) context.stdout.write(text);
    else {
      const words = ordered(argv);
      const program = await createProgram(context, commandsFor(words));
      await program.parseAsync([...untilMissingValue(words)], { from: 'user' });
    }
    context.signal.throwIfAborted();
    return ExitCode.ok;
  } catch (error) {
    return exitCodeOf(await explained(error, argv, context), argv, context);
  }
}

/** A refused command line as the error for the user. What explains it is loaded only now. */
async function explained(thrown: unknown, argv: ReadonlyArray<string>, context: Context): Promise<unknown> {
  if (!(thrown instanceof RefusedCommandLine)) return thrown;
  const { usageErrorOf } = await import('./commands/usage-error.ts');
  const { fault, command } = thrown;
  return usageErrorOf({ fault, command, argv }, () => createProgram(context));
}

/** The exit code for an error or stop reason. Prints errors; prints nothing for a stop. */
export function exitCodeOf(reason: unknown, argv: ReadonlyArray<string>, context: Context): number {
  return isStop(reason) ? codeOfStop(reason) : report(reason, argv, context);
}

/**
 * The version or the help of the program, if the command line asks for nothing else. They need no commander, which takes a third as
 * long to load as Node itself.
 */
async function shortText(
  [word = '', ...more]: ReadonlyArray<string>,
  context: Context,
): Promise<string | undefined> {
  if (more.length > 0) return undefined;
  if (VERSION_OPTIONS.includes(word)) return `${context.host.version}\n`;
  if (!HELP_WORDS.includes(word)) return undefined;
  const { rootHelp } = await import('./commands/root-help.ts');
  return shownText(await rootHelp(COMMANDS, context), context.env);
}

/**
 * Prints an error to stderr and returns its exit code. With `--json` it is one line of JSON; with `--debug` causes and
 * stacks follow. No other code prints errors.
 */
export function report(thrown: unknown, argv: ReadonlyArray<string>, context: Context): ExitCode {
  if (isFromCommander(thrown) && thrown.exitCode === 0) return ExitCode.ok;
  const error = toBoardsError(thrown);
  const { code, message, status = null, retryable, retryAfterSeconds = null, hint = null } = error;
  if (hasFlag('--json', argv)) {
    context.stderr.write(
      renderJson({ error: { code, message, status, retryable, retryAfterSeconds, hint } }, false),
    );
  } else {
    const lines = (label: string, text: string) =>
      renderMessage(text, { label }, context.stderr, context.env);
    const steps = hint?.split('\n') ?? [];
    context.stderr.write(lines('error: ', message));
    context.stderr.write(steps.map((step) => lines('hint: ', step)).join(''));
  }
  if (hasFlag('--debug', argv)) {
    context.stderr.write(shownText(`${traceOf(error, secretsOf(argv, context))}\n`, context.env));
  }
  return error.exitCode;
}

/** True if the flag is in the arguments before `--`. */
function hasFlag(name: string, argv: ReadonlyArray<string>): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes(name);
}

function toBoardsError(thrown: unknown): BoardsError {
  if (thrown instanceof BoardsError) return thrown;
  return new BoardsError('internal', ExitCode.internal, 'something went wrong inside boards', {
    hint: 'Run the command again with --debug and report the output.',
    cause: thrown,
  });
}

/** Checks the code instead of the class, so that commander is not loaded for this. */
function isFromCommander(thrown: unknown): thrown is CommanderError {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('commander.');
}

/** The stacks of an error and its causes, with secrets redacted and control characters removed. */
function traceOf(error: BoardsError, secrets: ReadonlyArray<string>): string {
  const redactors = secrets.map(createRedactor);
  const lines: Array<string> = [];
  for (let link: unknown = error; link instanceof Error && lines.length < 60; link = link.cause) {
    lines.push(...(link.stack ?? link.message).split('\n'));
  }
  const clean = lines.map((line) => redactors.reduce((text, redact) => redact(text), line));
  return clean.map((line) => `debug: ${cleanText(line)}`).join('\n');
}

/** What must be redacted from causes: the known keys, and words of the command line that look like one. */
function secretsOf(argv: ReadonlyArray<string>, context: Context): ReadonlyArray<string> {
  return [...knownKeys(context), ...plainWords(argv).filter(looksLikeKey)];
}

/** Rejects a key on the command line, where other users and the shell history could expose it. */
function rejectKeys(argv: ReadonlyArray<string>): void {
  if (argv.some(containsLiveKey) || plainWords(argv).some(isKeyOption)) throw keyRefused();
}

function isStop(reason: unknown): reason is Stop {
  return typeof reason === 'object' && reason !== null && 'stop' in reason;
}

/** 128 + the signal number, as shells report it; 0 when the reader closed the pipe. */
function codeOfStop({ stop }: Stop): number {
  return stop === 'closed-pipe' ? ExitCode.ok : 128 + constants.signals[stop];
}
