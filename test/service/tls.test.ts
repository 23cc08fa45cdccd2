import { createServer, type TlsOptions } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { createTransport } from '../../src/service/transport.ts';
import { CANARY_KEY } from '../support/canary.ts';
import { type Certificate, makeCertificate, trustOf } from '../support/certificates.ts';
import { realClock } from '../support/fake-clock.ts';
import { listen, serveHttp, serveHttps } from '../support/loopback.ts';
import { runAgainst } from '../support/program.ts';
import { bodyOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const DAY = 24 * 60 * 60 * 1000;
const SNAPSHOT = JSON.stringify(bodyOf());
/** Terms of OpenSSL and Node that must not appear in messages. */
const JARGON = /SSL routines|openssl|altnames|self-signed|routines:|wrong version|error:[0-9A-F]{8}|alert/i;

const authority = makeCertificate({ name: 'Test authority', isAuthority: true });
const unknown = makeCertificate({ name: 'Unknown authority', isAuthority: true });
const env = trustOf(authority);
/** A world that sends its requests to a server, with the certificate authorities of this machine. */
function worldAgainst(baseUrl: string): WorldOptions {
  const settings = { BOARDS_BASE_URL: baseUrl, BOARDS_API_KEY: CANARY_KEY };
  return { env: settings, isRealTime: true, transport: createTransport({ clock: realClock, env: settings }) };
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY);

describe('a certificate that is not valid', () => {
  const name = 'localhost';
  const CLOCK = /hint: Check this computer's clock/;
  const OWN_AUTHORITY = /hint: If .* own certificate authority, point NODE_EXTRA_CA_CERTS at its PEM file/;
  const BASE_URL = /hint: Check the base URL/;
  const NOT_TRUSTED = 'certificate authority not trusted';
  const expired = makeCertificate({ name, authority, from: daysAgo(9), until: daysAgo(2) });
  const early = makeCertificate({ name, authority, from: daysAgo(-2), until: daysAgo(-9) });
  const elsewhere = makeCertificate({ name: 'elsewhere.example', authority });
  const stranger = makeCertificate({ name, authority: unknown });
  const chain = { ...stranger, cert: stranger.cert + unknown.cert };
  // The process trusts the authority.
  test.each<[string, Certificate, string, RegExp]>([
    ['CERT_HAS_EXPIRED', expired, 'certificate expired', CLOCK],
    ['CERT_NOT_YET_VALID', early, 'certificate not valid yet', CLOCK],
    ['ERR_TLS_CERT_ALTNAME_INVALID', elsewhere, 'certificate for another host', BASE_URL],
  ])('%s', async (code, certificate, reason, hint) => {
    const server = await serveHttps(certificate, SNAPSHOT);
    const { exitCode, stdout, stderr } = await runAgainst(`https://localhost:${server.port}`, [], { env });
    expect(stderr).toMatch(`error: cannot trust localhost:${server.port}: ${reason} (${code})\n`);
    expect(stderr).toMatch(hint);
    expect(stderr).not.toMatch(JARGON);
    expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: '' });
    expect(server.requests).toHaveLength(0);
    expect(server.connections()).toBe(1);
  });

  test.each<[string, Certificate]>([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', makeCertificate({ name })],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', stranger],
    ['SELF_SIGNED_CERT_IN_CHAIN', chain],
  ])('%s', async (code, certificate) => {
    const server = await serveHttps(certificate, SNAPSHOT);
    const world = worldAgainst(`https://localhost:${server.port}`);
    const { exitCode, stdout, stderr } = await runCli([], world);
    expect(stderr).toMatch(`error: cannot trust localhost:${server.port}: ${NOT_TRUSTED} (${code})\n`);
    expect(stderr).toMatch(OWN_AUTHORITY);
    expect(stderr).not.toMatch(JARGON);
    expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: '' });
    expect(server.requests).toHaveLength(0);
    expect(server.connections()).toBe(1);
  });
});

describe('a port with another protocol', () => {
  test('https to an http port: no request, no key, no retry', async () => {
    const server = await serveHttp((_, response) => response.end(SNAPSHOT));
    const { exitCode, stdout, stderr } = await runCli([], worldAgainst(`https://${server.host}`));
    expect(stderr).toMatch(/does not use TLS \(E[A-Z_]+\)\nhint: Check the port in the base URL/);
    expect(stderr).not.toMatch(JARGON);
    expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: '' });
    expect(server.connections()).toBe(1);
    expect(server.received()).not.toContain(CANARY_KEY);
  });

  test('http to an https port', async () => {
    const server = await serveHttps(makeCertificate({ name: '127.0.0.1', authority }), SNAPSHOT);
    const { exitCode, stdout, stderr } = await runCli('--retries 0', worldAgainst(`http://${server.host}`));
    expect(stderr).toMatch(/^error: cannot /);
    expect(stderr).not.toMatch(JARGON);
    expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: '' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('a server that refuses the handshake', () => {
  const CERTIFICATE = { requestCert: true, rejectUnauthorized: true, ca: authority.cert };
  test.each<[string, TlsOptions, string]>([
    [
      'has TLS 1.1 only',
      { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
      'the server supports only TLS 1.1 or older',
    ],
    [
      'requires a client certificate',
      { ...CERTIFICATE, minVersion: 'TLSv1.3' },
      'the server requires a client certificate',
    ],
    [
      'requires a client certificate by TLS 1.2',
      { ...CERTIFICATE, maxVersion: 'TLSv1.2' },
      'the server refused the handshake; it may require a client certificate',
    ],
  ])('because it %s is named as that', async (_, options, reason) => {
    const { key, cert } = makeCertificate({ name: 'localhost', authority });
    const server = await listen(
      createServer({ key, cert, ...options }).on('tlsClientError', () => undefined),
    );
    const { exitCode, stdout, stderr } = await runAgainst(`https://localhost:${server.port}`, [], { env });
    expect(stderr).toMatch(`error: cannot connect to localhost:${server.port}: ${reason} (E`);
    expect(stderr.replace(/\(E\w+\)/, '')).not.toMatch(JARGON);
    expect({ exitCode, stdout, connections: server.connections() }).toEqual({
      exitCode: 7,
      stdout: '',
      connections: 1,
    });
  });
});

test.each(['localhost', '127.0.0.1'])('https works with a custom certificate authority: %s', async (name) => {
  const server = await serveHttps(makeCertificate({ name, authority }), SNAPSHOT);
  const { exitCode, stdout } = await runAgainst(`https://${name}:${server.port}`, ['--json'], { env });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual(bodyOf());
  expect(server.requests).toMatchObject([{ 'x-api-key': CANARY_KEY }]);
});
