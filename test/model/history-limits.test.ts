import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeSnapshot } from '../../src/api/snapshot.ts';
import { createHistory, type History } from '../../src/model/history.ts';
import { observe } from '../../src/model/observation.ts';
import { createSnapshotRing } from '../../src/model/snapshot-ring.ts';
import { createService, SANDBOX_KEY } from '../../src/sandbox/protocol/service.ts';
import { TIMEFRAMES } from '../../src/vocabulary.ts';
import { snapshotAt, snapshotSequences } from '../support/generated-snapshots.ts';
import { rowOf, snapshotOf } from '../support/snapshots.ts';

describe('bodies', () => {
  test('are kept compressed, as the service sent them', () => {
    const history = createHistory({ compress: (json) => gzipSync(json) });
    const snapshot = snapshotAt('14:30', 'movers: A; __proto__: B', { unknown: [1, 'x'] });
    history.add(snapshot);
    const body = history.bodyAt(0) ?? new Uint8Array();
    expect(JSON.parse(gunzipSync(body).toString())).toEqual(snapshot.raw);
    // gzipSync returns a part of a buffer of 16 KB.
    expect(body.buffer.byteLength).toBeLessThan(body.length + 200);
  });

  test('that are too large alone are not kept, but their snapshot is', () => {
    const history = createHistory({ compress: () => new Uint8Array(11), maxBodyBytes: 10 });
    for (const time of ['14:30', '14:31']) expect(history.add(snapshotAt(time, 'movers: A'))).toBe(true);
    expect([history.length, history.bodyAt(0), history.bodyAt(1)]).toEqual([2, null, null]);
    const unlimited = createHistory({ compress: () => new Uint8Array(11) });
    unlimited.add(snapshotAt('14:30', 'movers: A', { padding: 'x'.repeat(1_000_000) }));
    expect([unlimited.length, unlimited.bodyAt(0)]).toEqual([1, null]);
  });
});

test('960 snapshots of all timeframes of the sandbox take less than 36 MB', () => {
  const service = createService({ seed: 1, recomputeSeconds: 60 });
  const bytesOf = (timeframe: string) => {
    const history = createHistory({ compress: (json) => gzipSync(json) });
    for (let hour = 0; hour < 24; hour += 3) {
      const query = new URLSearchParams({ timeframe });
      const request = { method: 'GET', path: '/api/v1/boards', query, headers: { 'x-api-key': SANDBOX_KEY } };
      const { body } = service.handle(request, Date.UTC(2026, 10, 20, hour));
      const snapshot = decodeSnapshot(JSON.parse(body));
      if (snapshot !== null) history.add(snapshot);
    }
    const bodies = Array.from({ length: 8 }, (_, index) => history.bodyAt(index) ?? new Uint8Array());
    expect(Math.min(...bodies.map(({ length }) => length))).toBeGreaterThan(1000);
    // The body is a view of the one buffer of its snapshot.
    return bodies.reduce((sum, { buffer }) => sum + buffer.byteLength, 0) / bodies.length;
  };
  const perMinute = TIMEFRAMES.map(bytesOf).reduce((sum, bytes) => sum + bytes, 0);
  expect(960 * perMinute).toBeLessThan(36e6);
});

describe('a hostile service cannot grow memory', () => {
  const named = (minute: number, names: ReadonlyArray<string>, key = 'movers') =>
    snapshotOf({
      asOf: new Date(Date.UTC(2026, 10, 20, 14, minute)).toISOString(),
      boards: { [key]: names.map((symbol, index) => rowOf({ symbol, rank: index + 1 })) },
    });
  const ranksOf = (history: History, index: number) =>
    [...history.ranksAt(index).values()].reduce((sum, ranks) => sum + ranks.size, 0);

  test('by rows, boards or names beyond a limit', () => {
    const history = createHistory({ compress: null });
    history.add(
      named(
        0,
        Array.from({ length: 1500 }, (_, index) => `S${index}`),
      ),
    );
    history.add(named(1, ['A', 'x'.repeat(33), 'x'.repeat(32)]));
    history.add(named(2, ['A'], 'k'.repeat(33)));
    const boards = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [`board${index}`, [rowOf()]]),
    );
    history.add(snapshotOf({ asOf: '2026-11-20T14:03:00Z', boards, topPlay: { symbol: 'y'.repeat(33) } }));
    expect([0, 1, 2, 3].map((index) => ranksOf(history, index))).toEqual([1000, 2, 0, 100]);
    expect(history.at(3)?.topPlay).toBeNull();
  });

  test('by names that no remembered snapshot uses any more', () => {
    fc.assert(
      fc.property(snapshotSequences(12), (snapshots) => {
        const ring = createSnapshotRing({ capacity: 3, maxBodyBytes: 0 });
        const observations = snapshots.flatMap((snapshot) => observe(snapshot) ?? []);
        for (const observation of observations) ring.addNewest(observation, null);
        const kept = observations.slice(-3);
        const symbols = kept.flatMap(({ symbols, topPlay }) => [...symbols.keys(), topPlay ?? []].flat());
        expect(ring.names.symbols.size).toBe(new Set(symbols).size);
        expect(ring.names.boards.size).toBe(new Set(kept.flatMap(({ ranks }) => [...ranks.keys()])).size);
      }),
    );
  });

  test('by ever new symbols: those without an id are left out until older ones are dropped', () => {
    const history = createHistory({ compress: null, capacity: 100 });
    const fresh = (minute: number) => Array.from({ length: 999 }, (_, index) => `${minute}-${index}`);
    for (let minute = 0; minute < 250; minute++) history.add(named(minute, ['A', ...fresh(minute)]));
    const sizes = Array.from({ length: history.length }, (_, index) => ranksOf(history, index));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(65_535 + 100);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(1);
    expect(history.ranksAt(99).get('movers')?.get('A')).toBe(1);
    for (let minute = 250; minute < 360; minute++) history.add(named(minute, ['A']));
    history.add(named(360, ['A', ...fresh(360)]));
    expect(ranksOf(history, 99)).toBe(1000);
  });

  test('by ever new boards', () => {
    const history = createHistory({ compress: null, capacity: 300 });
    for (let minute = 0; minute < 700; minute++) history.add(named(minute, ['A'], `board${minute}`));
    const boards = Array.from({ length: history.length }, (_, index) => history.ranksAt(index).size);
    expect(boards.reduce((sum, size) => sum + size, 0)).toBe(255);
  });
});
