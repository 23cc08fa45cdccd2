import { get } from 'node:http';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { define } from '../../src/cli/specification.ts';
import { command as sandbox } from '../../src/commands/sandbox.ts';
import type { Context } from '../../src/context.ts';
import { UsageError } from '../../src/errors.ts';
import { SANDBOX_KEY, SANDBOX_REVOKED_KEY } from '../../src/sandbox/service.ts';

const NOW = Date.UTC(2026, 3, 7, 12, 0, 17);

function createWorld(platform = 'linux') {
  const stopping = new AbortController();
  const written: Array<string> = [];
  const slept: Array<number> = [];
  const context = {
    stdout: {
      write: (text: string) => {
        written.push(text);
        return true;
      },
    },
    clock: {
      now: () => NOW,
      monotonic: () => 0,
      async sleep(milliseconds: number) {
        slept.push(milliseconds);
      },
    },
    random: () => 0,
    platform,
    signal: stopping.signal,
  } as unknown as Context;
  return { context, written, slept, stop: () => stopping.abort({ stop: 'SIGINT' }) };
}

function start(context: Context, args: string): Promise<unknown> {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  define(program.command('sandbox'), sandbox(context));
  return program.parseAsync(['sandbox', ...args.split(' ').filter((word) => word !== '')], { from: 'user' });
}

async function printed(written: ReadonlyArray<string>): Promise<string> {
  while (written.length === 0) await new Promise((resolve) => setImmediate(resolve));
  return written.join('');
}

function statusAt(url: string, key: string): Promise<{ status: number; asOf: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(`${url}/api/v1/boards`, { agent: false, headers: { 'X-API-Key': key } }, (response) => {
      const chunks: Array<Buffer> = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          asOf: JSON.parse(Buffer.concat(chunks).toString()).asOf,
        }),
      );
    }).on('error', reject);
  });
}

describe('boards sandbox', () => {
  test('prints a command of PowerShell on Windows', async () => {
    const { context, written, stop } = createWorld('win32');
    const ended = start(context, '--port 0');
    expect((await printed(written)).replace(/:\d+/g, ':PORT')).toContain(
      `\n  $env:BOARDS_BASE_URL='http://127.0.0.1:PORT'; $env:BOARDS_API_KEY='${SANDBOX_KEY}'; boards\n`,
    );
    stop();
    await expect(ended).rejects.toEqual({ stop: 'SIGINT' });
  });

  test('prints its URL and keys, and serves until it is stopped', async () => {
    const { context, written, stop } = createWorld();
    const ended = start(context, '--port 0 --recompute 5');
    const text = await printed(written);
    const url = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(text)?.[0] ?? '';
    expect(
      text.replaceAll(url, 'URL').replaceAll(SANDBOX_REVOKED_KEY, 'REVOKED').replaceAll(SANDBOX_KEY, 'KEY'),
    ).toMatchInlineSnapshot(`
      "SANDBOX: simulated data.

        URL          URL
        Key          KEY
        Revoked key  REVOKED

      Try it in another terminal:

        BOARDS_BASE_URL=URL BOARDS_API_KEY=KEY boards

      Press Ctrl-C to stop.
      "
    `);
    expect(await statusAt(url, SANDBOX_KEY)).toEqual({ status: 200, asOf: '2026-04-07T12:00:15.000Z' });
    expect(await statusAt(url, SANDBOX_REVOKED_KEY)).toMatchObject({ status: 403 });
    expect(written).toHaveLength(1);
    stop();
    await expect(ended).rejects.toEqual({ stop: 'SIGINT' });
    await expect(statusAt(url, SANDBOX_KEY)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('applies faults', async () => {
    const { context, written, stop } = createWorld();
    const ended = start(context, '--port 0 --fault 503:1');
    const url = /http:\S+/.exec(await printed(written))?.[0] ?? '';
    expect(await statusAt(url, SANDBOX_KEY)).toMatchObject({ status: 503 });
    stop();
    await expect(ended).rejects.toEqual({ stop: 'SIGINT' });
  });

  test('does not start after the program was asked to stop', async () => {
    const { context, written, stop } = createWorld();
    stop();
    await expect(start(context, '--port 0')).rejects.toEqual({ stop: 'SIGINT' });
    expect(written).toEqual([]);
  });

  test('reports that the port is in use', async () => {
    const first = createWorld();
    const ended = start(first.context, '--port 0');
    const port = /127\.0\.0\.1:(\d+)/.exec(await printed(first.written))?.[1];
    await expect(start(createWorld().context, `--port ${port}`)).rejects.toMatchObject({
      exitCode: 2,
      message: `port ${port} is in use`,
      hint: 'Use --port 0 to select a free port.',
    });
    first.stop();
    await expect(ended).rejects.toEqual({ stop: 'SIGINT' });
  });

  test.each([
    ['200', 200],
    ['5s', 5000],
    ['1m30s', 90_000],
  ])('delays each response by a --latency of %s', async (latency, milliseconds) => {
    const { context, written, slept, stop } = createWorld();
    const ended = start(context, `--port 0 --latency ${latency}`);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await printed(written))?.[0] ?? '';
    expect((await statusAt(url, SANDBOX_KEY)).status).toBe(200);
    expect(slept).toEqual([milliseconds]);
    stop();
    await expect(ended).rejects.toEqual({ stop: 'SIGINT' });
  });

  test.each([
    { args: '--port 65536', range: /0 to 65535/ },
    { args: '--port -1', range: /0 to 65535/ },
    { args: '--port=', range: /0 to 65535/ },
    { args: '--port 0x10', range: /0 to 65535/ },
    { args: '--seed 1e9', range: /0 to 999999999/ },
    { args: '--seed 1.5', range: /0 to 999999999/ },
    { args: '--recompute 0', range: /more than 0 and at most 1d/ },
    { args: '--recompute Infinity', range: /must be a duration of more than 0/ },
    { args: '--latency -5', range: /--latency must be a duration of more than 0 and at most 10m/ },
    { args: '--fault 503', range: /kind:share/ },
    { args: '--fault 700:0.1', range: /--fault expects kind:share, not "700:0.1"/ },
  ])('rejects $args', async ({ args, range }) => {
    const { context, written } = createWorld();
    const rejected = start(context, args);
    await expect(rejected).rejects.toThrow(UsageError);
    await expect(rejected).rejects.toThrow(range);
    expect(written).toEqual([]);
  });
});
