import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { JsonObject } from '../../src/lib/json.ts';
import { afterFile } from './after-file.ts';
import type { Certificate } from './certificates.ts';
import { bodyOf } from './snapshots.ts';

/** The server is closed after the tests of the file. */
export interface LoopbackServer {
  readonly port: number;
  /** For example `127.0.0.1:1234`. */
  readonly host: string;
  /** This key is not the canary key. */
  readonly env: { readonly BOARDS_BASE_URL: string; readonly BOARDS_API_KEY: string };
  connections(): number;
  open(): number;
  /** As Latin-1 text. */
  received(): string;
  sent(): number;
}

export function serveSockets(
  onConnection: (socket: Socket) => void,
  address = '127.0.0.1',
): Promise<LoopbackServer> {
  return listen(createServer(onConnection), address);
}

/** Responds to the first data with `bytes`, then closes the connection. */
export function serveBytes(bytes: string | Uint8Array): Promise<LoopbackServer> {
  return serveSockets((socket) => socket.once('data', () => socket.end(bytes)));
}

export function serveHttp(listener: RequestListener, address?: string): Promise<LoopbackServer> {
  return listen(createHttpServer(listener), address);
}

export interface HttpsServer extends LoopbackServer {
  readonly requests: ReadonlyArray<IncomingHttpHeaders>;
}

export async function serveHttps(certificate: Certificate, body: string): Promise<HttpsServer> {
  const requests: Array<IncomingHttpHeaders> = [];
  const server = createHttpsServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    requests.push(request.headers);
    response.setHeader('Content-Type', 'application/json').end(body);
  });
  // A client that rejects the certificate sends a TLS alert.
  server.on('tlsClientError', () => undefined);
  return { ...(await listen(server)), requests };
}

export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await bind(server, 'localhost');
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function listen(server: Server, address = '127.0.0.1'): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let sent = 0;
  const received: Array<string> = [];
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('data', (chunk: Buffer) => received.push(chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sent += socket.bytesWritten;
      sockets.delete(socket);
    });
  });
  const port = await bind(server, address);
  afterFile(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port,
    host: `${address}:${port}`,
    env: { BOARDS_BASE_URL: `http://${address}:${port}`, BOARDS_API_KEY: 'of-the-test' },
    connections: () => connections,
    open: () => sockets.size,
    received: () => received.join(''),
    sent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, sent),
  };
}

function bind(server: Server, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, address, () => resolve(portOf(server.address())));
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

export function httpResponse(head: string, body: string | Uint8Array = '', status = '200 OK'): Buffer {
  const lines = [`HTTP/1.1 ${status}`, ...(head === '' ? [] : [head]), '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), Buffer.from(body)]);
}

export function gzipResponse(body: Uint8Array): Buffer {
  return httpResponse(`Content-Encoding: gzip\r\nContent-Length: ${body.byteLength}`, body);
}

export interface BoardsServer extends LoopbackServer {
  readonly url: string;
  readonly keys: ReadonlyArray<string | undefined>;
}

export interface BoardsServerOptions {
  /** These fields replace those of every snapshot, or of the snapshot at an index. */
  readonly fields?: JsonObject | ((index: number) => JsonObject);
  /** All responses, or the response at an index, wait for this promise. */
  readonly held?: Promise<unknown> | ((index: number) => Promise<unknown> | undefined);
}

/** Sends snapshots that are each one second newer than the last. */
export async function serveBoards(options: BoardsServerOptions = {}): Promise<BoardsServer> {
  const { fields = {}, held } = options;
  const keys: Array<string | undefined> = [];
  const server = await serveHttp(async (request, response) => {
    const index = keys.push(request.headers['x-api-key']?.toString()) - 1;
    const asOf = new Date(Date.UTC(2026, 5, 3) + 1000 * index).toISOString();
    const replaced = typeof fields === 'function' ? fields(index) : fields;
    await (typeof held === 'function' ? held(index) : held);
    response.setHeader('Content-Type', 'application/json');
    const timeframe = new URL(request.url ?? '/', 'http://localhost').searchParams.get('timeframe') ?? 'day';
    response.end(JSON.stringify(bodyOf({ asOf, timeframe, ...replaced })));
  });
  return { ...server, url: server.env.BOARDS_BASE_URL, keys };
}
