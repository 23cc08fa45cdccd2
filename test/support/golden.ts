import type { Cell } from './emulator.ts';

/**
 * A screen as text: its characters, then the style of each cell as a letter, then what each letter stands for. So a
 * difference in any cell is a difference in a line that a person can read.
 */
export function describeScreen(cells: ReadonlyArray<ReadonlyArray<Cell>>): string {
  const letters = new Map<string, string>([['', ' ']]);
  const letterOf = (style: string) => {
    const letter = letters.get(style) ?? String.fromCharCode('a'.charCodeAt(0) + letters.size - 1);
    letters.set(style, letter);
    return letter;
  };
  const text = cells.map((line) => line.map((cell) => cell.text).join(''));
  const styles = cells.map((line) => line.map((cell) => letterOf(styleOf(cell))).join(''));
  const legend = [...letters]
    .filter(([style]) => style !== '')
    .map(([style, letter]) => `${letter} ${style}`);
  return `${[...text, ...styles]
    .map((line) => line.trimEnd())
    .concat(legend)
    .join('\n')}\n`;
}

/** `bold, color 31`; empty for the default style. The colour of a blank does not show. */
function styleOf({ text, color, background, bold, dim, inverse, underline }: Cell): string {
  const isBlank = text.trim() === '';
  return [
    bold && !isBlank ? 'bold' : '',
    dim && !isBlank ? 'dim' : '',
    inverse ? 'inverse' : '',
    underline ? 'underline' : '',
    color !== null && !isBlank ? `color ${color}` : '',
    background === null ? '' : `background ${background}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}
