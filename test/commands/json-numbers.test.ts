import { expect, test } from 'vitest';
import { responseOf } from '../support/responses.ts';
import { runCli } from '../support/world.ts';

const BODY = `{"asOf":"2026-06-03T14:30:00Z","timeframe":"day","boards":{
  "movers":[{"symbol":"AAA","volume":9007199254740993,"price":1e400,"dayPct":-0}],
  "7":[]},"boardNames":["movers","7"]}`;

test('boards --json: numbers and order are those of JavaScript, as `help json` documents', async () => {
  const response = { ...responseOf(200, BODY), headers: { 'content-type': 'application/json' } };
  const { stdout } = await runCli('boards --json', { transport: async () => response });
  expect(stdout).toContain('"volume":9007199254740992,"price":null,"dayPct":0');
  expect(stdout).toContain('"boards":{"7":[],"movers":[');
  expect(stdout).toContain('"boardNames":["movers","7"]');
});
