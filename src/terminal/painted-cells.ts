import { isWide } from '../wide-characters.ts';

/** One column of a painted line. */
interface Cell {
  /** Empty for the second half of a wide character. */
  readonly text: string;
  /** The SGR parameters that turn the default style into this one, such as `1;32`. Equal styles are equal strings. */
  readonly style: string;
}

type Cells = ReadonlyArray<Cell>;

interface PaintedLine {
  /** Without trailing blanks of the default style. */
  readonly cells: Cells;
  /** The number of cells, with trailing blanks. */
  readonly width: number;
}

export const DEFAULT_STYLE = '';
const BLANK: Cell = { text: ' ', style: DEFAULT_STYLE };

/** In the order of a style: what switches an attribute on, a colour with its parameters, and the codes that switch it off. */
const ATTRIBUTES = [
  { on: /^1$/, off: ['0', '22'] },
  { on: /^2$/, off: ['0', '22'] },
  { on: /^3$/, off: ['0', '23'] },
  { on: /^4$/, off: ['0', '24'] },
  { on: /^7$/, off: ['0', '27'] },
  { on: /^(?:3[0-8]|9[0-7])\b/, off: ['0', '39'] },
  { on: /^(?:4[0-8]|10[0-7])\b/, off: ['0', '49'] },
];

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
  // The parameters of a color from a palette or of a full color belong together.
  const codes = parameters.match(/(?:[34]8;(?:5|2;\d+;\d+);)?\d+/g) ?? [];
  const last = ATTRIBUTES.map(
    ({ on, off }) => codes.findLast((code) => on.test(code) || off.includes(code)) ?? '',
  );
  return last.filter((code, index) => ATTRIBUTES[index]?.on.test(code)).join(';');
}

const ERASE_TO_END = '\x1b[K';

/** Escape text, and the style in which it leaves the terminal. */
interface Written {
  readonly text: string;
  readonly style: string;
}

/**
 * The shortest text that turns the cells of a line into new ones, on a terminal whose current style is `style`. `row` counts
 * from 0. Both lines must fit on the screen: a terminal moves the cursor no further than to its last column.
 */
export function changedSegments(row: number, before: Cells, after: Cells, style: string): Written {
  let written: Written = { text: '', style };
  let cursor: number | null = null;
  let from = nextChange(before, after, 0);
  while (from < after.length) {
    const way = wayTo(row, from, cursor, after, written.style);
    cursor = endOfChange(before, after, from);
    const segment = writeCells(after, from, cursor, way.style);
    written = { text: written.text + way.text + segment.text, style: segment.style };
    from = nextChange(before, after, cursor);
  }
  if (before.length <= after.length) return written;
  // Erased cells are better than blanks, which a terminal copies as text.
  const way = wayTo(row, after.length, cursor, after, written.style);
  return { text: written.text + way.text + ERASE_TO_END, style: way.style };
}

/** The SGR sequence from one style to another, or nothing if they are equal. */
export function styleChange(from: string, to: string): string {
  if (from === to) return '';
  // An empty parameter stands for 0, which resets the style.
  return from === DEFAULT_STYLE || to === DEFAULT_STYLE ? `\x1b[${to}m` : `\x1b[;${to}m`;
}

/** Moves the cursor to a column and to its style, or writes the unchanged cells before that column if this is shorter. */
function wayTo(row: number, column: number, cursor: number | null, cells: Cells, style: string): Written {
  const target = cellAt(cells, column).style;
  const move = `\x1b[${row + 1};${column + 1}H${styleChange(style, target)}`;
  if (cursor === null || column - cursor > move.length) return { text: move, style: target };
  const gap = writeCells(cells, cursor, column, style);
  const rewrite = gap.text + styleChange(gap.style, target);
  return { text: Buffer.byteLength(rewrite) <= move.length ? rewrite : move, style: target };
}

function writeCells(cells: Cells, from: number, to: number, style: string): Written {
  let text = '';
  let current = style;
  for (let column = from; column < to; column++) {
    const cell = cellAt(cells, column);
    text += styleChange(current, cell.style) + cell.text;
    current = cell.style;
  }
  return { text, style: current };
}

/** The first column from `start` where the lines differ, or the end of the new line. */
function nextChange(before: Cells, after: Cells, start: number): number {
  let column = start;
  while (column < after.length && !isChanged(before, after, column)) column++;
  return column;
}

/**
 * The column after a run of changes. A run never starts at the second half of a wide character, old or new, because then the
 * first half has changed too. It must not end between the halves of a new one.
 */
function endOfChange(before: Cells, after: Cells, start: number): number {
  let column = start + 1;
  while (column < after.length && (isChanged(before, after, column) || cellAt(after, column).text === ''))
    column++;
  return column;
}

function isChanged(before: Cells, after: Cells, column: number): boolean {
  const old = cellAt(before, column);
  const next = cellAt(after, column);
  return old.text !== next.text || old.style !== next.style;
}

function cellAt(cells: Cells, column: number): Cell {
  return cells[column] ?? BLANK;
}
