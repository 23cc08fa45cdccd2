import { NetworkError } from '../errors.ts';

interface Failure {
  /** What cannot be done with the host; by default it cannot be trusted. */
  readonly cannot?: string;
  readonly says: string;
  readonly hint: string;
}

const CLOCK_HINT = "Check this computer's clock; if it is right, tell whoever runs the service.";
const CA_HINT =
  'If your network or the service uses its own certificate authority, point NODE_EXTRA_CA_CERTS at its PEM file.';
const CONNECTION_HINT = 'Check the base URL with `boards status` and your network connection.';

/** Permanent: a repetition meets the same certificate. */
const TLS_FAILURES: Readonly<Record<string, Failure>> = {
  CERT_HAS_EXPIRED: { says: 'the certificate has expired', hint: CLOCK_HINT },
  CERT_NOT_YET_VALID: { says: 'the certificate is not valid yet', hint: CLOCK_HINT },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    says: 'the certificate is for another host',
    hint: 'Check the base URL with `boards status`.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: { says: 'the certificate authority is not trusted', hint: CA_HINT },
  SELF_SIGNED_CERT_IN_CHAIN: { says: 'the certificate authority is not trusted', hint: CA_HINT },
  UNABLE_TO_GET_ISSUER_CERT: { says: 'the certificate authority is not trusted', hint: CA_HINT },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { says: 'the certificate authority is not trusted', hint: CA_HINT },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { says: 'the certificate authority is not trusted', hint: CA_HINT },
  EPROTO: { cannot: 'talk to', says: 'it does not speak TLS', hint: 'Check the port in the base URL.' },
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

/** Puts what the runtime threw into words: host and code, never OpenSSL's text. `host` carries the port, no credentials. */
export function toNetworkError(error: unknown, host: string): NetworkError {
  if (error instanceof NetworkError) return error;
  const code = errorCode(error);
  const tls =
    TLS_FAILURES[code] ?? (/^ERR_SSL|^ERR_TLS|CERT|^HPE_/.test(code) ? tlsFallback(code) : undefined);
  if (tls !== undefined) {
    return new NetworkError(`cannot ${tls.cannot ?? 'trust'} ${host}: ${tls.says} (${code})`, {
      hint: tls.hint,
      retryable: false,
      cause: error,
    });
  }
  const says = CONNECTION_FAILURES[code] ?? 'connection failed';
  return new NetworkError(`cannot reach ${host}: ${says} (${code})`, { hint: CONNECTION_HINT, cause: error });
}

function tlsFallback(code: string): Failure {
  if (code.startsWith('HPE_'))
    return { cannot: 'talk to', says: 'it does not speak HTTP', hint: 'Check the port in the base URL.' };
  if (code.startsWith('ERR_SSL')) return TLS_FAILURES.EPROTO ?? { says: 'TLS failed', hint: CA_HINT };
  return { says: 'its certificate was refused', hint: CA_HINT };
}

/** The code of an error or, for an AggregateError (one per address tried), of the first inside it. */
function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return 'unknown error';
}
