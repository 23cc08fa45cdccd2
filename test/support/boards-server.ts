import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '../../src/json.ts';
import { type LoopbackServer, serveHttp } from './loopback.ts';
import { bodyOf } from './snapshots.ts';

export interface BoardsServer extends LoopbackServer {
  readonly url: string;
  /** The keys of the requests, in order. */
  readonly keys: ReadonlyArray<string | undefined>;
  /** Settings for a client of this server; the key is not the canary. */
  readonly env: { readonly BOARDS_BASE_URL: string; readonly BOARDS_API_KEY: string };
}

export interface BoardsServerOptions {
  /** Fields of the snapshot to replace. */
  readonly fields?: JsonObject;
  readonly delayMilliseconds?: number;
  /** Called right before a response is sent. */
  readonly onResponse?: () => void;
}

/** Starts a service for one test; each response contains a snapshot that is one second newer than the last. */
export async function serveBoards(options: BoardsServerOptions = {}): Promise<BoardsServer> {
  const { fields = {}, delayMilliseconds = 0, onResponse = () => undefined } = options;
  const keys: Array<string | undefined> = [];
  const server = await serveHttp(async (request, response) => {
    const asOf = new Date(Date.UTC(2026, 5, 3) + 1000 * keys.length).toISOString();
    keys.push(request.headers['x-api-key']?.toString());
    await delay(delayMilliseconds);
    onResponse();
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(bodyOf({ asOf, ...fields })));
  });
  const url = `http://${server.host}`;
  return { ...server, url, keys, env: { BOARDS_BASE_URL: url, BOARDS_API_KEY: 'of-the-test' } };
}
