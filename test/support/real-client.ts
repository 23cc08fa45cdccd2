import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../../src/api/client.ts';
import { createTransport } from '../../src/api/transport.ts';
import type { Clock } from '../../src/context.ts';
import { BoardsError } from '../../src/errors.ts';
import { CANARY_KEY } from './world.ts';

/** The clock of this machine, as main.ts has it. */
const realClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) =>
    delay(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => {
      throw signal?.reason;
    }),
};

export interface RealOptions {
  readonly timeoutSeconds?: number;
  readonly signal?: AbortSignal;
  readonly debug?: (line: string) => void;
}

/** One real request through the real transport. */
export async function fetchReal(baseUrl: string, options: RealOptions = {}) {
  const { timeoutSeconds = 5, signal = new AbortController().signal, debug } = options;
  const world = {
    clock: realClock,
    env: {},
    signal,
    transport: createTransport({ clock: realClock, env: {} }, () => undefined),
  };
  const service = { baseUrl, apiKey: CANARY_KEY, keySource: 'BOARDS_API_KEY', timeoutSeconds, debug };
  return createClient(service, world).fetchSnapshot({ timeframe: 'day', limit: 10 });
}

/** The typed error that the same request ends with. */
export async function failReal(baseUrl: string, options?: RealOptions): Promise<BoardsError> {
  const outcome: unknown = await fetchReal(baseUrl, options).catch((error: unknown) => error);
  if (outcome instanceof BoardsError) return outcome;
  throw new Error(`no typed error but ${String(outcome)}`);
}
