import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/cli.ts';
import type { Context, Stop, Transport, TransportRequest, TransportResponse } from '../../src/context.ts';
import { createSandboxTransport, createService, SANDBOX_KEY } from '../../src/sandbox/protocol/service.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

/** A key of the right form whose every part would be noticed in an output. */
export const CANARY_KEY = 'rb_live_Qz7Xw2Kv9Jt4Rm1Pn6Lh3Gd8Fs5Ba0CyEuTiOq';

export interface WorldOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly transport?: Transport;
  readonly stdin?: string;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly clock?: FakeClock;
  readonly random?: () => number;
}

export interface World {
  readonly context: Context;
  readonly clock: FakeClock;
  readonly requests: ReadonlyArray<TransportRequest>;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly configDirectory: string;
  stop(reason: Stop['stop']): void;
}

/** A world with a service (the sandbox's, unless told otherwise), a key in the environment and an empty config. */
export function createWorld(options: WorldOptions = {}): World {
  const clock = options.clock ?? createFakeClock();
  const configDirectory = options.env?.BOARDS_CONFIG_DIR ?? mkdtempSync(join(tmpdir(), 'boards-test-'));
  const transport =
    options.transport ?? createSandboxTransport(createService({ seed: 1, recomputeSeconds: 60 }), clock);
  const requests: Array<TransportRequest> = [];
  const stopping = new AbortController();
  const out: Array<string> = [];
  const err: Array<string> = [];
  const terminal = { isTTY: options.isTTY, columns: options.columns };
  const collector = (texts: Array<string>) => ({
    ...terminal,
    write(text: string) {
      texts.push(text);
      return true;
    },
  });
  const context: Context = {
    stdout: collector(out),
    stderr: collector(err),
    stdin: {
      isTTY: options.stdin === undefined && options.isTTY,
      async *[Symbol.asyncIterator]() {
        yield options.stdin ?? '';
      },
    },
    env: {
      BOARDS_BASE_URL: 'https://boards.example',
      BOARDS_API_KEY: SANDBOX_KEY,
      BOARDS_CONFIG_DIR: configDirectory,
      ...options.env,
    },
    platform: 'linux',
    homeDirectory: configDirectory,
    clock,
    random: options.random ?? (() => 0.5),
    transport: (request) => {
      requests.push(request);
      return transport(request);
    },
    signal: stopping.signal,
    host: {
      version: '1.2.3',
      suspend: async () => undefined,
      onSuspendRequest: () => () => undefined,
      onContinue: () => () => undefined,
      killGroup: () => undefined,
    },
  };
  return {
    context,
    clock,
    requests,
    configDirectory,
    stdout: () => out.join(''),
    stderr: () => err.join(''),
    stop: (reason) => stopping.abort({ stop: reason }),
  };
}

export interface CliResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly world: World;
}

/** Runs a command line, given as one string without quoting or as words. */
export async function runCli(
  args: string | ReadonlyArray<string>,
  options: WorldOptions | World = {},
): Promise<CliResult> {
  const world = 'context' in options ? options : createWorld(options);
  const argv = typeof args === 'string' ? args.split(' ').filter((word) => word !== '') : args;
  const exitCode = await run(argv, world.context);
  return { exitCode, stdout: world.stdout(), stderr: world.stderr(), world };
}

/** An answer as a transport gives it; a body that is not text is sent as JSON. */
export function reply(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): TransportResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers: { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json', ...headers },
    body: new TextEncoder().encode(text),
  };
}

/** Answers in turn; the last one again and again. An Error is thrown. */
export function transportOf(...answers: ReadonlyArray<TransportResponse | Error>): Transport {
  let next = 0;
  return async () => {
    const answer = answers[Math.min(next++, answers.length - 1)];
    if (answer === undefined) throw new Error('the test gave no answer');
    if (answer instanceof Error) throw answer;
    return answer;
  };
}
