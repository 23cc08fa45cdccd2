import type { DataOptions } from '../cli/options.ts';
import type { Context } from '../context.ts';
import { usesAscii, variable } from '../environment.ts';
import type { Row } from '../fields/field.ts';
import { renderJson } from '../output/json.ts';
import type { SettingRow } from '../output/settings.ts';
import type { renderSnapshot } from '../output/snapshot.ts';
import { fillTemplate, type Template } from '../output/template.ts';
import { preferenceText } from '../settings/preferences.ts';
import type { Settings } from '../settings/resolve.ts';
import { shownText, toAscii } from '../text/ascii.ts';
import type { Ctx } from '../text/ctx.ts';
import { ABSENT } from '../text/format.ts';
import type { ScreenStyle, StyleOptions } from '../text/screen-style.ts';
import { wrapWords } from '../text/wrap.ts';
import { type Connection, readingOf } from './connect.ts';
import { hearSignals, type Loaded } from './load.ts';
import { noteOrigin } from './notes.ts';

export interface Writing {
  readonly options: DataOptions;
  readonly connection: Connection;
  readonly context: Context;
  readonly loaded: Loaded;
}

/** Writes JSON to stdout, indented on a terminal. */
export function writeJson(value: unknown, writing: Writing): Promise<void> {
  return writeData(renderJson(value, writing.context.stdout.isTTY === true), writing);
}

/** Writes machine-readable data to stdout unchanged. */
export async function writeData(text: string, { connection, context, loaded }: Writing): Promise<void> {
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

/** Writes pages of lines to stdout, then throws the failure of `loaded`, if any. */
export async function writePages(
  renderPages: (style: ScreenStyle & Ctx) => ReadonlyArray<ReadonlyArray<string>>,
  { options, connection, context, loaded }: Writing,
): Promise<void> {
  const style = await styleOf(options, connection.settings, context);
  const lines = renderPages({ ...style, nowMilliseconds: context.clock.now() }).flat();
  await hearSignals(context);
  writeLines(lines, style, context);
  if (loaded.failure !== undefined) throw loaded.failure;
}

export type StyleChoice = Pick<StyleOptions, 'color'>;

/** How text for people is written to stdout. */
export async function styleOf(
  options: StyleChoice,
  settings: Settings,
  { stdout, env }: Pick<Context, 'stdout' | 'env'>,
): Promise<ScreenStyle> {
  const { screenStyle } = await import('../text/screen-style.ts');
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

/** Header options that depend on the loaded snapshots. */
export function headerOptions({ snapshots }: Loaded) {
  return {
    isSimulated: snapshots.some(({ isSimulated }) => isSimulated),
    isRecorded: snapshots.some(({ isRecorded }) => isRecorded),
    showAge: true,
  };
}

/** The footer below a top play; empty if stdout is not a terminal. */
export function disclaimer({ theme, width }: ScreenStyle, { stdout }: Context): ReadonlyArray<string> {
  if (stdout.isTTY !== true) return [];
  return wrapWords('Informational only, not investment advice.', width).map((line) => theme.muted(line));
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
    : (await import('../output/snapshot.ts')).renderSnapshot;
}

/** Lines after plain tables, which must not look like another row. */
export function setApart(
  lines: ReadonlyArray<string>,
  settings: Settings,
  context: Context,
): ReadonlyArray<string> {
  return isPlain(settings, context) && lines.length > 0 ? ['', ...lines] : lines;
}

/** Writes a line for each row to stdout, and what labels the data to stderr. */
export function writeFormatted(
  template: Template,
  rows: ReadonlyArray<Row>,
  writing: Writing,
): Promise<void> {
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
  const { renderSettings } = await import('../output/settings.ts');
  const style = await styleOf(options, settings, context);
  writeLines(renderSettings(rows, style), style, context);
}
