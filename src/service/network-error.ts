import { errnoOf, NetworkError } from '../errors.ts';

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
const PORT_HINT = 'Check the port in the base URL.';

const NOT_TLS: Failure = { verb: 'connect to', reason: 'the port does not use TLS', hint: PORT_HINT };
const NOT_HTTP: Failure = { verb: 'connect to', reason: 'the port does not use HTTP', hint: PORT_HINT };
const UNKNOWN_AUTHORITY: Failure = { reason: 'certificate authority not trusted', hint: CA_HINT };
const OTHER_CERTIFICATE_FAULT: Failure = { reason: 'certificate rejected', hint: CA_HINT };

/** Failures that a retry would meet again. */
const PERMANENT_FAILURES: Readonly<Record<string, Failure>> = {
  CERT_HAS_EXPIRED: { reason: 'certificate expired', hint: CLOCK_HINT },
  CERT_NOT_YET_VALID: { reason: 'certificate not valid yet', hint: CLOCK_HINT },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    reason: 'certificate for another host',
    hint: 'Check the base URL with `boards status`.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  EPROTO: NOT_TLS,
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
  const code = codeOf(error);
  const permanent = permanentFailure(code);
  if (permanent !== undefined) {
    const { verb = 'trust', reason, hint } = permanent;
    return new NetworkError(`cannot ${verb} ${host}: ${reason} (${code})`, {
      reason,
      hint,
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

function permanentFailure(code: string): Failure | undefined {
  const known = PERMANENT_FAILURES[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return NOT_HTTP;
  if (code.startsWith('ERR_SSL')) return NOT_TLS;
  return /^ERR_TLS|CERT/.test(code) ? OTHER_CERTIFICATE_FAULT : undefined;
}

/** The error code. For an AggregateError, which has one error per address tried, the code of the first. */
function codeOf(error: unknown): string {
  return error instanceof AggregateError && error.errors.length > 0
    ? codeOf(error.errors[0])
    : errnoOf(error);
}
