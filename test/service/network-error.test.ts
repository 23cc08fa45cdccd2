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

const WRONG_VERSION = 'ERR_SSL_WRONG_VERSION_NUMBER';

describe('errors of Node become messages', () => {
  test.each<[string, unknown, string, string, string, boolean]>([
    ['unreachable host', coded('EHOSTUNREACH'), 'reach', 'host unreachable', 'EHOSTUNREACH', true],
    ['unreachable network', coded('ENETUNREACH'), 'reach', 'network unreachable', 'ENETUNREACH', true],
    ['slow name server', coded('EAI_AGAIN'), 'reach', 'name lookup failed', 'EAI_AGAIN', true],
    ['system timeout', coded('ETIMEDOUT'), 'reach', 'connection timed out', 'ETIMEDOUT', true],
    [
      'two addresses',
      aggregate('ECONNREFUSED', 'EPIPE'),
      'reach',
      'connection refused',
      'ECONNREFUSED',
      true,
    ],
    ['no address', aggregate(), 'reach', 'connection failed', 'unknown error', true],
    ['an unknown code', coded('EWHATEVER'), 'reach', 'connection failed', 'EWHATEVER', true],
    ['not an Error', 'no', 'reach', 'connection failed', 'unknown error', true],
    ['another TLS', coded(WRONG_VERSION), 'connect to', 'the port does not use TLS', WRONG_VERSION, false],
    [
      'large headers',
      coded('HPE_HEADER_OVERFLOW'),
      'read the response from',
      'headers over 16 KB',
      'HPE_HEADER_OVERFLOW',
      false,
    ],
    ['revoked', coded('CERT_REVOKED'), 'trust', 'certificate rejected', 'CERT_REVOKED', false],
  ])('%s', (_, cause, verb, reason, code, retryable) => {
    const message = `cannot ${verb} h:1: ${reason} (${code})`;
    const error = toNetworkError(cause, 'h:1');
    expect(error).toMatchObject({
      exitCode: code === 'HPE_HEADER_OVERFLOW' ? 8 : 7,
      message,
      reason,
      retryable,
      cause,
    });
    expect(error.hint).toMatch(/^(Check|If) /);
  });
});
