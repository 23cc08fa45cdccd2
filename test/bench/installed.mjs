import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { here } from './processes.mjs';

/** The program as `npm install` of the package puts it on a computer, in a directory that is removed at the end. */
export const PROGRAM = install(mkdtempSync(join(tmpdir(), 'boards-installed-')));

function install(directory) {
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  const tarball = npm(['pack', '--ignore-scripts', '--pack-destination', directory]);
  npm(['install', '--offline', '--no-audit', '--no-fund', '--prefix', directory, join(directory, tarball)]);
  return join(directory, 'node_modules', 'ranked-boards', 'bin', 'boards.cjs');
}

function npm(args) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: here('../..'), encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}:\n${stderr}`);
  return stdout.trim();
}
