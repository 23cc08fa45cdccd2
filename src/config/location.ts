import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { ConfigError } from '../errors.ts';

/** The project's name as `conf` uses it for the platform's directory. */
export const PROJECT_NAME = 'ranked-boards';

export interface ConfigPlace {
  /** Absolute. */
  readonly path: string;
  /** BOARDS_CONFIG_DIR names the directory, which may be anybody's; otherwise it is one of our own. */
  readonly isNamed: boolean;
  /** What to tell the user about the place. */
  readonly note: string | null;
  /** Other files that may hold a key; they are not read. */
  readonly others: ReadonlyArray<string>;
}

/** The absolute path of the config file, or null where there is no home to put it in. Throws as `configPlace`. */
export function configPath(context: Context): string | null {
  return configPlace(context)?.path ?? null;
}

/**
 * Where the config file is, or null where there is no home to put it in. A base URL must never come from the working
 * directory: a relative BOARDS_CONFIG_DIR is refused with ConfigError, any other relative path is ignored.
 */
export function configPlace(context: Context): ConfigPlace | null {
  const { isAbsolute, join } = pathsOf(context);
  const named = variable('BOARDS_CONFIG_DIR', context.env);
  if (named !== undefined) {
    if (isAbsolute(named)) return { path: join(named, 'config.json'), isNamed: true, note: null, others: [] };
    throw new ConfigError('BOARDS_CONFIG_DIR is not an absolute path', {
      hint: 'Give it in full, from the root of the file system.',
    });
  }
  const usual = usualPath(context);
  const parent = absolute('XDG_CONFIG_HOME', context);
  const path = parent === null ? usual : join(parent, PROJECT_NAME, 'config.json');
  if (path === null) return null;
  // On Linux both are one convention, and XDG_CONFIG_HOME always counted.
  const isMoved = usual !== null && path !== usual && context.platform !== 'linux';
  if (!isMoved || !existsSync(usual)) return { path, isNamed: false, note: null, others: [] };
  if (existsSync(path)) return { path, isNamed: false, note: null, others: [usual] };
  const note = `the config file is still ${usual}; to follow XDG_CONFIG_HOME, move it to ${path}`;
  return { path: usual, isNamed: false, note, others: [] };
}

/** Where the platform has such files; null without a home directory. */
function usualPath(context: Context): string | null {
  const { isAbsolute, join } = pathsOf(context);
  const { homeDirectory = '', platform } = context;
  // HOME can hold anything.
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
