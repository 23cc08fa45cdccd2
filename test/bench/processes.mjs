import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './statistics.mjs';

const WARM_UP = 2;

export function here(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Nothing of this machine: a bundle of certificates in the environment alone adds 30 ms to every start of Node. */
export function cleanEnvironment(extra = {}) {
  const { PATH, HOME } = process.env;
  const BOARDS_CONFIG_DIR = mkdtempSync(join(tmpdir(), 'boards-bench-'));
  return { PATH, HOME, TZ: 'UTC', TERM: 'xterm-256color', BOARDS_CONFIG_DIR, ...extra };
}

/** Milliseconds of the whole process, its start included. Throws when it fails or prints nothing that it should. */
function timeProcess({ command, env, isSilent = false }) {
  const [file, ...args] = command;
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(file, args, { env, maxBuffer: 2 ** 24 });
  const milliseconds = performance.now() - started;
  if (status !== 0 || (!isSilent && stdout.length === 0))
    throw new Error(`${command.join(' ')}: exit ${status}\n${stderr}`);
  return milliseconds;
}

/**
 * Runs the commands in turn, again and again, so that whatever else the machine does meets all of them alike. Gives by
 * name the median time, and the median of the ratios of `boards` to it.
 */
export function measurePaired(commands, runs) {
  const names = Object.keys(commands);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let run = 0; run < runs + WARM_UP; run++) {
    for (let index = 0; index < names.length; index++) {
      const name = names[(run + index) % names.length];
      const milliseconds = timeProcess(commands[name]);
      if (run >= WARM_UP) times[name].push(milliseconds);
    }
  }
  const figures = names.map((name) => {
    const ratios = times.boards.map((milliseconds, run) => milliseconds / times[name][run]);
    return [name, { milliseconds: median(times[name]), ratio: median(ratios) }];
  });
  return Object.fromEntries(figures);
}

/** Starts the service of the bench; gives its ports and how to end it. */
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
