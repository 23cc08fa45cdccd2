import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Context, Stop } from '../context.ts';
import { UsageError } from '../errors.ts';
import { settledOrAborted } from '../lib/abort.ts';
import type { Input } from '../lib/streams.ts';
import { createKeyDecoder } from './keyboard.ts';

/**
 * Needs a terminal as stdin. Throws UsageError on Ctrl-D, and the reason of an abort. A secret is not echoed
 * and includes lines pasted after the first; for it, Ctrl-C and Ctrl-\ throw a Stop.
 */
export async function prompt(
  question: string,
  { stdin: input, stderr, signal }: Context,
  isSecret = false,
): Promise<string> {
  signal.throwIfAborted();
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Create this before the question is shown: `terminal` sets raw mode, in which early keys are not echoed.
  const lines = createInterface({ input, output: muted, terminal: isSecret });
  const more: Array<string> = [];
  lines.on('line', (line) => more.push(line));
  // By default, readline would stop the process and turn echo on; without job control, echo would stay on.
  lines.on('SIGTSTP', () => undefined);
  let hear: (chunk: string | Uint8Array) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    // A terminal that hung up fails on read, and again when its modes are restored.
    lines.on('error', reject);
    lines.once('close', () => reject(new UsageError('nothing was entered')));
    lines.once('SIGINT', () => reject({ stop: 'SIGINT' } satisfies Stop));
    // readline knows neither Ctrl-\ nor the sequences that some terminals send for these keys.
    const decoder = createKeyDecoder();
    hear = (chunk) => {
      const hasLineEnd = [0x0a, 0x0d].some((code) => Buffer.from(chunk).includes(code));
      for (const each of decoder.decode(chunk)) {
        if (each.type !== 'key') continue;
        if (each.key === 'ctrl-c') reject({ stop: 'SIGINT' } satisfies Stop);
        if (each.key === 'ctrl-\\') reject({ stop: 'SIGQUIT' } satisfies Stop);
        // Let readline handle the characters before Enter first.
        if (each.key === 'enter' && !hasLineEnd) queueMicrotask(() => lines.write('\r'));
      }
    };
  });
  if (isSecret) input.prependListener('data', hear);
  let first: string | null = null;
  try {
    stderr.write(question);
    first = await Promise.race([lines.question('', { signal }), ended]);
    return [first, ...more].join('\n');
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    lines.close();
    input.off('data', hear);
    // The terminal has already echoed the line feed, unless the answer is secret.
    if (isSecret || first === null) stderr.write('\n');
  }
}

const MAX_CHARACTERS = 64 * 1024;

export async function readInput({ stdin, signal }: Context): Promise<string> {
  const reading = collect(stdin);
  await settledOrAborted(reading, signal).finally(() => stdin.pause());
  signal.throwIfAborted();
  return reading;
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
