import { BLANK, type Cell, type Cells, DEFAULT_STYLE } from './painted-cells.ts';

const ERASE_TO_END = '\x1b[K';

/** Escape text, and the style in which it leaves the terminal. */
export interface Written {
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
