import { promises } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from './system-error.ts';

/** Only the user may read a file that can contain a key or recordings. */
export const FILE_MODE = 0o600;

/** Node's `recursive` hangs if the system reports ENOENT below an existing directory, as in /proc. */
export async function makeDirectory(path: string, hasParent = false): Promise<boolean> {
  const parent = dirname(path);
  try {
    // `fs.promises` loads lazily; an import of `node:fs/promises` would load it at each start.
    await promises.mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const code = errnoOf(error);
    // If the path is a file, writing below it fails with a clear error.
    if (code === 'EEXIST') return false;
    if (code !== 'ENOENT' || hasParent || parent === path) throw error;
  }
  await makeDirectory(parent);
  return makeDirectory(path, true);
}
