import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listDays } from './days.ts';

/** How much room recordings take on disk. */
export interface Usage {
  readonly bytes: number;
  /** Days with at least one snapshot, of any service or sandbox; each date counts once. */
  readonly days: number;
}

/** The usage of the day files below a data directory. What cannot be read counts as empty. */
export async function usageOf(dataDirectory: string): Promise<Usage> {
  const names = await readdir(dataDirectory).catch((): ReadonlyArray<string> => []);
  const dates = new Set<string>();
  let bytes = 0;
  for (const name of names) {
    for (const file of await listDays(join(dataDirectory, name)).catch(() => [])) {
      dates.add(file.date);
      bytes += file.bytes;
    }
  }
  return { bytes, days: dates.size };
}
