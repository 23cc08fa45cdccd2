import { posix, win32 } from 'node:path';
import type { Context } from './context.ts';
import { variable } from './environment.ts';
import { ConfigError } from './errors.ts';

/** The name of the directories of this program; that of the config as `conf` derives it for each platform. */
export const PROJECT_NAME = 'ranked-boards';

/** What the usual places of files depend on. */
export type Place = Pick<Context, 'env' | 'platform' | 'homeDirectory'>;

/** The functions for paths as that platform writes them. */
export function pathsOf({ platform }: Pick<Place, 'platform'>) {
  return platform === 'win32' ? win32 : posix;
}

/** The home directory; null without one that is absolute, as HOME can be relative or empty. */
export function homeOf({ homeDirectory = '', platform }: Place): string | null {
  return pathsOf({ platform }).isAbsolute(homeDirectory) ? homeDirectory : null;
}

/** The path in a variable that other programs use too; null if it is not absolute. */
export function absolutePathIn(name: string, place: Place): string | null {
  const path = variable(name, place.env) ?? '';
  return pathsOf(place).isAbsolute(path) ? path : null;
}

/** The path in a variable of this program; null if it is not set. Throws ConfigError if it is not absolute. */
export function ownPathIn(name: string, place: Place): string | null {
  const path = variable(name, place.env);
  if (path === undefined) return null;
  if (pathsOf(place).isAbsolute(path)) return path;
  throw new ConfigError(`${name} is not an absolute path`, { hint: 'Set it to a full path.' });
}
