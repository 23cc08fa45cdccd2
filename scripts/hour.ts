import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createService, SANDBOX_KEY } from '../src/sandbox/service.ts';

// Writes the recorded hour that tests use (test/support/hour.ts): what `boards watch -t day,swing --record` would have
// recorded of a service. The seed and the hour are those in which most happens of some hundred that were tried.

const SEED = 23;
const START = Date.UTC(2026, 5, 3, 21, 30);
const DIRECTORY = join('test', 'fixtures', 'hour', 'boards.example_443', '2026-06-03');

const { handle } = createService({ seed: SEED, recomputeSeconds: 60 });
for (const timeframe of ['day', 'swing']) {
  const lines = Array.from({ length: 60 }, (_, minute) => {
    const query = new URLSearchParams({ timeframe, limit: '10' });
    const request = { method: 'GET', path: '/api/v1/boards', query, headers: { 'x-api-key': SANDBOX_KEY } };
    return `${handle(request, START + minute * 60_000).body}\n`;
  });
  const path = join(DIRECTORY, `${timeframe}.ndjson.gz`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, gzipSync(lines.join(''), { level: 9 }));
}
