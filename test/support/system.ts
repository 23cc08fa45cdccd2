import { existsSync, symlinkSync } from 'node:fs';
import { sep } from 'node:path';

/** Windows has no file modes, umask, named pipes, signals, process groups or Unix shell. */
export const isWindows = process.platform === 'win32';

/** Every write to this device fails with ENOSPC. */
export const hasFullDevice = existsSync('/dev/full');

export function tryLink(target: string, path: string): void {
  try {
    symlinkSync(target, path);
  } catch (error) {
    if (!isWindows) throw error;
  }
}

export const BELOW_A_FILE = isWindows ? 'ENOENT' : 'ENOTDIR';

export const slashed = (path: string) => path.replaceAll(sep, '/');

/** `code` must not contain double quotes, `$`, `%` or backticks, which shells and cmd.exe interpret. */
export const nodeCommand = (code: string) => `"${process.execPath}" -e "${code}"`;
