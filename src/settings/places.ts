import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Context } from '../context.ts';
import { ConfigError } from '../errors.ts';
import { variable } from '../lib/environment.ts';

/** A base URL must never come from the working directory, so relative paths are ignored. */

/** The config directories are those that `conf` would choose for this name. */
export const PROJECT_NAME = 'ranked-boards';

type System = Pick<Context, 'env' | 'platform' | 'homeDirectory'>;

/** `own` names a variable that only this program reads, and `shared` one that other programs also read. */
interface Kind {
  readonly own: string;
  readonly shared: string;
  readonly windows: readonly [variable: string, directory: string, end: string];
  readonly mac: string;
  readonly other: string;
}

const CONFIG: Kind = {
  own: 'BOARDS_CONFIG_DIR',
  shared: 'XDG_CONFIG_HOME',
  windows: ['APPDATA', 'AppData/Roaming', 'Config'],
  mac: 'Library/Preferences',
  other: '.config',
};
const DATA: Kind = {
  own: 'BOARDS_DATA_DIR',
  shared: 'XDG_STATE_HOME',
  windows: ['LOCALAPPDATA', 'AppData/Local', 'Data'],
  mac: 'Library/Application Support',
  other: '.local/state',
};

export interface ConfigLocation {
  readonly path: string;
  /** BOARDS_CONFIG_DIR may name a shared directory. Other directories belong to this program. */
  readonly isFromEnvironment: boolean;
  readonly note: string | null;
  /** These files are not read, but may contain a key. */
  readonly otherFiles: ReadonlyArray<string>;
}

export function configPath(system: System): string | null {
  return configLocation(system)?.path ?? null;
}

export function requireConfigLocation(system: System): ConfigLocation {
  const location = configLocation(system);
  if (location !== null) return location;
  throw new ConfigError('there is no home directory for the config file', {
    hint: 'Set BOARDS_CONFIG_DIR to a directory.',
  });
}

/** Returns null without a home directory, and throws ConfigError for a relative BOARDS_CONFIG_DIR. */
export function configLocation(system: System): ConfigLocation | null {
  const fileIn = (directory: string) => pathsOf(system).join(directory, 'config.json');
  const usual = { isFromEnvironment: false, note: null, otherFiles: [] };
  const own = ownDirectory(CONFIG, system);
  if (own !== null) return { ...usual, path: fileIn(own), isFromEnvironment: true };
  const byDefault = usualDirectory(CONFIG, system);
  const directory = sharedDirectory(CONFIG, system) ?? byDefault;
  if (directory === null) return null;
  const path = fileIn(directory);
  // Linux always used XDG_CONFIG_HOME; on other platforms the file may still be in the default directory.
  const isMoved = byDefault !== null && directory !== byDefault && system.platform !== 'linux';
  if (!isMoved || !existsSync(fileIn(byDefault))) return { ...usual, path };
  const before = fileIn(byDefault);
  if (existsSync(path)) return { ...usual, path, otherFiles: [before] };
  const note = `using the config file ${before}; to use XDG_CONFIG_HOME, move it to ${path}`;
  return { ...usual, path: before, note };
}

export function dataDirectory(system: System): string | null {
  return ownDirectory(DATA, system) ?? sharedDirectory(DATA, system) ?? usualDirectory(DATA, system);
}

function ownDirectory({ own }: Kind, system: System): string | null {
  const path = variable(own, system.env);
  if (path === undefined) return null;
  if (isAbsolute(path, system)) return path;
  throw new ConfigError(`${own} is not an absolute path`, { hint: 'Set it to an absolute path.' });
}

function sharedDirectory({ shared }: Kind, system: System): string | null {
  const parent = absolutePathIn(shared, system);
  return parent && pathsOf(system).join(parent, PROJECT_NAME);
}

function usualDirectory({ windows, mac, other }: Kind, system: System): string | null {
  const { join } = pathsOf(system);
  const { homeDirectory = '', platform } = system;
  // HOME can be relative or empty.
  const home = isAbsolute(homeDirectory, system) ? homeDirectory : null;
  if (platform !== 'win32') return home && join(home, platform === 'darwin' ? mac : other, PROJECT_NAME);
  const [name, directory, end] = windows;
  const parent = absolutePathIn(name, system) ?? (home && join(home, directory));
  return parent && join(parent, PROJECT_NAME, end);
}

function absolutePathIn(name: string, system: System): string | null {
  const path = variable(name, system.env) ?? '';
  return isAbsolute(path, system) ? path : null;
}

/** On Windows, a path without a drive, such as `\\boards`, is on the drive of the working directory. */
function isAbsolute(path: string, system: System): boolean {
  const { isAbsolute: hasRoot, parse } = pathsOf(system);
  return hasRoot(path) && (system.platform !== 'win32' || parse(path).root.length > 1);
}

function pathsOf({ platform }: System) {
  return platform === 'win32' ? win32 : posix;
}
