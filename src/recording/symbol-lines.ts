import type { Snapshot } from '../api/snapshot.ts';
import type { DayFile, RecordedPlace } from './days.ts';
import { linesOfDays } from './find.ts';
import { countSkipped, type ReadOptions } from './lines.ts';
import { inOrder } from './order.ts';
import { inParts } from './parts.ts';
import { createLineScanner } from './scan-line.ts';

export interface SymbolLinesOptions extends ReadOptions, Pick<RecordedPlace, 'isSimulated'> {
  readonly symbols: ReadonlyArray<string>;
}

/** Lines are too far out of order to be read once. */
class DisorderError extends Error {}

/**
 * Passes the snapshots of one day and timeframe, with the rows of some symbols only, to what `create` returns: ascending, each
 * time once, of two lines of one time the one with more rows. `files` are those of that day, at most two. Files are read once; if that shows that lines are far out of order, again, with a new receiver.
 */
export async function readSymbols<Receiver extends { add(snapshot: Snapshot): void }>(
  files: ReadonlyArray<DayFile>,
  create: () => Receiver,
  { symbols, isSimulated, onSkipped }: SymbolLinesOptions,
): Promise<Receiver> {
  const decode = createLineScanner(symbols);
  const readInto = async (
    order: (counting: ReadOptions) => AsyncIterable<{ readonly snapshot: Snapshot }>,
  ) => {
    const receiver = create();
    const counting = countSkipped();
    for await (const { snapshot } of order(counting)) receiver.add(snapshot);
    if (counting.count() > 0) onSkipped?.(counting.count());
    return receiver;
  };
  const read = (counting: ReadOptions) => linesOfDays([files], isSimulated, counting);
  const onLate = () => {
    throw new DisorderError();
  };
  try {
    return await readInto((counting) => inOrder(read(counting), { ...counting, decode, onLate }));
  } catch (error) {
    if (!(error instanceof DisorderError)) throw error;
    return readInto((counting) => inParts(read, { ...counting, decode }));
  }
}
