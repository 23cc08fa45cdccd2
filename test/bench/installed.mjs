import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { here } from './processes.mjs';

const PACKED = mkdtempSync(join(tmpdir(), 'boards-packed-'));
process.on('exit', () => rmSync(PACKED, { recursive: true, force: true }));

/** The program as `npm install` of the package puts it on a computer, in a directory that is removed at the end. */
export const PROGRAM = install(join(PACKED, npm(['pack', '--ignore-scripts', '--pack-destination', PACKED])));

/** The program of a packed version, installed in the same way. */
export function install(tarball) {
  const directory = mkdtempSync(join(PACKED, 'installed-'));
  npm(['install', '--offline', '--no-audit', '--no-fund', '--prefix', directory, resolve(tarball)]);
  return join(directory, 'node_modules', 'ranked-boards', 'bin', 'boards.cjs');
}

function npm(args) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: here('../..'), encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}:\n${stderr}`);
  return stdout.trim();
}
