import { describe, expect, test } from 'vitest';
import { toNetworkError } from '../../src/service/network-error.ts';

function coded(code: string, message = 'fetch failed: error:0A00010B:SSL routines::wrong version'): Error {
  return Object.assign(new Error(message), { code });
}

/** One error per address tried, as Node throws it for several addresses. */
function aggregate(...errors: ReadonlyArray<Error>): AggregateError {
  return new AggregateError(errors, '');
}

describe('errors of Node become messages', () => {
  test.each<[string, unknown, string, boolean]>([
    ['unreachable host', coded('EHOSTUNREACH'), 'cannot reach h:1: host unreachable (EHOSTUNREACH)', true],
    [
      'unreachable network',
      coded('ENETUNREACH'),
      'cannot reach h:1: network unreachable (ENETUNREACH)',
      true,
    ],
    ['slow name server', coded('EAI_AGAIN'), 'cannot reach h:1: name lookup failed (EAI_AGAIN)', true],
    ['system timeout', coded('ETIMEDOUT'), 'cannot reach h:1: connection timed out (ETIMEDOUT)', true],
    [
      'two addresses, no message',
      aggregate(coded('ECONNREFUSED'), coded('ENETUNREACH')),
      'cannot reach h:1: connection refused (ECONNREFUSED)',
      true,
    ],
    ['no address', aggregate(), 'cannot reach h:1: connection failed (unknown error)', true],
    ['an unknown code', coded('EWHATEVER'), 'cannot reach h:1: connection failed (EWHATEVER)', true],
    ['not an Error', 'no', 'cannot reach h:1: connection failed (unknown error)', true],
    [
      'TLS of another version',
      coded('ERR_SSL_WRONG_VERSION_NUMBER'),
      'cannot connect to h:1: the port does not use TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
      false,
    ],
    ['revoked', coded('CERT_REVOKED'), 'cannot trust h:1: certificate rejected (CERT_REVOKED)', false],
  ])('%s', (_, thrown, message, retryable) => {
    const error = toNetworkError(thrown, 'h:1');
    expect(error).toMatchObject({ exitCode: 7, message, retryable, cause: thrown });
    expect(error.hint).toMatch(/^(Check|If) /);
    // The short reason is what stands between the host and the code.
    expect(message).toMatch(new RegExp(`^cannot .* h:1: ${error.reason} \\(`));
  });
});
