import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { COMMANDS } from '../../src/commands/program.ts';
import type { Context, Stop, Transport, TransportRequest } from '../../src/context.ts';
import type { Input } from '../../src/lib/streams.ts';
import { run } from '../../src/run.ts';
import { createSandboxTransport, createService, SANDBOX_KEY } from '../../src/sandbox/service.ts';
import { leakIn } from './canary.ts';
import { newDirectoryPath, temporaryDirectory, writeConfigFile } from './directories.ts';
import { createFakeClock, type FakeClock, realClock } from './fake-clock.ts';
import { commandLinesIn, faultOf, messagesIn } from './printed-lines.ts';
import { responseOf } from './responses.ts';
import { bodyOf } from './snapshots.ts';

export const BASE_URL = 'https://boards.example';

export interface WorldOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly transport?: Transport;
  /** A string is piped. */
  readonly stdin?: string | Input;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  readonly clock?: FakeClock;
  readonly isRealTime?: boolean;
  readonly random?: () => number;
  readonly platform?: string | undefined;
  readonly homeDirectory?: string | undefined;
  /** False if starting a desktop program fails. */
  readonly startsPrograms?: boolean;
  /** A string is written as it is, anything else as JSON. */
  readonly config?: unknown;
}

interface Started {
  readonly command: ReadonlyArray<string>;
  readonly env: Context['env'];
}

export interface World {
  readonly context: Context;
  readonly clock: FakeClock;
  readonly requests: ReadonlyArray<TransportRequest>;
  readonly started: ReadonlyArray<Started>;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Exists only if the world was created with a config file, or the program has created it. */
  readonly configDirectory: string;
  readonly configFile: string;
  storedConfig(): unknown;
  stop(reason: Stop['stop']): void;
}

export function createWorld(options: WorldOptions = {}): World {
  return buildWorld({
    ...options,
    env: { BOARDS_BASE_URL: BASE_URL, BOARDS_API_KEY: SANDBOX_KEY, ...options.env },
  });
}

/** The service accepts every key. */
export function createEmptyWorld(options: WorldOptions = {}): World {
  const transport: Transport = async () => responseOf(200, bodyOf());
  return buildWorld({ transport, isRealTime: true, ...options });
}

function buildWorld(options: WorldOptions): World {
  const clock = options.clock ?? createFakeClock();
  const givenDirectory = options.env?.BOARDS_CONFIG_DIR;
  // Only the parent of the config directory exists. A given directory is not created, because some tests run
  // thousands of programs.
  const directory = join(givenDirectory === undefined ? temporaryDirectory() : newDirectoryPath(), 'config');
  const configDirectory = givenDirectory ?? directory;
  const configFile = join(configDirectory, 'config.json');
  if (options.config !== undefined) writeConfigFile(configDirectory, options.config);
  const transport =
    options.transport ?? createSandboxTransport(createService({ seed: 1, recomputeSeconds: 60 }), clock);
  const requests: Array<TransportRequest> = [];
  const started: Array<Started> = [];
  const stopping = new AbortController();
  const out: Array<string> = [];
  const err: Array<string> = [];
  const terminal = { isTTY: options.isTTY, columns: options.columns, rows: options.rows };
  const collector = (texts: Array<string>) => ({
    ...terminal,
    write(text: string) {
      texts.push(text);
      return true;
    },
  });
  const { stdin = Object.assign(piped(''), { isTTY: options.isTTY }) } = options;
  const context: Context = {
    stdout: collector(out),
    stderr: collector(err),
    stdin: typeof stdin === 'string' ? piped(stdin) : stdin,
    env: { BOARDS_CONFIG_DIR: configDirectory, ...options.env },
    platform: options.platform ?? process.platform,
    homeDirectory: 'homeDirectory' in options ? options.homeDirectory : directory,
    clock: options.isRealTime === true ? realClock : clock,
    random: options.random ?? (() => 0.5),
    transport: (request) => {
      requests.push(request);
      return transport(request);
    },
    signal: stopping.signal,
    host: {
      version: '1.2.3',
      nodeVersion: '20.19.0',
      suspend: async () => undefined,
      onSuspendRequest: () => () => undefined,
      onContinue: () => () => undefined,
      killGroup: () => undefined,
      startProgram: async (command, env) => {
        started.push({ command, env });
        return options.startsPrograms !== false;
      },
      openKeyboard: () => null,
    },
  };
  return {
    context,
    clock,
    requests,
    started,
    configDirectory,
    configFile,
    storedConfig: () => JSON.parse(readFileSync(configFile, 'utf8')),
    stdout: () => out.join(''),
    stderr: () => err.join(''),
    stop: (reason) => stopping.abort({ stop: reason }),
  };
}

export function piped(...chunks: ReadonlyArray<string | Uint8Array>): Input {
  return Readable.from(chunks);
}

export interface CliResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly world: World;
}

/**
 * Fails if the output shows the canary key or a stack, breaks the style rules, or suggests a line that fails.
 */
export async function runCli(
  args: string | ReadonlyArray<string>,
  options: WorldOptions | World = {},
): Promise<CliResult> {
  const world = 'context' in options ? options : createWorld(options);
  const argv = typeof args === 'string' ? args.split(' ').filter((word) => word !== '') : args;
  const exitCode = await run(argv, world.context);
  const result = { exitCode, stdout: world.stdout(), stderr: world.stderr() };
  assert.equal(leakIn(result.stdout + result.stderr), null);
  assert.equal(styleFaultIn(result.stderr), null);
  for (const line of commandLinesIn(messagesIn(result.stderr)))
    assert.equal(await faultOf(line, () => createWorld({ stdin: SANDBOX_KEY })), null);
  if (!argv.includes('--debug')) assert.doesNotMatch(result.stderr, /^\s+at /m);
  return { ...result, world };
}

const COMMAND_LINE = new RegExp(`(?<![\\w/-])boards (?:--?\\w|(?:${Object.keys(COMMANDS).join('|')})\\b)`);

/** Returns a message with a command line outside backticks, or an option by itself in backticks. */
function styleFaultIn(stderr: string): string | null {
  for (const message of messagesIn(stderr)) {
    if (/`-/.test(message)) return message;
    if (COMMAND_LINE.test(message.replace(/`[^`]*`|"[^"]*"/g, ''))) return message;
  }
  return null;
}

export function linesOf(text: string): ReadonlyArray<string> {
  return text.split('\n').filter((line) => line !== '');
}

export function bellsIn(text: string): number {
  return text.split('\x07').length - 1;
}
