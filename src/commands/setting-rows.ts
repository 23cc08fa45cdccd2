import type { Context } from '../context.ts';
import type { SettingRow } from '../output/settings.ts';
import { preferenceText } from '../settings/preferences.ts';
import type { Settings } from '../settings/resolve.ts';
import { ABSENT } from '../text/format.ts';
import { type StyleChoice, styleOf, writeLines } from './write.ts';

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
