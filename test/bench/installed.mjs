import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { here } from './processes.mjs';

const PACKED = mkdtempSync(join(tmpdir(), 'boards-packed-'));
process.on('exit', () => rmSync(PACKED, { recursive: true, force: true }));

/** The program of this checkout, packed and installed as a user would. */
export const PROGRAM = install(join(PACKED, npm(['pack', '--ignore-scripts', '--pack-destination', PACKED])));

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
