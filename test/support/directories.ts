import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates an empty directory that is removed after the test run. */
export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'boards-test-'));
}

/** Creates a temporary directory with a config file: text as it is, anything else as JSON. */
export function configDirectoryWith(content: unknown, mode?: number): string {
  const directory = temporaryDirectory();
  writeConfigFile(directory, content, mode);
  return directory;
}

/** Writes a config file as a user might: text as it is, anything else as JSON. */
export function writeConfigFile(directory: string, content: unknown, mode = 0o600): void {
  const file = join(directory, 'config.json');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  chmodSync(file, mode);
}
