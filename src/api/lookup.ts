import type { LookupFunction } from 'node:net';

/** Takes options for the system's resolver, in the form of RES_OPTIONS; may be called often, and the first call counts. */
export type LimitNameLookup = (resolverOptions: string) => void;

type Callback = Parameters<LookupFunction>[2];

/** What glibc waits for one name server unless it is told otherwise. */
const DEFAULT_SECONDS = 5;
/** glibc ignores the others. */
const MAX_SERVERS = 3;
/** A name that finds no server is tried as it is and with one search domain. */
const NAMES_TRIED = 2;

/**
 * The system's lookup, with all that belongs to it (hosts file, search domains, several addresses), for requests of
 * `timeoutSeconds`. It cannot be cancelled, and the process waits for its thread: so it is told to give up by itself at
 * about the time-out, and requests for the same name share one.
 */
export function createLookup(limit: LimitNameLookup): (timeoutSeconds: number) => LookupFunction {
  const pending = new Map<string, Array<Callback>>();
  return (timeoutSeconds) => (hostname, options, callback) => {
    const question = JSON.stringify([hostname, options]);
    const joined = pending.get(question);
    if (joined !== undefined) return void joined.push(callback);
    const callbacks = [callback];
    pending.set(question, callbacks);
    // Loaded here: an address in numbers needs no lookup.
    void import('node:dns').then(({ getServers, lookup }) => {
      limit(resolverOptions(timeoutSeconds, getServers().length));
      lookup(hostname, options, (...result) => {
        pending.delete(question);
        for (const each of callbacks) each(...result);
      });
    });
  };
}

/** The longest wait for each name server with which a lookup ends within the time-out and a second; at least 1 s. */
export function resolverOptions(timeoutSeconds: number, servers: number): string {
  let seconds = DEFAULT_SECONDS;
  while (seconds > 1 && longestLookup(seconds, servers) > timeoutSeconds + 1) seconds--;
  return `timeout:${seconds} attempts:1`;
}

/** In seconds, when no name server responds: glibc doubles the wait with each server and divides it by their number. */
function longestLookup(seconds: number, servers: number): number {
  const count = Math.min(MAX_SERVERS, servers);
  let sum = seconds;
  for (let index = 1; index < count; index++) {
    sum += Math.max(1, Math.floor((seconds * 2 ** index) / count));
  }
  return NAMES_TRIED * sum;
}
