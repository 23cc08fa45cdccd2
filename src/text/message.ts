import type { Context, Output } from '../context.ts';
import { shownText } from './ascii.ts';
import { outputWidth } from './pane-width.ts';
import { cleanText } from './safe-text.ts';
import { wrapMessage } from './wrap.ts';

export interface MessageStyle {
  /** What the message is: `error: `; the lines after the first are indented by its width. */
  readonly label: string;
  /** Not to be wrapped, even on a terminal. */
  readonly isOneLine?: boolean | undefined;
}

/**
 * A message for an output, with a line feed at its end: `hint: …`, wrapped at words on a terminal. Elsewhere it is one line, so that
 * scripts find it with grep.
 */
export function renderMessage(
  text: string,
  { label, isOneLine = false }: MessageStyle,
  output: Pick<Output, 'isTTY' | 'columns'>,
  env: Context['env'],
): string {
  const shown = shownText(cleanText(text), env);
  if (isOneLine || output.isTTY !== true) return `${label}${shown}\n`;
  const lines = wrapMessage(shown, outputWidth(output, env) - label.length);
  return `${label}${lines.join(`\n${' '.repeat(label.length)}`)}\n`;
}
