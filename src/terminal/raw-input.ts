import type { Input } from '../context.ts';
import { readKeys } from './keys.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of a keyboard begin with one.
const UNFINISHED = /\x1b(?:\[[0-9;?<]*|O)$/;

/** Calls `onKey` for each key until the returned function is called, which gives the terminal its line mode back. */
export function listenKeys(stdin: Input, onKey: (key: string) => void): () => void {
  if (stdin.isTTY !== true) return () => undefined;
  const decoder = new TextDecoder();
  let rest = '';
  const onData = (chunk: string | Uint8Array) => {
    const text = rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    rest = UNFINISHED.exec(text)?.[0] ?? '';
    for (const key of readKeys(text.slice(0, text.length - rest.length))) onKey(key);
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
