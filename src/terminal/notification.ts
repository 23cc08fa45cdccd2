import type { Context, Output } from '../context.ts';
import { variable } from '../environment.ts';

/** No text of a notification is longer; terminals cut at very different lengths. */
const MAX_LENGTH = 160;

/**
 * The bytes that ask a terminal for a desktop notification (OSC 9) and ring its bell. In tmux they are wrapped for the terminal
 * outside, which gets them where the option `allow-passthrough` is `all`; the bell alone arrives without it.
 */
export function notificationSequence(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const sequence = `\x1b]9;${plainText(text)}\x07`;
  const inTmux = env.TMUX !== undefined && env.TMUX !== '';
  return `${inTmux ? `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\` : sequence}\x07`;
}

/** Where a notification beside other output goes: to stderr, else stdout; null if neither is a terminal that knows sequences. */
export function notificationOutput({
  stdout,
  stderr,
  env,
}: Pick<Context, 'stdout' | 'stderr' | 'env'>): Output | null {
  if (variable('TERM', env) === 'dumb') return null;
  return [stderr, stdout].find(({ isTTY }) => isTTY === true) ?? null;
}

/** Printable ASCII. Not beginning with a digit: `OSC 9;4` shows progress in some terminals, and other numbers do other things. */
function plainText(text: string): string {
  const printable = text.replace(/[^\x20-\x7e]/g, '').replace(/^[\d\s;]+/, '');
  return printable.length <= MAX_LENGTH ? printable : `${printable.slice(0, MAX_LENGTH - 3)}...`;
}
