import type { Context } from '../context.ts';
import { createKeyDecoder, type TerminalInput, type Unfinished } from './key-decoder.ts';

/** Without further input for that long, what is unfinished is given up: nothing may swallow keys without an end. */
const GIVE_UP_MS = {
  // Short enough to feel like a key, long enough for the rest of an arrow key over a slow line.
  escape: 50,
  sequence: 1000,
  // The rest of a paste must not be taken for keys because the line was slow.
  paste: 3000,
} as const satisfies Record<Exclude<Unfinished, 'nothing'>, number>;

/**
 * Calls `onInput` with all that one read completes, until the returned function is called, which gives the terminal its
 * line mode back. Does nothing when stdin is not a terminal.
 */
export function listenKeyboard(
  { stdin, clock }: Pick<Context, 'stdin' | 'clock'>,
  onInput: (inputs: ReadonlyArray<TerminalInput>) => void,
): () => void {
  if (stdin.isTTY !== true) return () => undefined;
  const decoder = createKeyDecoder();
  let waiting: AbortController | null = null;
  const emit = (inputs: ReadonlyArray<TerminalInput>) => {
    if (inputs.length > 0) onInput(inputs);
  };
  const giveUpAfter = async (milliseconds: number, { signal }: AbortController) => {
    await clock.sleep(milliseconds, signal);
    // After a stall of the process the rest may have arrived unread: reading comes before the next timer.
    await clock.sleep(0, signal);
  };
  const stopWaiting = () => {
    waiting?.abort();
    waiting = null;
  };
  const onData = (chunk: string | Uint8Array) => {
    stopWaiting();
    const inputs = decoder.decode(chunk);
    const unfinished = decoder.unfinished();
    if (unfinished !== 'nothing') {
      waiting = new AbortController();
      giveUpAfter(GIVE_UP_MS[unfinished], waiting).then(
        () => emit(decoder.giveUp()),
        () => undefined,
      );
    }
    emit(inputs);
  };
  stdin.setRawMode?.(true);
  stdin.on?.('data', onData);
  stdin.resume?.();
  return () => {
    stopWaiting();
    stdin.off?.('data', onData);
    stdin.setRawMode?.(false);
    stdin.pause?.();
  };
}
