import type { Context, TransportResponse } from '../context.ts';
import { BoardsError, ConfigError } from '../errors.ts';
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
  /** Where the key comes from, for errors: `BOARDS_API_KEY`, or the config file with its path. */
  readonly keySource: string;
  /** For one request, until the end of the response body. */
  readonly timeoutSeconds: number;
  /** Receives a line for each request and response, with the key redacted. */
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
    /** Sends one request, without retries. Throws a BoardsError, or the reason of an aborted signal. `limit`: rows per board, 1 to 10. */
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
      // Decoding a large response, and drawing its snapshot, each take a turn of the event loop: keys and signals are heard in between.
      await new Promise(setImmediate);
      signal.throwIfAborted();
      return { snapshot: withoutTimeAfter(latest, snapshot), ...info };
    },
  };
}

/** A client whose hints name the base URL of the command line, of which `boards status` knows nothing. */
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
  const hint = error.hint?.replace('the base URL with `boards status`', `the base URL ${baseUrl}`);
  return hint === error.hint
    ? error
    : new BoardsError(error.code, error.message, { ...error, hint, cause: error });
}

/** A time that neither clock has reached is none: it would hide every later snapshot. */
function withoutTimeAfter(latest: number, snapshot: Snapshot): Snapshot {
  return (snapshot.time ?? 0) > latest ? { ...snapshot, time: null, isDatedAhead: true } : snapshot;
}

type ResponseInfo = Readonly<ReturnType<typeof measure>>;

function measure(response: TransportResponse, milliseconds: number) {
  return {
    /** Null if missing or not a number. */
    requestsLeft: wholeNumber(response.headers['x-ratelimit-remaining']),
    /** Such as HIT or MISS; null if missing or not a plain word. */
    cache: plainWord(response.headers['x-cache']),
    /** When the service made the response, in milliseconds since 1970; null if missing or invalid. */
    serverTime: parseDate(response.headers.date),
    isSimulated: response.headers['x-sandbox'] !== undefined,
    /** From the request to the end of the response. */
    milliseconds,
    /** Size of the decompressed body. */
    bytes: response.body.byteLength,
  };
}

function describe({ cache, requestsLeft, milliseconds, bytes }: ResponseInfo): string {
  const left = requestsLeft === null ? 'requests left unknown' : `${requestsLeft} requests left`;
  return `X-Cache ${cache ?? 'unknown'}, ${left}, ${milliseconds} ms, ${bytes} bytes`;
}

/** The service's clock when it sent a response, or when a cache did that had kept it for the seconds of `Age`; null if unknown. */
function serviceTimeOf({ headers }: TransportResponse): number | null {
  const made = parseDate(headers.date);
  return made === null ? null : made + (wholeNumber(headers.age) ?? 0) * SECOND_MS;
}

/** Years of a Date header have four digits. */
const MAX_TIME = Date.UTC(9000, 0);

function parseDate(header: string | undefined): number | null {
  const time = Date.parse(header ?? '');
  return time >= 0 && time < MAX_TIME ? time : null;
}

/** Only a plain word: a header can contain anything, including terminal control characters. */
function plainWord(header: string | undefined): string | null {
  return header !== undefined && /^[\w-]{1,20}$/.test(header) ? header : null;
}

function wholeNumber(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : null;
}

/** What of NODE_DEBUG makes Node print request headers, or what it reads from stdin: a section, or any pattern. */
const KEY_PRINTING = /\*|\b(https?|net|tls|stream)\b/i;

/** Throws ConfigError if NODE_DEBUG makes Node print the key to stderr. */
export function rejectNodeDebug(env: Context['env']): void {
  if (!KEY_PRINTING.test(variable('NODE_DEBUG', env) ?? '')) return;
  throw new ConfigError('NODE_DEBUG makes Node print the key; the key is not sent', {
    hint: 'Unset NODE_DEBUG. To see requests without the key, use --debug.',
  });
}

/** Throws ConfigError if the key would be sent to a host whose certificate is not checked. */
export function rejectUncheckedTls(baseUrl: string, env: Context['env']): void {
  if (variable('NODE_TLS_REJECT_UNAUTHORIZED', env) !== '0' || isLoopback(new URL(baseUrl).hostname)) return;
  throw new ConfigError('NODE_TLS_REJECT_UNAUTHORIZED=0 disables certificate checks; the key is not sent', {
    hint: 'Unset it. To use your own certificate authority, point NODE_EXTRA_CA_CERTS at its PEM file.',
  });
}
