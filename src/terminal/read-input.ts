import type { Context, Input } from '../context.ts';
import { UsageError } from '../errors.ts';

const MAX_CHARACTERS = 64 * 1024;

/** Reads stdin to its end. Throws UsageError if it is longer than 64 Ki characters, and the reason of an abort. */
export async function readInput({ stdin, signal }: Context): Promise<string> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([collect(stdin), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    stdin.pause();
  }
}

async function collect(stdin: Input): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stdin) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (text.length > MAX_CHARACTERS) {
      throw new UsageError('stdin is too long for an API key', {
        hint: 'Pipe only the key, on one line.',
      });
    }
  }
  return text + decoder.decode();
}
