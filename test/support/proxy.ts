import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Certificate } from './certificates.ts';
import { type LoopbackServer, listen } from './loopback.ts';

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

export interface Proxy extends LoopbackServer {
  /** The CONNECT requests received. */
  readonly asked: ReadonlyArray<IncomingMessage>;
}

/** How a proxy handles CONNECT: it opens a tunnel, closes, never responds, says that it opened one, or responds with an error status. */
export type ProxyManner = 'tunnels' | 'closes' | 'is silent' | 'is silent behind' | number;

/** Starts a proxy for one test; it connects to loopback only, whatever the requested host. */
export async function startProxy(manner: ProxyManner = 'tunnels', certificate?: Certificate): Promise<Proxy> {
  const asked: Array<IncomingMessage> = [];
  const server = certificate === undefined ? createServer() : createSecureServer(certificate);
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request);
    if (manner === 'closes') socket.destroy();
    else if (manner === 'tunnels') tunnel(request, socket);
    else if (manner === 'is silent behind') socket.write(ESTABLISHED);
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
