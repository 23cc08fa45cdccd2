import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { usesAscii } from '../../environment.ts';
import type { Row, Subject } from '../../fields/field.ts';
import { fieldsOf } from '../../fields/fields.ts';
import type { Reading } from '../../fields/row.ts';
import { freeParser } from '../../parse.ts';
import { shownText } from '../../view/ascii.ts';
import { fillTemplate, hasField, parseTemplate, type Template } from '../../view/template.ts';
import { wrapWords } from '../../view/wrap.ts';
import { valueOption } from './common-options.ts';
import type { Connection } from './connection.ts';
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

/** When the data is read, and the zone of its times. */
export function readingOf(
  { settings }: Pick<Connection, 'settings'>,
  { clock }: Pick<Context, 'clock'>,
): Reading {
  return { nowMilliseconds: clock.now(), timeZone: settings.timeZone };
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
    return label === '' || hasField(template, 'source')
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
