import type { LookupFunction } from 'node:net';

type Callback = Parameters<LookupFunction>[2];

/**
 * The system's name lookup (hosts file, search domains, several addresses). Concurrent requests for the same name share one:
 * a lookup cannot be cancelled, and the process does not exit before it ends.
 */
export function createLookup(): LookupFunction {
  const pending = new Map<string, Array<Callback>>();
  return (hostname, options, callback) => {
    const cacheKey = JSON.stringify([hostname, options]);
    const waiting = pending.get(cacheKey);
    if (waiting !== undefined) return void waiting.push(callback);
    const callbacks = [callback];
    pending.set(cacheKey, callbacks);
    // Loaded on demand: an IP address needs no lookup.
    void import('node:dns').then(({ lookup }) => {
      lookup(hostname, options, (...result) => {
        pending.delete(cacheKey);
        for (const each of callbacks) each(...result);
      });
    });
  };
}
