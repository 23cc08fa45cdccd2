import type { Environment } from '../lib/environment.ts';
import type { Output } from '../lib/streams.ts';
import { shownText } from './ascii.ts';
import { outputWidth } from './capabilities.ts';
import { flowTexts } from './lines.ts';
import { cleanText, displayWidth } from './safe-text.ts';

/** Wraps a message on a terminal, but keeps it on one line in a pipe, for grep. */
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

/** Matches a word, or a command in backticks, which is easier to copy from one line. */
const UNIT = /\S*`[^`]*`\S*|\S+/g;

/** Does not break a long word, such as a path or URL, so that it can be copied whole. */
function wrapMessage(text: string, width: number): ReadonlyArray<string> {
  const units = text.match(UNIT) ?? [];
  const words = units.flatMap((unit) => (displayWidth(unit) <= width ? unit : unit.split(' ')));
  return flowTexts(words, width);
}
