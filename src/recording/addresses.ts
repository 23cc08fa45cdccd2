import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { touch } from './append-line.ts';
import { entriesOf, isMissing } from './days.ts';
import { addressFile, isSandboxName, simulatedDirectory } from './location.ts';

/** Keeps in the directory of a seed that an address served it at this time. Throws as `appendLine`. */
export function noteAddress(directory: string, baseUrl: string, time: number): void {
  touch(directory, addressFile(baseUrl), time);
}

/**
 * Where simulated data of an address is recorded: by seed, the one that it served last first, then what names no seed. Only the
 * server knows its seed, and readers send nothing. Throws the error of the system for what cannot be read.
 */
export async function simulatedDirectories(
  dataDirectory: string,
  baseUrl: string,
): Promise<ReadonlyArray<string>> {
  const found: Array<{ readonly directory: string; readonly time: number }> = [];
  const names = (await entriesOf(dataDirectory)).map(({ name }) => name);
  for (const name of names.filter(isSandboxName)) {
    const directory = join(dataDirectory, name);
    const time = await timeOf(join(directory, addressFile(baseUrl)));
    if (time !== null) found.push({ directory, time });
  }
  const bySeed = found.sort((one, other) => other.time - one.time).map(({ directory }) => directory);
  return [...bySeed, simulatedDirectory(dataDirectory, baseUrl)];
}

/** The time of change of a file; null if it is missing. */
async function timeOf(path: string): Promise<number | null> {
  try {
    return (await lstat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
