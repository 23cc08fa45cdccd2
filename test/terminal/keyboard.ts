import type { Input } from '../../src/context.ts';

export interface Keyboard {
  readonly input: Input;
  press(...chunks: ReadonlyArray<string | Uint8Array>): void;
  state(): { readonly raw: boolean; readonly listening: boolean; readonly flowing: boolean };
}

/** stdin of a terminal, with someone at it. Keys pressed while nobody listens wait, as in a real one. */
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
