import { type Context, usesAscii, variable } from '../context.ts';
import type { Field, Row } from '../fields/field.ts';
import { fieldNamed } from '../fields/fields.ts';
import type { renderSnapshot } from '../output/boards.ts';
import type { SettingRow } from '../output/grid.ts';
import { renderJson } from '../output/json.ts';
import { fieldsIn, fillTemplate, type Template } from '../output/template.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { preferenceText } from '../settings/preferences.ts';
import type { Settings } from '../settings/resolve.ts';
import { shownText, toAscii } from '../text/ascii.ts';
import type { Ctx, Reading, ScreenStyle, StyleOptions } from '../text/ctx.ts';
import { ABSENT } from '../text/format.ts';
import { wrapWords } from '../text/lines.ts';
import { type Connection, readingOf } from './connect.ts';
import { hearSignals, type Loaded, type Writing } from './load.ts';
import { noteOrigin } from './notes.ts';
import { type LoadedOutcomes, loadOutcomes, loadOutcomesFor } from './outcomes.ts';

/** How text for people is shown, with what labels the data that was loaded. */
type PageStyle = ScreenStyle & Ctx & ReturnType<typeof labelOf>;

/** What a command shows of what it has loaded, in each form that it can have. */
export interface Report {
  /** What a row of CSV is about; default: a row of a board. */
  readonly subject?: 'row' | 'symbol';
  /** The fields that rows are sorted by. */
  readonly sorted?: ReadonlyArray<Field>;
  /** In upper case, those of which it is shown what became of them; default: all. */
  readonly symbolsIn?: (shown: Snapshot) => ReadonlyArray<string>;
  /** The fields of older data that JSON has. */
  readonly inJson?: ReadonlyArray<Field>;
  json(outcomes: LoadedOutcomes): unknown;
  rows(outcomes: LoadedOutcomes, reading: Reading): ReadonlyArray<Row> | Promise<ReadonlyArray<Row>>;
  /** Loads what draws the pages of lines for people. */
  pages(outcomes: LoadedOutcomes): Promise<(style: PageStyle) => ReadonlyArray<ReadonlyArray<string>>>;
}

/** Writes a report as JSON, CSV, in a format or for people, with what became of symbols where that is shown. */
export async function writeReport(report: Report, writing: Writing): Promise<void> {
  const { options, connection, context, loaded } = writing;
  const { subject = 'row', inJson = [], sorted = [], symbolsIn } = report;
  const outcomesFor = (fields: ReadonlyArray<Field>) =>
    loadOutcomesFor([...fields, ...sorted], writing, symbolsIn);
  const rowsWith = async (fields: ReadonlyArray<Field>) =>
    report.rows(await outcomesFor(fields), readingOf(connection, context));
  if (options.json === true) return writeJson(await report.json(await outcomesFor(inJson)), writing);
  if (options.csv === true) {
    const { csvFields, inEachTimeframe, renderCsv } = await import('../output/csv.ts');
    const timeframes = loaded.snapshots.map(({ timeframe }) => timeframe);
    const isOfSeveral = subject === 'symbol' && timeframes.length > 1;
    const fields =
      options.columns?.map(fieldNamed) ?? csvFields(subject, connection.past !== null, isOfSeveral);
    const shown = isOfSeveral ? inEachTimeframe(fields, timeframes) : fields;
    return writeData(renderCsv(await rowsWith(fields), shown), writing);
  }
  if (options.format !== undefined)
    return writeFormatted(options.format, await rowsWith(fieldsIn(options.format)), writing);
  const pages = await report.pages(await loadOutcomes(writing, symbolsIn));
  const style = await styleOf(options, connection.settings, context);
  const lines = pages({ ...style, ...labelOf(loaded), nowMilliseconds: context.clock.now() }).flat();
  await hearSignals(context);
  writeLines(lines, style, context);
  if (loaded.failure !== undefined) throw loaded.failure;
}

/** Writes JSON to stdout, indented on a terminal. */
function writeJson(value: unknown, writing: Writing): Promise<void> {
  return writeData(renderJson(value, writing.context.stdout.isTTY === true), writing);
}

/** Writes machine-readable data to stdout unchanged. */
async function writeData(text: string, { connection, context, loaded }: Writing): Promise<void> {
  await hearSignals(context);
  noteOrigin(loaded.snapshots, connection, connection.settings.timeZone);
  context.stdout.write(text);
}

/** Writes text for people to stdout. What scripts read, such as a path or a value, is written unchanged instead. */
export function writeText(text: string, { stdout, env }: Context): void {
  stdout.write(shownText(text, env));
}

/** The only value, or an array if several timeframes were requested. */
export function perTimeframe(values: ReadonlyArray<unknown>, { settings }: Connection): unknown {
  return settings.timeframe.value.length > 1 ? values : values[0];
}

export type StyleChoice = Pick<StyleOptions, 'color'>;

/** How text for people is written to stdout. */
export async function styleOf(
  options: StyleChoice,
  settings: Settings,
  { stdout, env }: Pick<Context, 'stdout' | 'env'>,
): Promise<ScreenStyle> {
  const { screenStyle } = await import('../text/ctx.ts');
  const { palette, timeZone } = settings;
  const style = isPlain(settings, { stdout, env }) ? 'plain' : 'screen';
  return screenStyle({ color: options.color, palette: palette.value, timeZone }, stdout, env, style);
}

/** Writes lines for people to stdout. */
export function writeLines(
  lines: ReadonlyArray<string>,
  { ascii }: Pick<ScreenStyle, 'ascii'>,
  { stdout }: Context,
): void {
  const text = `${lines.join('\n')}\n`;
  const shown = ascii ? toAscii(text) : text;
  // A terminal fills the line of a badge; in a pipe, spaces at the end of a line are noise.
  stdout.write(stdout.isTTY === true ? shown : shown.replace(/ +$/gm, ''));
}

function labelOf({ snapshots }: Loaded) {
  return {
    isSimulated: snapshots.some(({ isSimulated }) => isSimulated),
    isRecorded: snapshots.some(({ isRecorded }) => isRecorded),
  };
}

/** The footer below a top play, apart from plain tables; empty if stdout is not a terminal. */
export function disclaimer({ theme, width, style }: ScreenStyle, { stdout }: Context): ReadonlyArray<string> {
  if (stdout.isTTY !== true) return [];
  const lines = wrapWords('Informational only, not investment advice.', width).map((line) =>
    theme.muted(line),
  );
  return style === 'plain' ? ['', ...lines] : lines;
}

/** Whether text for people is plain: by default if stdout is not a terminal, or one without cursor movement. */
export function isPlain(
  { plain }: Pick<Settings, 'plain'>,
  { stdout, env }: Pick<Context, 'stdout' | 'env'>,
): boolean {
  return plain.value ?? (stdout.isTTY !== true || variable('TERM', env) === 'dumb');
}

/** Loads what renders a snapshot, and not what renders it in the other way. */
export async function snapshotRenderer(settings: Settings, context: Context): Promise<typeof renderSnapshot> {
  return isPlain(settings, context)
    ? (await import('../output/plain.ts')).renderPlainSnapshot
    : (await import('../output/boards.ts')).renderSnapshot;
}

/** Writes a line for each row to stdout, and what labels the data to stderr. */
function writeFormatted(template: Template, rows: ReadonlyArray<Row>, writing: Writing): Promise<void> {
  const { connection, context } = writing;
  const style = {
    ...readingOf(connection, context),
    ascii: usesAscii(context.env),
    isPlain: isPlain(connection.settings, context),
  };
  return writeData(rows.map((row) => `${fillTemplate(template, row, style)}\n`).join(''), writing);
}

export function preferenceRows({ preferences }: Settings): ReadonlyArray<SettingRow> {
  return preferences.map(([name, { value, source }]) => [
    name,
    value === null ? ABSENT : preferenceText(value),
    source,
  ]);
}

/** Writes rows as a table, or plain. */
export async function writeSettings(
  rows: ReadonlyArray<SettingRow>,
  options: StyleChoice,
  settings: Settings,
  context: Context,
): Promise<void> {
  const { renderSettings } = await import('../output/grid.ts');
  const style = await styleOf(options, settings, context);
  writeLines(renderSettings(rows, style), style, context);
}
