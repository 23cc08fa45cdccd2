import type { Input } from '../../src/context.ts';

export interface Keyboard {
  readonly input: Input;
  press(...chunks: ReadonlyArray<string | Uint8Array>): void;
  state(): { readonly raw: boolean; readonly listening: boolean; readonly flowing: boolean };
}

/** A fake stdin of a terminal. As in a real one, keys pressed while there is no listener are queued. */
export function createKeyboard(): Keyboard {
  const listeners = new Set<(chunk: string | Uint8Array) => void>();
  const waiting: Array<string | Uint8Array> = [];
  let raw = false;
  let flowing = false;
  const deliver = () => {
    while (flowing && listeners.size > 0) {
      const chunk = waiting.shift();
      if (chunk === undefined) return;
      for (const listener of [...listeners]) listener(chunk);
    }
  };
  return {
    input: {
      isTTY: true,
      setRawMode: (on) => {
        raw = on;
      },
      on: (_, listener) => {
        listeners.add(listener);
      },
      off: (_, listener) => {
        listeners.delete(listener);
      },
      resume: () => {
        flowing = true;
        queueMicrotask(deliver);
      },
      pause: () => {
        flowing = false;
      },
      async *[Symbol.asyncIterator]() {
        yield* waiting;
      },
    },
    press(...chunks) {
      waiting.push(...chunks);
      deliver();
    },
    state: () => ({ raw, listening: listeners.size > 0, flowing }),
  };
}
