import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { TOPIC_NAMES } from '../../src/cli/specification.ts';
import { createProgram } from '../../src/commands/program.ts';
import { dateOf } from '../../src/market/market-day.ts';
import { TIMEFRAMES } from '../../src/vocabulary.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { serveHttp } from '../support/loopback.ts';
import { openProgram, PROGRAM } from '../support/program.ts';
import { writeRecording } from '../support/recordings.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { createWorld, runCli } from '../support/world.ts';

/** The key that the environment has, that `pass` prints, and that stdin has. */
const KEY = 'of-the-test';
const SYMBOLS = ['NVDA', 'AMD', 'X', 'AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', 'GGG', 'HHH', 'III', 'JJJ'];
const LISTED = 10;

/** The boards at a time: in each second all symbols change their ranks, and one enters. */
function bodyAt(milliseconds: number, timeframe: string) {
  const second = Math.floor(milliseconds / 1000);
  const rotated = SYMBOLS.map((_, index) => SYMBOLS[(index + second) % SYMBOLS.length] ?? '');
  const rows = rotated
    .slice(0, LISTED)
    .map((symbol, index) => rowOf({ symbol, rank: index + 1, boards: (index + second) % 6 }));
  const { topPlay } = bodyOf();
  return bodyOf({
    asOf: new Date(second * 1000).toISOString(),
    timeframe,
    topPlay: { ...Object(topPlay), symbol: rotated[0] },
    boards: { movers: rows, rvol: rows, buzz: rows },
    boardNames: ['movers', 'rvol', 'buzz'],
  });
}

/** A service whose boards change every second, for any number of requests. */
const service = await serveHttp(({ url = '/' }, response) => {
  const timeframe = new URL(url, 'http://127.0.0.1').searchParams.get('timeframe') ?? 'day';
  response
    .setHeader('Content-Type', 'application/json')
    .setHeader('X-RateLimit-Limit', '60')
    .setHeader('X-RateLimit-Remaining', '59')
    .end(JSON.stringify(bodyAt(Date.now(), timeframe)));
});

/** A time zone in which it is afternoon now, so that 10:15 and the time 15 minutes ago are of today. */
function afternoonZone(now: Date): string {
  const ahead = 16 - now.getUTCHours();
  // The sign of these names is that of the distance to Greenwich, not of the time.
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.min(12, Math.abs(ahead))}`;
}

/** The environment of a user with a home directory of its own, a key, and recordings of the service. */
function newHome(): { readonly home: string; readonly env: Readonly<Record<string, string>> } {
  const home = temporaryDirectory();
  const write = (path: string, text: string) => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  for (const [name, script] of [
    ['boards', `exec '${process.execPath}' '${PROGRAM}' "$@"`],
    ['pass', `echo ${KEY}`],
  ]) {
    write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
    chmodSync(join(home, 'bin', name ?? ''), 0o755);
  }
  // A change every second instead of every minute.
  write('.config/ranked-boards/config.json', JSON.stringify({ interval: 1 }));
  chmodSync(join(home, '.config/ranked-boards'), 0o700);
  chmodSync(join(home, '.config/ranked-boards/config.json'), 0o600);
  // fish creates this directory when it starts.
  mkdirSync(join(home, '.config/fish/completions'), { recursive: true });
  mkdirSync(join(home, 'work'));
  write('work/file', `${KEY}\n`);
  record(join(home, '.local/state/ranked-boards'));
  const { PATH = '' } = process.env;
  const env = {
    PATH: `${join(home, 'bin')}:${PATH}`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local/state'),
    TZ: afternoonZone(new Date()),
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    BOARDS_BASE_URL: `http://${service.host}`,
    BOARDS_API_KEY: KEY,
  };
  return { home, env };
}

/** Recordings of every timeframe: of the last eight hours, and of the day that README names. */
function record(directory: string): void {
  const now = Date.now();
  const recent = Array.from({ length: 31 }, (_, index) => now - (31 - index) * 900_000 - 60_000);
  const times = [Date.parse('2026-11-20T15:00:00Z'), ...recent];
  for (const timeframe of TIMEFRAMES) {
    for (const day of new Set(times.map((time) => dateOf(time, false)))) {
      const ofDay = times.filter((time) => dateOf(time, false) === day).sort();
      const lines = ofDay.map((time) => JSON.stringify(bodyAt(time, timeframe)));
      writeRecording(directory, `127.0.0.1_${service.port}/${day}/${timeframe}.ndjson`, lines);
    }
  }
}

/** What became of a command line. */
interface LineEnded {
  /** 130 after it was interrupted, because it runs until then. */
  readonly exitCode: number | null;
  /** The text on stdout, on the screen of its terminal, or in the files that it wrote. */
  readonly output: string;
  readonly stderr: string;
}

/** For everything that a line waits for: two polls, a change, the end. */
const MAX_SECONDS = 20;
/** The time of the data, in the first line of the pane. */
const PANE_SHOWN = /^.*\d\d:\d\d:\d\d/;

/** Runs command lines one after the other, each in a shell in the same directory; a key can be read from stdin. */
async function runBlock(lines: ReadonlyArray<string>): Promise<ReadonlyArray<LineEnded>> {
  const { home, env } = newHome();
  const directory = join(home, 'work');
  const ended: Array<LineEnded> = [];
  for (const line of lines) {
    ended.push(
      opensPane(line) ? await runInTerminal(line, directory, env) : await runInPipe(line, directory, env),
    );
  }
  return ended;
}

/** True for a line that needs a terminal. */
function opensPane(line: string): boolean {
  return /\bboards (watch|replay)\b/.test(line) && !/--events|--json/.test(line);
}

/** True for a line that runs until it is interrupted or until what it waits for happens. */
function runsOn(line: string): boolean {
  return /\bboards (watch|sandbox)\b/.test(line);
}

async function runInTerminal(
  line: string,
  directory: string,
  env: Readonly<Record<string, string>>,
): Promise<LineEnded> {
  const unset = { BOARDS_CONFIG_DIR: undefined, BOARDS_DATA_DIR: undefined };
  const shell = `cd '${directory}' && unset BOARDS_CONFIG_DIR BOARDS_DATA_DIR\n${line}`;
  const pane = openProgram([], { shell, env: { ...env, ...unset } });
  let isEnded = false;
  const ended = pane.ended.finally(() => {
    isEnded = true;
  });
  await pane.waitFor((screen) => isEnded || PANE_SHOWN.test(screen), MAX_SECONDS);
  // A line with --until can end by itself at any time.
  if (!isEnded) pane.type('q');
  return { exitCode: (await ended).exitCode, output: pane.raw(), stderr: '' };
}

async function runInPipe(
  line: string,
  directory: string,
  env: Readonly<Record<string, string>>,
): Promise<LineEnded> {
  const before = sizesIn(directory);
  const child = spawn('bash', ['-c', line], { cwd: directory, env, detached: true });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${KEY}\n`);
  let isEnded = false;
  const exit = new Promise<number | null>((resolve) => {
    child.on('close', (code, signal) => {
      isEnded = true;
      resolve(signal === 'SIGINT' ? 130 : code);
    });
  });
  const written = () => texts.stdout + (sizesIn(directory) === before ? '' : 'a file');
  const start = Date.now();
  while (!isEnded && Date.now() - start < MAX_SECONDS * 1000) {
    if (runsOn(line) && !line.includes('--until') && written() !== '') break;
    await delay(50);
  }
  if (!isEnded) process.kill(-(child.pid ?? 0), 'SIGINT');
  const exitCode = await Promise.race([exit, delay(5000, null)]);
  if (!isEnded) process.kill(-(child.pid ?? 0), 'SIGKILL');
  return { exitCode, output: written(), stderr: texts.stderr };
}

/** The files that lines can write to, with their sizes; a shell creates an empty one before there is output. */
function sizesIn(directory: string): string {
  const home = join(directory, '..');
  const names = ['.', 'work', '.config/fish/completions'].flatMap((part) =>
    readdirSync(join(home, part)).map((name) => join(part, name)),
  );
  return names
    .flatMap((name) => {
      const stat = statSync(join(home, name));
      return stat.isFile() && stat.size > 0 ? `${name} ${stat.size}` : [];
    })
    .join();
}

/** Command lines that a text prints to be run one after the other, such as those of one code block. */
interface PrintedBlock {
  /** Where they are printed, for the names of tests. */
  readonly source: string;
  readonly lines: ReadonlyArray<string>;
}

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

/** A line of a help page that is a command line: indented by two spaces. */
const INDENTED_COMMAND = /^ {2}(?=(?:boards|duckdb|gzip|jq|pass)(?:[ ,]|$))/;
/** `<value>`, `[options]`, `list·get` and `…` stand for something that the reader chooses. */
const PLACEHOLDER = /<\S+>|\[|…|·|\$\{/;

const DOCUMENTS = ['README.md', 'docs/pane.md', 'docs/troubleshooting.md'];

/** The `sh` blocks of README and its pages, the command lines in their `tmux` blocks, and `boards …` in their text. */
function linesOfDocuments(): ReadonlyArray<PrintedBlock> {
  return DOCUMENTS.flatMap((name) => linesOfDocument(name));
}

function linesOfDocument(name: string): ReadonlyArray<PrintedBlock> {
  const text = read(name);
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) =>
    completeCommands(block.trimEnd().split('\n')),
  );
  const tmux = [...text.matchAll(/^```tmux\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    [...block.matchAll(/#\((.*)\)/g)].map(([, line = '']) => [line]),
  );
  const inText = codeSpans(text.replace(/^```.*?^```/gms, ''));
  return [...blocks, ...tmux, ...inText.map((line) => [line])].map((lines) => ({ source: name, lines }));
}

/** The examples of the help of the program and of each command, with what it says to install. */
async function linesOfHelp(program: Command): Promise<ReadonlyArray<PrintedBlock>> {
  const pages = await Promise.all(
    pathsOf(program).map(async (path) => {
      const { stdout } = await runCli([...path, '--help']);
      const source = ['boards', ...path, '--help'].join(' ');
      return [...commandsOfPage(stdout), ...installLines(stdout)].map((line) => ({ source, lines: [line] }));
    }),
  );
  return pages.flat();
}

/** The command lines on the pages of `boards help <topic>`. */
async function linesOfTopics(topics: ReadonlyArray<string>): Promise<ReadonlyArray<PrintedBlock>> {
  const pages = await Promise.all(
    topics.map(async (topic) => {
      const { stdout } = await runCli(['help', topic]);
      return commandsOfPage(stdout).map((line) => ({ source: `boards help ${topic}`, lines: [line] }));
    }),
  );
  return pages.flat();
}

/** The whole command lines in messages: in backticks, or after a colon at the end of a text. Comments are left out. */
function linesOfMessages(): ReadonlyArray<PrintedBlock> {
  const files = readdirSync(new URL('src/', ROOT), { recursive: true, encoding: 'utf8' });
  const code = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => read(`src/${file}`).split('\n'))
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .join('\n')
    .replaceAll('\\`', '`');
  const atEnd = [...code.matchAll(/: (boards(?: [-\w.,:]+)*)['`]/g)].map(([, line = '']) => line);
  return [...codeSpans(code), ...atEnd]
    .filter(isWhole)
    .map((line) => ({ source: 'a message', lines: [line] }));
}

/** The command lines that the hints of an error, or the last lines of an output, print. */
function linesOfOutput(source: string, output: string): ReadonlyArray<PrintedBlock> {
  const found = [...output.matchAll(/(?:: |`)(boards\b[^`·\n]*)/g)].map(([, line = '']) => line.trim());
  return found.filter(isWhole).map((line) => ({ source, lines: [line] }));
}

/** The command lines in the examples of the manual page. */
function linesOfManual(): ReadonlyArray<PrintedBlock> {
  const [, examples = ''] = /^\.SH "EXAMPLES"\n(.*?)^\.SH /ms.exec(read('completions/boards.1')) ?? [];
  const lines = [...examples.matchAll(/^\.B "(.*)"$/gm)].map(([, text = '']) =>
    text
      .replaceAll('\\:', '')
      .replaceAll('\\-', '-')
      .replaceAll('\\(aq', "'")
      .replaceAll('\\(ti', '~')
      .replaceAll('\\(dq', '"'),
  );
  return lines.map((line) => ({ source: 'the manual page', lines: [line] }));
}

function pathsOf(command: Command, before: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> {
  return [before, ...command.commands.flatMap((child) => pathsOf(child, [...before, child.name()]))];
}

/** The command lines of a help page, without what stands beside them. */
function commandsOfPage(page: string): ReadonlyArray<string> {
  return page.split(/\n\n|Examples:\n/).flatMap((paragraph) => {
    const lines = paragraph.split('\n');
    // Where descriptions begin: the widest command line may have only one space before its own.
    const column = Math.max(...lines.filter((line) => INDENTED_COMMAND.test(line)).map(descriptionStart));
    return lines.flatMap((line, index) => {
      if (!INDENTED_COMMAND.test(line)) return [];
      const label = column === 0 ? line : line.slice(0, column);
      return firstCommand([label, ...lines.slice(index + 1)]).split(/, (?=boards )/);
    });
  });
}

/** `boards completion --help`: a shell, and the command line to install its script. */
function installLines(page: string): ReadonlyArray<string> {
  const [, section = ''] = page.split('To install:\n');
  return [...section.matchAll(/^ {2}[a-z]+ {2,}(\S.*)$/gm)].map(([, line = '']) => line);
}

/** Where the text beside a command line begins; 0 without one. */
function descriptionStart(line: string): number {
  const [label] = /^ {2}\S.*? {2,}(?=\S)/.exec(line) ?? [];
  return label?.length ?? 0;
}

/** The complete commands of a block: lines are joined until the shell accepts them. */
function completeCommands(lines: ReadonlyArray<string>): ReadonlyArray<string> {
  const first = firstCommand(lines);
  const rest = lines.slice(first.split('\n').length);
  return rest.length === 0 ? [first] : [first, ...completeCommands(rest)];
}

/** The first lines, as many as the shell needs to accept them. Throws if all are too few. */
function firstCommand(lines: ReadonlyArray<string>): string {
  const counts = lines.map((_, index) => index + 1);
  const count = counts.find(
    (each) => spawnSync('bash', ['-n', '-c', lines.slice(0, each).join('\n')]).status === 0,
  );
  if (count === undefined) throw new Error(`not a command line: ${lines[0]}`);
  return lines.slice(0, count).join('\n').trim();
}

/** Whole command lines in backticks, which may be wrapped. */
function codeSpans(text: string): ReadonlyArray<string> {
  return [...text.matchAll(/`(boards(?:\s[^`]+)?)`/g)]
    .map(([, line = '']) => line.replaceAll(/\s+/g, ' '))
    .filter(isWhole);
}

function isWhole(line: string): boolean {
  return !PLACEHOLDER.test(line);
}

/** Lines that are not run, and why. */
const NOT_RUN: ReadonlyArray<readonly [RegExp, string]> = [
  [/^npm /, 'needs the registry, or runs these tests'],
  [/\bduckdb /, 'is not part of the set-up of the tests'],
  [/\| Out-String/, 'needs PowerShell'],
  [/--base-url https:/, 'asks another computer'],
  [/^boards config set baseUrl$/, 'names the command; its value is of the user'],
];

/** What prints hints that are put together, and command lines below an output. */
const OUTPUTS = [
  ['boards', 'stdout'],
  ['boards --sandbox', 'stdout'],
  ['watch --on topPlay', 'stderr'],
  ['watch --cooldown 15m', 'stderr'],
  ['replay --on topPlay', 'stderr'],
  ['replay --cooldown 15m', 'stderr'],
] as const;

const documents = linesOfDocuments();
const help = await linesOfHelp(await createProgram(createWorld().context));
const topics = await linesOfTopics(TOPIC_NAMES);
const messages = linesOfMessages();
const outputs: Array<PrintedBlock> = [];
for (const [line, stream] of OUTPUTS) {
  const printed = (await runCli(line, { isTTY: true, columns: 100, rows: 24 }))[stream];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of the terminal
  outputs.push(...linesOfOutput(`the output of ${line}`, printed.replaceAll(/\x1b\[[\d;]*m/g, '')));
}

const isRun = (line: string) => !NOT_RUN.some(([pattern]) => pattern.test(line));
/** The blocks to run: those of documents with all their lines, others once for each line. */
const blocks = distinct([...documents, ...help, ...topics, ...messages, ...outputs]);

function distinct(all: ReadonlyArray<PrintedBlock>): ReadonlyArray<PrintedBlock> {
  const seen = new Set<string>();
  return all.flatMap(({ source, lines }) => {
    const kept = lines.filter(isRun);
    const fresh = kept.filter((line) => !seen.has(withoutComment(line)));
    for (const line of kept) seen.add(withoutComment(line));
    return fresh.length === 0 ? [] : [{ source, lines: kept }];
  });
}

function withoutComment(line: string): string {
  return line.replace(/ +# .*/, '');
}

/** Lines that wait for data need no processor, so some more of them can run. */
const LANES = { waiting: 5, quick: 2 };
/** `boards sandbox` has a fixed port, so one runs at a time; without the port, there is none. */
const isPortTaken = await new Promise<boolean>((resolve) => {
  const socket = connect(8787, '127.0.0.1');
  socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
  socket.on('connect', () => socket.destroy());
});

async function runAll(): Promise<ReadonlyMap<PrintedBlock, ReadonlyArray<LineEnded>>> {
  const results = new Map<PrintedBlock, ReadonlyArray<LineEnded>>();
  const isSandbox = ({ lines }: PrintedBlock) => lines.some((line) => line.startsWith('boards sandbox'));
  const isWaiting = ({ lines }: PrintedBlock) => lines.some(runsOn);
  const inLanes = (wanted: ReadonlyArray<PrintedBlock>, count: number) => {
    const rest = [...wanted];
    const lane = async () => {
      for (let block = rest.shift(); block !== undefined; block = rest.shift()) {
        results.set(block, await runBlock(block.lines));
      }
    };
    return Promise.all(Array.from({ length: count }, lane));
  };
  await Promise.all([
    inLanes(blocks.filter(isSandbox), 1),
    inLanes(
      blocks.filter((block) => isWaiting(block) && !isSandbox(block)),
      LANES.waiting,
    ),
    inLanes(
      blocks.filter((block) => !isWaiting(block)),
      LANES.quick,
    ),
  ]);
  return results;
}

let results: ReadonlyMap<PrintedBlock, ReadonlyArray<LineEnded>>;
beforeAll(async () => {
  results = await runAll();
}, 120_000);

test.each([
  ['README and its pages', documents, 15],
  ['--help', help, 40],
  ['boards help <topic>', topics, 15],
  ['messages', messages, 8],
  ['outputs', outputs, 10],
  ['the manual page', linesOfManual(), 30],
])('%s prints command lines', (_, found, least) => {
  expect(found.flatMap(({ lines }) => lines).length).toBeGreaterThanOrEqual(least);
});

test('command lines of README are in blocks from which they are taken', () => {
  const text = read('README.md');
  const languages = [...text.matchAll(/^```([^\n]*)\n.*?^```$/gms)].map(([, language]) => language);
  expect(languages).toContain('sh');
  expect(languages.filter((each) => !['sh', 'tmux', 'text', 'json'].includes(each ?? ''))).toEqual([]);
});

test('the examples of the manual page are those of --help', () => {
  const examples = new Set(help.flatMap(({ lines }) => lines));
  expect(linesOfManual().flatMap(({ lines }) => lines.filter((line) => !examples.has(line)))).toEqual([]);
});

describe.each(blocks)('$source', (block) => {
  test.each(block.lines.map((line, index) => [line, index] as const))('%s', (line, index) => {
    const result = results.get(block)?.[index];
    const errors = result?.stderr.split('\n').filter((text) => /\berror\b|not found/i.test(text));
    const isStopped = runsOn(line) && !opensPane(line) && !line.includes('--until');
    const isRefused = line.startsWith('boards sandbox') && isPortTaken;
    // A pane is left with q, in time or before what it waits for.
    const codes = isRefused ? [2] : isStopped ? [130] : line.includes('--until') ? [0, 9] : [0];
    expect(codes).toContain(result?.exitCode);
    expect(isRefused ? [] : errors).toEqual([]);
    if (!isRefused) expect(result?.output.trim()).not.toBe('');
  });
});
