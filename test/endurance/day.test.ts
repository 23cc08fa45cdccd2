import { describe, expect, test } from 'vitest';
import type { Transport, TransportResponse } from '../../src/context.ts';
import { NetworkError } from '../../src/errors.ts';
import { createSandboxTransport, createService } from '../../src/sandbox/service.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { type Pane, play, type Script } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';

const HOUR = 3600;
const FAULTS = 300;

const KINDS: ReadonlyArray<TransportResponse | Error> = [
  responseOf(429, {}, { 'retry-after': '5' }),
  responseOf(429, {}, { 'retry-after': '0' }),
  responseOf(429, {}, { 'retry-after': '-1' }),
  responseOf(429, {}, { 'retry-after': 'soon' }),
  responseOf(429, {}, { 'retry-after': '120' }),
  responseOf(500, { error: 'oops' }),
  responseOf(502, '<html>bad gateway'),
  responseOf(503, { error: 'rebuilding' }),
  responseOf(504, ''),
  responseOf(302, '', { location: 'https://elsewhere.example' }),
  responseOf(404, { error: 'no' }),
  responseOf(200, '<html>maintenance'),
  responseOf(200, ''),
  responseOf(200, '{"asOf":"2026'),
  responseOf(200, '['.repeat(100_000)),
  responseOf(200, { boards: null }),
  new NetworkError('cannot reach boards.example: host not found (ENOTFOUND)'),
  new NetworkError('cannot reach boards.example: connection reset (ECONNRESET)'),
  new NetworkError('boards.example timed out after 10 s'),
  new NetworkError('cannot trust boards.example: certificate expired (CERT_HAS_EXPIRED)', {
    retryable: false,
  }),
];

/** A repeatable stream of numbers between 0 and 1. */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const MARKET_MS = 20 * 60_000;

/** The sandbox with a new snapshot each minute, of a market that changes every 20 minutes, because computing it takes long. */
function sandbox(clock: FakeClock): Transport {
  const marketTime = () => Math.floor(clock.now() / MARKET_MS) * MARKET_MS;
  const service = createService({ seed: 1, recomputeSeconds: 60 });
  const send = createSandboxTransport(service, { ...clock, now: marketTime });
  return async (request) => {
    const response = await send(request);
    const asOf = new Date(Math.floor(clock.now() / 60_000) * 60_000).toISOString();
    const text = new TextDecoder().decode(response.body).replace(/"asOf":"[^"]*"/, `"asOf":"${asOf}"`);
    return { ...response, body: new TextEncoder().encode(text) };
  };
}

describe('watch during a simulated day with 300 faults of 20 kinds', () => {
  test('always shows tables, never shows old data as fresh, and quits on q', async () => {
    const clock = createFakeClock(Date.UTC(2026, 5, 3, 0, 10, 0), 1500);
    const chance = createChance(7);
    const healthy = sandbox(clock);
    const usedKinds = new Set<number>();
    let faults = 0;
    let requests = 0;
    const transport: Transport = (request) => {
      // The first poll succeeds; then about a third of the polls fail until all faults were used.
      const isDue = requests++ > 0 && faults < FAULTS && chance() < 0.3;
      if (!isDue) return healthy(request);
      const kind = faults++ % KINDS.length;
      usedKinds.add(kind);
      const fault = KINDS[kind];
      return fault instanceof Error ? Promise.reject(fault) : Promise.resolve(fault ?? responseOf(500, ''));
    };
    const moments = Array.from({ length: 47 }, (_, index) => (index + 1) * 0.5 * HOUR);
    const script: Script = [
      ...moments.map((seconds) => [seconds, (pane: Pane) => pane.shoot(String(seconds))] as const),
      [10.2 * HOUR, (pane) => pane.world.clock.jumpSoon(3600_000)],
      [10.3 * HOUR, (pane) => pane.world.clock.jumpSoon(-3600_000)],
      [23.7 * HOUR, (pane) => pane.press('q')],
    ];
    const played = await play('watch --timeframe day', script, {
      clock,
      transport,
      random: chance,
      rows: 40,
    });

    expect(played.world.stderr()).toBe('');
    expect(played.exitCode).toBe(0);
    expect(faults).toBe(FAULTS);
    expect(usedKinds.size).toBe(KINDS.length);
    expect(requests).toBeGreaterThan(1200);
    for (const seconds of moments) {
      const screen = await played.screen(String(seconds));
      expect(screen).toMatch(/^Alerted ─/m);
      const shown = /^.* (\d\d):(\d\d):(\d\d) UTC/.exec(screen)?.slice(1).map(Number) ?? [];
      const [hours = 0, minutes = 0, secondsShown = 0] = shown;
      const age = 600 + seconds - (hours * 3600 + minutes * 60 + secondsShown);
      expect(screen.includes('! stale') || (age >= 0 && age <= 240), `${seconds}: ${age} s old`).toBe(true);
    }
  });
});
