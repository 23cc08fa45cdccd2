import { isWide } from '../wide-characters.ts';

/** One column of a painted line. */
export interface Cell {
  /** Empty for the second half of a wide character. */
  readonly text: string;
  /** The SGR parameters that turn the default style into this one, such as `1;32`. Equal styles are equal strings. */
  readonly style: string;
}

export type Cells = ReadonlyArray<Cell>;

export interface PaintedLine {
  /** Without trailing blanks of the default style. */
  readonly cells: Cells;
  /** The number of cells, with trailing blanks. */
  readonly width: number;
}

export const DEFAULT_STYLE = '';
export const BLANK: Cell = { text: ' ', style: DEFAULT_STYLE };

const FOREGROUND = 5;
const BACKGROUND = 6;
/** The place of each attribute in a style, by the code that switches it on. Colours are in `slotOf`. */
const ATTRIBUTE_SLOTS: ReadonlyMap<number, number> = new Map([
  [1, 0],
  [2, 1],
  [3, 2],
  [4, 3],
  [7, 4],
]);
const SLOTS_SWITCHED_OFF: ReadonlyMap<number, ReadonlyArray<number>> = new Map([
  [0, [0, 1, 2, 3, 4, FOREGROUND, BACKGROUND]],
  // Bold and dim have one code in common.
  [22, [0, 1]],
  [23, [2]],
  [24, [3]],
  [27, [4]],
  [39, [FOREGROUND]],
  [49, [BACKGROUND]],
]);

/**
 * The styles that SGR parameters lead to, by the style before them, because they take most of the time of parsing. There are
 * as many as a theme has changes of style.
 */
const STYLES_AFTER = new Map<string, ReadonlyMap<string, string>>();

/** Parses clean text with the escape sequences of chalk. */
export function parseLine(line: string): PaintedLine {
  const cells: Array<Cell> = [];
  const [start = '', ...pieces] = line.split('\x1b[');
  addCells(cells, start, DEFAULT_STYLE);
  let style = DEFAULT_STYLE;
  for (const piece of pieces) {
    const end = piece.indexOf('m');
    style = styleAfter(style, piece.slice(0, end));
    addCells(cells, piece.slice(end + 1), style);
  }
  const { length: width } = cells;
  while (isBlank(cells.at(-1))) cells.pop();
  return { cells, width };
}

function isBlank(cell: Cell | undefined): boolean {
  return cell !== undefined && cell.text === BLANK.text && cell.style === BLANK.style;
}

function addCells(cells: Array<Cell>, text: string, style: string): void {
  for (const character of text) {
    cells.push({ text: character, style });
    if (isWide(character.codePointAt(0) ?? 0)) cells.push({ text: '', style });
  }
}

/** The style that SGR `parameters` leave behind. */
function styleAfter(style: string, parameters: string): string {
  const known = STYLES_AFTER.get(style)?.get(parameters);
  if (known !== undefined) return known;
  const next = canonicalStyle(`${style};${parameters || '0'}`);
  STYLES_AFTER.set(style, new Map(STYLES_AFTER.get(style)).set(parameters, next));
  return next;
}

/** The parameters with the same effect on the default style, without those that a later one revokes, in a fixed order. */
function canonicalStyle(parameters: string): string {
  const slots = ['', '', '', '', '', '', ''];
  // The parameters of a color from a palette or of a full color belong together.
  for (const code of parameters.match(/(?:[34]8;(?:5|2;\d+;\d+);)?\d+/g) ?? []) {
    const number = Number.parseInt(code, 10);
    for (const slot of SLOTS_SWITCHED_OFF.get(number) ?? []) slots[slot] = '';
    const slot = slotOf(number);
    if (slot !== undefined) slots[slot] = code;
  }
  return slots.filter((code) => code !== '').join(';');
}

function slotOf(code: number): number | undefined {
  if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return FOREGROUND;
  if ((code >= 40 && code <= 48) || (code >= 100 && code <= 107)) return BACKGROUND;
  return ATTRIBUTE_SLOTS.get(code);
}
