import { promises } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from './system-error.ts';

/** The mode of each file that may contain a key or recordings. */
export const FILE_MODE = 0o600;

/**
 * Makes a directory of the user alone with those above it, and returns whether it is new. `recursive` of Node does not return where the system has
 * no such entry in a directory that exists, as below /proc.
 */
export async function makeDirectory(path: string, hasParent = false): Promise<boolean> {
  const parent = dirname(path);
  try {
    // `fs.promises` loads lazily; an import of `node:fs/promises` would load it at each start.
    await promises.mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const code = errnoOf(error);
    // If this is a file, writing below it fails with an error that says so.
    if (code === 'EEXIST') return false;
    if (code !== 'ENOENT' || hasParent || parent === path) throw error;
  }
  await makeDirectory(parent);
  return makeDirectory(path, true);
}
