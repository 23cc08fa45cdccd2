import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';

/** Sets the options of the system's resolver, in the format of RES_OPTIONS. Only the first call has an effect. */
export type LimitNameLookup = (resolverOptions: string) => void;

type Callback = Parameters<LookupFunction>[2];

const RESOLVER_CONFIGURATION = '/etc/resolv.conf';
/** The defaults of glibc. */
const DEFAULT_WAIT_SECONDS = 5;
const DEFAULT_ATTEMPTS = 2;
/** glibc ignores further name servers. */
const MAX_SERVERS = 3;
/** An unresolved name is tried as given, and with one search domain. */
const NAMES_TRIED = 2;

/**
 * The system's name lookup (hosts file, search domains, several addresses) for requests with a timeout of
 * `timeoutSeconds`. A lookup cannot be cancelled, and the process does not exit before it ends, so the resolver is
 * configured to give up at about the timeout, and concurrent requests for the same name share one lookup.
 */
export function createLookup(limit: LimitNameLookup): (timeoutSeconds: number) => LookupFunction {
  const pending = new Map<string, Array<Callback>>();
  return (timeoutSeconds) => (hostname, options, callback) => {
    const cacheKey = JSON.stringify([hostname, options]);
    const waiting = pending.get(cacheKey);
    if (waiting !== undefined) return void waiting.push(callback);
    const callbacks = [callback];
    pending.set(cacheKey, callbacks);
    // Loaded on demand: an IP address needs no lookup.
    void import('node:dns').then(({ lookup }) => {
      const limits = resolverOptions(timeoutSeconds, readConfiguration());
      if (limits !== null) limit(limits);
      lookup(hostname, options, (...result) => {
        pending.delete(cacheKey);
        for (const each of callbacks) each(...result);
      });
    });
  };
}

/**
 * Resolver options that end a lookup within the timeout plus 1 s, even if no name server responds: two attempts if they
 * fit, because a packet may be lost. Null if the configuration file already ends it in time.
 */
export function resolverOptions(timeoutSeconds: number, configuration: string): string | null {
  const servers = configuration.match(/^[ \t]*nameserver[ \t]/gm)?.length ?? 0;
  const waits = NAMES_TRIED * Math.min(MAX_SERVERS, Math.max(1, servers));
  const seconds = configured('timeout', configuration) ?? DEFAULT_WAIT_SECONDS;
  const attempts = configured('attempts', configuration) ?? DEFAULT_ATTEMPTS;
  if (waits * seconds * attempts <= timeoutSeconds + 1) return null;
  // Seconds for each server and name.
  const available = Math.floor((timeoutSeconds + 1) / waits);
  const fitting = available < DEFAULT_ATTEMPTS ? 1 : DEFAULT_ATTEMPTS;
  const wait = Math.min(DEFAULT_WAIT_SECONDS, Math.max(1, Math.floor(available / fitting)));
  return `timeout:${wait} attempts:${fitting}`;
}

/** An option of the file, the last one where there are several; null when there is none. */
function configured(name: string, configuration: string): number | null {
  const lines = configuration.match(/^options[ \t].*$/gm) ?? [];
  const values = [...lines.join(' ').matchAll(new RegExp(`\\s${name}:(\\d+)`, 'g'))];
  const last = values.at(-1)?.[1];
  return last === undefined ? null : Number(last);
}

function readConfiguration(): string {
  try {
    return readFileSync(RESOLVER_CONFIGURATION, 'utf8');
  } catch {
    return '';
  }
}
