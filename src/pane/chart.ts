import type { Context } from '../context.ts';
import { variable, withoutKey } from '../lib/environment.ts';
import { clip } from '../text/safe-text.ts';

export interface Chart {
  readonly symbol: string;
  readonly address: string;
}

export function chartOf(symbol: string, template: string): Chart {
  return {
    symbol,
    address: new URL(template.replace(/\{symbol\}/gi, () => encodeURIComponent(symbol))).href,
  };
}

/** Copies the address if no program opens it. Returns a message at once; `say` shows a later one. */
export function openChart(
  { symbol, address }: Chart,
  context: Pick<Context, 'platform' | 'env' | 'host'>,
  { copy, say }: { copy(text: string): boolean; say(text: string): void },
): string {
  const copyAddress = () =>
    copy(address) ? 'chart address copied, if the terminal allows it' : 'the chart cannot be opened';
  const command = openerOf(address, context);
  if (command === null) return copyAddress();
  void context.host.startProgram(command, withoutKey(context.env)).then((isStarted) => {
    if (!isStarted) say(copyAddress());
  });
  return `opening the chart of ${clip(symbol, 16)}`;
}

/** Returns null over ssh and without a desktop. */
function openerOf(
  address: string,
  { platform, env }: Pick<Context, 'platform' | 'env'>,
): readonly [program: string, ...args: ReadonlyArray<string>] | null {
  const isSet = (name: string) => variable(name, env) !== undefined;
  if (isSet('SSH_CONNECTION') || isSet('SSH_TTY')) return null;
  if (platform === 'darwin') return ['open', address];
  // `start` would need cmd.exe, which interprets `&` and `%`. The path is absolute, because Windows looks in
  // the working directory first.
  if (platform === 'win32')
    return [`${variable('SystemRoot', env)}\\System32\\rundll32.exe`, 'url.dll,FileProtocolHandler', address];
  return isSet('DISPLAY') || isSet('WAYLAND_DISPLAY') ? ['xdg-open', address] : null;
}
