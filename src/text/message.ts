import type { Environment } from '../lib/environment.ts';
import type { Output } from '../lib/streams.ts';
import { shownText } from './ascii.ts';
import { outputWidth } from './capabilities.ts';
import { flowTexts } from './lines.ts';
import { cleanText, displayWidth } from './safe-text.ts';

/**
 * A message for an output, with a line feed at its end: `hint: …`, wrapped at words on a terminal, unless it is to be one line, and
 * indented by the width of its label. Elsewhere it is one line, so that scripts find it with grep.
 */
export function renderMessage(
  text: string,
  { label, isOneLine = false }: { readonly label: string; readonly isOneLine?: boolean | undefined },
  output: Pick<Output, 'isTTY' | 'columns'>,
  env: Environment,
): string {
  const shown = shownText(cleanText(text), env);
  if (isOneLine || output.isTTY !== true) return `${label}${shown}\n`;
  const lines = wrapMessage(shown, outputWidth(output, env) - label.length);
  return `${label}${lines.join(`\n${' '.repeat(label.length)}`)}\n`;
}

/** A command line, which is easier to copy from one line, or a word. */
const UNIT = /\S*`[^`]*`\S*|\S+/g;

/**
 * Clean text as lines of at most `width` cells, broken between words, and where it can be, not inside backticks. A longer word, such as
 * a path or a URL, is a longer line: the terminal breaks it, so that it can be copied whole.
 */
function wrapMessage(text: string, width: number): ReadonlyArray<string> {
  const units = text.match(UNIT) ?? [];
  const words = units.flatMap((unit) => (displayWidth(unit) <= width ? unit : unit.split(' ')));
  return flowTexts(words, width);
}
