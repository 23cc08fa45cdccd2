import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Certificate } from './certificates.ts';
import { type Ended, type Environment, type RunOptions, runProgram } from './program.ts';
import { CANARY_KEY } from './world.ts';

const SECRET = CANARY_KEY.replace(/^rb_live_/, '');
const WINDOW = 6;
const WINDOWS = Array.from({ length: SECRET.length - WINDOW + 1 }, (_, start) =>
  SECRET.slice(start, start + WINDOW),
);

/** Six characters in a row of the key's secret part that a text gives away; null when it keeps the secret. */
export function leakIn(text: string): string | null {
  return WINDOWS.find((window) => text.includes(window)) ?? null;
}

/** The files below a directory whose text gives the key away. */
export function leakyFiles(directory: string): ReadonlyArray<string> {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => leakIn(readFileSync(file, 'latin1')) !== null);
}

/** Runs the built program against a service with the canary key in its environment; it must not show any of it. */
export async function runAgainst(
  baseUrl: string,
  args: ReadonlyArray<string>,
  { env, ...options }: RunOptions = {},
): Promise<Ended> {
  const service = { BOARDS_BASE_URL: baseUrl, BOARDS_API_KEY: CANARY_KEY };
  const ended = await runProgram(args, { ...options, env: { ...service, ...env } });
  expect(leakIn(ended.stdout)).toBeNull();
  expect(leakIn(ended.stderr)).toBeNull();
  return ended;
}

/** What makes a child process trust an authority of the test. */
export function trustOf({ cert }: Certificate): Environment {
  const file = join(mkdtempSync(join(tmpdir(), 'boards-ca-')), 'authority.pem');
  writeFileSync(file, cert);
  return { NODE_EXTRA_CA_CERTS: file };
}
