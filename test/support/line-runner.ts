import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { homeOf, KEY } from './line-home.ts';
import { openProgram } from './program.ts';

/** What became of a command line. */
export interface LineEnded {
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
export async function runBlock(lines: ReadonlyArray<string>, url: string): Promise<ReadonlyArray<LineEnded>> {
  const { home, env } = homeOf(url);
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
export function opensPane(line: string): boolean {
  return /\bboards (watch|replay)\b/.test(line) && !/--events|--json/.test(line);
}

/** True for a line that runs until it is interrupted or until what it waits for happens. */
export function runsOn(line: string): boolean {
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
