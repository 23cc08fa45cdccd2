import type { Clock, Context } from '../context.ts';
import { createKeyDecoder, type PendingInput, type TerminalInput } from './key-decoder.ts';

/**
 * Pending input is flushed after this time, so that an incomplete sequence cannot block the keys. The time counts from the
 * start of the sequence, or from the last read that was larger than a key press: pressing keys does not prolong it.
 */
const FLUSH_AFTER_MS = {
  // Short enough for the Escape key to feel immediate, long enough for the rest of an arrow key over a slow connection.
  escape: 50,
  sequence: 1000,
  // Long, because on a slow connection the rest of a flushed paste would be handled as keys.
  paste: 3000,
} as const satisfies Record<Exclude<PendingInput, 'nothing'>, number>;

/** No key sends a longer sequence. */
const MAX_KEY_PRESS_BYTES = 8;
/** Ctrl-C, Ctrl-\ and Ctrl-Z end a paste that has no end marker. */
const STOP_KEYS = ['\x03', '\x1c', '\x1a'];

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
  let pendingSince = 0;
  const emit = (inputs: ReadonlyArray<TerminalInput>) => {
    if (inputs.length > 0) onInput(inputs);
  };
  let timer = new AbortController();
  const onData = (chunk: string | Uint8Array) => {
    timer.abort();
    const before = decoder.pending();
    const flushed = before === 'paste' && isStopKey(chunk) ? decoder.flush() : [];
    const inputs = [...flushed, ...decoder.decode(chunk)];
    const pending = decoder.pending();
    // A sequence that starts after a completed input is a new one. A paste reports its text with every read.
    const isNew = pending !== before || (pending !== 'paste' && inputs.length > 0);
    if (isNew || chunk.length > MAX_KEY_PRESS_BYTES) pendingSince = clock.monotonic();
    if (pending !== 'nothing') {
      timer = new AbortController();
      const milliseconds = pendingSince + FLUSH_AFTER_MS[pending] - clock.monotonic();
      sleepThenRead(clock, milliseconds, timer.signal).then(
        () => emit(decoder.flush()),
        () => undefined,
      );
    }
    emit(inputs);
  };
  stdin.setRawMode?.(true);
  stdin.on('data', onData);
  stdin.resume();
  return () => {
    timer.abort();
    stdin.off('data', onData);
    stdin.setRawMode?.(false);
    stdin.pause();
  };
}

/** Ends after this time, when stdin was read once more. */
async function sleepThenRead(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  await clock.sleep(milliseconds, signal);
  // If the process stalled, the rest may be unread: let the event loop read stdin before flushing.
  await clock.sleep(0, signal);
}

function isStopKey(chunk: string | Uint8Array): boolean {
  const text = typeof chunk === 'string' ? chunk : String.fromCharCode(...chunk.subarray(0, 2));
  return STOP_KEYS.includes(text);
}
