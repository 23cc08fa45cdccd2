import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../src/api/snapshot.ts';
import { createMemory, type Memory } from '../../src/model/memory.ts';
import { snapshotAt, snapshotSequences } from '../support/generated-snapshots.ts';
import { rowOf } from '../support/snapshots.ts';

const BOARDS = ['movers', 'rvol', '__proto__'];
const SYMBOLS = ['A', 'B', 'C', '__proto__'];

/** As the pane does: the ledger follows each snapshot as it is added. */
function followedMemoryOf(snapshots: ReadonlyArray<Snapshot>, capacity = 960): Memory {
  const memory = createMemory({ compress: null, capacity });
  memory.ledger();
  for (const snapshot of snapshots) memory.add(snapshot);
  return memory;
}

function ledgerFacts(ledger: ReturnType<Memory['ledger']>) {
  return SYMBOLS.map((symbol) => [
    BOARDS.map((board) => ledger.stintOf(board, symbol)),
    ledger.pastStintsOf(symbol),
    ledger.recordOf(symbol),
    ledger.topPlay(),
  ]);
}

const inOrder = (snapshots: ReadonlyArray<Snapshot>) =>
  snapshots
    .filter(
      ({ asOfMilliseconds: time }, index) =>
        time !== null && snapshots.findIndex((each) => each.asOfMilliseconds === time) === index,
    )
    .toSorted((a, b) => (a.asOfMilliseconds ?? 0) - (b.asOfMilliseconds ?? 0));

describe('the memory of a timeframe', () => {
  test('is the same whether older snapshots come first or later, in parts', () => {
    fc.assert(
      fc.property(snapshotSequences(20), fc.nat(20), fc.nat(20), (received, first, second) => {
        const all = inOrder(received);
        const [from, to] = [Math.min(first, second), Math.max(first, second)];
        const memory = followedMemoryOf(all.slice(to));
        expect(memory.prepend(all.slice(from, to).toReversed())).toBe(all.slice(from, to).length);
        memory.prepend(all.slice(0, from));
        const expected = followedMemoryOf(all);
        expect(memory.history.length).toBe(all.length);
        expect(memory.log()).toEqual(expected.log());
        expect(ledgerFacts(memory.ledger())).toEqual(ledgerFacts(expected.ledger()));
      }),
    );
  });

  describe('has the ledger of an older snapshot', () => {
    const all = Array.from({ length: 150 }, (_, index) => {
      const symbols = ['A', 'B', 'C'].filter((_, number) => (index * (number + 3)) % 11 < 7);
      const time = new Date(Date.UTC(2026, 10, 20, 15, index)).toISOString();
      return snapshotAt(time, `movers: ${symbols.join(' ')}`);
    });
    /** The facts after each snapshot, from the given one. */
    const factsFrom = (start: number) => {
      const memory = followedMemoryOf([]);
      return all.slice(start).map((snapshot) => {
        memory.add(snapshot);
        return ledgerFacts(memory.ledger());
      });
    };
    const facts = factsFrom(0);

    test('in any order', () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: 149 }), { maxLength: 6 }), (indices) => {
          const memory = followedMemoryOf(all);
          for (const index of indices) expect(ledgerFacts(memory.ledgerAt(index))).toEqual(facts[index]);
        }),
        { numRuns: 30 },
      );
    });

    test('step by step, back and forward', () => {
      const memory = followedMemoryOf(all);
      const indices = [...all.keys()];
      for (const index of [...indices.toReversed(), ...indices])
        expect(ledgerFacts(memory.ledgerAt(index))).toEqual(facts[index]);
    });

    test('after older ones were added or dropped', () => {
      const memory = followedMemoryOf(all.slice(20, 80), 80);
      expect(ledgerFacts(memory.ledgerAt(50))).toEqual(factsFrom(20)[50]);
      memory.prepend(all.slice(0, 20));
      expect(ledgerFacts(memory.ledgerAt(70))).toEqual(facts[70]);
      for (const snapshot of all.slice(80)) memory.add(snapshot);
      for (const index of [10, 70]) expect(ledgerFacts(memory.ledgerAt(index))).toEqual(factsFrom(70)[index]);
    });
  });

  test('refuses a repeated, an older and an undated snapshot', () => {
    const memory = followedMemoryOf([snapshotAt('14:31', 'movers: A')]);
    for (const time of ['14:31', '14:30', 'Tomorrow'])
      expect(memory.add(snapshotAt(time, 'movers: B'))).toBe(false);
    expect(memory.ledger().stintOf('movers', 'B')).toBeNull();
    expect(memory.log()).toEqual([]);
  });
});

describe('a remembered snapshot', () => {
  const compress = (json: string) => gzipSync(json);
  const decompress = (body: Uint8Array) => gunzipSync(body).toString();

  test('is the one that the service sent', () => {
    fc.assert(
      fc.property(snapshotSequences(8), (received) => {
        const all = inOrder(received);
        const memory = createMemory({ compress, decompress });
        const half = all.length >> 1;
        for (const snapshot of all.slice(half)) memory.add(snapshot);
        memory.prepend(all.slice(0, half));
        // As JSON: it has no -0 and no infinite numbers, which the generated ones have.
        const remembered = all.map((_, index) => memory.snapshotAt(index));
        expect(JSON.stringify(remembered)).toBe(JSON.stringify(all));
      }),
      { numRuns: 50 },
    );
  });

  test('has what is not remembered otherwise: names, metrics, fields and characters of any kind', () => {
    const memory = createMemory({ compress, decompress });
    const row = rowOf({ name: 'Ünïcode 漢字 \u001b[2J', metric: '4.2x', unknown: [1, { deep: null }] });
    const boards = Object.fromEntries(['movers', '__proto__'].map((key) => [key, [row]]));
    const snapshot = snapshotAt('14:30', '', { boards });
    memory.add(snapshot);
    expect(memory.snapshotAt(0)).toEqual(snapshot);
    expect(memory.snapshotAt(0)?.boards.map(({ key }) => key)).toEqual(['movers', '__proto__']);
  });

  test('is not there where there is none, or when it was dropped', () => {
    const memory = createMemory({ compress, decompress, capacity: 2 });
    const times = () => [-1, 0, 1, 2].map((index) => memory.snapshotAt(index)?.asOf?.slice(11, 16) ?? null);
    expect(times()).toEqual([null, null, null, null]);
    for (const time of ['14:30', '14:31', '14:32']) memory.add(snapshotAt(time, 'movers: A'));
    expect(times()).toEqual([null, '14:31', '14:32', null]);
  });

  test.each([
    ['bodies are not kept', { compress: null, decompress }],
    ['its body is too large', { compress, decompress, maxBodyBytes: 10 }],
    ['bodies cannot be read', { compress }],
  ])('is not there where %s', (_, options) => {
    const memory = createMemory(options);
    memory.add(snapshotAt('14:30', 'movers: A'));
    expect([memory.history.length, memory.snapshotAt(0)]).toEqual([1, null]);
  });
});
