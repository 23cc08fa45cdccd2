import type { Context } from '../context.ts';
import { createKeyDecoder, type PendingInput, type TerminalInput } from './key-decoder.ts';

/** Pending input is flushed after this time without further input, so that an incomplete sequence cannot block the keys. */
const FLUSH_AFTER_MS = {
  // Short enough for the Escape key to feel immediate, long enough for the rest of an arrow key over a slow connection.
  escape: 50,
  sequence: 1000,
  // Long, because on a slow connection the rest of a flushed paste would be handled as keys.
  paste: 3000,
} as const satisfies Record<Exclude<PendingInput, 'nothing'>, number>;

/**
 * Sets raw mode and calls `onInput` once per read with all inputs that the read completes. The returned function stops
 * listening and restores line mode. Does nothing if stdin is not a terminal.
 */
export function listenToKeyboard(
  { stdin, clock }: Pick<Context, 'stdin' | 'clock'>,
  onInput: (inputs: ReadonlyArray<TerminalInput>) => void,
): () => void {
  if (stdin.isTTY !== true) return () => undefined;
  const decoder = createKeyDecoder();
  let flushTimer: AbortController | null = null;
  const emit = (inputs: ReadonlyArray<TerminalInput>) => {
    if (inputs.length > 0) onInput(inputs);
  };
  const sleepThenRead = async (milliseconds: number, { signal }: AbortController) => {
    await clock.sleep(milliseconds, signal);
    // If the process stalled, the rest may be unread: let the event loop read stdin before flushing.
    await clock.sleep(0, signal);
  };
  const cancelFlush = () => {
    flushTimer?.abort();
    flushTimer = null;
  };
  const onData = (chunk: string | Uint8Array) => {
    cancelFlush();
    const inputs = decoder.decode(chunk);
    const pending = decoder.pending();
    if (pending !== 'nothing') {
      flushTimer = new AbortController();
      sleepThenRead(FLUSH_AFTER_MS[pending], flushTimer).then(
        () => emit(decoder.flush()),
        () => undefined,
      );
    }
    emit(inputs);
  };
  stdin.setRawMode?.(true);
  stdin.on?.('data', onData);
  stdin.resume?.();
  return () => {
    cancelFlush();
    stdin.off?.('data', onData);
    stdin.setRawMode?.(false);
    stdin.pause?.();
  };
}
