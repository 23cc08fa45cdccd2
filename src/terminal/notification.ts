import type { Context } from '../context.ts';
import { variable } from '../lib/environment.ts';
import type { Output } from '../lib/streams.ts';
import { usesAscii } from '../text/capabilities.ts';

/** No text of a notification is longer; terminals cut at very different lengths. */
const MAX_LENGTH = 160;

/**
 * The bytes that ask a terminal for a desktop notification (OSC 9, or 777 in Windows Terminal) and ring its bell. In tmux
 * they are wrapped for the terminal outside, which gets them where the option `allow-passthrough` is `all`; the bell alone
 * arrives without it.
 */
export function notificationSequence(text: string, env: Context['env']): string {
  const shown = oscText(text, env);
  const isWindowsTerminal = variable('WT_SESSION', env) !== undefined;
  // A semicolon would begin another field of OSC 777.
  const sequence = isWindowsTerminal
    ? `\x1b]777;notify;boards;${shown.replaceAll(';', ',')}\x07`
    : `\x1b]9;${shown}\x07`;
  const inTmux = variable('TMUX', env) !== undefined;
  return `${inTmux ? `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\` : sequence}\x07`;
}

/** Where the bell beside other output goes: to stdout, else stderr; null if neither is a terminal, which alone can ring. */
export function bellOutput({ stdout, stderr }: Pick<Context, 'stdout' | 'stderr'>): Output | null {
  return [stdout, stderr].find(({ isTTY }) => isTTY === true) ?? null;
}

/** Where a notification goes: as the bell; null also for a terminal that knows no sequences. */
export function notificationOutput(context: Pick<Context, 'stdout' | 'stderr' | 'env'>): Output | null {
  return variable('TERM', context.env) === 'dumb' ? null : bellOutput(context);
}

/**
 * Printable ASCII, and letters that the terminal can show. Not beginning with a digit: `OSC 9;4` shows progress in some terminals, and
 * other numbers do other things.
 */
function oscText(text: string, env: Context['env']): string {
  const letters = usesAscii(env)
    ? text.replace(/[\p{L}\p{M}\p{N}]/gu, (each) => (each < '\x7f' ? each : '?'))
    : text;
  const printable = letters.replace(/[^\x20-\x7e\p{L}\p{M}\p{N}]/gu, '').replace(/^[\p{N}\s;]+/u, '');
  const characters = [...printable];
  return characters.length <= MAX_LENGTH ? printable : `${characters.slice(0, MAX_LENGTH - 3).join('')}...`;
}
