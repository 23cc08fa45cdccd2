import type { Input } from '../context.ts';
import { readKeys } from './keys.ts';

/** Calls `onKey` for each key until the returned function is called, which gives the terminal its line mode back. */
export function listenKeys(stdin: Input, onKey: (key: string) => void): () => void {
  if (stdin.isTTY !== true) return () => undefined;
  const decoder = new TextDecoder();
  const onData = (chunk: string | Uint8Array) => {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    for (const key of readKeys(text)) onKey(key);
  };
  stdin.setRawMode?.(true);
  stdin.on?.('data', onData);
  stdin.resume?.();
  return () => {
    stdin.off?.('data', onData);
    stdin.setRawMode?.(false);
    stdin.pause?.();
  };
}
