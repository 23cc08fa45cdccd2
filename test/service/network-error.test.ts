import { describe, expect, test } from 'vitest';
import { toNetworkError } from '../../src/service/network-error.ts';

function coded(code: string, message = 'fetch failed: error:0A00010B:SSL routines::wrong version'): Error {
  return Object.assign(new Error(message), { code });
}

/** One error per address tried, as Node throws it for several addresses. */
function aggregate(...codes: ReadonlyArray<string>): AggregateError {
  return new AggregateError(
    codes.map((code) => coded(code)),
    '',
  );
}

const BASE_URL = 'Check the base URL with `boards status`';
const CONNECTION = `${BASE_URL} and your network connection.`;
const CLOCK = "Check this computer's clock. If it is correct, contact the operator of the service.";
const OWN_AUTHORITY =
  'If your network or the service uses its own certificate authority, point NODE_EXTRA_CA_CERTS at its PEM file.';
const PORT = 'Check the port in the base URL.';
const OPERATOR = 'Check the base URL, or contact the operator of the service.';

describe('errors of Node become messages', () => {
  const ssl = (words: string) => coded('EPROTO', `write EPROTO 80:error:0A000410:SSL routines::${words}`);
  const older = (words: string) => coded(`ERR_SSL_${words}`, 'write failed');
  test.each<[string, unknown, exitCode: number, retryable: boolean, hint: string]>([
    ['reach h:1: host not found (ENOTFOUND)', coded('ENOTFOUND'), 7, true, CONNECTION],
    ['reach h:1: name lookup failed (EAI_AGAIN)', coded('EAI_AGAIN'), 7, true, CONNECTION],
    ['reach h:1: connection refused (ECONNREFUSED)', coded('ECONNREFUSED'), 7, true, CONNECTION],
    ['reach h:1: connection refused (ECONNREFUSED)', aggregate('ECONNREFUSED', 'EPIPE'), 7, true, CONNECTION],
    ['reach h:1: connection refused (ECONNREFUSED)', aggregate('ECONNREFUSED'), 7, true, CONNECTION],
    ['reach h:1: connection reset (ECONNRESET)', coded('ECONNRESET'), 7, true, CONNECTION],
    ['reach h:1: connection closed (EPIPE)', coded('EPIPE'), 7, true, CONNECTION],
    ['reach h:1: host unreachable (EHOSTUNREACH)', coded('EHOSTUNREACH'), 7, true, CONNECTION],
    ['reach h:1: network unreachable (ENETUNREACH)', coded('ENETUNREACH'), 7, true, CONNECTION],
    ['reach h:1: connection timed out (ETIMEDOUT)', coded('ETIMEDOUT'), 7, true, CONNECTION],
    ['reach h:1: connection aborted (ECONNABORTED)', coded('ECONNABORTED'), 7, true, CONNECTION],
    ['reach h:1: connection failed (unknown error)', aggregate(), 7, true, CONNECTION],
    ['reach h:1: connection failed (EWHATEVER)', coded('EWHATEVER'), 7, true, CONNECTION],
    ['reach h:1: connection failed (unknown error)', 'no', 7, true, CONNECTION],
    ['trust h:1: certificate expired (CERT_HAS_EXPIRED)', coded('CERT_HAS_EXPIRED'), 7, false, CLOCK],
    [
      'trust h:1: certificate not valid yet (CERT_NOT_YET_VALID)',
      coded('CERT_NOT_YET_VALID'),
      7,
      false,
      CLOCK,
    ],
    [
      'trust h:1: certificate for another host (ERR_TLS_CERT_ALTNAME_INVALID)',
      coded('ERR_TLS_CERT_ALTNAME_INVALID'),
      7,
      false,
      `${BASE_URL}.`,
    ],
    ...[
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ].map((code): [string, unknown, number, boolean, string] => [
      `trust h:1: certificate authority not trusted (${code})`,
      coded(code),
      7,
      false,
      OWN_AUTHORITY,
    ]),
    ['trust h:1: certificate rejected (CERT_REVOKED)', coded('CERT_REVOKED'), 7, false, OWN_AUTHORITY],
    ['trust h:1: certificate rejected (ERR_TLS_OTHER)', coded('ERR_TLS_OTHER'), 7, false, OWN_AUTHORITY],
    ['connect to h:1: the port does not use TLS (EPROTO)', ssl('wrong version number'), 7, false, PORT],
    [
      'connect to h:1: the port does not use TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
      coded('ERR_SSL_WRONG_VERSION_NUMBER'),
      7,
      false,
      PORT,
    ],
    [
      'connect to h:1: the port does not use HTTP (HPE_INVALID_CONSTANT)',
      coded('HPE_INVALID_CONSTANT'),
      7,
      false,
      PORT,
    ],
    [
      'read the response from h:1: headers over 16 KB (HPE_HEADER_OVERFLOW)',
      coded('HPE_HEADER_OVERFLOW'),
      8,
      false,
      `${BASE_URL}.`,
    ],
    ...[ssl('tlsv1 alert protocol version'), ssl('unsupported protocol')].map(
      (error): [string, unknown, number, boolean, string] => [
        'connect to h:1: the server supports only TLS 1.1 or older (EPROTO)',
        error,
        7,
        false,
        OPERATOR,
      ],
    ),
    [
      'connect to h:1: the server requires a client certificate (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
      older('TLSV13_ALERT_CERTIFICATE_REQUIRED'),
      7,
      false,
      OPERATOR,
    ],
    [
      'connect to h:1: the server refused the handshake; it may require a client certificate (EPROTO)',
      ssl('sslv3 alert handshake failure'),
      7,
      false,
      OPERATOR,
    ],
  ])('cannot %s', (words, cause, exitCode, retryable, hint) => {
    const error = toNetworkError(cause, 'h:1');
    const [, reason] = /^.*? h:1: (.*) \([\w ]+\)$/.exec(words) ?? [];
    expect(error).toMatchObject({ message: `cannot ${words}`, reason, hint, exitCode, retryable, cause });
  });
});
