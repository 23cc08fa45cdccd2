/** Exit codes of the program. 0 also covers empty data and a reader that closed the pipe. */
export const ExitCode = {
  ok: 0,
  internal: 1,
  usage: 2,
  config: 3,
  auth: 4,
  rateLimited: 5,
  unavailable: 6,
  network: 7,
  badResponse: 8,
  sighup: 129,
  sigint: 130,
  sigquit: 131,
  sigterm: 143,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

export interface ErrorDetails {
  /** The next step for the person who reads it; a line for each where there is a choice. */
  readonly hint?: string | undefined;
  /** HTTP status, where the service answered. */
  readonly status?: number | undefined;
  /** Of a 429: what the service asked for, brought into bounds, or a guess where it did not say; else undefined. */
  readonly retryAfterSeconds?: number | undefined;
  /** A repetition can help. Each class has its own default. */
  readonly retryable?: boolean | undefined;
  readonly cause?: unknown;
}

/** What a person is told: `message` is one fact, `hint` the fix. Thrown where it is known, printed once in cli.ts. */
export class BoardsError extends Error {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly retryable: boolean;

  constructor(code: string, exitCode: ExitCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = code;
    this.exitCode = exitCode;
    this.hint = details.hint;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.retryable = details.retryable ?? false;
  }
}

/** Output could not be written. Anything else that is not a BoardsError is a bug and also exits 1. */
export class OutputError extends BoardsError {
  constructor(message: string, details?: ErrorDetails) {
    super('internal', ExitCode.internal, message, details);
  }
}

export class UsageError extends BoardsError {
  constructor(message: string, details?: ErrorDetails) {
    super('usage', ExitCode.usage, message, details);
  }
}

export class ConfigError extends BoardsError {
  constructor(message: string, details?: ErrorDetails) {
    super('config', ExitCode.config, message, details);
  }
}

export class AuthError extends BoardsError {
  constructor(message: string, details?: ErrorDetails) {
    super('auth', ExitCode.auth, message, details);
  }
}

export class RateLimitedError extends BoardsError {
  constructor(message: string, details?: ErrorDetails) {
    super('rate_limited', ExitCode.rateLimited, message, { retryable: true, ...details });
  }
}

export class UnavailableError extends BoardsError {
  constructor(message: string, details?: ErrorDetails) {
    super('unavailable', ExitCode.unavailable, message, { retryable: true, ...details });
  }
}

/** DNS, connection, TLS, proxy, time-out or an answer cut off. TLS failures are given `retryable: false`. */
export class NetworkError extends BoardsError {
  constructor(message: string, details?: ErrorDetails) {
    super('network', ExitCode.network, message, { retryable: true, ...details });
  }
}

export class BadResponseError extends BoardsError {
  constructor(message: string, details?: ErrorDetails) {
    super('bad_response', ExitCode.badResponse, message, details);
  }
}

/** The operating system's name for what failed, as ENOSPC; `unknown error` where it gave none. */
export function errnoOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown error';
}
