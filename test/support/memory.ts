import type { Snapshot } from '../../src/api/snapshot.ts';
import { createMemory, type Memory, type MemoryOptions } from '../../src/model/memory.ts';

/** The memory of a timeframe that has received these snapshots. It keeps no bodies unless it can compress them. */
export function memoryOf(snapshots: Iterable<Snapshot>, options: Partial<MemoryOptions> = {}): Memory {
  const memory = createMemory({ compress: null, ...options });
  for (const snapshot of snapshots) memory.add(snapshot);
  return memory;
}
