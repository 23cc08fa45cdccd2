import { eastAsianWidth } from 'get-east-asian-width';
import { expect } from 'vitest';

// biome-ignore lint/suspicious/noControlCharactersInRegex: only the colours of the theme are allowed.
const COLOR = /\x1b\[[\d;]*m/g;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Signs of an unhandled value; hostile text does not contain them. */
const UNHANDLED = /NaN|Infinity|undefined|\[object/;

/** Width in terminal cells, according to a table that the program does not use. */
function cells(line: string): number {
  let width = 0;
  for (const character of line) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  return width;
}

/** Checks lines for a terminal: no control or invisible characters except colours, and no line wider than `width`. */
export function expectHarmless(lines: ReadonlyArray<string>, width: number): void {
  for (const line of lines) {
    const text = line.replace(COLOR, '');
    if (INVISIBLE.test(text)) expect.unreachable(`invisible character in ${JSON.stringify(text)}`);
    if (UNHANDLED.test(text)) expect.unreachable(`unhandled value: ${text}`);
    if (cells(text) > width)
      expect.unreachable(`${cells(text)} cells in a pane of ${width} columns: ${text}`);
  }
}

/** Checks text for a pipe: no control characters except line endings. */
export function expectPlain(text: string): void {
  if (!text.endsWith('\n')) expect.unreachable('the last line is not terminated');
  expectHarmless(text.split('\n'), Number.POSITIVE_INFINITY);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: plain text contains no colours.
  if (/\x1b/.test(text)) expect.unreachable('escape character in plain text');
}
