import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import { run } from '../../src/cli.ts';
import type { Context, Input, Transport, TransportRequest } from '../../src/context.ts';

/** A key of the right form; no part of it may show in an output but its last four characters. */
export const KEY = 'rb_live_Zq81xKv03LmPw7YtRd52NsGh64JcBf90UeAaTz';
export const BASE_URL = 'https://boards.example';

export interface FakeOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: Input;
  readonly transport?: Transport;
  readonly platform?: string;
  readonly homeDirectory?: string | undefined;
}

export interface Fake {
  readonly context: Context;
  readonly directory: string;
  readonly file: string;
  readonly requests: ReadonlyArray<TransportRequest>;
  readonly stopping: AbortController;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

const directories: Array<string> = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** A directory of its own, removed after the tests of the file. */
function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'boards-config-'));
  directories.push(directory);
  return directory;
}

/** A world with an empty config directory, nothing in the environment, and real time. */
export function createFake(options: FakeOptions = {}): Fake {
  const directory = join(freshDirectory(), 'config');
  const out: Array<string> = [];
  const err: Array<string> = [];
  const requests: Array<TransportRequest> = [];
  const stopping = new AbortController();
  const context: Context = {
    stdout: { write: (text) => out.push(text) > 0 },
    stderr: { write: (text) => err.push(text) > 0 },
    stdin: options.stdin ?? piped(''),
    env: { BOARDS_CONFIG_DIR: directory, ...options.env },
    platform: options.platform ?? 'linux',
    homeDirectory: 'homeDirectory' in options ? options.homeDirectory : directory,
    clock: {
      now: Date.now,
      monotonic: () => performance.now(),
      sleep: (milliseconds, signal) =>
        delay(milliseconds, undefined, signal && { signal }).catch(() => {
          throw signal?.reason;
        }),
    },
    random: () => 0.5,
    transport: (request) => {
      requests.push(request);
      return options.transport?.(request) ?? Promise.resolve(answer(200, SNAPSHOT));
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
  const file = join(options.env?.BOARDS_CONFIG_DIR ?? directory, 'config.json');
  return {
    context,
    directory,
    file,
    requests,
    stopping,
    stdout: () => out.join(''),
    stderr: () => err.join(''),
  };
}

export const SNAPSHOT = {
  asOf: '2026-06-03T14:29:30.000Z',
  timeframe: 'day',
  session: 'open',
  breadth: null,
  topPlay: null,
  boards: {},
};

export function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return { status, headers, body: new TextEncoder().encode(JSON.stringify(body)) };
}

/** stdin that is not a terminal. */
export function piped(...chunks: ReadonlyArray<string | Uint8Array>): Input {
  return {
    isTTY: false,
    async *[Symbol.asyncIterator]() {
      yield* chunks;
    },
  };
}

/** Runs a command line in a fake world and checks what holds for each: nothing of the key, no stack. */
export async function runIn(fake: Fake, ...argv: ReadonlyArray<string>) {
  const exitCode = await run(argv, fake.context);
  const result = { exitCode, stdout: fake.stdout(), stderr: fake.stderr() };
  expectNoKey(result.stdout + result.stderr);
  expect(result.stderr).not.toMatch(/^\s+at /m);
  return result;
}

/** No five characters of the key in a row, so that `…aTz` with the last four passes. */
export function expectNoKey(output: string, key = KEY): void {
  for (let start = 0; start + 5 <= key.length; start++) {
    expect(output).not.toContain(key.slice(start, start + 5));
  }
}
