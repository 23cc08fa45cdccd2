import { open, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../errors.ts';
import type { JsonObject } from '../json-object.ts';
import { PROJECT_NAME } from '../platform-paths.ts';
import { FILE_MODE } from './permissions.ts';

/**
 * Writes the fields with `conf` to a temporary file next to the target, syncs and verifies it, and returns its path for a
 * rename. `conf` must not write the target itself: if `SNAP` is set it writes in place, which keeps the old mode and can lose
 * the file on `kill -9`, and it does not detect an incomplete write on a full disk.
 */
export async function stageFields(target: string, fields: JsonObject): Promise<string> {
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
  await requireComplete(conf.path, target);
  return conf.path;
}

async function requireComplete(staged: string, target: string): Promise<void> {
  const text = await readFile(staged, 'utf8');
  try {
    JSON.parse(text);
  } catch {
    // Without the cause: JSON.parse quotes the text, which may contain the key.
    throw new ConfigError(`could not save ${target}: only part of it was written`, {
      hint: 'Free space on the disk.',
      cause: new Error('incomplete write'),
    });
  }
}

/** Temporary files of saves that were killed, next to the file and to the target of its link. They may contain a key. */
export async function findTemporaryFiles(path: string): Promise<ReadonlyArray<string>> {
  const files = new Set([path, await targetOf(path)]);
  const found = await Promise.all([...files].map(temporaryFilesOf));
  return found.flat();
}

/** Deletes temporary files. Requires the lock, because the file of another save could be among them. */
export async function removeTemporaryFiles(path: string): Promise<void> {
  await Promise.all((await findTemporaryFiles(path)).map((file) => rm(file, { force: true })));
}

/** The file to replace: the target if the config file is a symbolic link. */
export async function targetOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

async function temporaryFilesOf(file: string): Promise<ReadonlyArray<string>> {
  const entries = await readdir(dirname(file), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.startsWith(`${basename(file)}.tmp-`))
    .map(({ name }) => join(dirname(file), name));
}
