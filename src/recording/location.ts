import { join, sep } from 'node:path';
import type { Simulated } from '../service/snapshot.ts';
import { withoutBrackets } from '../url-host.ts';
import { isDayFile } from './days.ts';

/** Recordings of the embedded sandbox; with a hyphen, the prefix of those of other simulated data. No service has such a name. */
const SANDBOX = 'sandbox';
const SANDBOX_PREFIX = `${SANDBOX}-`;
/** `<host>_<port>`. */
const SERVICE_NAME = /^[\w.-]+_\d{1,5}$/;

/** The recordings of a service: `<host>_<port>` below the data directory, with the port of https or http if the URL has none. */
export function serviceDirectory(dataDirectory: string, baseUrl: string): string {
  const name = serviceName(baseUrl);
  // A service can have any host name, also that of the recordings of a sandbox.
  return join(dataDirectory, name.startsWith(SANDBOX_PREFIX) ? `_${name}` : name);
}

/** The recordings of simulated data from an address; null: of the embedded sandbox. */
export function simulatedDirectory(dataDirectory: string, baseUrl: string | null): string {
  return join(dataDirectory, baseUrl === null ? SANDBOX : `${SANDBOX_PREFIX}${serviceName(baseUrl)}`);
}

/**
 * Whether the data of a file is simulated, as far as its place says: only day files that lie as they were recorded do. A line has
 * nothing that tells. `path` is absolute, without symbolic links.
 */
export function simulatedIn(path: string): Simulated {
  const [service = '', date = '', file = ''] = path.split(sep).slice(-3);
  if (!isDayFile(date, file)) return 'unknown';
  if (service === SANDBOX || service.startsWith(SANDBOX_PREFIX)) return true;
  return isServiceName(service) ? false : 'unknown';
}

/** Whether a directory is named as that of a service. */
export function isServiceName(name: string): boolean {
  return SERVICE_NAME.test(name) && !name.startsWith(SANDBOX_PREFIX);
}

/** The characters of host names, and `-` in place of others, such as the colons of an IPv6 address. */
function serviceName(baseUrl: string): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = withoutBrackets(hostname).replace(/[^a-z0-9._-]/gi, '-');
  return `${host}_${port || (protocol === 'http:' ? '80' : '443')}`;
}
