import Table from 'cli-table3';
import { plainText } from '../text/format.ts';
import { breakWords, type PaintedLines } from '../text/lines.ts';
import { type Align, cleanText, displayWidth } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';

export type SettingRow = readonly [name: string, value: string, source: string];

export const GRID_GAP = 2;
/** With less room, the source follows the value in brackets. */
const MIN_ROOM = 30;

/** On a screen, breaks long texts instead of cutting them, because half a path is useless. */
export function renderSettings(
  rows: ReadonlyArray<SettingRow>,
  { mode, width, theme }: Pick<Style, 'mode' | 'width' | 'theme'>,
): PaintedLines {
  const isPlain = mode === 'plain';
  const room = width - Math.max(...rows.map(([name]) => displayWidth(name))) - 2 * GRID_GAP;
  const isNarrow = !isPlain && room < MIN_ROOM;
  const texts = rows.map(([name, value, source]): SettingRow => {
    const clean = cleanText(value);
    const shown = isPlain ? plainText(clean) : clean;
    const from = cleanText(source);
    return isNarrow && from !== '' ? [name, `${shown} (${from})`, ''] : [name, shown, from];
  });
  const [values = 0, sources = 0] = [1, 2].map((column) =>
    Math.max(...texts.map((row) => displayWidth(row[column] ?? ''))),
  );
  const sourceRoom = Math.min(sources, Math.max(room - values, Math.floor(room / 3)));
  // cli-table3 breaks only between words and cuts longer words, so break texts before.
  const broken = (text: string, cells: number) => (isPlain ? text : breakWords(text, cells).join('\n'));
  return drawGrid(
    texts.map(([name, value, source]) => [
      theme.muted(name),
      broken(value, room - sourceRoom),
      theme.muted(broken(source, sourceRoom)),
    ]),
  );
}

export function drawGrid(
  rows: ReadonlyArray<ReadonlyArray<string>>,
  aligns: ReadonlyArray<Align> = [],
): PaintedLines {
  const table = new Table({
    chars: { left: '', right: '', middle: ' '.repeat(GRID_GAP) },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colAligns: [...aligns],
  });
  table.push(...rows.map((cells) => [...cells]));
  // The first and the last line belong to the frame.
  const lines = table.toString().split('\n').slice(1, -1);
  return lines.map((line) => line.trimEnd());
}
