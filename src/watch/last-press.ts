import { lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../context.ts';
import { isObject } from '../lib/json.ts';
import { FILE_MODE, makeDirectory } from '../lib/private-files.ts';
import { MINUTE_MS } from '../lib/time.ts';
import { LAST_PRESS_FILE } from '../recording/directories.ts';
import type { KeyPress } from './feed.ts';

/** A longer file belongs to another program. */
const MAX_BYTES = 1000;
/** The service may date a snapshot this far ahead. */
const MAX_AHEAD_MS = 2 * MINUTE_MS;

export function createPressFile(directory: string, clock: Pick<Clock, 'now'>) {
  const path = join(directory, LAST_PRESS_FILE);
  const read = async (): Promise<KeyPress | null> => {
    const stats = await lstat(path);
    if (!stats.isFile() || stats.size > MAX_BYTES) return null;
    return decodePress(JSON.parse(await readFile(path, 'utf8')), clock.now());
  };
  return {
    /** Returns null if the file has no valid press. Throws a system error if there is no file. */
    read,
    /** Does not replace a later press. */
    async keep(press: KeyPress): Promise<void> {
      await makeDirectory(directory);
      const kept = await read().catch(() => null);
      if (kept !== null && kept.at > press.at) return;
      // A killed pane leaves its draft. The name is fixed, so that the next write removes it.
      const draft = `${path}.tmp`;
      await rm(draft, { force: true });
      await writeFile(draft, `${encodePress(press)}\n`, { mode: FILE_MODE, flag: 'wx' });
      await rename(draft, path);
    },
  };
}

function encodePress({ at, time }: KeyPress): string {
  const asOf = time === null ? null : new Date(time).toISOString();
  return JSON.stringify({ pressedAt: new Date(at).toISOString(), asOf });
}

function decodePress(fields: unknown, now: number): KeyPress | null {
  if (!isObject(fields)) return null;
  const at = timeOf(fields.pressedAt);
  const time = fields.asOf === null ? null : timeOf(fields.asOf);
  return at <= now && (time === null || time <= at + MAX_AHEAD_MS) ? { at, time } : null;
}

function timeOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : NaN;
}
