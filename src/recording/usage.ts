import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../errors.ts';
import { isMissing, listDays } from './days.ts';

/** How much room recordings take on disk. */
export interface Usage {
  readonly bytes: number;
  /** Days with at least one file, of any service or sandbox; each date counts once. */
  readonly days: number;
  /** The first error of the system; null if all could be read. */
  readonly errno: string | null;
}

/** The usage of the day files below a data directory. What cannot be read counts as empty, as does what is missing. */
export async function usageOf(dataDirectory: string): Promise<Usage> {
  let errno: string | null = null;
  const noteError = (error: unknown): ReadonlyArray<never> => {
    if (!isMissing(error)) errno ??= errnoOf(error);
    return [];
  };
  const names: ReadonlyArray<string> = await readdir(dataDirectory).catch(noteError);
  const dates = new Set<string>();
  let bytes = 0;
  for (const name of names) {
    for (const file of await listDays(join(dataDirectory, name)).catch(noteError)) {
      dates.add(file.date);
      bytes += file.bytes;
    }
  }
  return { bytes, days: dates.size, errno };
}
