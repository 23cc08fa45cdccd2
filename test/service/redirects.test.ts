import { describe, expect, test } from 'vitest';
import { type LoopbackServer, serveHttp } from '../support/loopback.ts';
import { failReal } from '../support/real-client.ts';

type Elsewhere = (own: LoopbackServer, other: LoopbackServer) => string;

const TARGETS: ReadonlyArray<readonly [string, Elsewhere, string]> = [
  ['another host', (_, other) => `http://${other.host}/api/v1/boards`, '127.0.0.2'],
  ['another port', (_, other) => `http://${other.host}/api/v1/boards`, '127.0.0.1'],
  ['another scheme', (_, other) => `https://${other.host}/api/v1/boards`, '127.0.0.1'],
  ['the same server', (own) => `http://${own.host}/elsewhere`, '127.0.0.1'],
  ['itself', () => '', '127.0.0.1'],
];
const CASES = [300, 301, 302, 303, 307, 308, 399].flatMap((status) =>
  TARGETS.map(([name, locate, address]) => ({ status, name, locate, address })),
);

describe('a redirect is not followed', () => {
  test.for(CASES)('$status to $name', async ({ status, locate, address }, { skip }) => {
    const other = await serveHttp((_, response) => response.end('{"boards":{}}'), address).catch(() => null);
    // Only Linux assigns all of 127.0.0.0/8 to loopback.
    if (other === null) return skip(`${address} is not available here`);
    const own = await serveHttp((_, response) => {
      response.writeHead(status, { Location: locate(own, other) }).end();
    });
    const failure = await failReal(`http://${own.host}`);
    expect(failure).toMatchObject({ exitCode: 8, status, retryable: false });
    expect(failure.message).toBe(`the service returned a redirect (${status}), which is not followed`);
    expect(failure.hint).toMatch(/final address.*boards config set baseUrl/);
    expect(own.connections()).toBe(1);
    expect(other.connections()).toBe(0);
  });
});
