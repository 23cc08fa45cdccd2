import type { TransportResponse } from '../context.ts';
import {
  AuthError,
  BadResponseError,
  type BoardsError,
  RateLimitedError,
  STORED_BASE_URL,
  UnavailableError,
} from '../errors.ts';
import { isObject } from '../lib/json.ts';
import type { Timeframe } from '../market/catalogue.ts';
import { excessOf } from './json-limits.ts';
import type { Redactor } from './redact.ts';
import { parseRetryAfter, UNAVAILABLE_SECONDS } from './retry.ts';
import { decodeSnapshot, type Snapshot } from './snapshot.ts';

interface KeyInfo {
  readonly keySource: string;
  readonly redact: Redactor;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const EXCERPT_LENGTH = 200;
const MAX_EXCERPT_INPUT_LENGTH = 4096;
const BASE_URL_HINT = `Check ${STORED_BASE_URL}.`;
const UNEXPECTED_HINT = `Check ${STORED_BASE_URL}; --debug shows how the response begins.`;
/** The term JSON does not help most users; the message and --debug say more. */
const INVALID = 'the response is not a snapshot';
const KEY_FAULTS = {
  401: {
    message: 'the service does not recognise the key (401)',
    advice: 'Check it, or store another one with `boards login`.',
    // The variable overrides a stored key, so `boards login` would not help.
    adviceForVariable: 'Fix BOARDS_API_KEY, or unset it and run `boards login`.',
  },
  403: {
    message: 'the key is revoked (403)',
    advice: 'Contact support, then store the new key with `boards login`.',
    adviceForVariable:
      'Contact support, then set BOARDS_API_KEY to the new key, or unset it and run `boards login`.',
  },
} as const;

/** Redacts the key. Throws a BoardsError for another status, another body or another timeframe. */
export function readSnapshot(
  response: TransportResponse,
  requested: Timeframe,
  key: KeyInfo,
  now: number,
): Snapshot {
  if (response.status !== 200) throw statusError(response, key, now);
  const { text, body } = readBody(response, key.redact);
  const snapshot = decodeSnapshot(body, requested);
  const redacted = snapshot && withoutKey(snapshot, key.redact);
  if (redacted === null) throw unexpected(response, key.redact, { reason: INVALID, text });
  return redacted;
}

/** Searches only the boards and rows that are kept; a response can have far more. */
function withoutKey(snapshot: Snapshot, redact: Redactor): Snapshot | null {
  const { raw, timeframe, leftOut } = snapshot;
  const text = JSON.stringify(raw);
  // An escape can hide a part of the key in JSON text, so redact the decoded strings.
  if (!text.includes('\\') && redact(text) === text) return snapshot;
  const redacted = decodeSnapshot(redactDeep(raw, redact), timeframe);
  return redacted && { ...redacted, leftOut: leftOut ?? redacted.leftOut };
}

function statusError(response: TransportResponse, { keySource, redact }: KeyInfo, now: number): BoardsError {
  const { status, headers } = response;
  const isRefusal = status === 401 || status === 402 || status === 403;
  if (isRefusal && !isFromService(response, redact)) return foreignError(response, redact);
  if (status === 401 || status === 403) {
    const { message, advice, adviceForVariable } = KEY_FAULTS[status];
    const next = keySource === 'BOARDS_API_KEY' ? adviceForVariable : advice;
    return new AuthError(message, { status, hint: `The key came from ${keySource}. ${next}` });
  }
  if (status === 429) {
    const wait = parseRetryAfter(headers['retry-after'], now);
    return new RateLimitedError(`rate limit reached (429); try again in ${wait} s`, {
      status,
      retryAfterSeconds: wait,
      hint: `The limit of 120 requests a minute is shared by all programs that use the key from ${keySource}; one request per minute and timeframe is enough.`,
    });
  }
  if (status >= 300 && status < 400 && status !== 304)
    return new BadResponseError(`the service returned a redirect (${status}), which is not followed`, {
      reason: `redirect (${status})`,
      status,
      hint: 'Set the final address of the service: `boards config set baseUrl https://api.example`',
    });
  const words = errorMessageOf(response, redact);
  const cause = words === '' ? String(status) : `${status}: ${words}`;
  if (status === 402)
    return new AuthError(`the service requires a payment (${cause})`, {
      reason: 'payment required (402)',
      status,
      hint: 'Contact support about the subscription.',
    });
  if (status >= 500)
    return new UnavailableError(`the service is unavailable (${cause})`, {
      status,
      retryAfterSeconds: UNAVAILABLE_SECONDS,
      hint: `This is usually brief; try again in about ${UNAVAILABLE_SECONDS} seconds.`,
    });
  return new BadResponseError(`unexpected response (${cause})`, {
    reason: `unexpected response (${status})`,
    status,
    hint: BASE_URL_HINT,
  });
}

/** The service sends JSON with `error`, or no body. A proxy, firewall or portal sends a page. */
function isFromService(response: TransportResponse, redact: Redactor): boolean {
  if (response.body.byteLength === 0) return true;
  try {
    const { body } = readBody(response, redact);
    return isObject(body) && 'error' in body;
  } catch {
    return false;
  }
}

function foreignError(response: TransportResponse, redact: Redactor): BadResponseError {
  const { status, body } = response;
  const text = Buffer.from(body.subarray(0, MAX_EXCERPT_INPUT_LENGTH)).toString();
  return unexpected(response, redact, {
    reason: `another server responded (${status}); check base URL and proxy`,
    hint: `A proxy, firewall or login page seems to have responded instead of the service. Check HTTPS_PROXY and NO_PROXY, and ${STORED_BASE_URL}; --debug shows how the response begins.`,
    text,
  });
}

function errorMessageOf(response: TransportResponse, redact: Redactor): string {
  try {
    const { body } = readBody(response, redact);
    return isObject(body) && typeof body.error === 'string' ? excerptOf(body.error, redact) : '';
  } catch {
    return '';
  }
}

function readBody(response: TransportResponse, redact: Redactor): { text: string; body: unknown } {
  let text = '';
  try {
    text = UTF_8.decode(response.body);
    const excess = excessOf(text);
    if (excess !== null)
      throw new BadResponseError(`the response ${excess} (${describe(response, redact)})`, {
        reason: `response ${excess}`,
        status: response.status,
        hint: BASE_URL_HINT,
      });
    return { text, body: JSON.parse(text) };
  } catch (error) {
    if (error instanceof BadResponseError) throw error;
    // Omit the cause: JSON.parse quotes the text, which may contain the key.
    throw unexpected(response, redact, { reason: INVALID, text });
  }
}

function redactDeep(value: unknown, redact: Redactor): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactDeep(item, redact)]),
  );
}

/** `text` is empty if the body is not text. */
function unexpected(
  response: TransportResponse,
  redact: Redactor,
  {
    reason,
    hint = UNEXPECTED_HINT,
    text,
  }: { readonly reason: string; readonly hint?: string; readonly text: string },
): BadResponseError {
  return new BadResponseError(`unexpected response (${describe(response, redact)})`, {
    reason,
    status: response.status,
    hint,
    cause: new Error(`the response begins with: ${excerptOf(text, redact)}`),
  });
}

/** Escapes, white space and control characters could hide a key, so they are normalized first. */
function excerptOf(text: string, redact: Redactor): string {
  const readable = text
    .slice(0, MAX_EXCERPT_INPUT_LENGTH)
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\s+/g, ' ')
    .replace(/\p{C}/gu, '');
  return redact(readable).trim().slice(0, EXCERPT_LENGTH);
}

function describe({ status, headers, body }: TransportResponse, redact: Redactor): string {
  const type = redact(headers['content-type']?.split(';')[0]?.trim() ?? '').slice(0, 60);
  return `${status} ${type === '' ? 'no content type' : type}, ${sizeOf(body.byteLength)}`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
