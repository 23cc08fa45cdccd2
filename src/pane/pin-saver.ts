import { BoardsError } from '../errors.ts';
import { isOneOf, tickerKey } from '../market/ticker.ts';
import { clip } from '../text/safe-text.ts';
import type { WatchRequest } from '../watch/feed.ts';

export function pinText(symbol: string, isPinned: boolean): string {
  return `${clip(symbol, 16)} ${isPinned ? 'pinned' : 'unpinned'}`;
}

/** Without `savePin` (null), pins last only for this run, and a message says so. */
export function createPinSaver(savePin: WatchRequest['savePin'], say: (text: string) => void) {
  let saving = Promise.resolve();
  /** The faults of pins that are not saved, by ticker. A later save of another pin does not save them. */
  const faults = new Map<string, string>();
  const save = async (symbol: string, isPinned: boolean) => {
    try {
      await savePin?.(symbol, isPinned);
      faults.delete(tickerKey(symbol));
    } catch (error) {
      // An unexpected error is shown whole, for a bug report.
      const fault = error instanceof BoardsError ? error.message : String(error);
      faults.set(tickerKey(symbol), fault);
      say(`${pinText(symbol, isPinned)} for this run only: ${fault}`);
    }
  };
  const change = (symbol: string, isPinned: boolean) => {
    if (savePin === null) say(`${pinText(symbol, isPinned)} for this run only (sandbox)`);
    else saving = saving.then(() => save(symbol, isPinned));
  };
  return {
    update(before: ReadonlyArray<string>, after: ReadonlyArray<string>): void {
      for (const symbol of after) if (!isOneOf(before, symbol)) change(symbol, true);
      for (const symbol of before) if (!isOneOf(after, symbol)) change(symbol, false);
    },
    settled: () => saving,
    fault: () => [...faults.values()].at(-1) ?? null,
  };
}
