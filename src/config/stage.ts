import { open, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../errors.ts';
import type { Fields } from './file.ts';
import { PROJECT_NAME } from './location.ts';

const FILE_MODE = 0o600;

/**
 * Writes the fields through `conf` to a new file beside the target, synced and read back, and returns its path for a
 * rename. Not straight to the target, because conf then writes in place when `SNAP` is in the environment, which keeps a
 * loose mode and loses the file to a `kill -9`, and because it does not notice a write cut short by a full disk.
 */
export async function stageFields(target: string, fields: Fields): Promise<string> {
  const { default: Conf } = await import('conf');
  const conf = new Conf<Record<string, unknown>>({
    cwd: dirname(target),
    configName: basename(target),
    fileExtension: `tmp-${crypto.randomUUID().slice(0, 8)}`,
    projectName: PROJECT_NAME,
    projectSuffix: '',
    configFileMode: FILE_MODE,
    clearInvalidConfig: false,
  });
  conf.store = { ...fields };
  const file = await open(conf.path, 'r+');
  try {
    await file.chmod(FILE_MODE);
    await file.sync();
  } finally {
    await file.close();
  }
  await requireWhole(conf.path, target);
  return conf.path;
}

async function requireWhole(staged: string, target: string): Promise<void> {
  const text = await readFile(staged, 'utf8');
  try {
    JSON.parse(text);
  } catch {
    // Without the cause: JSON.parse quotes the text, which may be the key.
    throw new ConfigError(`could not save ${target}: only a part of it was written`, {
      hint: 'Make room on the disk.',
      cause: new Error('a write was cut short'),
    });
  }
}

/** What a killed save left behind, beside the file and beside what it links to: plain files, which may hold a key. */
export async function findStrays(path: string): Promise<ReadonlyArray<string>> {
  const files = new Set([path, await targetOf(path)]);
  const found = await Promise.all([...files].map(straysOf));
  return found.flat();
}

/** Removes what `findStrays` finds. Only under the lock: it would take another save's file away. */
export async function removeStrays(path: string): Promise<void> {
  await Promise.all((await findStrays(path)).map((stray) => rm(stray, { force: true })));
}

/** The file to replace: where the config file is a symbolic link, what it points to. */
export async function targetOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

async function straysOf(file: string): Promise<ReadonlyArray<string>> {
  const entries = await readdir(dirname(file), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.startsWith(`${basename(file)}.tmp-`))
    .map(({ name }) => join(dirname(file), name));
}
