import { BoardsError } from '../errors.ts';
import { isOneOf } from '../market/ticker.ts';
import { clip } from '../text/safe-text.ts';
import type { WatchRequest } from '../watch/feed.ts';

/** `SONA pinned`. A long symbol is cut, so that the words stay visible. */
export function pinText(symbol: string, isPinned: boolean): string {
  return `${clip(symbol, 16)} ${isPinned ? 'pinned' : 'unpinned'}`;
}

/**
 * Saves the pins that keys change, one after the other, beside the pane. `say` shows a message. Without a function that saves, pins
 * are of this run only, and a message says so.
 */
export function createPinSaver(savePin: WatchRequest['savePin'], say: (text: string) => void) {
  let saving = Promise.resolve();
  let fault: string | null = null;
  const save = async (symbol: string, isPinned: boolean) => {
    try {
      await savePin?.(symbol, isPinned);
    } catch (error) {
      // The whole text of a bug, for a report.
      fault = error instanceof BoardsError ? error.message : String(error);
      say(`${pinText(symbol, isPinned)} for this run: ${fault}`);
    }
  };
  const change = (symbol: string, isPinned: boolean) => {
    if (savePin === null) say(`${pinText(symbol, isPinned)} for this run: sandbox`);
    else saving = saving.then(() => save(symbol, isPinned));
  };
  return {
    update(before: ReadonlyArray<string>, after: ReadonlyArray<string>): void {
      for (const symbol of after) if (!isOneOf(before, symbol)) change(symbol, true);
      for (const symbol of before) if (!isOneOf(after, symbol)) change(symbol, false);
    },
    /** Resolves when all is saved, or could not be. */
    settled: () => saving,
    /** The reason of the last failure; null if all pins were saved. */
    fault: () => fault,
  };
}
