import type { Context, TransportResponse } from '../context.ts';
import { variable } from '../environment.ts';
import { ConfigError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { createRedactor } from '../redact.ts';
import type { Timeframe } from '../vocabulary.ts';
import { readSnapshot } from './decode-body.ts';
import { refuseDebugOutput } from './node-debug.ts';
import type { Snapshot } from './snapshot.ts';
import { statusError } from './status-error.ts';

export interface ClientOptions {
  /** Without a trailing slash: https, or http to loopback. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Where the key lives, as an error names it: `BOARDS_API_KEY`, or the config file with its path. */
  readonly keyHome: string;
  /** Per attempt, for the whole answer. */
  readonly timeoutSeconds: number;
  /** Told of each request and answer; the key is redacted. */
  readonly debug?: ((line: string) => void) | undefined;
}

interface SnapshotQuery {
  readonly timeframe: Timeframe;
  /** Rows per board, 1 to 10 (api.md section 4). */
  readonly limit: number;
}

export interface SnapshotResponse {
  readonly snapshot: Snapshot;
  /** X-RateLimit-Remaining (api.md section 8); null when absent or no number. */
  readonly requestsLeft: number | null;
  /** X-Cache as sent: HIT or MISS; null when absent or no plain word. */
  readonly cache: string | null;
  /** The service's clock by its Date header, in milliseconds since 1970; null when it did not say. */
  readonly serverTime: number | null;
  /** X-Sandbox: the service says itself that its data is simulated. */
  readonly isSimulated: boolean;
  readonly milliseconds: number;
  /** Of the decompressed body. */
  readonly bytes: number;
}

export interface Client {
  /** One request of api.md section 4. Throws the typed errors of section 7, or the reason of an aborted signal; repeats nothing. */
  fetchSnapshot(query: SnapshotQuery, signal?: AbortSignal): Promise<SnapshotResponse>;
  /** True once an answer, of whatever status, said that it comes from a sandbox. */
  isSimulated(): boolean;
}

type ClientWorld = Pick<Context, 'transport' | 'clock' | 'signal' | 'env'>;

export function createClient(options: ClientOptions, world: ClientWorld): Client {
  refuseUncheckedTls(options.baseUrl, world.env);
  // The embedded service gets no key.
  if (options.apiKey !== '') refuseDebugOutput(world.env);
  refuseKeyInAddress(options);
  const redact = createRedactor(options.apiKey);
  const key = { keyHome: options.keyHome, redact };
  const debug = (line: string) => options.debug?.(redact(line));
  let isSimulated = false;
  return {
    isSimulated: () => isSimulated,
    async fetchSnapshot({ timeframe, limit }, signal = world.signal) {
      const url = new URL(`${options.baseUrl}/api/v1/boards?timeframe=${timeframe}&limit=${limit}`);
      debug(`GET ${url.href}`);
      const started = world.clock.monotonic();
      const response = await world.transport({
        url,
        headers: { 'X-API-Key': options.apiKey, Accept: 'application/json', 'Accept-Encoding': 'gzip' },
        timeoutMilliseconds: options.timeoutSeconds * 1000,
        signal,
      });
      const facts = measure(response, Math.round(world.clock.monotonic() - started));
      isSimulated ||= facts.isSimulated;
      debug(`${response.status} ${timeframe}: ${describe(facts)}`);
      if (response.status !== 200) throw statusError(response, key, world.clock.now());
      return { snapshot: readSnapshot(response, redact), ...facts };
    },
  };
}

type ResponseInfo = Omit<SnapshotResponse, 'snapshot'>;

function measure(response: TransportResponse, milliseconds: number): ResponseInfo {
  return {
    requestsLeft: wholeNumber(response.headers['x-ratelimit-remaining']),
    cache: plainWord(response.headers['x-cache']),
    serverTime: dateOf(response.headers.date),
    isSimulated: response.headers['x-sandbox'] === '1',
    milliseconds,
    bytes: response.body.byteLength,
  };
}

function describe({ cache, requestsLeft, milliseconds, bytes }: ResponseInfo): string {
  const left = requestsLeft === null ? 'requests left unknown' : `${requestsLeft} requests left`;
  return `X-Cache ${cache ?? 'unknown'}, ${left}, ${milliseconds} ms, ${bytes} bytes`;
}

function dateOf(header: string | undefined): number | null {
  const time = Date.parse(header ?? '');
  return Number.isNaN(time) ? null : time;
}

/** Headers can carry anything, controls of a terminal included. */
function plainWord(header: string | undefined): string | null {
  return header !== undefined && /^[\w-]{1,20}$/.test(header) ? header : null;
}

/** A header that is not a plain whole number says nothing. */
function wholeNumber(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : null;
}

/** The key must not leave for a host that proved nothing. */
function refuseUncheckedTls(baseUrl: string, env: Context['env']): void {
  if (variable('NODE_TLS_REJECT_UNAUTHORIZED', env) !== '0' || isLoopback(new URL(baseUrl).hostname)) return;
  throw new ConfigError('NODE_TLS_REJECT_UNAUTHORIZED=0 turns certificate checks off; the key is not sent', {
    hint: 'Unset it. For an authority of your own, point NODE_EXTRA_CA_CERTS at its PEM file.',
  });
}

/** Addresses are shown, logged and looked up by name servers. */
function refuseKeyInAddress({ baseUrl, apiKey }: ClientOptions): void {
  if (apiKey.length < 8 || !baseUrl.toLowerCase().includes(apiKey.toLowerCase())) return;
  throw new ConfigError('the base URL contains the key', {
    hint: 'Set it without the key, with `boards config set baseUrl` or BOARDS_BASE_URL.',
  });
}
