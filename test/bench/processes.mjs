import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './statistics.mjs';

const WARM_UP_RUNS = 2;
/** Runs a command, then prints the seconds that the processors spent on it and its children. */
const TIMED = ['bash', '-c', 'TIMEFORMAT="%3U %3S"; time "$@"', 'bash'];
const BASE = mkdtempSync(join(tmpdir(), 'boards-bench-'));
process.on('exit', () => rmSync(BASE, { recursive: true, force: true }));

export function here(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Independent of this machine: NODE_EXTRA_CA_CERTS alone can add 30 ms to every start of Node. */
export function cleanEnvironment(extra = {}) {
  const { PATH } = process.env;
  const directory = mkdtempSync(join(BASE, 'home-'));
  const BOARDS_DATA_DIR = join(directory, 'data');
  const places = {
    HOME: directory,
    BOARDS_CONFIG_DIR: directory,
    BOARDS_DATA_DIR,
    XDG_CACHE_HOME: directory,
  };
  return { PATH, ...places, TZ: 'UTC', TERM: 'xterm-256color', ...extra };
}

/**
 * Milliseconds from start to exit, or of processor time. Throws if the process fails, or prints nothing unless it is silent.
 */
function timeProcess({ command, env, isSilent = false }, isProcessorTime) {
  const [file, ...args] = isProcessorTime ? [...TIMED, ...command] : command;
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(file, args, { env, maxBuffer: 2 ** 24 });
  const elapsed = performance.now() - started;
  if (status !== 0 || (!isSilent && stdout.length === 0))
    throw new Error(`${command.join(' ')}: exit ${status}\n${stderr}`);
  if (!isProcessorTime) return elapsed;
  const [user, system] = stderr.toString().trimEnd().split('\n').at(-1).split(' ').map(Number);
  return (user + system) * 1000;
}

/**
 * Runs the commands alternately, so that other load on the machine affects all of them equally. Returns by name the median
 * time and the median ratio of `boards` to the command.
 */
export function measurePaired(commands, { runs, isProcessorTime }) {
  const names = Object.keys(commands);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let run = 0; run < runs + WARM_UP_RUNS; run++) {
    for (let index = 0; index < names.length; index++) {
      const name = names[(run + index) % names.length];
      const milliseconds = timeProcess(commands[name], isProcessorTime);
      if (run >= WARM_UP_RUNS) times[name].push(milliseconds);
    }
  }
  const figures = names.map((name) => {
    const ratios = times.boards.map((milliseconds, run) => milliseconds / times[name][run]);
    return [name, { milliseconds: median(times[name]), ratio: median(ratios) }];
  });
  return Object.fromEntries(figures);
}

/** Starts the benchmark service; returns its ports and a function that stops it. */
export function startService(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [here('service.mjs'), ...args], {
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    child.stdout.once('data', (line) => resolve({ ...JSON.parse(line), close: () => child.kill() }));
  });
}

export function isInstalled(tool) {
  return spawnSync(tool, ['--version'], { stdio: 'ignore' }).error === undefined;
}
