import { Readable } from 'node:stream';
import type { Input } from '../../src/lib/streams.ts';

export interface Keyboard {
  readonly input: Input & Readable;
  press(...chunks: ReadonlyArray<string | Uint8Array>): void;
  state(): { readonly raw: boolean; readonly listening: boolean; readonly flowing: boolean };
}

/** A fake stdin of a terminal. As in a real one, keys pressed while there is no listener are queued. */
export function createKeyboard(): Keyboard {
  const waiting: Array<string | Uint8Array> = [];
  let raw = false;
  const input = Object.assign(new Readable({ read: () => undefined }), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => {
      raw = isRaw;
    },
  });
  const isListening = () => input.listenerCount('data') > 0;
  const isFlowing = () => input.readableFlowing === true;
  const deliver = () => {
    if (isFlowing() && isListening() && waiting.length > 0) input.emit('data', waiting.shift());
  };
  // Each read of a terminal is a turn of the event loop.
  const deliverQueue = () => {
    deliver();
    if (isFlowing() && waiting.length > 0) setImmediate(deliverQueue);
  };
  input.on('resume', deliverQueue);
  return {
    input,
    press(...chunks) {
      waiting.push(...chunks);
      for (const _ of chunks) deliver();
    },
    state: () => ({ raw, listening: isListening(), flowing: isFlowing() }),
  };
}
