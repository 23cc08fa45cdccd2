import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';

/** Takes options for the system's resolver, in the form of RES_OPTIONS; may be called often, and the first call counts. */
export type LimitNameLookup = (resolverOptions: string) => void;

type Callback = Parameters<LookupFunction>[2];

const RESOLVER_CONFIGURATION = '/etc/resolv.conf';
/** What glibc does unless it is told otherwise. */
const DEFAULT_SECONDS = 5;
const DEFAULT_ATTEMPTS = 2;
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
    void import('node:dns').then(({ lookup }) => {
      const limits = resolverOptions(timeoutSeconds, readConfiguration());
      if (limits !== null) limit(limits);
      lookup(hostname, options, (...result) => {
        pending.delete(question);
        for (const each of callbacks) each(...result);
      });
    });
  };
}

/**
 * What to tell glibc so that a lookup ends within the time-out and a second, whatever the name servers do: two attempts
 * where they fit, because one packet may be lost. Null where its configuration file leads to that already.
 */
export function resolverOptions(timeoutSeconds: number, configuration: string): string | null {
  const servers = configuration.match(/^[ \t]*nameserver[ \t]/gm)?.length ?? 0;
  const waits = NAMES_TRIED * Math.min(MAX_SERVERS, Math.max(1, servers));
  const seconds = configured('timeout', configuration) ?? DEFAULT_SECONDS;
  const attempts = configured('attempts', configuration) ?? DEFAULT_ATTEMPTS;
  if (waits * seconds * attempts <= timeoutSeconds + 1) return null;
  // For each server and name.
  const available = Math.floor((timeoutSeconds + 1) / waits);
  const fitting = available < DEFAULT_ATTEMPTS ? 1 : DEFAULT_ATTEMPTS;
  const wait = Math.min(DEFAULT_SECONDS, Math.max(1, Math.floor(available / fitting)));
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
