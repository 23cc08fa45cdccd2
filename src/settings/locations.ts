import { existsSync } from 'node:fs';
import type { Context } from '../context.ts';
import { ConfigError } from '../errors.ts';
import { absolutePathIn, homeOf, ownPathIn, PROJECT_NAME, pathsOf } from '../platform-paths.ts';

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

/** As `configLocation`, but throws ConfigError without a home directory. */
export function requireConfigLocation(context: Context): ConfigLocation {
  const location = configLocation(context);
  if (location !== null) return location;
  throw new ConfigError('no home directory for the config file', {
    hint: 'Set BOARDS_CONFIG_DIR to a directory.',
  });
}

/**
 * The location of the config file, or null without a home directory. A base URL must never come from the working directory:
 * for a relative BOARDS_CONFIG_DIR it throws ConfigError, and it ignores other relative paths.
 */
export function configLocation(context: Context): ConfigLocation | null {
  const { join } = pathsOf(context);
  const directory = ownPathIn('BOARDS_CONFIG_DIR', context);
  if (directory !== null)
    return { path: join(directory, 'config.json'), isFromEnvironment: true, note: null, otherFiles: [] };
  const byDefault = defaultPath(context);
  const parent = absolutePathIn('XDG_CONFIG_HOME', context);
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
  const { join } = pathsOf(context);
  const home = homeOf(context);
  if (context.platform === 'win32') {
    const appData = absolutePathIn('APPDATA', context) ?? (home && join(home, 'AppData', 'Roaming'));
    return appData && join(appData, PROJECT_NAME, 'Config', 'config.json');
  }
  const parts = context.platform === 'darwin' ? ['Library', 'Preferences'] : ['.config'];
  return home && join(home, ...parts, PROJECT_NAME, 'config.json');
}
