import { eastAsianWidth } from 'get-east-asian-width';
import { expect } from 'vitest';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of the theme are the one thing allowed.
const COLOR = /\x1b\[[\d;]*m/g;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** What a program shows when it forgot a case; hostile texts do not spell it. */
const SPILLED = /NaN|Infinity|undefined|\[object/;

/** Cells in a terminal, by a table that the program does not use. */
function cells(line: string): number {
  let width = 0;
  for (const character of line) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  return width;
}

/** Lines for a terminal: colours apart nothing that it obeys or hides, and none wider than the pane. */
export function expectHarmless(lines: ReadonlyArray<string>, width: number): void {
  for (const line of lines) {
    const text = line.replace(COLOR, '');
    if (INVISIBLE.test(text)) expect.unreachable(`invisible character in ${JSON.stringify(text)}`);
    if (SPILLED.test(text)) expect.unreachable(`a value that is none: ${text}`);
    if (cells(text) > width) expect.unreachable(`${cells(text)} cells in a pane of ${width}: ${text}`);
  }
}

/** Text for a pipe: line ends, and nothing else that a terminal obeys. */
export function expectPlain(text: string, endOfLine = '\n'): void {
  if (!text.endsWith(endOfLine)) expect.unreachable('the last line has no end');
  expectHarmless(text.split(endOfLine), Number.POSITIVE_INFINITY);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: and no colour either.
  if (/\x1b/.test(text)) expect.unreachable('an escape in plain text');
}
