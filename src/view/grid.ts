import Table from 'cli-table3';
import type { Cell, Lines } from './box.ts';
import { clip, displayWidth } from './safe-text.ts';

const NO_FRAME = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' ',
} as const;

/** Lays out rows in columns of the given widths, separated by one space. Each row is one line, without blanks at its end. */
export function renderGrid(rows: ReadonlyArray<ReadonlyArray<Cell>>, widths: ReadonlyArray<number>): Lines {
  const table = new Table({
    chars: NO_FRAME,
    colWidths: [...widths],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    wordWrap: false,
  });
  // cli-table3 passes control characters through and takes minutes on very long text, so cells are fitted first.
  for (const row of rows) {
    table.push(row.map((cell, column) => fitAndPaint(cell, widths[column] ?? 0)));
  }
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

/** The blanks stay unpainted, so that those at the end of a line can be taken off. */
function fitAndPaint({ text, paint }: Cell, width: number): string {
  const clipped = clip(text, width);
  return `${clipped === '' ? '' : paint(clipped)}${' '.repeat(width - displayWidth(clipped))}`;
}
