import type { Snapshot } from '../api/snapshot.ts';
import { type DayFile, dayOf } from './days.ts';
import { type RecordedSnapshot, richer } from './decode.ts';
import { type ReadOptions, readLineBytes } from './lines.ts';
import { groupsInOrder, mergeLines } from './order.ts';
import { createLineScanner } from './scan-line.ts';

export interface SymbolLinesOptions extends ReadOptions {
  readonly symbols: ReadonlyArray<string>;
  /** Days are those of UTC, not of New York. */
  readonly isSimulated: boolean;
}

interface SymbolLine {
  readonly asOf: number;
  /** Without the rows of other symbols. */
  readonly recorded: RecordedSnapshot;
}

/**
 * The snapshots of one day and timeframe with the rows of some symbols only, ascending, each time once: of two lines of one
 * time, the one with more rows. `files` are those of that day, at most two. Lines of other days are left out.
 */
export async function* symbolSnapshots(
  files: ReadonlyArray<DayFile>,
  options: SymbolLinesOptions,
): AsyncGenerator<Snapshot, void> {
  for await (const group of groupsInOrder(linesOfDay(files, options), options)) {
    const best = group.map(({ recorded }) => recorded).reduce<RecordedSnapshot | null>(richer, null);
    if (best !== null) yield best.snapshot;
  }
}

async function* linesOfDay(
  files: ReadonlyArray<DayFile>,
  options: SymbolLinesOptions,
): AsyncGenerator<SymbolLine, void> {
  const decode = createLineScanner(options.symbols);
  const [first, second] = files.map((file) => readLineBytes(file, options));
  const date = files[0]?.date;
  if (first === undefined) return;
  let skipped = 0;
  try {
    for await (const line of second === undefined ? first : mergeLines(first, second)) {
      if (dayOf(line.asOf, options.isSimulated) !== date) continue;
      const recorded = decode(line);
      if (recorded === null) skipped++;
      else yield { asOf: line.asOf, recorded };
    }
  } finally {
    if (skipped > 0) options.onSkipped?.(skipped);
  }
}
