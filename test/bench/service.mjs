/**
 * A service in a process of its own, so that it takes no time from what is measured: the sandbox's answers made in
 * advance, over http and, given a certificate, over https. Prints one line of JSON with its ports.
 */
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createService, SANDBOX_KEY } from '../../.bench/src/sandbox/protocol/service.js';

const { values } = parseArgs({
  options: {
    cert: { type: 'string' },
    key: { type: 'string' },
    /** Requests until the next build; 0 for never. */
    every: { type: 'string', default: '0' },
  },
});
const every = Number(values.every);
const MINUTE = 60_000;
const OPENING = Date.UTC(2026, 5, 3, 14, 30);

const service = createService({ seed: 1, recomputeSeconds: 60 });
const answers = new Map();
let requests = 0;

function answerTo(url) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const build = every === 0 ? 0 : Math.floor(requests++ / every);
  const name = `${build} ${searchParams}`;
  const known = answers.get(name);
  if (known !== undefined) return known;
  const now = OPENING + build * MINUTE;
  const headers = { 'x-api-key': SANDBOX_KEY };
  const request = { method: 'GET', path: pathname, query: searchParams, headers };
  const { status, headers: sent, body } = service.handle(request, now);
  const answer = { status, headers: sent, plain: Buffer.from(body), zipped: gzipSync(body) };
  // Time goes on: an older build is not asked for again.
  if (answers.size > 8) answers.clear();
  answers.set(name, answer);
  return answer;
}

function serve(request, response) {
  const { status, headers, plain, zipped } = answerTo(request.url);
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
