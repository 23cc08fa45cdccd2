import type { Context } from '../context.ts';
import { createKeyDecoder, type TerminalInput, type Unfinished } from './key-decoder.ts';

/**
 * After that long, what is unfinished is given up: nothing may swallow keys without an end. Counted from its beginning, or
 * from the last read that was larger than a key press, so that pressing keys does not prolong it.
 */
const GIVE_UP_MS = {
  // Short enough to feel like a key, long enough for the rest of an arrow key over a slow line.
  escape: 50,
  sequence: 1000,
  // The rest of a paste must not be taken for keys because the line was slow.
  paste: 3000,
} as const satisfies Record<Exclude<Unfinished, 'nothing'>, number>;

/** The sequences of keys are not longer. */
const KEY_PRESS_BYTES = 8;
/** Ctrl-C, Ctrl-\ and Ctrl-Z: who presses one of them in a paste without an end must be heard. */
const STOP_KEYS = ['\x03', '\x1c', '\x1a'];

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
  let since = 0;
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
    const before = decoder.unfinished();
    const givenUp = before === 'paste' && isStopKey(chunk) ? decoder.giveUp() : [];
    const inputs = [...givenUp, ...decoder.decode(chunk)];
    const unfinished = decoder.unfinished();
    // A sequence after a key is another one; of a paste, every read brings some text.
    const isNew = unfinished !== before || (unfinished !== 'paste' && inputs.length > 0);
    if (isNew || chunk.length > KEY_PRESS_BYTES) since = clock.monotonic();
    if (unfinished !== 'nothing') {
      waiting = new AbortController();
      giveUpAfter(since + GIVE_UP_MS[unfinished] - clock.monotonic(), waiting).then(
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

function isStopKey(chunk: string | Uint8Array): boolean {
  const text = typeof chunk === 'string' ? chunk : String.fromCharCode(...chunk.subarray(0, 2));
  return STOP_KEYS.includes(text);
}
