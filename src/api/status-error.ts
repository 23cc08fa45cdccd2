import type { TransportResponse } from '../context.ts';
import {
  AuthError,
  BadResponseError,
  type BoardsError,
  RateLimitedError,
  UnavailableError,
} from '../errors.ts';
import type { Redact } from '../redact.ts';
import { readErrorMessage } from './decode-body.ts';
import { clampRetryAfter, parseRetryAfter } from './retry.ts';

interface KeyInfo {
  readonly keyHome: string;
  readonly redact: Redact;
}

/** The typed error of an answer other than 200 (api.md section 7). */
export function statusError(response: TransportResponse, key: KeyInfo, nowMilliseconds: number): BoardsError {
  const { status } = response;
  switch (true) {
    case status === 401:
      return new AuthError('the service does not recognise the key (401)', {
        status,
        hint: `The key came from ${key.keyHome}. Check it, or store another with \`boards login\`.`,
      });
    case status === 403:
      return new AuthError('the key is revoked (403)', {
        status,
        hint: `The key came from ${key.keyHome}. Please contact support; a new key goes in with \`boards login\`.`,
      });
    case status === 429:
      return rateLimited(response, key, nowMilliseconds);
    case status >= 500:
      return new UnavailableError(`the service is unavailable (${withMessage(response, key.redact)})`, {
        status,
        hint: 'This is usually brief; try again in about 30 seconds.',
      });
    case status >= 300 && status < 400 && status !== 304:
      return new BadResponseError(
        `the service answered with a redirect (${status}), which is never followed`,
        {
          status,
          hint: 'Ask whoever runs the service for its final address, and set it with `boards config set baseUrl`.',
        },
      );
    default:
      return new BadResponseError(`unexpected answer (${withMessage(response, key.redact)})`, {
        status,
        hint: 'Check the base URL with `boards status`.',
      });
  }
}

function rateLimited(response: TransportResponse, key: KeyInfo, nowMilliseconds: number): RateLimitedError {
  const retryAfterSeconds = parseRetryAfter(response.headers['retry-after'], nowMilliseconds);
  const wait = Math.ceil(clampRetryAfter(retryAfterSeconds, 15 * 60));
  return new RateLimitedError(`rate limit reached (429); try again in ${wait} s`, {
    status: response.status,
    retryAfterSeconds: wait,
    hint: `The limit of 120 requests a minute counts for every program that uses the key from ${key.keyHome}; one poll a minute and timeframe is enough.`,
  });
}

function withMessage(response: TransportResponse, redact: Redact): string {
  const message = readErrorMessage(response, redact);
  return message === null ? String(response.status) : `${response.status}: ${message}`;
}
