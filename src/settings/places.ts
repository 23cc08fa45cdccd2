import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Context } from '../context.ts';
import { ConfigError } from '../errors.ts';
import { variable } from '../lib/environment.ts';

/** Where the files of the program lie. A base URL must never come from the working directory, so no relative path counts. */

/** The name of the directories of this program; that of the config as `conf` derives it for each platform. */
export const PROJECT_NAME = 'ranked-boards';

type Place = Pick<Context, 'env' | 'platform' | 'homeDirectory'>;

/** What sets the directory of some files: a variable of this program, one that other programs use too, the platform. */
interface Kind {
  readonly own: string;
  readonly shared: string;
  readonly windows: readonly [variable: string, directory: string, end: string];
  /** Below the home directory. */
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
  /** Absolute. */
  readonly path: string;
  /** The directory is set by BOARDS_CONFIG_DIR, so it may be shared; otherwise it belongs to this program. */
  readonly isFromEnvironment: boolean;
  /** A note for the user about the location. */
  readonly note: string | null;
  /** Other files that may contain a key. They are not read. */
  readonly otherFiles: ReadonlyArray<string>;
}

/** The absolute path of the config file, or null without a home directory. Throws as `configLocation`. */
export function configPath(place: Place): string | null {
  return configLocation(place)?.path ?? null;
}

/** As `configLocation`, but throws ConfigError without a home directory. */
export function requireConfigLocation(place: Place): ConfigLocation {
  const location = configLocation(place);
  if (location !== null) return location;
  throw new ConfigError('no home directory for the config file', {
    hint: 'Set BOARDS_CONFIG_DIR to a directory.',
  });
}

/** The location of the config file, or null without a home directory. Throws ConfigError for a relative BOARDS_CONFIG_DIR. */
export function configLocation(place: Place): ConfigLocation | null {
  const fileIn = (directory: string) => pathsOf(place).join(directory, 'config.json');
  const usual = { isFromEnvironment: false, note: null, otherFiles: [] };
  const own = ownDirectory(CONFIG, place);
  if (own !== null) return { ...usual, path: fileIn(own), isFromEnvironment: true };
  const byDefault = usualDirectory(CONFIG, place);
  const directory = sharedDirectory(CONFIG, place) ?? byDefault;
  if (directory === null) return null;
  const path = fileIn(directory);
  // Linux always used XDG_CONFIG_HOME; on other platforms the file may still be in the default directory.
  const isMoved = byDefault !== null && directory !== byDefault && place.platform !== 'linux';
  if (!isMoved || !existsSync(fileIn(byDefault))) return { ...usual, path };
  const before = fileIn(byDefault);
  if (existsSync(path)) return { ...usual, path, otherFiles: [before] };
  const note = `using the config file ${before}; to use XDG_CONFIG_HOME, move it to ${path}`;
  return { ...usual, path: before, note };
}

/**
 * The absolute path of the directory of all recordings, which need not exist; null without a home directory. Throws
 * ConfigError for a relative BOARDS_DATA_DIR.
 */
export function dataDirectory(place: Place): string | null {
  return ownDirectory(DATA, place) ?? sharedDirectory(DATA, place) ?? usualDirectory(DATA, place);
}

/** Null if its variable is not set. Throws ConfigError if that is not absolute. */
function ownDirectory({ own }: Kind, place: Place): string | null {
  const path = variable(own, place.env);
  if (path === undefined) return null;
  if (isAbsolute(path, place)) return path;
  throw new ConfigError(`${own} is not an absolute path`, { hint: 'Set it to an absolute path.' });
}

function sharedDirectory({ shared }: Kind, place: Place): string | null {
  const parent = absolutePathIn(shared, place);
  return parent && pathsOf(place).join(parent, PROJECT_NAME);
}

/** That of the platform; null without a home directory. */
function usualDirectory({ windows, mac, other }: Kind, place: Place): string | null {
  const { join } = pathsOf(place);
  const { homeDirectory = '', platform } = place;
  // HOME can be relative or empty.
  const home = isAbsolute(homeDirectory, place) ? homeDirectory : null;
  if (platform !== 'win32') return home && join(home, platform === 'darwin' ? mac : other, PROJECT_NAME);
  const [name, directory, end] = windows;
  const parent = absolutePathIn(name, place) ?? (home && join(home, directory));
  return parent && join(parent, PROJECT_NAME, end);
}

/** The path in a variable that other programs use too; null if it is not absolute. */
function absolutePathIn(name: string, place: Place): string | null {
  const path = variable(name, place.env) ?? '';
  return isAbsolute(path, place) ? path : null;
}

/** On Windows, a path without a drive, such as `\\boards`, is on the drive of the working directory. */
function isAbsolute(path: string, place: Place): boolean {
  const { isAbsolute: hasRoot, parse } = pathsOf(place);
  return hasRoot(path) && (place.platform !== 'win32' || parse(path).root.length > 1);
}

function pathsOf({ platform }: Place) {
  return platform === 'win32' ? win32 : posix;
}
