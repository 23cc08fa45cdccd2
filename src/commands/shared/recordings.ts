import type { Context } from '../../context.ts';
import { ConfigError } from '../../errors.ts';
import { dataDirectory } from '../../recording/location.ts';
import { type Usage, usageOf } from '../../recording/usage.ts';

/** Where recordings lie, and how much room they take. */
export interface Recordings extends Usage {
  /** Null without a home directory, and for a relative BOARDS_DATA_DIR. */
  readonly path: string | null;
  /** `12.3 MB, 3 days`, `none`, or why it is not known. */
  readonly usage: string;
}

export async function findRecordings(context: Context): Promise<Recordings> {
  const nothing = { path: null, bytes: 0, days: 0, errno: null };
  try {
    const path = dataDirectory(context);
    if (path === null) return { ...nothing, usage: 'no home directory' };
    const usage = await usageOf(path);
    return { path, ...usage, usage: describeUsage(usage) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { ...nothing, usage: error.message };
  }
}

function describeUsage({ bytes, days, errno }: Usage): string {
  if (errno !== null) return `cannot be read (${errno})`;
  return days === 0 ? 'none' : `${formatBytes(bytes)}, ${days} ${days === 1 ? 'day' : 'days'}`;
}

/** In decimal units, as file managers show them. */
function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
