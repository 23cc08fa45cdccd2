import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { serveHttp } from '../support/loopback.ts';
import { runProgram } from '../support/program.ts';
import { bodyOf } from '../support/snapshots.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LISTER = fileURLToPath(new URL('../support/list-modules.cjs', import.meta.url));

interface Loaded {
  readonly builtIn: ReadonlyArray<string>;
  readonly files: ReadonlyArray<string>;
}

/** What the last line on stderr says of the modules that a process has loaded. */
function parseList(stderr: string): Loaded {
  return JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
}

const empty = parseList(spawnSync(process.execPath, [LISTER], { encoding: 'utf8', env: {} }).stderr);
/** Node 20 and 22 load it with the streams of stdin and stdout, later versions before every program. */
const LOADED_BY_NODE = [...empty.builtIn, 'diagnostics_channel'];

/** The files of the program that a command line loads, and the built-in modules beyond those of an empty process. */
async function loadedBy(args: ReadonlyArray<string>): Promise<Loaded> {
  const server = await serveHttp((_, response) => response.end(JSON.stringify(bodyOf())));
  const env = {
    BOARDS_BASE_URL: `http://${server.host}`,
    BOARDS_API_KEY: 'of-the-test',
    NODE_OPTIONS: `--require=${LISTER}`,
  };
  const { exitCode, stderr } = await runProgram(args, { env });
  expect(exitCode).toBe(0);
  const { builtIn, files } = parseList(stderr);
  return {
    builtIn: builtIn.filter((name) => !LOADED_BY_NODE.includes(name)).toSorted(),
    files: files.map((file) => relative(ROOT, file).replaceAll('\\', '/')),
  };
}

const REPORTER = fileURLToPath(new URL('../support/report-modules.cjs', import.meta.url));

test.each(['', 'top', 'top -t all', 'symbol AAA', 'confluence', 'confluence --json', '--csv', '--json'])(
  'boards %s loads all that it needs while the request is on its way',
  async (line) => {
    let loaded = '';
    const server = await serveHttp(async (_, response) => {
      await delay(300);
      loaded = '';
      response.end(JSON.stringify(bodyOf()));
    });
    const env = {
      BOARDS_BASE_URL: `http://${server.host}`,
      BOARDS_API_KEY: 'of-the-test',
      NODE_OPTIONS: `--require=${REPORTER}`,
    };
    const { exitCode, stderr } = await runProgram(line.split(' ').filter(Boolean), {
      env,
      onStart: (child) =>
        child.stderr?.on('data', (text) => {
          loaded += text;
        }),
    });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/loaded .*data\.cjs/);
    expect(loaded).not.toContain('.cjs');
  },
);

// A module that turns up here makes every such start slower: it wants a reason, or an import where it is used.
test('boards --version', async () => {
  expect(await loadedBy(['--version'])).toMatchInlineSnapshot(`
    {
      "builtIn": [
        "net",
        "os",
        "stream",
        "stream/promises",
        "string_decoder",
        "timers/promises",
      ],
      "files": [
        "bin/boards.cjs",
        "dist/main.cjs",
        "dist/parts/start.cjs",
      ],
    }
  `);
});

test('boards --help', async () => {
  expect(await loadedBy(['--help'])).toMatchInlineSnapshot(`
    {
      "builtIn": [
        "child_process",
        "dgram",
        "net",
        "os",
        "process",
        "stream",
        "stream/promises",
        "string_decoder",
        "timers/promises",
        "tty",
      ],
      "files": [
        "bin/boards.cjs",
        "dist/main.cjs",
        "dist/parts/start.cjs",
        "dist/parts/data.cjs",
        "dist/parts/rolldown-runtime.cjs",
        "dist/parts/top.cjs",
        "dist/parts/watch.cjs",
        "dist/parts/symbol.cjs",
        "dist/parts/confluence.cjs",
        "dist/parts/login.cjs",
        "dist/parts/logout.cjs",
        "dist/parts/status.cjs",
        "dist/parts/rows.cjs",
        "dist/parts/tables.cjs",
        "dist/parts/config.cjs",
        "dist/parts/completion.cjs",
        "dist/parts/sandbox.cjs",
        "dist/parts/help.cjs",
      ],
    }
  `);
});

test('boards --json', async () => {
  expect(await loadedBy(['--json'])).toMatchInlineSnapshot(`
    {
      "builtIn": [
        "_http_agent",
        "_http_client",
        "_http_common",
        "_http_incoming",
        "_http_outgoing",
        "_http_server",
        "child_process",
        "dgram",
        "http",
        "net",
        "os",
        "perf_hooks",
        "process",
        "stream",
        "stream/promises",
        "string_decoder",
        "timers/promises",
        "zlib",
      ],
      "files": [
        "bin/boards.cjs",
        "dist/main.cjs",
        "dist/parts/start.cjs",
        "dist/parts/data.cjs",
        "dist/parts/rolldown-runtime.cjs",
      ],
    }
  `);
});

test('boards', async () => {
  expect(await loadedBy([])).toMatchInlineSnapshot(`
    {
      "builtIn": [
        "_http_agent",
        "_http_client",
        "_http_common",
        "_http_incoming",
        "_http_outgoing",
        "_http_server",
        "child_process",
        "dgram",
        "http",
        "net",
        "os",
        "perf_hooks",
        "process",
        "stream",
        "stream/promises",
        "string_decoder",
        "timers/promises",
        "tty",
        "zlib",
      ],
      "files": [
        "bin/boards.cjs",
        "dist/main.cjs",
        "dist/parts/start.cjs",
        "dist/parts/data.cjs",
        "dist/parts/rolldown-runtime.cjs",
        "dist/parts/tables.cjs",
      ],
    }
  `);
});
