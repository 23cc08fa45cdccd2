import { quote } from './lib/quote.ts';

export interface ErrorDetails {
  /** The cause in a few words, without host, code and the words of the service. Default: the message. */
  readonly reason?: string | undefined;
  /** The next step for the user; one line for each alternative. */
  readonly hint?: string | undefined;
  /** The HTTP status, if there was a response. */
  readonly status?: number | undefined;
  /** For a 429: Retry-After within bounds, or a default when the header is missing or invalid; for a 5xx: the wait of the hint. */
  readonly retryAfterSeconds?: number | undefined;
  /** Whether a retry can succeed. Each class has its own default. */
  readonly retryable?: boolean | undefined;
  readonly cause?: unknown;
}

/** The kinds of errors, in the order of their exit codes from 1 on. 0 includes empty data and a reader that closed the pipe. */
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

/** An error for the user: `message` states one fact, `hint` the next step. Printed only by run.ts. */
export class BoardsError extends Error {
  readonly code: ErrorCode;
  readonly exitCode: number;
  /** For a spinner, a note or a banner: `host not found`. */
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

/** The class of the errors of a kind. */
function kind(code: ErrorCode, usual: ErrorDetails = {}) {
  return class extends BoardsError {
    constructor(message: string, details?: ErrorDetails) {
      super(code, message, { ...usual, ...details });
    }
  };
}

/** Output could not be written. Exits 1, as does any error that is not a BoardsError, which is a bug. */
export class OutputError extends kind('internal') {}
export class UsageError extends kind('usage') {}
export class ConfigError extends kind('config') {}
export class AuthError extends kind('auth') {}
export class RateLimitedError extends kind('rate_limited', { retryable: true, reason: 'rate limited' }) {}
export class BadResponseError extends kind('bad_response') {}
/** DNS, connection, TLS, proxy, timeout, or a response cut off. TLS failures pass `retryable: false`. */
export class NetworkError extends kind('network', { retryable: true }) {}
/** `--until` was not met before another option ended the watch. */
export class NotMetError extends kind('not_met', { retryable: true }) {}
/** What was asked for is not recorded; the hint names what is, or how to record. */
export class NotRecordedError extends kind('not_recorded') {}

export class UnavailableError extends kind('unavailable', { retryable: true }) {
  constructor(message: string, details: ErrorDetails = {}) {
    super(message, { reason: `service unavailable (${details.status ?? '5xx'})`, ...details });
  }
}

/** The error for invalid words of a list: `unknown board "x"`, `unknown boards "x", "y"`. */
export function unknownValues(name: string, words: ReadonlyArray<string>, hint: string): UsageError {
  const plural = words.length > 1 ? 's' : '';
  return new UsageError(`unknown ${name}${plural} ${words.map(quote).join(', ')}`, { hint });
}

/** The error for an invalid word: the message is `fault` followed by the quoted word. */
export function unexpected(fault: string, word: string, hint: string): UsageError {
  return new UsageError(`${fault} ${quote(word)}`, { hint });
}

/** The next step for a person who gave a key where none is accepted. */
export const KEY_HINT =
  'Enter a key at the prompt of `boards login`, pipe it to `boards login`, or set BOARDS_API_KEY.';

/** The error for a key where another value is expected. Quotes none of the input. */
export function keyRefused(): UsageError {
  return new UsageError('a key is not accepted on the command line', { hint: KEY_HINT });
}
