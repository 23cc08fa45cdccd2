import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { CANARY_KEY, KEY_FORMS, leakIn } from '../support/canary.ts';
import { type Certificate, makeCertificate, trustOf } from '../support/certificates.ts';
import { closedPort, type LoopbackServer, listen, serveHttps, serveSockets } from '../support/loopback.ts';
import { canReplaceResolver, RESOLVER_IS_FIXED, startNameServer } from '../support/name-server.ts';
import { runAgainst } from '../support/program.ts';
import { failReal } from '../support/real-client.ts';
import { bodyOf } from '../support/snapshots.ts';
import { isWindows } from '../support/system.ts';
import { until } from '../support/wait.ts';

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

interface Proxy extends LoopbackServer {
  /** The CONNECT requests received. */
  readonly asked: ReadonlyArray<IncomingMessage>;
}

/** How a proxy handles CONNECT: it opens a tunnel, closes, never responds, says that it opened one, or responds with an error status. */
type ProxyManner =
  | 'tunnels'
  | 'closes'
  | 'closes behind'
  | 'sends garbage behind'
  | 'is silent'
  | 'is silent behind'
  | number;

/** Starts a proxy for one test; it connects to loopback only, whatever the requested host. */
async function startProxy(manner: ProxyManner = 'tunnels', certificate?: Certificate): Promise<Proxy> {
  const asked: Array<IncomingMessage> = [];
  const server = certificate === undefined ? createServer() : createSecureServer(certificate);
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request);
    if (manner === 'closes') socket.destroy();
    else if (manner === 'tunnels') tunnel(request, socket);
    else if (manner === 'is silent behind') socket.resume().write(ESTABLISHED);
    else if (manner === 'closes behind') socket.end(ESTABLISHED);
    else if (manner === 'sends garbage behind') socket.end(`${ESTABLISHED}<html>Log in</html>`);
    else if (manner !== 'is silent') socket.end(`HTTP/1.1 ${manner} No\r\nContent-Length: 2\r\n\r\nno`);
  });
  return { ...(await listen(server)), asked };
}

function tunnel({ url }: IncomingMessage, socket: Socket): void {
  const target = connect(Number(url?.split(':').at(-1)), '127.0.0.1', () => {
    socket.write(ESTABLISHED);
    socket.pipe(target).pipe(socket);
  });
  target.on('error', () => undefined);
  target.on('close', () => socket.destroy());
  socket.on('close', () => target.destroy());
}

const SNAPSHOT = JSON.stringify(bodyOf());
/** How the first record of a TLS connection begins. */
const CLIENT_HELLO = '\x16\x03\x01';
const PASSWORD = 'hunter2-correct-horse';
const authority = makeCertificate({ name: 'Test authority', isAuthority: true });
const trust = trustOf(authority);

function serve(name = 'boards.example') {
  return serveHttps(makeCertificate({ name, authority }), SNAPSHOT);
}

describe('the proxy set in the environment', () => {
  test.each([
    ['https_proxy', 'http://'],
    ['ALL_PROXY', 'http://'],
    ['HTTPS_PROXY', ''],
  ])('%s with the scheme "%s": the key is sent only inside the tunnel', async (variable, scheme) => {
    const server = await serve();
    const proxy = await startProxy();
    const { exitCode, stdout } = await runAgainst(`https://boards.example:${server.port}`, ['--json'], {
      env: { ...trust, [variable]: `${scheme}127.0.0.1:${proxy.port}` },
    });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(bodyOf());
    expect(proxy.asked.map(({ url }) => url)).toEqual([`boards.example:${server.port}`]);
    expect(proxy.asked[0]?.headers).not.toHaveProperty('x-api-key');
    expect(proxy.received()).toMatch(/^CONNECT boards/);
    expect(proxy.received()).not.toContain(CANARY_KEY);
    expect(server.requests).toMatchObject([{ 'x-api-key': CANARY_KEY }]);
  });

  test('does not change how the certificate of the service is checked', async () => {
    const proxy = await startProxy();
    const env = { ...trust, HTTPS_PROXY: `http://localhost:${proxy.port}` };
    const own = await serve('192.0.2.7');
    const found = await runAgainst(`https://192.0.2.7:${own.port}`, ['--json'], { env });
    expect(found).toMatchObject({ exitCode: 0 });
    const imposter = await serve('localhost');
    const { exitCode, stderr } = await runAgainst(`https://192.0.2.7:${imposter.port}`, ['--json'], { env });
    expect(stderr).toMatch(/certificate for another host/);
    expect(exitCode).toBe(7);
    expect(imposter.requests).toHaveLength(0);
  });

  test('can use TLS, with a certificate for its own name', async () => {
    const server = await serve();
    const proxy = await startProxy('tunnels', makeCertificate({ name: 'localhost', authority }));
    const url = `https://boards.example:${server.port}`;
    const env = { ...trust, HTTPS_PROXY: `https://localhost:${proxy.port}` };
    expect(await runAgainst(url, ['--json'], { env })).toMatchObject({ exitCode: 0 });
    expect(proxy.asked).toHaveLength(1);
    const imposter = { ...trust, HTTPS_PROXY: `https://127.0.0.1:${proxy.port}` };
    const { exitCode, stderr } = await runAgainst(url, ['--json'], { env: imposter });
    expect(stderr).toContain(`cannot trust the proxy 127.0.0.1:${proxy.port}: certificate for another host`);
    expect(exitCode).toBe(7);
    expect(proxy.asked).toHaveLength(1);
  });

  test('receives its password, which is never shown', async () => {
    const server = await serve();
    const proxy = await startProxy();
    const env = { ...trust, DEBUG: '*', HTTPS_PROXY: `http://trader:${PASSWORD}@127.0.0.1:${proxy.port}` };
    const url = `https://boards.example:${server.port}`;
    const { exitCode, stdout, stderr } = await runAgainst(url, ['--debug'], { env });
    expect(exitCode).toBe(0);
    const credentials = `Basic ${Buffer.from(`trader:${PASSWORD}`).toString('base64')}`;
    expect(proxy.asked[0]?.headers['proxy-authorization']).toBe(credentials);
    expect(stdout + stderr).not.toContain(PASSWORD);
  });

  test.each([
    // no-proxy.test.ts has all hosts.
    ['127.0.0.1', {}],
    ['localhost', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
  ])('is never used for %s (%j)', async (host, extra) => {
    const server = await serve(host);
    const proxy = await startProxy();
    const address = `http://127.0.0.1:${proxy.port}`;
    const env = { ...trust, ...extra, HTTPS_PROXY: address, ALL_PROXY: address };
    const { exitCode } = await runAgainst(`https://${host}:${server.port}`, ['--json'], { env });
    expect(exitCode).toBe(0);
    expect(server.requests).toHaveLength(1);
    expect(proxy.connections()).toBe(0);
  });

  // This address reaches this computer, but is not loopback.
  const EVERY_ADDRESS = '0.0.0.0';
  test.skipIf(isWindows)('NO_PROXY exempts a host', async () => {
    const server = await serve(EVERY_ADDRESS);
    const proxy = await startProxy();
    const env = {
      ...trust,
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      NO_PROXY: `example.com, 0.0.0.0:${server.port}`,
    };
    const { exitCode } = await runAgainst(`https://${EVERY_ADDRESS}:${server.port}`, [], { env });
    expect(exitCode).toBe(0);
    expect(proxy.asked).toHaveLength(0);
  });

  test('an empty https_proxy does not hide HTTPS_PROXY', async () => {
    const server = await serve();
    const proxy = await startProxy();
    const env = { ...trust, https_proxy: '', HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const { exitCode } = await runAgainst(`https://boards.example:${server.port}`, [], { env });
    expect(exitCode).toBe(0);
    expect(proxy.asked).toHaveLength(1);
  });
});

describe.concurrent('a proxy that fails', () => {
  /** With an error that names no password and no key, nor does --debug. */
  async function fail(env: Readonly<Record<string, string>>, timedOut?: Promise<unknown>) {
    const lines: Array<string> = [];
    const failure = await failReal('https://boards.example', {
      env,
      timeoutSeconds: 1,
      timedOut: timedOut ?? new Promise(() => undefined),
      debug: (line) => lines.push(line),
    });
    const shown = [failure.message, failure.hint, ...lines].join('\n');
    expect(shown).not.toContain(PASSWORD);
    expect(leakIn(shown)).toBeNull();
    expect(failure.exitCode).toBe(7);
    return failure;
  }

  test.each<[ProxyManner, RegExp, string]>([
    [
      100,
      /^the proxy 127\.0\.0\.1:\d+ refused the connection \(100\)$/,
      'proxy refused the connection (100)',
    ],
    [
      407,
      /^the proxy 127\.0\.0\.1:\d+ refused the connection \(407\)$/,
      'proxy refused the connection (407)',
    ],
    [
      301,
      /^the proxy 127\.0\.0\.1:\d+ refused the connection \(301\)$/,
      'proxy refused the connection (301)',
    ],
    ['closes', /^cannot reach the proxy 127\.0\.0\.1:\d+: /, 'proxy: connection reset'],
    [
      'closes behind',
      /^cannot reach boards\.example through the proxy 127\.0\.0\.1:\d+: connection (reset|closed) /,
      'connection reset',
    ],
    [
      'sends garbage behind',
      /^cannot connect to boards\.example through the proxy 127\.0\.0\.1:\d+: the port does not use TLS /,
      'the port does not use TLS',
    ],
    ['is silent', /^the proxy 127\.0\.0\.1:\d+ timed out after 1 s$/, 'proxy timed out after 1 s'],
    [
      'is silent behind',
      /^boards\.example through the proxy 127\.0\.0\.1:\d+ timed out after 1 s$/,
      'timed out after 1 s',
    ],
  ])(
    '%s: the error names the proxy without its password, and the key is not sent',
    async (manner, message, reason) => {
      const proxy = await startProxy(manner);
      const env = { HTTPS_PROXY: `http://trader:${PASSWORD}@127.0.0.1:${proxy.port}` };
      const isAsked = () =>
        manner === 'is silent behind' ? proxy.received().includes(CLIENT_HELLO) : proxy.asked.length > 0;
      const isSilent = typeof manner === 'string' && manner.startsWith('is silent');
      const failure = await fail(env, isSilent ? until(isAsked) : undefined);
      expect(failure.message).toMatch(message);
      expect(failure.reason).toBe(reason);
      const isOfProxy = !String(manner).endsWith('behind');
      if (isOfProxy) expect(failure.hint).toBe('Check HTTPS_PROXY, or exempt the host with NO_PROXY.');
      expect(failure.retryable).toBe(typeof manner === 'string' && manner !== 'sends garbage behind');
      expect(proxy.received()).not.toContain(CANARY_KEY);
    },
  );

  test('a proxy that refuses is not asked again', async () => {
    const proxy = await startProxy(407);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const { exitCode, stderr } = await runAgainst('https://boards.example', ['--retries', '1'], { env });
    expect({ exitCode, asked: proxy.asked.length }).toEqual({ exitCode: 7, asked: 1 });
    expect(stderr).not.toContain('retrying');
  });

  test('a TLS proxy that does not respond times out too', async () => {
    const silent = await serveSockets(() => undefined);
    const env = { HTTPS_PROXY: `https://${silent.host}` };
    const failure = await fail(
      env,
      until(() => silent.connections() > 0),
    );
    expect(failure.message).toMatch(/^the proxy 127\.0\.0\.1:\d+ timed out after 1 s$/);
  });

  const REFUSED = /^cannot reach the proxy 127\.0\.0\.1:\d+: connection refused \(ECONNREFUSED\)$/;
  const INVALID = /^HTTPS_PROXY is not a valid address$/;
  const closed = async (password: string) => `http://trader:${password}@127.0.0.1:${await closedPort()}`;
  test.each([
    ['a closed port', () => closed(PASSWORD), REFUSED],
    ['an invalid URL', async () => `http://trader:${PASSWORD}@[`, INVALID],
    ['a password with a slash', () => closed(`1234/${PASSWORD}`), INVALID],
    ['a password with invalid percent escapes', () => closed(`%%${PASSWORD}`), REFUSED],
  ])('%s', async (_, address, message) => {
    const failure = await fail({ HTTPS_PROXY: await address() });
    expect(failure.message).toMatch(message);
    expect(failure).toMatchObject({
      reason: message === REFUSED ? 'proxy: connection refused' : 'invalid proxy address',
      hint: 'Check HTTPS_PROXY, or exempt the host with NO_PROXY.',
      retryable: message === REFUSED,
    });
  });

  test.each(['socks5', 'socks5h', 'socks', 'socks4', 'ftp', 'pac+http'])(
    'a %s proxy is rejected by its scheme',
    async (scheme) => {
      const proxy = await startProxy();
      const env = { ALL_PROXY: `${scheme}://trader:${PASSWORD}@127.0.0.1:${proxy.port}` };
      const { message, hint, reason, retryable } = await fail(env);
      expect(message).toBe(`ALL_PROXY names a ${scheme} proxy, which is not supported`);
      expect(hint).toBe('Set HTTPS_PROXY to an http:// or https:// proxy, or exempt the host with NO_PROXY.');
      expect({ reason, retryable }).toEqual({ reason: 'proxy not supported', retryable: false });
      expect(proxy.connections()).toBe(0);
    },
  );

  test('an endless head is aborted at 16 KB', async () => {
    let sent = 0;
    const endless = await serveSockets((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const pour = () => {
        while (!socket.destroyed && socket.write(`X-Filler: ${'x'.repeat(1000)}\r\n`)) sent += 1000;
      };
      socket.on('drain', pour);
      pour();
    });
    const { message } = await fail({ HTTPS_PROXY: `http://${endless.host}` });
    expect(message).toMatch(
      /^cannot read the response from the proxy \S+: headers over 16 KB \(HPE_HEADER_OVERFLOW\)$/,
    );
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  test.for([['KEY:1'], ['https://KEY']])(
    '%s: shortened, also with --debug',
    async ([address = ''], { skip }) => {
      skip(!canReplaceResolver(), RESOLVER_IS_FIXED);
      const { starter } = await startNameServer({ resolverOptions: 'timeout:1 attempts:1' });
      const { hexadecimal: key = '' } = KEY_FORMS;
      const env = { HTTPS_PROXY: address.replace('KEY', key) };
      const args = ['--retries', '0', '--timeout', '60', '--debug'];
      const ended = await runAgainst('https://boards.example', args, { env, starter });
      expect(ended.stderr).toMatch(
        /^error: cannot reach the proxy 9f86d…(:1)?: .*\nhint: Check HTTPS_PROXY/m,
      );
      expect(leakIn(ended.stderr, key)).toBeNull();
      expect(ended).toMatchObject({ exitCode: 7, stdout: '' });
    },
  );

  test('a slow head times out', async () => {
    const slow = await serveSockets((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      const timer = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    const failure = await fail(
      { HTTPS_PROXY: `http://${slow.host}` },
      until(() => slow.sent() > 40),
    );
    expect(failure.message).toMatch(/^the proxy \S+ timed out after 1 s$/);
  });
});
