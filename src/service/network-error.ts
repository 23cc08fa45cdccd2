import { BadResponseError, NetworkError, STORED_BASE_URL } from '../errors.ts';
import { errnoOf } from '../lib/system-error.ts';

/** The parts of the message `cannot <verb> <host>: <reason>`. */
type Failure = Readonly<ReturnType<typeof unreachable>>;

const CLOCK_HINT = "Check this computer's clock. If it is correct, contact the operator of the service.";
const CA_HINT =
  'If your network or the service uses its own certificate authority, point NODE_EXTRA_CA_CERTS at its PEM file.';

function unreachable(reason: string) {
  const hint = `Check ${STORED_BASE_URL} and your network connection.`;
  return { verb: 'reach', reason, hint, retryable: true };
}

function untrusted(reason: string, hint = CA_HINT): Failure {
  return { verb: 'trust', reason, hint, retryable: false };
}

function wrongPort(reason: string): Failure {
  return { verb: 'connect to', reason, hint: 'Check the port in the base URL.', retryable: false };
}

function refused(reason: string): Failure {
  return {
    verb: 'connect to',
    reason,
    hint: 'Check the base URL, or contact the operator of the service.',
    retryable: false,
  };
}

const NOT_TLS = wrongPort('the port does not use TLS');
const UNKNOWN_AUTHORITY = untrusted('certificate authority not trusted');

const HEADER_OVERFLOW = 'HPE_HEADER_OVERFLOW';

const FAILURES: Readonly<Record<string, Failure>> = {
  ENOTFOUND: unreachable('host not found'),
  EAI_AGAIN: unreachable('name lookup failed'),
  ECONNREFUSED: unreachable('connection refused'),
  ECONNRESET: unreachable('connection reset'),
  EPIPE: unreachable('connection closed'),
  EHOSTUNREACH: unreachable('host unreachable'),
  ENETUNREACH: unreachable('network unreachable'),
  ETIMEDOUT: unreachable('connection timed out'),
  ECONNABORTED: unreachable('connection aborted'),
  CERT_HAS_EXPIRED: untrusted('certificate expired', CLOCK_HINT),
  CERT_NOT_YET_VALID: untrusted('certificate not valid yet', CLOCK_HINT),
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted('certificate for another host', `Check ${STORED_BASE_URL}.`),
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  EPROTO: NOT_TLS,
  [HEADER_OVERFLOW]: {
    verb: 'read the response from',
    reason: 'headers over 16 KB',
    hint: `Check ${STORED_BASE_URL}.`,
    retryable: false,
  },
};

/** Some versions of Node have these words in the error code, others only in the message. */
const OBJECTIONS: ReadonlyArray<readonly [RegExp, Failure]> = [
  [/protocol.version|unsupported.protocol/i, refused('the server supports only TLS 1.1 or older')],
  [/certificate.required/i, refused('the server requires a client certificate')],
  [/handshake.failure/i, refused('the server refused the handshake; it may require a client certificate')],
];

/** Names the error code instead of OpenSSL's text. `host` includes the port, but no credentials. */
export function toNetworkError(error: unknown, host: string): NetworkError | BadResponseError {
  if (error instanceof NetworkError) return error;
  const first = firstOf(error);
  const code = errnoOf(first);
  const words = /^(EPROTO|ERR_SSL)/.test(code) && first instanceof Error ? `${code} ${first.message}` : '';
  const objection = OBJECTIONS.find(([pattern]) => pattern.test(words))?.[1];
  const { verb, ...details } = objection ?? FAILURES[code] ?? otherFailure(code);
  const message = `cannot ${verb} ${host}: ${details.reason} (${code})`;
  const Kind = code === HEADER_OVERFLOW ? BadResponseError : NetworkError;
  return new Kind(message, { ...details, cause: error });
}

function otherFailure(code: string): Failure {
  if (code.startsWith('HPE_')) return wrongPort('the port does not use HTTP');
  if (code.startsWith('ERR_SSL')) return NOT_TLS;
  return /^ERR_TLS|CERT/.test(code) ? untrusted('certificate rejected') : unreachable('connection failed');
}

/** An AggregateError has one error for each address tried. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? firstOf(error.errors[0]) : error;
}
