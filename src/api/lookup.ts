import type { LookupFunction } from 'node:net';

/** Sets the options of the system's resolver, in the format of RES_OPTIONS. Only the first call has an effect. */
export type LimitNameLookup = (resolverOptions: string) => void;

type Callback = Parameters<LookupFunction>[2];

/** How long glibc waits for a name server by default. */
const DEFAULT_WAIT_SECONDS = 5;
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
    void import('node:dns').then(({ getServers, lookup }) => {
      limit(resolverOptions(timeoutSeconds, getServers().length));
      lookup(hostname, options, (...result) => {
        pending.delete(cacheKey);
        for (const each of callbacks) each(...result);
      });
    });
  };
}

/** Resolver options for the longest wait per name server (at least 1 s) that ends a lookup within the timeout plus 1 s. */
export function resolverOptions(timeoutSeconds: number, servers: number): string {
  let seconds = DEFAULT_WAIT_SECONDS;
  while (seconds > 1 && longestLookup(seconds, servers) > timeoutSeconds + 1) seconds--;
  return `timeout:${seconds} attempts:1`;
}

/** The duration in seconds if no name server responds. For each further server, glibc doubles the wait and divides it by the number of servers. */
function longestLookup(seconds: number, servers: number): number {
  const count = Math.min(MAX_SERVERS, servers);
  let sum = seconds;
  for (let index = 1; index < count; index++) {
    sum += Math.max(1, Math.floor((seconds * 2 ** index) / count));
  }
  return NAMES_TRIED * sum;
}
