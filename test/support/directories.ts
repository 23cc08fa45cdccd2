import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Directories with thousands of entries are slow, so each worker has its own. */
let base: string | null = null;
let count = 0;

/** Returns a path where nothing exists yet. Anything created there is removed after the test run. */
export function newDirectoryPath(): string {
  base ??= newBase();
  return join(base, String(++count));
}

function newBase(): string {
  const directory = mkdtempSync(join(tmpdir(), 'boards-test-'));
  // Some tests run the program as another user.
  chmodSync(directory, 0o755);
  return directory;
}

export function temporaryDirectory(): string {
  const directory = newDirectoryPath();
  mkdirSync(directory, { mode: 0o700 });
  return directory;
}

export function configDirectoryWith(content: unknown, mode?: number): string {
  const directory = temporaryDirectory();
  writeConfigFile(directory, content, mode);
  return directory;
}

/** Writes text as it is, anything else as JSON. */
export function writeConfigFile(directory: string, content: unknown, mode = 0o600): void {
  const file = join(directory, 'config.json');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  chmodSync(file, mode);
}
