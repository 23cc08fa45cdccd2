import type { Context, TransportResponse } from '../context.ts';
import { BoardsError, ConfigError, STORED_BASE_URL } from '../errors.ts';
import { variable } from '../lib/environment.ts';
import { isLoopback } from '../lib/host-name.ts';
import { SECOND_MS } from '../lib/time.ts';
import type { Timeframe } from '../market/catalogue.ts';
import { createRedactor } from './redact.ts';
import { readSnapshot } from './response.ts';
import { createServiceClock, MAX_DIFFERENCE_MS } from './service-clock.ts';
import type { Snapshot } from './snapshot.ts';

export interface ClientOptions {
  /** An https URL, or http to loopback, without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Shown in errors: `BOARDS_API_KEY`, or the config file with its path. */
  readonly keySource: string;
  readonly timeoutSeconds: number;
  /** Receives a line for each request and response, without the key. */
  readonly debug?: ((line: string) => void) | undefined;
}

export interface SnapshotResponse extends ResponseInfo {
  readonly snapshot: Snapshot;
}

export type Client = ReturnType<typeof createClient>;

export function createClient(
  options: ClientOptions,
  context: Pick<Context, 'transport' | 'clock' | 'signal' | 'env'>,
) {
  rejectUncheckedTls(options.baseUrl, context.env);
  // The embedded sandbox has no key.
  if (options.apiKey !== '') rejectNodeDebug(context.env);
  const redact = createRedactor(options.apiKey);
  const key = { keySource: options.keySource, redact };
  const debug = (line: string) => options.debug?.(redact(line));
  const clock = createServiceClock(context.clock);
  return {
    clock,
    /** Does not retry. Throws a BoardsError, or the reason of an aborted signal. */
    async fetchSnapshot(
      { timeframe, limit }: { readonly timeframe: Timeframe; readonly limit: number },
      signal = context.signal,
    ): Promise<SnapshotResponse> {
      const url = new URL(`${options.baseUrl}/api/v1/boards?timeframe=${timeframe}&limit=${limit}`);
      debug(`GET ${url.href}`);
      const started = context.clock.monotonic();
      const response = await context.transport({
        url,
        headers: { 'X-API-Key': options.apiKey, Accept: 'application/json', 'Accept-Encoding': 'gzip' },
        timeoutMilliseconds: options.timeoutSeconds * 1000,
        signal,
      });
      const info = measure(response, Math.round(context.clock.monotonic() - started));
      debug(`${response.status} ${timeframe}: ${describe(info)}`);
      const now = context.clock.now();
      const serviceNow = serviceTimeOf(response);
      const snapshot = readSnapshot(response, timeframe, key, serviceNow ?? now);
      if (serviceNow !== null) clock.set(serviceNow, info.milliseconds);
      const latest = Math.max(now, serviceNow ?? 0) + MAX_DIFFERENCE_MS;
      // Handle keys and signals between decoding a large response and drawing its snapshot.
      await new Promise(setImmediate);
      signal.throwIfAborted();
      return { snapshot: withoutTimeAfter(latest, snapshot), ...info };
    },
  };
}

/** Makes hints name the base URL of the command line, which `boards status` does not see. */
export function namingBaseUrl(client: Client, baseUrl: string): Client {
  return {
    ...client,
    fetchSnapshot: (request, signal) =>
      client.fetchSnapshot(request, signal).catch((error: unknown) => {
        throw withBaseUrl(error, baseUrl);
      }),
  };
}

function withBaseUrl(error: unknown, baseUrl: string): unknown {
  if (!(error instanceof BoardsError)) return error;
  const hint = error.hint?.replace(STORED_BASE_URL, `the base URL ${baseUrl}`);
  return hint === error.hint
    ? error
    : new BoardsError(error.code, error.message, { ...error, hint, cause: error });
}

/** Removes a time that is ahead of both clocks, because it would hide every later snapshot. */
function withoutTimeAfter(latest: number, snapshot: Snapshot): Snapshot {
  return (snapshot.time ?? 0) > latest ? { ...snapshot, time: null, isDatedAhead: true } : snapshot;
}

type ResponseInfo = Readonly<ReturnType<typeof measure>>;

function measure(response: TransportResponse, milliseconds: number) {
  return {
    requestsLeft: wholeNumber(response.headers['x-ratelimit-remaining']),
    cache: plainWord(response.headers['x-cache']),
    /** Milliseconds since 1970, from the Date header. */
    serverTime: parseDate(response.headers.date),
    isSimulated: response.headers['x-sandbox'] !== undefined,
    /** Measured from the request to the end of the response. */
    milliseconds,
    bytes: response.body.byteLength,
  };
}

function describe({ cache, requestsLeft, milliseconds, bytes }: ResponseInfo): string {
  const left = requestsLeft === null ? 'requests left unknown' : `${requestsLeft} requests left`;
  return `X-Cache ${cache ?? 'unknown'}, ${left}, ${milliseconds} ms, ${bytes} bytes`;
}

/** A cache sends in `Age` how many seconds ago the service made the response. */
function serviceTimeOf({ headers }: TransportResponse): number | null {
  const made = parseDate(headers.date);
  return made === null ? null : made + (wholeNumber(headers.age) ?? 0) * SECOND_MS;
}

const MAX_TIME = Date.UTC(9000, 0);

function parseDate(header: string | undefined): number | null {
  const time = Date.parse(header ?? '');
  return time >= 0 && time < MAX_TIME ? time : null;
}

/** A header can contain anything, including terminal control characters. */
function plainWord(header: string | undefined): string | null {
  return header !== undefined && /^[\w-]{1,20}$/.test(header) ? header : null;
}

function wholeNumber(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : null;
}

/** Matches the sections of NODE_DEBUG that print request headers or stdin, and any pattern. */
const KEY_PRINTING = /\*|\b(https?|net|tls|stream)\b/i;

export function rejectNodeDebug(env: Context['env']): void {
  if (!KEY_PRINTING.test(variable('NODE_DEBUG', env) ?? '')) return;
  throw new ConfigError('NODE_DEBUG would make Node print the key, so the key is not sent', {
    hint: 'Unset NODE_DEBUG. To see requests without the key, use --debug.',
  });
}

export function rejectUncheckedTls(baseUrl: string, env: Context['env']): void {
  if (variable('NODE_TLS_REJECT_UNAUTHORIZED', env) !== '0' || isLoopback(new URL(baseUrl).hostname)) return;
  throw new ConfigError('NODE_TLS_REJECT_UNAUTHORIZED=0 disables certificate checks, so no key is sent', {
    hint: 'Unset it. To use your own certificate authority, point NODE_EXTRA_CA_CERTS at its PEM file.',
  });
}
