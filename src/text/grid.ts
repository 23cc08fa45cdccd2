import Table from 'cli-table3';
import type { Cell, Lines } from './box.ts';
import { type Align, clip } from './safe-text.ts';

export interface GridColumns {
  readonly widths: ReadonlyArray<number>;
  readonly aligns?: ReadonlyArray<Align>;
  /** Cells between columns. */
  readonly gap: number;
}

/** Rows of cells in columns without a frame. A row has as many lines as its cells, without blanks at its end. */
export function renderGrid(
  rows: ReadonlyArray<ReadonlyArray<Cell>>,
  { widths, aligns = [], gap }: GridColumns,
): Lines {
  const table = new Table({
    chars: { left: '', right: '', middle: ' '.repeat(gap) },
    colWidths: [...widths],
    colAligns: [...aligns],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  // Clipped before they are painted: where cli-table3 truncates, dim is not switched off, and very long text takes minutes.
  const painted = rows.map((row) =>
    row.map(({ text, paint }, column) => {
      const lines = text.split('\n').map((line) => clip(line, widths[column] ?? 0));
      return paint(lines.join('\n'));
    }),
  );
  table.push(...painted);
  // Its first and last lines are those of the frame.
  const lines = table.toString().split('\n').slice(1, -1);
  return lines.map((line) => line.trimEnd());
}
