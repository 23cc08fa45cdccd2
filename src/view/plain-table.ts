import type { Cell, Lines } from './box.ts';
import { ABSENT } from './format.ts';
import { type Align, cleanText, displayWidth } from './safe-text.ts';
import type { Theme } from './theme.ts';

/** A null in plain output, so that each row has as many fields as the header. */
export const NONE = '-';
/** Between fields. No field contains two spaces. */
const GAP = '  ';

export interface PlainColumn<Row> {
  /** As in JSON. */
  readonly name: string;
  readonly align: Align;
  /** Text as `plainText` returns it. */
  cell(row: Row, theme: Theme): Cell;
}

/** Clean text as one field: single spaces inside, none around it, and `-` if nothing is left or the value is null. */
export function plainText(text: string | null): string {
  const clean = text === null ? '' : cleanText(text).replace(/\s+/g, ' ').trim();
  return clean === '' || clean === ABSENT ? NONE : clean;
}

/** Fields on one line. */
export function joinFields(cells: ReadonlyArray<Cell>): string {
  return joinTexts(cells.map(({ text, paint }) => paint(text)));
}

/** Fields that are painted already, or not at all, on one line. */
export function joinTexts(texts: ReadonlyArray<string>): string {
  return texts.join(GAP);
}

/** A line with the names of the columns, then a line for each row. Columns are as wide as their widest text; nothing is cut. */
export function renderPlainTable<Row>(
  columns: ReadonlyArray<PlainColumn<Row>>,
  rows: ReadonlyArray<Row>,
  theme: Theme,
): Lines {
  const header = columns.map(({ name }): Cell => ({ text: plainText(name), paint: theme.muted }));
  const lines = [header, ...rows.map((row) => columns.map((column) => column.cell(row, theme)))];
  const widths = columns.map((_, index) =>
    lines.reduce((widest, cells) => Math.max(widest, displayWidth(cells[index]?.text ?? '')), 0),
  );
  return lines.map((cells) =>
    cells
      .map(({ text, paint }, index) => {
        const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - displayWidth(text)));
        if (columns[index]?.align === 'right') return space + paint(text);
        // No spaces at the end of a line.
        return paint(text) + (index < cells.length - 1 ? space : '');
      })
      .join(GAP),
  );
}
