import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TOPIC_NAMES } from '../../src/cli/specification.ts';
import { createProgram } from '../../src/commands/program.ts';
import type { Transport } from '../../src/context.ts';
import { TIMEFRAMES } from '../../src/market/catalogue.ts';
import { dateOf } from '../../src/market/market-day.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { serveHttp } from '../support/loopback.ts';
import { play, press } from '../support/play.ts';
import { shellWords } from '../support/printed-lines.ts';
import { type Ended, endOf, PROGRAM } from '../support/program.ts';
import { writeRecording } from '../support/recordings.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';
import { createWorld, runCli, type WorldOptions } from '../support/world.ts';

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

const TIME_ZONE = afternoonZone(new Date());

interface Home {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A line that reads what is recorded. One that is missing here fails, because nothing is recorded in its home. */
const READS_RECORDINGS = /\b(?:replay|history|status)\b|--(?:at|since|last)\b/;

/** The working directory and the environment of a user with a home directory of its own, a key, and recordings if lines read them. */
function newHome(lines: ReadonlyArray<string>): Home {
  const home = temporaryDirectory();
  const write = (path: string, text: string) => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  for (const [name, script] of [
    // Several sandboxes run at once, each on a port of its own.
    ['boards', `[ "$1" != sandbox ] || set -- "$@" --port 0\nexec '${process.execPath}' '${PROGRAM}' "$@"`],
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
  if (lines.some((line) => READS_RECORDINGS.test(line))) record(join(home, '.local/state/ranked-boards'));
  const { PATH = '' } = process.env;
  const env = {
    PATH: `${join(home, 'bin')}:${PATH}`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local/state'),
    TZ: TIME_ZONE,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    BOARDS_BASE_URL: `http://${service.host}`,
    BOARDS_API_KEY: KEY,
  };
  return { directory: join(home, 'work'), env };
}

const SET_UP_AT = Date.now();
const recorded = new Map<string, string>();

/** The recordings end with the market of this time, which is open, so that there is something to replay at any hour. */
const OPEN_MARKET_AT = Date.parse('2026-11-20T20:30:00Z');

/** A recorded line, made once for all homes. */
function lineAt(time: number, timeframe: string): string {
  const name = `${timeframe} ${time}`;
  const body = () => bodyAt(time - SET_UP_AT + OPEN_MARKET_AT, timeframe);
  const line = recorded.get(name) ?? JSON.stringify({ ...body(), asOf: new Date(time).toISOString() });
  recorded.set(name, line);
  return line;
}

/** Recordings of every timeframe: of the last eight hours, and of the day that README and docs name. */
function record(directory: string): void {
  const now = SET_UP_AT;
  const recent = Array.from({ length: 31 }, (_, index) => now - (31 - index) * 900_000 - 60_000);
  const times = [Date.parse('2026-11-20T15:00:00Z'), ...recent];
  for (const timeframe of TIMEFRAMES) {
    for (const day of new Set(times.map((time) => dateOf(time)))) {
      const ofDay = times.filter((time) => dateOf(time) === day).sort();
      const lines = ofDay.map((time) => lineAt(time, timeframe));
      writeRecording(directory, `127.0.0.1_${service.port}/${day}/${timeframe}.ndjson`, lines);
    }
  }
}

/** True for a line that needs a terminal. */
function opensPane(line: string): boolean {
  return /\bboards (watch|replay)\b/.test(line) && !/--events|--json/.test(line);
}

/** True for a line that runs until it is interrupted. */
function runsOn(line: string): boolean {
  return /\bboards (watch|sandbox)\b/.test(line) && !line.includes('--until');
}

/** Runs a line whose stdin has a key. One that runs on is interrupted after its first output, to stdout or to a file. */
async function runInPipe(line: string, { directory, env }: Home, input = `${KEY}\n`): Promise<Ended> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', line], { cwd: directory, env, detached: true });
  const ended = endOf(child);
  child.stdin.on('error', () => undefined).end(input);
  if (runsOn(line)) {
    let hasOutput = false;
    child.stdout.once('data', () => {
      hasOutput = true;
    });
    const isFile = (name: string) => name !== 'file' && statSync(join(directory, name)).size > 0;
    await until(() => hasOutput || readdirSync(directory).some(isFile));
    process.kill(-(child.pid ?? 0), 'SIGINT');
  }
  return ended;
}

/** A command line whose words a shell takes as they are, quoted or not. */
const IS_PLAIN = /^boards(?: (?:[\w.,:=/-]+|'[^']*'|"(?:[^"$`\\]|\\[a-z])*"))*$/;

const withoutComment = (line: string) => line.replace(/ +# .*/, '');

/** Early in the simulated market day, of which little has to be computed then. */
const EARLY = Date.parse('2026-06-03T05:10:00Z');

/** A world with what the processes have, and a clock that goes on when the program waits. */
function worldOf(line: string, { env }: Home): WorldOptions {
  const clock = createFakeClock(withoutComment(line).includes('--sandbox') ? EARLY : Date.now());
  const transport: Transport = async ({ url }) =>
    responseOf(200, bodyAt(clock.now(), url.searchParams.get('timeframe') ?? 'day'), {
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '59',
    });
  const stdin = `${KEY}\n`;
  return {
    clock,
    transport,
    env: { ...env, BOARDS_CONFIG_DIR: undefined, BOARDS_DATA_DIR: undefined },
    homeDirectory: env.HOME,
    ...(opensPane(line) ? {} : { stdin }),
  };
}

/** Runs such a line without a process of its own, which takes a tenth of the time. Leaves a pane with q. */
async function runHere(line: string, home: Home): Promise<Ended> {
  const args = wordsOf(line);
  const world = worldOf(line, home);
  if (!opensPane(line)) return { ...(await runCli(args, world)), signal: null };
  const { exitCode, raw, world: played } = await play(args, [[5, press('q')]], world);
  return { exitCode, signal: null, stdout: raw, stderr: played.stderr() };
}

/** A plain line whose output another command or a file gets. */
const WITH_READER = /^(boards [^|>]*) (\| |>)(.*)$/;

/** Runs such a line with a process for the reader only. */
async function runForReader(line: string, home: Home): Promise<Ended> {
  const [, plain = '', kind, reader = ''] = WITH_READER.exec(withoutComment(line)) ?? [];
  const { exitCode, stdout, stderr } = await runHere(plain, home);
  const ended = await runInPipe(kind === '>' ? `cat >${reader}` : reader, home, stdout);
  return { ...ended, exitCode: exitCode || ended.exitCode, stderr: stderr + ended.stderr };
}

/** The words of a plain line. Two minutes of the simulated market stand for two hours, which take seconds to compute. */
function wordsOf(line: string): ReadonlyArray<string> {
  const short = line.replace(/(?<=history --sandbox --last )2h$/, '2m');
  return shellWords(withoutComment(short)).slice(1);
}

function runnerOf(line: string) {
  const [, read] = WITH_READER.exec(withoutComment(line)) ?? [];
  const isPlain = IS_PLAIN.test(read ?? withoutComment(line));
  if (!isPlain || (runsOn(line) && !opensPane(line))) return runInPipe;
  return read === undefined ? runHere : runForReader;
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

const DOCUMENTS = [
  'README.md',
  'docs/pane.md',
  'docs/recordings.md',
  'docs/scripts.md',
  'docs/troubleshooting.md',
  'docs/recipes.md',
  'skills/boards/SKILL.md',
];
/** recipes.test.ts runs its blocks, with stand-ins for the programs that they call. */
const WITHOUT_BLOCKS = 'docs/recipes.md';

/** The `sh` blocks of README, its pages and the skill, and `boards …` in their text. */
function linesOfDocuments(): ReadonlyArray<PrintedBlock> {
  return DOCUMENTS.flatMap((name) => linesOfDocument(name));
}

function linesOfDocument(name: string): ReadonlyArray<PrintedBlock> {
  const text = read(name);
  const blocks = [...(name === WITHOUT_BLOCKS ? '' : text).matchAll(/^```sh\n(.*?)^```/gms)].map(
    ([, block = '']) => completeCommands(block.trimEnd().split('\n')),
  );
  const inText = codeSpans(text.replace(/^```.*?^```/gms, ''));
  return [...blocks, ...inText.map((line) => [line])].map((lines) => ({ source: name, lines }));
}

/** The command lines on the page that the program prints for these arguments, each to be run by itself. */
async function linesOfPage(args: ReadonlyArray<string>): Promise<ReadonlyArray<PrintedBlock>> {
  const { stdout } = await runCli(args);
  return [...commandsOfPage(stdout), ...installLines(stdout)].map((line) => ({
    source: ['boards', ...args].join(' '),
    lines: [line],
  }));
}

/** The command lines that the last lines of an output print. */
function linesOfOutput(source: string, output: string): ReadonlyArray<PrintedBlock> {
  const found = [...output.matchAll(/(?:: |`)(boards\b[^`·\n]*)/g)].map(([, line = '']) => line.trim());
  return found.filter(isWhole).map((line) => ({ source, lines: [line] }));
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
  if (IS_PLAIN.test(lines[0] ?? '')) return lines[0] ?? '';
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
];

/** What prints command lines below an output. */
const OUTPUTS = ['boards', 'boards --sandbox', 'boards --sandbox -t swing'];

const documents = linesOfDocuments();
const program = await createProgram(createWorld().context);
const pagesOf = async (pages: ReadonlyArray<ReadonlyArray<string>>) =>
  (await Promise.all(pages.map(linesOfPage))).flat();
const help = await pagesOf(pathsOf(program).map((path) => [...path, '--help']));
const topics = await pagesOf(TOPIC_NAMES.map((topic) => ['help', topic]));
const outputs: Array<PrintedBlock> = [];
for (const line of OUTPUTS) {
  const { stdout } = await runCli(line, { isTTY: true, columns: 100, rows: 24 });
  outputs.push(...linesOfOutput(`the output of ${line}`, stripVTControlCharacters(stdout)));
}

test.each([
  ['README and its pages', documents, 15],
  ['--help', help, 40],
  ['boards help <topic>', topics, 15],
  ['outputs', outputs, 6],
])('%s prints command lines', (_, found, least) => {
  expect(found.flatMap(({ lines }) => lines).length).toBeGreaterThanOrEqual(least);
});

test('command lines of README are in blocks from which they are taken', () => {
  const text = read('README.md');
  const languages = [...text.matchAll(/^```([^\n]*)\n.*?^```$/gms)].map(([, language]) => language);
  expect(languages).toContain('sh');
  expect(languages.filter((each) => !['sh', 'text', 'json'].includes(each ?? ''))).toEqual([]);
});

test('the skill is short, and says in its first lines what it is for', () => {
  const lines = read('skills/boards/SKILL.md').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(80);
  expect(lines.slice(0, 4).map((line) => line.split(':', 1)[0])).toEqual([
    '---',
    'name',
    'description',
    '---',
  ]);
});

/** The blocks to run: those of documents with all their lines, others once for each line. */
const seen = new Set<string>();
const blocks = [...documents, ...help, ...topics, ...outputs].flatMap(({ source, lines }) => {
  const run = lines.filter((line) => !NOT_RUN.some(([pattern]) => pattern.test(line)));
  const names = run.map(withoutComment);
  const isKnown = names.every((name) => seen.has(name));
  for (const name of names) seen.add(name);
  return isKnown ? [] : [{ source, run, name: names.join('; ') }];
});

// Of all worlds and processes of this file.
beforeAll(() => void vi.stubEnv('TZ', TIME_ZONE));
afterAll(() => void vi.unstubAllEnvs());

async function runBlock({ run }: { readonly run: ReadonlyArray<string> }): Promise<void> {
  const home = newHome(run);
  for (const line of run) {
    const ended = await runnerOf(line)(line, home);
    const errors = ended.stderr.split('\n').filter((text) => /\berror\b|not found/i.test(text));
    expect({ line, errors }).toEqual({ line, errors: [] });
    // A pane is left with q, in time or before what it waits for.
    const isStopped = runsOn(line) && !opensPane(line);
    expect(isStopped ? ['SIGINT'] : line.includes('--until') ? [0, 9] : [0], line).toContain(
      ended.signal ?? ended.exitCode,
    );
    if (!/ >>? /.test(line)) expect(ended.stdout.trim(), line).not.toBe('');
  }
}

/** Blocks without a process of the program. Fake clocks would wait for the work of each other. */
const isPlainBlock = ({ run }: { readonly run: ReadonlyArray<string> }) =>
  run.every((line) => runnerOf(line) !== runInPipe);

describe('command lines work as they are printed', () => {
  test.each(blocks.filter(isPlainBlock))('$source: $name', runBlock);
});

describe.concurrent('command lines of a shell work as they are printed', () => {
  test.each(blocks.filter((block) => !isPlainBlock(block)))('$source: $name', runBlock);
});
