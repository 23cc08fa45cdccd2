import { quote } from './lib/quote.ts';

export interface ErrorDetails {
  /** A few words for a spinner, a note or a banner, such as `host not found`. Default: the message. */
  readonly reason?: string | undefined;
  /** Names the next step for the user. Each line is one alternative. */
  readonly hint?: string | undefined;
  /** The HTTP status of the response. */
  readonly status?: number | undefined;
  /** The time to wait: after a 429, the Retry-After header within limits; after a 5xx, the time in the hint. */
  readonly retryAfterSeconds?: number | undefined;
  readonly retryable?: boolean | undefined;
  readonly cause?: unknown;
}

/** The exit code is the position in this list, from 1. Empty data and a closed pipe exit 0. */
export const ERROR_CODES = [
  'internal',
  'usage',
  'config',
  'auth',
  'rate_limited',
  'unavailable',
  'network',
  'bad_response',
  'not_met',
  'not_recorded',
] as const;
type ErrorCode = (typeof ERROR_CODES)[number];

/** An error for the user: `message` states one fact, `hint` names the next step. */
export class BoardsError extends Error {
  readonly code: ErrorCode;
  readonly exitCode: number;
  readonly reason: string;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = code;
    this.exitCode = ERROR_CODES.indexOf(code) + 1;
    this.reason = details.reason ?? message;
    this.hint = details.hint;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.retryable = details.retryable ?? false;
  }
}

function kind(code: ErrorCode, usual: ErrorDetails = {}) {
  return class extends BoardsError {
    constructor(message: string, details?: ErrorDetails) {
      super(code, message, { ...usual, ...details });
    }
  };
}

/** Output could not be written. Bugs share its exit code 1. */
export class OutputError extends kind('internal') {}
export class UsageError extends kind('usage') {}
export class ConfigError extends kind('config') {}
export class AuthError extends kind('auth') {}
export class RateLimitedError extends kind('rate_limited', { retryable: true, reason: 'rate limited' }) {}
export class BadResponseError extends kind('bad_response') {}
/** Covers DNS, connection, proxy, timeout, cut-off responses, and TLS errors, which are not retryable. */
export class NetworkError extends kind('network', { retryable: true }) {}
/** `--until` was not met before another option ended the watch. */
export class NotMetError extends kind('not_met', { retryable: true }) {}
export class NotRecordedError extends kind('not_recorded') {}

export class UnavailableError extends kind('unavailable', { retryable: true }) {
  constructor(message: string, details: ErrorDetails = {}) {
    super(message, { reason: `service unavailable (${details.status ?? '5xx'})`, ...details });
  }
}

/** Builds an error such as `unknown board "x"` or `unknown boards "x", "y"`. */
export function unknownValues(name: string, words: ReadonlyArray<string>, hint: string): UsageError {
  const plural = words.length > 1 ? 's' : '';
  return new UsageError(`unknown ${name}${plural} ${words.map(quote).join(', ')}`, { hint });
}

export function unexpected(fault: string, word: string, hint: string): UsageError {
  return new UsageError(`${fault} ${quote(word)}`, { hint });
}

/** Hints name the base URL by this phrase; `namingBaseUrl` replaces it with the URL of the command line. */
export const STORED_BASE_URL = 'the base URL with `boards status`';

export const KEY_HINT =
  'Enter a key at the prompt of `boards login`, pipe it to `boards login`, or set BOARDS_API_KEY.';

/** Quotes none of the input, because it may contain the key. */
export function keyRefused(): UsageError {
  return new UsageError('a key is not accepted on the command line', { hint: KEY_HINT });
}
