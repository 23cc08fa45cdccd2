import type { Command } from 'commander';
import { usesAscii } from '../../environment.ts';
import type { Row, Subject } from '../../fields/field.ts';
import { fieldsOf } from '../../fields/fields.ts';
import { fieldsIn, fillTemplate, parseTemplate, type Template } from '../../output/template.ts';
import { freeParser } from '../../parse.ts';
import { shownText } from '../../text/ascii.ts';
import { wrapWords } from '../../text/wrap.ts';
import { valueOption } from './common-options.ts';
import { readingOf } from './connection.ts';
import { type Writing, writeData } from './output.ts';
import { PAGE_WIDTH } from './screen-hint.ts';

/** `--format` with the fields of what its lines are about, which the help lists. */
export function addFormatOption(command: Command, subject: Subject): Command {
  const fields = fieldsOf(subject);
  const parse = freeParser('template', (text) => parseTemplate(text, fields), "'{symbol} {dayPct}'");
  const about = `Fields of --format: ${fields.map(({ id }) => id).join(', ')}. {field} is as in tables, {field:raw} as in JSON: see boards help json.`;
  return command
    .addOption(
      valueOption('--format <template>', parse, "one line a row, such as '{symbol} {dayPct}'").conflicts([
        'json',
        'csv',
      ]),
    )
    .addHelpText('after', `\n${wrapWords(about, PAGE_WIDTH).join('\n')}`);
}

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
