import type { Context } from '../../context.ts';
import { variable } from '../../lib/environment.ts';
import type { SettingRow } from '../../output/settings-grid.ts';
import { type PreferenceValue, preferenceText } from '../../settings/preferences.ts';
import type { Settings } from '../../settings/resolve.ts';
import { shownText, toAscii } from '../../text/ascii.ts';
import { ABSENT, counted } from '../../text/format.ts';
import { breakWords } from '../../text/lines.ts';
import type { ScreenStyle } from '../../text/style.ts';
import type { Session } from './session.ts';

/** Replaces signs by ASCII if the locale needs that. Do not use it for output that scripts read. */
export function writeText(text: string, { stdout, env }: Context): void {
  stdout.write(shownText(text, env));
}

/** In narrower terminals, texts stand below their labels. */
const MIN_WIDTH_OF_LABELS = 60;

/** Breaks lines between words if the terminal is narrower. Broken lines keep their indentation. */
export function writePage(text: string, { stdout, env }: Pick<Context, 'stdout' | 'env'>): void {
  const width = stdout.columns || Infinity;
  const page =
    width < MIN_WIDTH_OF_LABELS
      ? // Lines that continue beside a label have a deep indentation.
        text.replace(/\n {10,}(?=\S)/g, ' ').replace(/^( +)(\S.*) {2,}(?=\S)/gm, '$1$2\n$1    ')
      : text;
  const lines = page.split('\n').flatMap((line) => {
    if (line.length <= width) return [line.trimEnd()];
    const blanks = (/^ */.exec(line)?.[0] ?? '').slice(0, width / 4);
    return breakWords(line.trim(), width - blanks.length).map((part) => blanks + part.trimEnd());
  });
  stdout.write(shownText(lines.join('\n'), env));
}

export function isPlain({ options, context: { stdout, env } }: Session): boolean {
  return options.plain ?? (stdout.isTTY !== true || variable('TERM', env) === 'dumb');
}

export async function styleOf(session: Session): Promise<ScreenStyle> {
  const { screenStyle } = await import('../../text/style.ts');
  const { options, settings, context } = session;
  const style = { color: options.color, palette: settings.palette.value, timeZone: settings.timeZone };
  return screenStyle(style, context, isPlain(session) ? 'plain' : 'screen');
}

export function writeLines(
  lines: ReadonlyArray<string>,
  { ascii }: Pick<ScreenStyle, 'ascii'>,
  { stdout }: Context,
): void {
  const text = `${lines.join('\n')}\n`;
  const shown = ascii ? toAscii(text) : text;
  // On a terminal, trailing spaces fill the background of a badge; a pipe does not need them.
  stdout.write(stdout.isTTY === true ? shown : shown.replace(/ +$/gm, ''));
}

export function preferenceRows({ preferences }: Settings): ReadonlyArray<SettingRow> {
  return Object.entries(preferences).map(([name, { value, source }]) => [
    name,
    valueText(name, value),
    source,
  ]);
}

const PREFERENCE_UNITS: Readonly<Record<string, string>> = { interval: 'second', record: 'day' };

function valueText(name: string, value: PreferenceValue | null): string {
  const unit = PREFERENCE_UNITS[name];
  if (value === null) return ABSENT;
  return typeof value === 'number' && unit !== undefined ? counted(value, unit) : preferenceText(value);
}

export async function writeSettings(rows: ReadonlyArray<SettingRow>, session: Session): Promise<void> {
  const { renderSettings } = await import('../../output/settings-grid.ts');
  const style = await styleOf(session);
  writeLines(renderSettings(rows, style), style, session.context);
}
