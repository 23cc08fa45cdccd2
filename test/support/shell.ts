import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cleanEnvironment, type Ended, type Environment, endOf, PROGRAM } from './program.ts';
import { PATIENCE_MS } from './wait.ts';

export interface ShellOptions {
  readonly env?: Environment;
  /** The user id to run as; needs root. */
  readonly uid?: number;
}

export const hasBash = existsSync('/bin/bash');
export const BASH_IS_MISSING = 'needs PIPESTATUS and <<< of bash';

/** The id of an unprivileged user. */
export const NOBODY = 65_534;

/** The reason to skip a test that runs the program as another user. */
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

/** Runs a command line in a shell, in which `$BOARDS` starts the built program; killed before the test times out. */
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

/** A bug that happens as soon as the program would handle it, and has had 100 ms to begin with its work. */
export function withBug(code: string): Environment {
  const isHandled = "process.listenerCount('uncaughtException') > 0";
  return withFault(
    `const timer = setInterval(() => { if (${isHandled}) { clearInterval(timer); setTimeout(() => { ${code} }, 100); } }, 10)`,
  );
}

/** A bug that happens on SIGUSR1. */
export const withBugOnSignal = (code: string) => withFault(`process.on('SIGUSR1', () => { ${code} })`);

/** An environment that runs `code`, an ES module, in the process of the program before it starts. */
export function withFault(code: string): Environment {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

/** An environment in which waits of so many milliseconds or more last for days, so that what comes after them never comes. */
export const withoutWaitsFrom = (shortest: number) =>
  withFault(`
    import timers from 'node:timers/promises';
    const { setTimeout: wait } = timers;
    timers.setTimeout = (milliseconds, ...rest) => wait(milliseconds < ${shortest} ? milliseconds : 1e9, ...rest);
  `);

/** An environment in which what the program does at a time-out of its own never comes. */
export const WITHOUT_TIMEOUTS = withoutWaitsFrom(10_000);

/**
 * An environment that makes the program write `peak N KB` to stderr when it exits. What getrusage calls the peak of a process is at
 * least that of its parent, so Linux is asked for that of its own memory.
 */
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

/** Mounting needs root, and is not allowed in every container. */
export const canMount = () =>
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'boards', '/mnt']).status === 0;
