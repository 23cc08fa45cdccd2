import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { ConfigError } from '../errors.ts';

/** The name of the config directory, as `conf` derives it for each platform. */
export const PROJECT_NAME = 'ranked-boards';

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
export function configPath(context: Context): string | null {
  return configLocation(context)?.path ?? null;
}

/**
 * The location of the config file, or null without a home directory. A base URL must never come from the working directory:
 * for a relative BOARDS_CONFIG_DIR it throws ConfigError, and it ignores other relative paths.
 */
export function configLocation(context: Context): ConfigLocation | null {
  const { isAbsolute, join } = pathsOf(context);
  const directory = variable('BOARDS_CONFIG_DIR', context.env);
  if (directory !== undefined) {
    if (isAbsolute(directory))
      return { path: join(directory, 'config.json'), isFromEnvironment: true, note: null, otherFiles: [] };
    throw new ConfigError('BOARDS_CONFIG_DIR is not an absolute path', {
      hint: 'Set it to a full path.',
    });
  }
  const byDefault = defaultPath(context);
  const parent = absolute('XDG_CONFIG_HOME', context);
  const path = parent === null ? byDefault : join(parent, PROJECT_NAME, 'config.json');
  if (path === null) return null;
  // Linux always used XDG_CONFIG_HOME; on other platforms the file may still be in the default directory.
  const isMoved = byDefault !== null && path !== byDefault && context.platform !== 'linux';
  if (!isMoved || !existsSync(byDefault))
    return { path, isFromEnvironment: false, note: null, otherFiles: [] };
  if (existsSync(path)) return { path, isFromEnvironment: false, note: null, otherFiles: [byDefault] };
  const note = `using the config file ${byDefault}; to use XDG_CONFIG_HOME, move it to ${path}`;
  return { path: byDefault, isFromEnvironment: false, note, otherFiles: [] };
}

/** The default path on this platform; null without a home directory. */
function defaultPath(context: Context): string | null {
  const { isAbsolute, join } = pathsOf(context);
  const { homeDirectory = '', platform } = context;
  // HOME can be relative or empty.
  const home = isAbsolute(homeDirectory) ? homeDirectory : null;
  if (platform === 'win32') {
    const appData = absolute('APPDATA', context) ?? (home && join(home, 'AppData', 'Roaming'));
    return appData && join(appData, PROJECT_NAME, 'Config', 'config.json');
  }
  const parts = platform === 'darwin' ? ['Library', 'Preferences'] : ['.config'];
  return home && join(home, ...parts, PROJECT_NAME, 'config.json');
}

function absolute(name: string, context: Context): string | null {
  const path = variable(name, context.env) ?? '';
  return pathsOf(context).isAbsolute(path) ? path : null;
}

function pathsOf(context: Context) {
  return context.platform === 'win32' ? win32 : posix;
}
