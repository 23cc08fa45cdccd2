import type { BoardsError } from '../../src/errors.ts';
import { createClient } from '../../src/service/client.ts';
import { createTransport } from '../../src/service/transport.ts';
import { CANARY_KEY } from './canary.ts';
import { rejectionOf } from './errors.ts';
import { realClock } from './fake-clock.ts';

export interface RealOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly timeoutSeconds?: number;
  /** The request times out when this promise resolves, instead of after `timeoutSeconds`. */
  readonly timedOut?: Promise<unknown>;
  readonly signal?: AbortSignal;
  readonly debug?: (line: string) => void;
}

export async function fetchReal(baseUrl: string, options: RealOptions = {}) {
  const { env = {}, timedOut, timeoutSeconds = 50, signal = new AbortController().signal, debug } = options;
  const clock =
    timedOut === undefined ? realClock : { ...realClock, sleep: () => timedOut.then(() => undefined) };
  const world = { clock, env, signal, transport: createTransport({ clock, env }) };
  const service = { baseUrl, apiKey: CANARY_KEY, keySource: 'BOARDS_API_KEY', timeoutSeconds, debug };
  return createClient(service, world).fetchSnapshot({ timeframe: 'day', limit: 10 });
}

export function failReal(baseUrl: string, options?: RealOptions): Promise<BoardsError> {
  return rejectionOf(fetchReal(baseUrl, options));
}
