import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../src/api/snapshot.ts';
import { createMemory, type Memory } from '../../src/model/memory.ts';
import { snapshotAt, snapshotSequences } from '../support/generated-snapshots.ts';

const BOARDS = ['movers', 'rvol', '__proto__'];
const SYMBOLS = ['A', 'B', 'C', '__proto__'];

function memoryOf(snapshots: ReadonlyArray<Snapshot>, capacity = 960): Memory {
  const memory = createMemory({ compress: null, capacity });
  // As the pane does, so that the ledger follows each snapshot as it is added.
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
        const memory = memoryOf(all.slice(to));
        expect(memory.prepend(all.slice(from, to).toReversed())).toBe(all.slice(from, to).length);
        memory.prepend(all.slice(0, from));
        const expected = memoryOf(all);
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
      const memory = memoryOf([]);
      return all.slice(start).map((snapshot) => {
        memory.add(snapshot);
        return ledgerFacts(memory.ledger());
      });
    };
    const facts = factsFrom(0);

    test('in any order', () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: 149 }), { maxLength: 6 }), (indices) => {
          const memory = memoryOf(all);
          for (const index of indices) expect(ledgerFacts(memory.ledgerAt(index))).toEqual(facts[index]);
        }),
        { numRuns: 30 },
      );
    });

    test('step by step, back and forward', () => {
      const memory = memoryOf(all);
      const indices = [...all.keys()];
      for (const index of [...indices.toReversed(), ...indices])
        expect(ledgerFacts(memory.ledgerAt(index))).toEqual(facts[index]);
    });

    test('after older ones were added or dropped', () => {
      const memory = memoryOf(all.slice(20, 80), 80);
      expect(ledgerFacts(memory.ledgerAt(50))).toEqual(factsFrom(20)[50]);
      memory.prepend(all.slice(0, 20));
      expect(ledgerFacts(memory.ledgerAt(70))).toEqual(facts[70]);
      for (const snapshot of all.slice(80)) memory.add(snapshot);
      for (const index of [10, 70]) expect(ledgerFacts(memory.ledgerAt(index))).toEqual(factsFrom(70)[index]);
    });
  });

  test('refuses a repeated, an older and an undated snapshot', () => {
    const memory = memoryOf([snapshotAt('14:31', 'movers: A')]);
    for (const time of ['14:31', '14:30', 'Tomorrow'])
      expect(memory.add(snapshotAt(time, 'movers: B'))).toBe(false);
    expect(memory.ledger().stintOf('movers', 'B')).toBeNull();
    expect(memory.log()).toEqual([]);
  });
});
