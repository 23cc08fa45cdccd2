import { constants } from 'node:os';
import type { Command, CommanderError } from 'commander';
import { COMMANDS, type CommandName, commandNames, commandsFor } from './commands/index.ts';
import { namesKey } from './config/api-key.ts';
import { keysIn } from './config/key-source.ts';
import type { Context, Stop } from './context.ts';
import { BoardsError, ExitCode, UsageError } from './errors.ts';
import { containsLiveKey, keyRefused, looksLikeKey, unexpected } from './quote.ts';
import { createRedactor } from './redact.ts';
import { renderJson } from './view/json.ts';
import { cleanText } from './view/safe-text.ts';

const VERSION_OPTIONS = ['-V', '--version'];

/** The named commands (all, unless told otherwise), bound to `context`; writes and exits nowhere by itself. */
export async function createProgram(
  context: Context,
  names: ReadonlyArray<CommandName> = commandNames(),
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
  const registers = await Promise.all(names.map((name) => COMMANDS[name].load()));
  for (const [index, name] of names.entries()) {
    const command = program.command(name, { isDefault: name === 'boards' });
    registers[index]?.(command.description(COMMANDS[name].summary), context, COMMANDS);
  }
  acceptDebug(program);
  return program;
}

/** The report of a bug asks for --debug, so that every command takes it. */
function acceptDebug({ commands }: Command): void {
  for (const command of commands) {
    const isKnown = command.options.some(({ long }) => long === '--debug');
    if (!isKnown) command.addOption(command.createOption('--debug').hideHelp());
    acceptDebug(command);
  }
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
    return exitCodeOf(error, argv, context);
  }
}

/** The exit code for what ended a run: a request to stop is silent, anything else is reported. */
export function exitCodeOf(reason: unknown, argv: ReadonlyArray<string>, context: Context): number {
  return isStop(reason) ? codeOfStop(reason) : report(reason, argv, context);
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
  const error = toBoardsError(thrown, argv);
  const { code, message, status = null, retryable, retryAfterSeconds = null, hint = null } = error;
  if (hasFlag('--json', argv)) {
    context.stderr.write(
      renderJson({ error: { code, message, status, retryable, retryAfterSeconds, hint } }, false),
    );
  } else {
    context.stderr.write(`error: ${cleanText(message)}\n`);
    const steps = hint?.split('\n') ?? [];
    context.stderr.write(steps.map((step) => `hint: ${cleanText(step)}\n`).join(''));
  }
  if (hasFlag('--debug', argv)) context.stderr.write(`${traceOf(error, secretsOf(argv, context))}\n`);
  return error.exitCode;
}

/** Behind `--` are no options. */
function hasFlag(name: string, argv: ReadonlyArray<string>): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes(name);
}

function toBoardsError(thrown: unknown, argv: ReadonlyArray<string>): BoardsError {
  if (thrown instanceof BoardsError) return thrown;
  if (isFromCommander(thrown)) return fromCommander(thrown, argv);
  return new BoardsError('internal', ExitCode.internal, 'something went wrong inside boards', {
    hint: 'Run it again with --debug, and report what it prints.',
    cause: thrown,
  });
}

/** By its code, so that commander is not loaded for this. */
function isFromCommander(thrown: unknown): thrown is CommanderError {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('commander.');
}

/** Commander's own complaints, in the form of all others. Not as a cause: they repeat the user's words, which may be a key. */
function fromCommander({ message }: CommanderError, argv: ReadonlyArray<string>): UsageError {
  const [line = '', suggestion = ''] = message.replace(/^error: /, '').split('\n');
  const meant = suggestion.replace(/^\(|\)$/g, '');
  const hint = `${meant} See boards --help, or --help after a command.`.trimStart();
  const [, fault, word] = /^(unknown (?:option|command)) '(.*)'$/.exec(line) ?? [];
  if (fault !== undefined && word !== undefined) {
    // Of flags in one word, as in `-qw`, commander names the rest only.
    const whole = argv.find((given) => given.endsWith(word.replace(/^-/, ''))) ?? word;
    // The name alone: in `--pasword=…` the rest is nobody's business.
    return looksLikeKey(whole) ? keyRefused() : unexpected(fault, word.replace(/=.*/, ''), hint);
  }
  const isKeyTooMany = line.startsWith('too many arguments') && plainWords(argv).some(looksLikeKey);
  return isKeyTooMany ? keyRefused() : new UsageError(line, { hint });
}

/** Every error of the chain with its stack, one clean line each, without the secrets. */
function traceOf(error: BoardsError, secrets: ReadonlyArray<string>): string {
  const redactors = secrets.map(createRedactor);
  const lines: Array<string> = [];
  for (let link: unknown = error; link instanceof Error && lines.length < 60; link = link.cause) {
    lines.push(...(link.stack ?? link.message).split('\n'));
  }
  const clean = lines.map((line) => redactors.reduce((text, redact) => redact(text), line));
  return clean.map((line) => `debug: ${cleanText(line)}`).join('\n');
}

/** What a cause may repeat and nobody may read: the keys that there are, and what looks like one on the command line. */
function secretsOf(argv: ReadonlyArray<string>, context: Context): ReadonlyArray<string> {
  return [...keysIn(context), ...plainWords(argv).filter(looksLikeKey)];
}

/** Options whose value is free text: a command, a template, an address. */
const FREE_TEXT_OPTIONS = ['--exec', '--format', '--base-url'];

/** The words of a command line but the values of options that take free text. */
function plainWords(argv: ReadonlyArray<string>): ReadonlyArray<string> {
  return argv.filter(
    (word, index) =>
      !FREE_TEXT_OPTIONS.some((name) => word.startsWith(`${name}=`)) &&
      !FREE_TEXT_OPTIONS.includes(argv[index - 1] ?? ''),
  );
}

/** Keys are never taken from the command line, where other users and the shell's history can read them. */
function refuseKeys(argv: ReadonlyArray<string>): void {
  if (argv.some(containsLiveKey) || plainWords(argv).some(namesKey)) throw keyRefused();
}

function isStop(reason: unknown): reason is Stop {
  return typeof reason === 'object' && reason !== null && 'stop' in reason;
}

/** 128 and the number of the signal, as a shell says it; 0 when the reader has closed the pipe. */
function codeOfStop({ stop }: Stop): number {
  return stop === 'closed-pipe' ? ExitCode.ok : 128 + constants.signals[stop];
}
