import type { Context } from '../../context.ts';
import { displayWidth } from '../../text/safe-text.ts';

/** Help is written for this many columns. */
export const PAGE_WIDTH = 80;

/**
 * The line to print after a text of more rows than the terminal has, which says how to read all of it. Empty if the text fits, or
 * stdout is no terminal.
 */
export function longerThanScreen(
  text: string,
  commandLine: string,
  { stdout, platform }: Pick<Context, 'stdout' | 'platform'>,
): string {
  const { isTTY, columns = 0, rows = 0 } = stdout;
  if (isTTY !== true || rows === 0) return '';
  const width = columns > 0 ? columns : PAGE_WIDTH;
  const lines = text.trimEnd().split('\n');
  const height = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / width)), 0);
  // The prompt takes the last row.
  if (height < rows) return '';
  return `Longer than this screen: ${commandLine} | ${platform === 'win32' ? 'more' : 'less'}`;
}

/** The text in the columns of the terminal, with that line at its end if there is one. */
export async function withScreenHint(
  text: string,
  commandLine: string,
  terminal: Pick<Context, 'stdout' | 'platform'>,
): Promise<string> {
  const narrow = await pageFitter(terminal);
  const page = narrow(text);
  const hint = longerThanScreen(page, commandLine, terminal);
  return hint === '' ? page : `${page}${narrow(hint)}\n`;
}

/** Breaks help, which is written for PAGE_WIDTH columns, for a narrower terminal. What does so is loaded only for one. */
export async function pageFitter({ stdout }: Pick<Context, 'stdout'>): Promise<(page: string) => string> {
  const { columns = 0 } = stdout;
  if (columns === 0 || columns >= PAGE_WIDTH) return (page) => page;
  const { fitPage } = await import('./narrow-page.ts');
  return (page) => fitPage(page, columns);
}
