import { join, posix, sep, win32 } from 'node:path';
import type { Simulated } from '../api/snapshot.ts';
import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { ConfigError } from '../errors.ts';
import { isDayFile } from './days.ts';

const NAME = 'ranked-boards';
/** Recordings of simulated data lie in directories with this prefix, so that nobody takes them for real ones. */
const SANDBOX_PREFIX = 'sandbox-';
/** `<host>_<port>`. */
const SERVICE_NAME = /^[\w.-]+_\d{1,5}$/;

type Place = Pick<Context, 'env' | 'platform' | 'homeDirectory'>;

/**
 * The absolute path of the directory of all recordings, which need not exist; null without a home directory. Throws
 * ConfigError for a relative BOARDS_DATA_DIR; other relative paths are ignored.
 */
export function dataDirectory(context: Place): string | null {
  const paths = pathsOf(context);
  const directory = variable('BOARDS_DATA_DIR', context.env);
  if (directory !== undefined) {
    if (paths.isAbsolute(directory)) return directory;
    throw new ConfigError('BOARDS_DATA_DIR is not an absolute path', { hint: 'Set it to a full path.' });
  }
  const parent = absolute('XDG_STATE_HOME', context);
  return parent === null ? defaultDirectory(context) : paths.join(parent, NAME);
}

/** The recordings of a service: `<host>_<port>` below the data directory, with the port of https or http if the URL has none. */
export function serviceDirectory(dataDirectory: string, baseUrl: string): string {
  const name = serviceName(baseUrl);
  // A service can have any host name, also that of the recordings of a sandbox.
  return join(dataDirectory, name.startsWith(SANDBOX_PREFIX) ? `_${name}` : name);
}

/** The recordings of the built-in sandbox. */
export function sandboxDirectory(dataDirectory: string, seed: number): string {
  return join(dataDirectory, `${SANDBOX_PREFIX}${seed}`);
}

/** The recordings of simulated data from another address, such as that of `boards sandbox`, whose seed is not known here. */
export function simulatedDirectory(dataDirectory: string, baseUrl: string): string {
  return join(dataDirectory, `${SANDBOX_PREFIX}${serviceName(baseUrl)}`);
}

/**
 * Whether the data of a file is simulated, as far as its place says: only day files that lie as they were recorded do. A line has
 * nothing that tells. `path` is absolute, without symbolic links.
 */
export function simulatedIn(path: string): Simulated {
  const [service = '', date = '', file = ''] = path.split(sep).slice(-3);
  if (!isDayFile(date, file)) return 'unknown';
  if (service.startsWith(SANDBOX_PREFIX)) return true;
  return isServiceName(service) ? false : 'unknown';
}

/** Whether a directory is named as that of a service. */
export function isServiceName(name: string): boolean {
  return SERVICE_NAME.test(name) && !name.startsWith(SANDBOX_PREFIX);
}

/** The characters of host names, and `-` in place of others, such as the colons of an IPv6 address. */
function serviceName(baseUrl: string): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '').replace(/[^a-z0-9._-]/gi, '-');
  return `${host}_${port || (protocol === 'http:' ? '80' : '443')}`;
}

/** The usual place of the platform; null without a home directory. */
function defaultDirectory(context: Place): string | null {
  const paths = pathsOf(context);
  const { homeDirectory = '', platform } = context;
  // HOME can be relative or empty.
  const home = paths.isAbsolute(homeDirectory) ? homeDirectory : null;
  if (platform === 'win32') {
    const local = absolute('LOCALAPPDATA', context) ?? (home && paths.join(home, 'AppData', 'Local'));
    return local && paths.join(local, NAME, 'Data');
  }
  const parts = platform === 'darwin' ? ['Library', 'Application Support'] : ['.local', 'state'];
  return home && paths.join(home, ...parts, NAME);
}

function absolute(name: string, context: Place): string | null {
  const path = variable(name, context.env) ?? '';
  return pathsOf(context).isAbsolute(path) ? path : null;
}

function pathsOf({ platform }: Place) {
  return platform === 'win32' ? win32 : posix;
}
