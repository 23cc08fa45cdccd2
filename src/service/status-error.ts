import type { TransportResponse } from '../context.ts';
import {
  AuthError,
  BadResponseError,
  type BoardsError,
  RateLimitedError,
  UnavailableError,
} from '../errors.ts';
import type { Redactor } from '../quote.ts';
import { readErrorMessage } from './decode-body.ts';
import { clampRetryAfter, parseRetryAfter } from './retry.ts';

/** The service says how long a 429 lasts, of a 5xx only that it is short. */
const UNAVAILABLE_SECONDS = 30;
const KEY_FAULTS = {
  401: {
    message: 'the service does not recognise the key (401)',
    advice: 'Check it, or store another one with `boards login`.',
    // The variable overrides a stored key, so storing another one alone changes nothing.
    adviceForVariable: 'Fix BOARDS_API_KEY, or unset it and run `boards login`.',
  },
  403: {
    message: 'the key is revoked (403)',
    advice: 'Contact support, then store the new key with `boards login`.',
    adviceForVariable:
      'Contact support, then set BOARDS_API_KEY to the new key, or unset it and run `boards login`.',
  },
} as const;

interface KeyInfo {
  readonly keySource: string;
  readonly redact: Redactor;
}

/** The typed error for a response with a status other than 200. */
export function statusError(response: TransportResponse, key: KeyInfo, nowMilliseconds: number): BoardsError {
  const { status } = response;
  if (status === 401 || status === 403) {
    const { message, advice, adviceForVariable } = KEY_FAULTS[status];
    const next = key.keySource === 'BOARDS_API_KEY' ? adviceForVariable : advice;
    return new AuthError(message, { status, hint: `The key came from ${key.keySource}. ${next}` });
  }
  if (status === 429) {
    const retryAfter = parseRetryAfter(response.headers['retry-after'], nowMilliseconds);
    const wait = Math.ceil(clampRetryAfter(retryAfter, 15 * 60));
    return new RateLimitedError(`rate limit reached (429); try again in ${wait} s`, {
      status,
      retryAfterSeconds: wait,
      hint: `The limit of 120 requests a minute is shared by all programs that use the key from ${key.keySource}; one request per minute and timeframe is enough.`,
    });
  }
  if (status >= 500)
    return new UnavailableError(`the service is unavailable (${withMessage(response, key.redact)})`, {
      status,
      retryAfterSeconds: UNAVAILABLE_SECONDS,
      hint: `This is usually brief; try again in about ${UNAVAILABLE_SECONDS} seconds.`,
    });
  if (status >= 300 && status < 400 && status !== 304)
    return new BadResponseError(`the service returned a redirect (${status}), which is not followed`, {
      reason: `redirect (${status})`,
      status,
      hint: 'Set the final address of the service with `boards config set baseUrl`.',
    });
  return new BadResponseError(`unexpected response (${withMessage(response, key.redact)})`, {
    reason: `unexpected response (${status})`,
    status,
    hint: 'Check the base URL with `boards status`.',
  });
}

function withMessage(response: TransportResponse, redact: Redactor): string {
  const message = readErrorMessage(response, redact);
  return message === null ? String(response.status) : `${response.status}: ${message}`;
}
