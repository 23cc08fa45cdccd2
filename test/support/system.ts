import { existsSync, symlinkSync } from 'node:fs';
import { sep } from 'node:path';

/** Windows has no modes of files, umask, named pipes, signals, process groups or shell of Unix. */
export const isWindows = process.platform === 'win32';

/** Linux has this device, whose every write fails with ENOSPC; macOS has not. */
export const hasFullDevice = existsSync('/dev/full');

/** Makes a symbolic link; does nothing on a Windows that reserves them for administrators. */
export function tryLink(target: string, path: string): void {
  try {
    symlinkSync(target, path);
  } catch (error) {
    if (!isWindows) throw error;
  }
}

/** The error where a directory is to be made below a file. */
export const BELOW_A_FILE = isWindows ? 'ENOENT' : 'ENOTDIR';

/** A path with `/` between its parts, as tests name it. */
export const slashed = (path: string) => path.replaceAll(sep, '/');

/** A command line that runs JavaScript without double quotes, `$`, `%` and backticks, in the shells of Unix and in cmd.exe. */
export const nodeCommand = (code: string) => `"${process.execPath}" -e "${code}"`;
