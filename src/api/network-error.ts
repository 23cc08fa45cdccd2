import { NetworkError } from '../errors.ts';

interface Failure {
  /** The verb of `cannot <verb> <host>`; default: `trust`. */
  readonly verb?: string;
  /** Both the end of the message and the `reason` of the error. */
  readonly reason: string;
  readonly hint: string;
}

const CLOCK_HINT = "Check this computer's clock. If it is correct, contact the operator of the service.";
const CA_HINT =
  'If your network or the service uses its own certificate authority, point NODE_EXTRA_CA_CERTS at its PEM file.';
const CONNECTION_HINT = 'Check the base URL with `boards status` and your network connection.';

/** TLS failures are permanent: a retry would meet the same certificate. */
const TLS_FAILURES: Readonly<Record<string, Failure>> = {
  CERT_HAS_EXPIRED: { reason: 'certificate expired', hint: CLOCK_HINT },
  CERT_NOT_YET_VALID: { reason: 'certificate not valid yet', hint: CLOCK_HINT },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    reason: 'certificate for another host',
    hint: 'Check the base URL with `boards status`.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: { reason: 'certificate authority not trusted', hint: CA_HINT },
  SELF_SIGNED_CERT_IN_CHAIN: { reason: 'certificate authority not trusted', hint: CA_HINT },
  UNABLE_TO_GET_ISSUER_CERT: { reason: 'certificate authority not trusted', hint: CA_HINT },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { reason: 'certificate authority not trusted', hint: CA_HINT },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { reason: 'certificate authority not trusted', hint: CA_HINT },
  EPROTO: {
    verb: 'connect to',
    reason: 'the port does not use TLS',
    hint: 'Check the port in the base URL.',
  },
};

const CONNECTION_FAILURES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'name lookup failed',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection closed',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'connection timed out',
  ECONNABORTED: 'connection aborted',
};

/** Converts an error of Node to a message with host and error code, without OpenSSL's text. `host` includes the port, but no credentials. */
export function toNetworkError(error: unknown, host: string): NetworkError {
  if (error instanceof NetworkError) return error;
  const code = errorCode(error);
  const tls =
    TLS_FAILURES[code] ?? (/^ERR_SSL|^ERR_TLS|CERT|^HPE_/.test(code) ? tlsFallback(code) : undefined);
  if (tls !== undefined) {
    return new NetworkError(`cannot ${tls.verb ?? 'trust'} ${host}: ${tls.reason} (${code})`, {
      reason: tls.reason,
      hint: tls.hint,
      retryable: false,
      cause: error,
    });
  }
  const reason = CONNECTION_FAILURES[code] ?? 'connection failed';
  return new NetworkError(`cannot reach ${host}: ${reason} (${code})`, {
    reason,
    hint: CONNECTION_HINT,
    cause: error,
  });
}

function tlsFallback(code: string): Failure {
  if (code.startsWith('HPE_'))
    return {
      verb: 'connect to',
      reason: 'the port does not use HTTP',
      hint: 'Check the port in the base URL.',
    };
  if (code.startsWith('ERR_SSL')) return TLS_FAILURES.EPROTO ?? { reason: 'TLS failed', hint: CA_HINT };
  return { reason: 'certificate rejected', hint: CA_HINT };
}

/** The error code. For an AggregateError, which has one error per address tried, the code of the first. */
function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return 'unknown error';
}
