import type { Field, Row } from '../fields/field.ts';
import { fieldNamed, paintOf } from '../fields/fields.ts';
import type { Cell, Lines } from '../text/box.ts';
import type { Ctx } from '../text/ctx.ts';
import { ABSENT, NONE } from '../text/format.ts';
import { cleanText, displayWidth } from '../text/safe-text.ts';
import { type Paint, unpainted } from '../text/theme.ts';

/** Between fields. No field contains two spaces. */
const GAP = '  ';

/** Clean text as one field: single spaces inside, none around it, and `-` if nothing is left or the value is null. */
export function plainText(text: string | null): string {
  const clean = text === null ? '' : cleanText(text).replace(/\s+/g, ' ').trim();
  return clean === '' || clean === ABSENT ? NONE : clean;
}

export function plainCell(text: string | number | null, paint: Paint = unpainted): Cell {
  return { text: plainText(text === null ? null : String(text)), paint };
}

/** A field in words, whole. */
export function fieldCell(field: Field, row: Row, ctx: Ctx): Cell {
  const text = field.text(row, ctx, Number.POSITIVE_INFINITY);
  return plainCell(text, paintOf(field, row, ctx.theme, ctx.style));
}

/** `price 182.40`. */
export function namedCell(id: string, row: Row, ctx: Ctx): Cell {
  const { text, paint } = fieldCell(fieldNamed(id), row, ctx);
  return { text: `${id} ${text}`, paint };
}

/** Cells on one line. */
export function joinCells(cells: ReadonlyArray<Cell>): string {
  return joinTexts(cells.map(({ text, paint }) => paint(text)));
}

/** Fields that are painted already, or not at all, on one line. */
export function joinTexts(texts: ReadonlyArray<string>): string {
  return texts.join(GAP);
}

/** A line with the ids of the fields, then a line for each row. */
export function renderPlainFields(fields: ReadonlyArray<Field>, rows: ReadonlyArray<Row>, ctx: Ctx): Lines {
  const cells = rows.map((row) => fields.map((field) => fieldCell(field, row, ctx)));
  return renderPlainTable(fields, cells, ctx);
}

/** Columns are as wide as their widest text; nothing is cut. */
export function renderPlainTable(
  columns: ReadonlyArray<Pick<Field, 'id' | 'align'>>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>,
  { theme }: Pick<Ctx, 'theme'>,
): Lines {
  const lines = [columns.map(({ id }) => plainCell(id, theme.muted)), ...rows];
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
