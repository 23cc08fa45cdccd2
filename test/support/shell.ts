import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cleanEnvironment, type Environment, PROGRAM } from './program.ts';

export interface ShellEnded {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ShellOptions {
  readonly env?: Environment;
  /** A user to be instead; only root may. */
  readonly uid?: number;
}

export const hasBash = existsSync('/bin/bash');
export const BASH_IS_MISSING = 'needs PIPESTATUS and <<< of bash';

/** The id of a user without rights. */
export const NOBODY = 65_534;

/** Why a test cannot run the program as somebody else: only root can, and that user must be able to read it. */
export const NOBODY_IS_MISSING = 'needs root, and a Node and a checkout that other users can read';

export function canRunAsNobody(): boolean {
  if (process.getuid?.() !== 0) return false;
  return spawnSync(process.execPath, [PROGRAM, '--version'], { uid: NOBODY, gid: NOBODY }).status === 0;
}

/** Runs a command line in a shell, in which `$BOARDS` starts the built program; stopped after 20 s. */
export function runShell(command: string, { env, uid }: ShellOptions = {}): Promise<ShellEnded> {
  return new Promise((resolve, reject) => {
    const child = spawn(hasBash ? '/bin/bash' : '/bin/sh', ['-c', command], {
      env: { ...cleanEnvironment(env), BOARDS: `${process.execPath} ${PROGRAM}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 20_000,
      killSignal: 'SIGKILL',
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    const chunks = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        chunks[name] += text;
      });
    }
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...chunks }));
  });
}

/** The environment that runs `code`, an ES module, before the program in its process: how a fault gets inside. */
export function withFault(code: string): Environment {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}
