import type { Snapshot } from '../api/snapshot.ts';
import { type DayFile, dayOf } from './days.ts';
import { type LineBytes, type ReadOptions, readLineBytes } from './lines.ts';
import { inOrder, mergeLines } from './order.ts';
import { createLineScanner } from './scan-line.ts';

export interface SymbolLinesOptions extends ReadOptions {
  readonly symbols: ReadonlyArray<string>;
  /** Days are those of UTC, not of New York. */
  readonly isSimulated: boolean;
}

/**
 * The snapshots of one day and timeframe with the rows of some symbols only, ascending, each time once: of two lines of one
 * time, the one with more rows. `files` are those of that day, at most two. Lines of other days are left out.
 */
export async function* symbolSnapshots(
  files: ReadonlyArray<DayFile>,
  options: SymbolLinesOptions,
): AsyncGenerator<Snapshot, void> {
  const lines = linesOfDay(files, options);
  for await (const { snapshot } of inOrder(lines, options, createLineScanner(options.symbols)))
    yield snapshot;
}

async function* linesOfDay(
  files: ReadonlyArray<DayFile>,
  options: SymbolLinesOptions,
): AsyncGenerator<LineBytes, void> {
  const [first, second] = files.map((file) => readLineBytes(file, options));
  const date = files[0]?.date;
  if (first === undefined) return;
  for await (const line of second === undefined ? first : mergeLines(first, second))
    if (dayOf(line.asOf, options.isSimulated) === date) yield line;
}
