import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CANARY_KEY, leakIn } from '../support/canary.ts';
import { temporaryDirectory, writeConfigFile } from '../support/directories.ts';
import { serveBoards } from '../support/loopback.ts';
import { openProgram } from '../support/program.ts';
import { rowOf } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';

const ADDRESS = 'https://charts.example/A%26B%20%24(touch%20made)';

/** A pane on a desktop whose `xdg-open` is a script of these lines; null for none. */
async function open(lines: ReadonlyArray<string> | null, env: Readonly<Record<string, string>> = {}) {
  const directory = temporaryDirectory();
  if (lines !== null)
    writeFileSync(join(directory, 'xdg-open'), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  writeConfigFile(directory, { chart: 'https://charts.example/{symbol}' });
  const service = await serveBoards({
    fields: () => ({ boards: { movers: [rowOf({ symbol: 'A&B $(touch made)' })] } }),
  });
  const PATH = `${directory}:${dirname(process.execPath)}:/usr/bin:/bin`;
  const places = { BOARDS_CONFIG_DIR: directory, OUT: directory, PATH: lines === null ? directory : PATH };
  // The message that a recording begins could replace the one about the chart.
  const quiet = { BOARDS_RECORD: 'off' };
  const pane = openProgram(['watch'], {
    columns: 120,
    env: { ...service.env, BOARDS_API_KEY: CANARY_KEY, DISPLAY: ':9', ...quiet, ...places, ...env },
  });
  await pane.waitFor(/A&B/);
  pane.type('jo');
  const fileOf = (name: string) => join(directory, name);
  return { pane, fileOf };
}

const copied = `\x1b]52;c;${Buffer.from(ADDRESS).toString('base64')}\x07`;

describe.concurrent('o in a pane', () => {
  test('starts xdg-open with the address, without a shell and without the key, and leaves it running', async () => {
    const { pane, fileOf } = await open([
      'printf "%s\\n" "$#" "$@" > "$OUT/args"',
      'env > "$OUT/env"',
      'sleep 1',
      'touch "$OUT/done"',
    ]);
    await pane.waitFor(/opening the chart of A&B/);
    await until(() => existsSync(fileOf('env')) && readFileSync(fileOf('env'), 'utf8') !== '');
    pane.type('q');
    expect((await pane.ended).exitCode).toBe(0);
    expect(readFileSync(fileOf('args'), 'utf8')).toBe(`1\n${ADDRESS}\n`);
    const env = readFileSync(fileOf('env'), 'utf8');
    expect(env).toContain('DISPLAY=:9');
    expect(leakIn(env)).toBeNull();
    await until(() => existsSync(fileOf('done')));
    expect(pane.raw()).not.toContain('\x1b]52;');
  });

  test.each<[string, ReadonlyArray<string> | null, Readonly<Record<string, string>>]>([
    ['fails', ['exit 3'], {}],
    ['is missing', null, {}],
    ['is at the other end of ssh', ['touch "$OUT/args"'], { SSH_CONNECTION: '10.0.0.1 5 10.0.0.2 22' }],
  ])('copies the address where xdg-open %s', async (_, lines, env) => {
    const { pane, fileOf } = await open(lines, env);
    await pane.waitFor(/chart address copied, if the terminal allows it/);
    expect(pane.raw()).toContain(copied);
    pane.type('q');
    expect((await pane.ended).exitCode).toBe(0);
    expect(existsSync(fileOf('args'))).toBe(false);
  });
});
