import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cleanEnvironment, type Ended, type Environment, endOf, PROGRAM } from './program.ts';
import { PATIENCE_MS } from './wait.ts';

export interface ShellOptions {
  readonly env?: Environment;
  readonly uid?: number;
}

export const hasBash = existsSync('/bin/bash');
export const BASH_IS_MISSING = 'needs PIPESTATUS and <<< of bash';

export const NOBODY = 65_534;

export const NOBODY_IS_MISSING = 'needs root, and a Node and a checkout that other users can read';

let isNobodyPossible: boolean | null = null;

export function canRunAsNobody(): boolean {
  isNobodyPossible ??= process.getuid?.() === 0 && canStartAsNobody();
  return isNobodyPossible;
}

function canStartAsNobody(): boolean {
  const options = { env: cleanEnvironment(), uid: NOBODY, gid: NOBODY };
  return spawnSync(process.execPath, [PROGRAM, '--version'], options).status === 0;
}

/** `$BOARDS` starts the built program. The shell is killed before the test times out. */
export function runShell(command: string, { env, uid }: ShellOptions = {}): Promise<Ended> {
  const child = spawn(hasBash ? '/bin/bash' : '/bin/sh', ['-c', command], {
    env: { ...cleanEnvironment(env), BOARDS: `${process.execPath} ${PROGRAM}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  return endOf(child);
}

/** Runs `code` 100 ms after the program has begun to handle uncaught exceptions. */
export function withBug(code: string): Environment {
  const isHandled = "process.listenerCount('uncaughtException') > 0";
  return withFault(
    `const timer = setInterval(() => { if (${isHandled}) { clearInterval(timer); setTimeout(() => { ${code} }, 100); } }, 10)`,
  );
}

export const withBugOnSignal = (code: string) => withFault(`process.on('SIGUSR1', () => { ${code} })`);

/** Returns an environment that runs `code`, an ES module, before the program. */
export function withFault(code: string): Environment {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

/** Makes waits of at least this many milliseconds endless. */
export const withoutWaitsFrom = (shortest: number) =>
  withFault(`
    import timers from 'node:timers/promises';
    const { setTimeout: wait } = timers;
    timers.setTimeout = (milliseconds, ...rest) => wait(milliseconds < ${shortest} ? milliseconds : 1e9, ...rest);
  `);

export const WITHOUT_TIMEOUTS = withoutWaitsFrom(10_000);

/** Writes the peak memory at exit, from /proc on Linux: getrusage includes the peak of the parent process. */
export const WITH_PEAK = withFault(`
  import { readFileSync } from 'node:fs';
  const peak = () => {
    try {
      return /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
    } catch {
      return process.resourceUsage().maxRSS;
    }
  };
  process.on('exit', () => process.stderr.write('peak ' + peak() + ' KB'));
`);

export const canMount = () =>
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'boards', '/mnt']).status === 0;
