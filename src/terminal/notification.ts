import type { Context } from '../context.ts';
import { variable } from '../lib/environment.ts';
import type { Output } from '../lib/streams.ts';
import { usesAscii } from '../text/capabilities.ts';

/** Terminals cut notifications at very different lengths. */
const MAX_LENGTH = 160;

/**
 * Asks for a desktop notification (OSC 9; OSC 777 in Windows Terminal) and rings the bell. In tmux, the
 * notification needs `allow-passthrough all`; the bell does not.
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

export function bellOutput({ stdout, stderr }: Pick<Context, 'stdout' | 'stderr'>): Output | null {
  return [stdout, stderr].find(({ isTTY }) => isTTY === true) ?? null;
}

export function notificationOutput(context: Pick<Context, 'stdout' | 'stderr' | 'env'>): Output | null {
  return variable('TERM', context.env) === 'dumb' ? null : bellOutput(context);
}

/** Removes leading digits: some terminals read `OSC 9;4` as progress, and other numbers as commands. */
function oscText(text: string, env: Context['env']): string {
  const letters = usesAscii(env)
    ? text.replace(/[\p{L}\p{M}\p{N}]/gu, (each) => (each < '\x7f' ? each : '?'))
    : text;
  const printable = letters.replace(/[^\x20-\x7e\p{L}\p{M}\p{N}]/gu, '').replace(/^[\p{N}\s;]+/u, '');
  const characters = [...printable];
  return characters.length <= MAX_LENGTH ? printable : `${characters.slice(0, MAX_LENGTH - 3).join('')}...`;
}
