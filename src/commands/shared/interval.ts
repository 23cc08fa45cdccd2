import { isLoopback } from '../../url-host.ts';
import type { Connection } from './connection.ts';

const DEFAULT_INTERVAL_SECONDS = 60;
/** Both the poll interval and the rebuild interval of the sandbox; short, so that changes are visible soon. */
export const SANDBOX_INTERVAL_SECONDS = 10;
/** Faster polls of a remote service return the same content (api.md section 6). */
const MIN_REMOTE_INTERVAL_SECONDS = 30;
const MIN_LOCAL_INTERVAL_SECONDS = 1;

/** Returns the seconds between polls. Raises an interval below the minimum, with a note. */
export function intervalOf({ settings, isEmbedded, note }: Connection): number {
  const defaultSeconds = isEmbedded ? SANDBOX_INTERVAL_SECONDS : DEFAULT_INTERVAL_SECONDS;
  const requested = settings.intervalSeconds?.value ?? defaultSeconds;
  const isLocal =
    isEmbedded || (settings.baseUrl !== null && isLoopback(new URL(settings.baseUrl.value).hostname));
  const minimum = isLocal ? MIN_LOCAL_INTERVAL_SECONDS : MIN_REMOTE_INTERVAL_SECONDS;
  if (requested >= minimum) return requested;
  const reason = isLocal ? 'that is the least' : 'the service does not update more often';
  note(`polling every ${minimum} s instead of every ${requested} s: ${reason}`);
  return minimum;
}
