import { describe, expect, it } from 'vitest';
import { runAgainst, trustOf } from '../support/canary.ts';
import { makeCertificate } from '../support/certificates.ts';
import { closedPort, serveHttps, serveSockets } from '../support/loopback.ts';
import { type ProxyManner, startProxy } from '../support/proxy.ts';
import { bodyOf } from '../support/snapshots.ts';
import { CANARY_KEY } from '../support/world.ts';

const SNAPSHOT = JSON.stringify(bodyOf());
const PASSWORD = 'hunter2-correct-horse';
const authority = makeCertificate({ name: 'Authority of the test', isAuthority: true });
const trust = trustOf(authority);

function serve(name = 'boards.example') {
  return serveHttps(makeCertificate({ name, authority }), SNAPSHOT);
}

describe('the proxy that the environment names', () => {
  it.each([
    ['HTTPS_PROXY', 'http://'],
    ['https_proxy', 'http://'],
    ['ALL_PROXY', 'http://'],
    ['HTTPS_PROXY', ''],
  ])('%s, address beginning with "%s": the key travels inside the tunnel only', async (variable, scheme) => {
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

  it('knows the service by its own address, not by that of the proxy', async () => {
    const proxy = await startProxy();
    const own = await serve('127.0.0.1');
    const env = { ...trust, HTTPS_PROXY: `http://localhost:${proxy.port}` };
    expect(await runAgainst(`https://${own.host}`, ['--json'], { env })).toMatchObject({ exitCode: 0 });
    const imposter = await serve('localhost');
    const { exitCode, stderr } = await runAgainst(`https://${imposter.host}`, ['--json'], { env });
    expect(stderr).toMatch(/certificate is for another host/);
    expect(exitCode).toBe(7);
    expect(imposter.requests).toHaveLength(0);
  });

  it('gets its own password, which is never shown', async () => {
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

  it.each([
    ['NO_PROXY', () => '127.0.0.1'],
    ['no_proxy', () => 'example.com, 127.0.0.1'],
    ['NO_PROXY', (port: number) => `127.0.0.1:${port}`],
    ['NO_PROXY', () => '*'],
  ])('%s exempts a host', async (variable, hosts) => {
    const server = await serve('127.0.0.1');
    const proxy = await startProxy();
    const env = { ...trust, HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, [variable]: hosts(server.port) };
    const { exitCode } = await runAgainst(`https://${server.host}`, [], { env });
    expect(exitCode).toBe(0);
    expect(proxy.asked).toHaveLength(0);
  });

  it('an empty https_proxy does not hide HTTPS_PROXY', async () => {
    const server = await serve();
    const proxy = await startProxy();
    const env = { ...trust, https_proxy: '', HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const { exitCode } = await runAgainst(`https://boards.example:${server.port}`, [], { env });
    expect(exitCode).toBe(0);
    expect(proxy.asked).toHaveLength(1);
  });
});

describe('a proxy that fails', () => {
  it.each<[ProxyManner, RegExp]>([
    [407, /^error: the proxy 127\.0\.0\.1:\d+ refused the connection \(407\)\n/],
    [502, /^error: the proxy 127\.0\.0\.1:\d+ refused the connection \(502\)\n/],
    [301, /^error: the proxy 127\.0\.0\.1:\d+ refused the connection \(301\)\n/],
    ['closes', /^error: cannot reach the proxy 127\.0\.0\.1:\d+: .*\n/],
    ['is silent', /^error: boards\.example timed out after 1 s\n/],
  ])('%s: named without its password, and no key for it', async (manner, says) => {
    const proxy = await startProxy(manner);
    const env = { HTTPS_PROXY: `http://trader:${PASSWORD}@127.0.0.1:${proxy.port}` };
    const ended = await runAgainst('https://boards.example', ['--retries', '0', '--timeout', '1'], { env });
    expect(ended.stderr).toMatch(says);
    expect(ended.stderr).not.toContain(PASSWORD);
    expect(ended).toMatchObject({ exitCode: 7, stdout: '' });
    expect(proxy.received()).not.toContain(CANARY_KEY);
  });

  it('a silent one that speaks TLS does not hold the program up either', async () => {
    const silent = await serveSockets(() => undefined);
    const env = { HTTPS_PROXY: `https://${silent.host}` };
    const ended = await runAgainst('https://boards.example', ['--retries', '0', '--timeout', '1'], { env });
    expect(ended.stderr).toMatch(/ timed out after 1 s\n/);
    expect(ended).toMatchObject({ exitCode: 7, stdout: '' });
  });

  it.each([
    [
      'nobody listens',
      async () => `http://trader:${PASSWORD}@127.0.0.1:${await closedPort()}`,
      /^error: cannot reach the proxy 127\.0\.0\.1:\d+: connection refused \(ECONNREFUSED\)\nhint: Check HTTPS_PROXY/,
    ],
    [
      'no address',
      async () => `http://trader:${PASSWORD}@[`,
      /^error: HTTPS_PROXY is not an address\nhint: /,
    ],
    [
      'a password of odd percents',
      async () => `http://trader:%%${PASSWORD}@127.0.0.1:${await closedPort()}`,
      /^error: /,
    ],
  ])('%s', async (_, address, says) => {
    const env = { HTTPS_PROXY: await address() };
    const ended = await runAgainst('https://boards.example', ['--retries', '0', '--debug'], { env });
    expect(ended.stderr.replace(/^debug: .*\n/gm, '')).toMatch(says);
    expect(ended.stderr).not.toContain(PASSWORD);
    expect(ended).toMatchObject({ exitCode: 7, stdout: '' });
  });
});
