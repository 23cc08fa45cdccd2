import type { Options } from '../cli/options.ts';
import { type Context, variable } from '../context.ts';
import type { SettingRow } from '../output/grid.ts';
import { preferenceText } from '../settings/preferences.ts';
import type { Settings } from '../settings/resolve.ts';
import { shownText, toAscii } from '../text/ascii.ts';
import type { ScreenStyle } from '../text/ctx.ts';
import { ABSENT } from '../text/format.ts';
import { wrapWords } from '../text/lines.ts';
import { renderMessage } from '../text/message.ts';

/** Prints notes for the user to stderr. */
export interface Notes {
  /** Prints nothing with `--quiet`. */
  readonly note: (text: string) => void;
  /** Prints the note even with `--quiet`. */
  readonly noteAlways: (text: string) => void;
}

/** With `--json` a note is one line, on a terminal too. */
export function createNotes({ quiet, json }: Pick<Options, 'quiet' | 'json'>, context: Context): Notes {
  const noteAlways = (text: string) => {
    const { stderr, env } = context;
    stderr.write(renderMessage(text, { label: 'note: ', isOneLine: json }, stderr, env));
  };
  return { noteAlways, note: quiet === true ? () => undefined : noteAlways };
}

/** Notes that a variable, if the setting has one and it is set, overrides what was stored. */
export function noteOverride(
  name: string | undefined,
  what: string,
  note: Notes['note'],
  { env }: Pick<Context, 'env'>,
): void {
  if (name !== undefined && variable(name, env) !== undefined)
    note(`${name} is set and overrides the stored ${what}`);
}

/** Writes the lines of `--debug` to stderr, or returns undefined without it. */
export function debugWriter({ debug }: Options, context: Context): ((line: string) => void) | undefined {
  return debug === true
    ? (line) => context.stderr.write(shownText(`debug: ${line}\n`, context.env))
    : undefined;
}

/** Writes text for people to stdout. What scripts read, such as a path or a value, is written unchanged instead. */
export function writeText(text: string, { stdout, env }: Context): void {
  stdout.write(shownText(text, env));
}

/** Writes a page of help. A terminal that is narrower than a line gets it broken between words, with its indentation where that leaves room. */
export function writePage(text: string, { stdout, env }: Pick<Context, 'stdout' | 'env'>): void {
  const width = stdout.columns || Number.POSITIVE_INFINITY;
  const lines = text.split('\n').flatMap((line) => {
    if (line.length <= width) return [line];
    const blanks = (/^ */.exec(line)?.[0] ?? '').slice(0, width / 4);
    return wrapWords(line.trim(), width - blanks.length).map((part) => blanks + part.trimEnd());
  });
  stdout.write(shownText(lines.join('\n'), env));
}

/** Whether text for people is plain: by default if stdout is not a terminal, or one without cursor movement. */
export function isPlain(
  { plain }: Pick<Settings, 'plain'>,
  { stdout, env }: Pick<Context, 'stdout' | 'env'>,
): boolean {
  return plain.value ?? (stdout.isTTY !== true || variable('TERM', env) === 'dumb');
}

/** How text for people is written to stdout. */
export async function styleOf(
  { color }: Options,
  settings: Settings,
  { stdout, env }: Context,
): Promise<ScreenStyle> {
  const { screenStyle } = await import('../text/ctx.ts');
  const { palette, timeZone } = settings;
  const style = isPlain(settings, { stdout, env }) ? 'plain' : 'screen';
  return screenStyle({ color, palette: palette.value, timeZone }, stdout, env, style);
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
  options: Options,
  settings: Settings,
  context: Context,
): Promise<void> {
  const { renderSettings } = await import('../output/grid.ts');
  const style = await styleOf(options, settings, context);
  writeLines(renderSettings(rows, style), style, context);
}
