import { usesAscii } from '../../environment.ts';
import type { Row } from '../../fields/field.ts';
import { fieldsIn, fillTemplate, type Template } from '../../output/template.ts';
import { shownText } from '../../text/ascii.ts';
import { readingOf } from './connection.ts';
import { type Writing, writeData } from './output.ts';

/** Writes a line for each row to stdout, and what labels the data to stderr. */
export function writeFormatted(template: Template, rows: ReadonlyArray<Row>, writing: Writing): void {
  writeData(formatted(template, rows, writing), writing);
}

/**
 * As `writeFormatted`, but what labels the data is in each line, so that a status bar shows it: at its end, or where the template
 * has `{source}`. Stderr has no label.
 */
export function writeWithSource(template: Template, rows: ReadonlyArray<Row>, writing: Writing): void {
  const lines = rows.map((row) => {
    const text = formatted(template, [row], writing);
    const label = shownText(row.source ?? '', writing.context.env);
    return label === '' || fieldsIn(template).some(({ id }) => id === 'source')
      ? text
      : text.replace(/[^\n]+/g, (line) => `${line} ${label}`);
  });
  writing.context.stdout.write(lines.join(''));
}

function formatted(template: Template, rows: ReadonlyArray<Row>, { connection, context }: Writing): string {
  const ascii = usesAscii(context.env);
  const reading = readingOf(connection, context);
  return rows.map((row) => `${fillTemplate(template, row, reading, ascii)}\n`).join('');
}
