import { posix, win32 } from 'node:path';
import type { Context } from '../context.ts';
import { ConfigError } from '../errors.ts';

/** The project's name as `conf` uses it for the platform's directory. */
export const PROJECT_NAME = 'ranked-boards';

/**
 * The absolute path of the config file, or null where there is no home to put it in. Throws ConfigError for a relative
 * BOARDS_CONFIG_DIR: a base URL must never come from the working directory.
 */
export function configPath(context: Context): string | null {
  const directory = configDirectory(context);
  return directory === null ? null : pathsOf(context).join(directory, 'config.json');
}

function configDirectory(context: Context): string | null {
  const { env, platform } = context;
  const { isAbsolute, join } = pathsOf(context);
  if (env.BOARDS_CONFIG_DIR) {
    if (isAbsolute(env.BOARDS_CONFIG_DIR)) return env.BOARDS_CONFIG_DIR;
    throw new ConfigError('BOARDS_CONFIG_DIR is not an absolute path', {
      hint: 'Give it in full, from the root of the file system.',
    });
  }
  const home = context.homeDirectory || null;
  if (platform === 'win32') {
    const appData = env.APPDATA || (home && join(home, 'AppData', 'Roaming'));
    return appData && join(appData, PROJECT_NAME, 'Config');
  }
  if (platform === 'darwin') return home && join(home, 'Library', 'Preferences', PROJECT_NAME);
  const xdg = env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME) ? env.XDG_CONFIG_HOME : null;
  const parent = xdg ?? (home && join(home, '.config'));
  return parent && join(parent, PROJECT_NAME);
}

function pathsOf(context: Context) {
  return context.platform === 'win32' ? win32 : posix;
}
