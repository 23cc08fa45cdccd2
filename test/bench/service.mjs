/**
 * Serves cached sandbox responses over HTTP and, with a certificate, HTTPS. As a process of its own, it does
 * not affect the measurements. Prints its ports as one line of JSON.
 */
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createService, SANDBOX_KEY } from '../../.bench/src/sandbox/service.js';

const { values } = parseArgs({
  options: {
    cert: { type: 'string' },
    key: { type: 'string' },
    /** The number of requests that get the same build; 0 for a single build. */
    every: { type: 'string', default: '0' },
    /** The number of first requests that each get a new build. */
    first: { type: 'string', default: '0' },
    /** The builds repeat after this many minutes of the market, because computing a snapshot is slow. */
    minutes: { type: 'string', default: '1440' },
    rows: { type: 'string', default: '24' },
  },
});
const every = Number(values.every);
const first = Number(values.first);
const minutes = Number(values.minutes);
const rows = Number(values.rows);
const MINUTE_MS = 60_000;
const START_TIME = Date.UTC(2026, 5, 3, 14, 30);

const service = createService({ seed: 1, recomputeSeconds: 60 });
const snapshots = new Map();
const responses = new Map();
let requests = 0;

function buildOf(request) {
  return request < first ? request : first + Math.floor((request - first) / every);
}

function responseFor(url) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const build = every === 0 ? 0 : buildOf(requests++);
  const name = `${build} ${searchParams}`;
  const known = responses.get(name);
  if (known !== undefined) return known;
  const { status, headers, snapshot } = snapshotOf(pathname, searchParams, build % minutes);
  const asOf = new Date(START_TIME + build * MINUTE_MS).toISOString();
  const body = JSON.stringify({ ...snapshot, asOf });
  const entry = { status, headers, plain: Buffer.from(body), zipped: gzipSync(body) };
  if (responses.size > 8) responses.clear();
  responses.set(name, entry);
  return entry;
}

function snapshotOf(path, query, minute) {
  const name = `${minute} ${query}`;
  const known = snapshots.get(name);
  if (known !== undefined) return known;
  const request = { method: 'GET', url: `${path}?${query}`, headers: { 'x-api-key': SANDBOX_KEY } };
  const { status, headers, body } = service.handle(request, START_TIME + minute * MINUTE_MS);
  const snapshot = JSON.parse(body);
  for (const [key, board] of Object.entries(snapshot.boards)) snapshot.boards[key] = board.slice(0, rows);
  const entry = { status, headers, snapshot };
  snapshots.set(name, entry);
  return entry;
}

function serve(request, response) {
  const { status, headers, plain, zipped } = responseFor(request.url);
  const isZipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const body = isZipped ? zipped : plain;
  const encoding = isZipped ? { 'content-encoding': 'gzip' } : {};
  response.writeHead(status, { ...headers, ...encoding, 'content-length': body.length }).end(body);
}

function listen(server) {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
}

const http = await listen(createServer(serve));
const isSecure = values.cert !== undefined && values.key !== undefined;
const https = isSecure ? await listen(createSecureServer({ cert: values.cert, key: values.key }, serve)) : 0;
process.stdout.write(`${JSON.stringify({ http, https })}\n`);
