import Table from 'cli-table3';
import type { Ctx } from '../text/ctx.ts';
import { plainText } from '../text/format.ts';
import { breakWords, type Lines } from '../text/lines.ts';
import { cleanText, displayWidth } from '../text/safe-text.ts';
import { unpainted } from '../text/theme.ts';

/** A setting: its name, value and source. */
export type SettingRow = readonly [name: string, value: string, source: string];

const GAP = 2;
/** In less room, the source follows the value. */
const MIN_ROOM = 30;

/** Rows in aligned columns, plain for `grep` and `awk`. On a screen a long text is broken, because a part of a path is of no use. */
export function renderSettings(
  rows: ReadonlyArray<SettingRow>,
  { style, width, theme }: Pick<Ctx, 'style' | 'width' | 'theme'>,
): Lines {
  const isPlain = style === 'plain';
  const nameWidth = Math.max(...rows.map(([name]) => displayWidth(name)));
  const room = width - nameWidth - 2 * GAP;
  const isNarrow = !isPlain && room < MIN_ROOM;
  const texts = rows.map(([name, value, source]) => {
    const shown = isPlain ? plainText(value) : cleanText(value);
    const [end, last] = isNarrow && source !== '' ? [` (${cleanText(source)})`, ''] : ['', cleanText(source)];
    return [name, shown + end, last];
  });
  const natural = [0, 1, 2].map((column) => Math.max(...texts.map((row) => displayWidth(row[column] ?? ''))));
  const [, values = 0, sources = 0] = natural;
  const sourceWidth = Math.min(sources, Math.max(room - values, Math.floor(room / 3)));
  const widths = isPlain ? natural : [nameWidth, Math.min(values, room - sourceWidth), sourceWidth];
  const table = new Table({
    chars: { left: '', right: '', middle: ' '.repeat(GAP) },
    colWidths: widths,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  const paints = [theme.muted, unpainted, theme.muted];
  // Broken before they are painted: where cli-table3 truncates, dim is not switched off, and very long text takes minutes.
  const broken = texts.map((row) =>
    widths.map((cells, column) => {
      const paint = paints[column] ?? unpainted;
      return paint(breakWords(row[column] ?? '', cells).join('\n'));
    }),
  );
  table.push(...broken);
  // Its first and last lines are those of the frame.
  const lines = table.toString().split('\n').slice(1, -1);
  return lines.map((line) => line.trimEnd());
}
