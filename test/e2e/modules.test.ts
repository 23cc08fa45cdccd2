import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { serveBoards } from '../support/loopback.ts';
import { runProgram } from '../support/program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REPORTER = fileURLToPath(new URL('../support/report-modules.cjs', import.meta.url));
const LISTER = fileURLToPath(new URL('../support/list-modules.cjs', import.meta.url));

interface Loaded {
  readonly builtIn: ReadonlyArray<string>;
  readonly files: ReadonlyArray<string>;
}

/** Parses the last line on stderr, which list-modules.cjs writes. */
function parseList(stderr: string): Loaded {
  return JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
}

const empty = parseList(spawnSync(process.execPath, [LISTER], { encoding: 'utf8', env: {} }).stderr);
/** Node 20 and 22 load diagnostics_channel with stdin and stdout, later versions at every start. */
const LOADED_BY_NODE = [...empty.builtIn, 'diagnostics_channel'];

/** The files of the program that a command line loads, and the built-in modules that an empty process does not load. */
async function loadedBy(args: ReadonlyArray<string>): Promise<Loaded> {
  const server = await serveBoards();
  const env = { ...server.env, NODE_OPTIONS: `--require=${LISTER}` };
  const { exitCode, stderr } = await runProgram(args, { env });
  expect(exitCode).toBe(0);
  const { builtIn, files } = parseList(stderr);
  return {
    builtIn: builtIn.filter((name) => !LOADED_BY_NODE.includes(name)).toSorted(),
    files: files.map((file) => relative(ROOT, file).replaceAll('\\', '/')),
  };
}

test.concurrent.each([
  '',
  '--no-plain',
  'top -t all --no-plain',
  'symbol AAA --no-plain',
  'confluence --no-plain',
  '--format {symbol}',
  '--csv',
])('boards %s loads all modules that it needs while it waits for the response', async (line) => {
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const server = await serveBoards({ held });
  const env = { ...server.env, NODE_OPTIONS: `--require=${REPORTER}` };
  const { exitCode, stderr } = await runProgram(line.split(' ').filter(Boolean), {
    env,
    onStart: (child) =>
      child.stderr?.on('data', (text: string) => {
        if (/^idle$/m.test(text)) respond();
      }),
  });
  expect(exitCode).toBe(0);
  const [before = '', after] = stderr.split(/^idle$/m);
  expect(before).toMatch(/loaded .*data\.cjs/);
  expect(after).not.toContain('.cjs');
});

/** What a command line loads that loads everything of `base` and the given modules. */
function plus(base: Loaded, added: Loaded): Loaded {
  return {
    builtIn: [...base.builtIn, ...added.builtIn].toSorted(),
    files: [...base.files, ...added.files],
  };
}

function parts(names: string): ReadonlyArray<string> {
  return names.split(' ').map((name) => `dist/parts/${name}.cjs`);
}

const VERSION: Loaded = {
  builtIn: ['module', 'net', 'os', 'stream', 'stream/promises', 'string_decoder', 'timers/promises'],
  files: ['bin/boards.cjs', 'dist/main.cjs', ...parts('start')],
};

/** With commander; the command `boards` is defined in any case, because without a command it is meant. */
const START = plus(VERSION, {
  builtIn: ['child_process', 'dgram', 'process'],
  files: parts('data rolldown-runtime'),
});

const JSON_BOARDS = plus(START, {
  builtIn: [
    ...['_http_agent', '_http_client', '_http_common', '_http_incoming', '_http_outgoing', '_http_server'],
    ...['http', 'perf_hooks', 'zlib'],
  ],
  files: [],
});

const FORMATTED_TOP = plus(JSON_BOARDS, { builtIn: [], files: parts('top') });
const TABLES = plus(JSON_BOARDS, { builtIn: ['tty'], files: parts('style tables') });

// Each further module makes every start slower: import it where it is used, or have a reason to add it here.
test.concurrent.each([
  ['boards --version', VERSION],
  ['boards --help', START],
  ['boards --json', JSON_BOARDS],
  ['boards --no-plain', TABLES],
  ['boards top --format {symbol}', FORMATTED_TOP],
])('%s loads no other modules', async (line, expected) => {
  expect(await loadedBy(line.split(' ').slice(1))).toEqual(expected);
});
