import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives all tests, and the programs that they start, one directory for temporary files, and removes it at the end. */
export function setup(): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'boards-tests-'));
  // Some tests run the program as another user.
  chmodSync(directory, 0o755);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}
