import { flow, joinBlocks, joinPieces, type PaintedLines, type Segment } from '../../text/lines.ts';
import { fitList } from '../../text/parts.ts';
import { displayWidth } from '../../text/safe-text.ts';
import type { Style } from '../../text/style.ts';
import type { Theme } from '../../text/theme.ts';
import { type Change, changePieces } from '../header/changes-strip.ts';

type Kind = ReadonlyArray<Change>;

/** The kinds of changes, the most important first. Kinds of one row stand side by side in a wide pane. */
const KINDS: ReadonlyArray<ReadonlyArray<Change['type']>> = [
  ['topPlay'],
  ['confluence'],
  ['in', 'up'],
  ['out', 'down'],
];
const LABELS: Partial<Record<Change['type'], string>> = { topPlay: 'top', confluence: '◆' };
const MIN_WIDTH_OF_PAIRS = 79;
const GAP = 3;
const CHANGE_GAP = ' · ';
const MAX_OF_A_KIND = 100;

/** Changes that do not fit are counted at the end of their kind, or of the last kind that is shown. */
export function summaryLines(changes: ReadonlyArray<Change>, most: number, style: Style): PaintedLines {
  const kinds = style.width >= MIN_WIDTH_OF_PAIRS ? KINDS : KINDS.flat().map((type) => [type]);
  const all = kinds
    .map((types) => types.map((type) => changes.filter((each) => each.type === type)))
    .map((row) => row.filter(({ length }) => length > 0))
    .filter(({ length }) => length > 0);
  const rows = all.slice(0, Math.max(0, most));
  const left = all.slice(rows.length).flat(2).length;
  const pairs = widthsOfPairs(rows, style);
  const drawRow = (index: number, height: number) => {
    const row = rows[index] ?? [];
    const widths = row.length === 2 ? pairs : [style.width];
    const uncounted = (kind: number) => (index === rows.length - 1 && kind === row.length - 1 ? left : 0);
    const blocks = row.map((own, kind) =>
      kindLines(own, uncounted(kind), height, { ...style, width: widths[kind] ?? 0 }),
    );
    return joinBlocks(blocks, { widths, gap: GAP });
  };
  const needed = rows.map((_, index) => drawRow(index, Infinity).length);
  const heights = rows.map(() => 1);
  let free = most - rows.length;
  // Give a second line to each row that needs it, then a third, until no line is free.
  for (let height = 2; free > 0 && needed.some((lines) => lines >= height); height++)
    for (const [index, lines] of needed.entries()) if (lines >= height && free-- > 0) heights[index] = height;
  return heights.flatMap((height, index) => drawRow(index, height));
}

/** Splits the width in half, unless one side needs less and the other side needs more. */
function widthsOfPairs(rows: ReadonlyArray<ReadonlyArray<Kind>>, style: Style): readonly [number, number] {
  const both = style.width - GAP;
  const [left = 0, right = 0] = [0, 1].map((side) =>
    rows
      .filter(({ length }) => length === 2)
      .map((row) =>
        displayWidth(kindLines(row[side] ?? [], 0, Infinity, { ...style, width: Infinity })[0] ?? ''),
      )
      .reduce((most, cells) => Math.max(most, cells), 0),
  );
  const [, first = 0] = [Math.floor(both / 2), left, both - right].sort((one, other) => one - other);
  return [first, both - first];
}

/** Draws `in   EMLO Movers 3 · PLTR Momentum 2 (5 more)`; `uncounted` adds to `5 more`. */
function kindLines(changes: Kind, uncounted: number, height: number, { width, theme }: Style): PaintedLines {
  const [first] = changes;
  if (first === undefined) return [];
  const label = `  ${(LABELS[first.type] ?? first.type).padEnd(5)}`;
  const room = Math.max(1, width - label.length);
  const items = changes.slice(0, MAX_OF_A_KIND).map((change) => changeParts(change, room, theme));
  const hidden = changes.length - items.length + uncounted;
  const layout = { width: room, height, gap: theme.glyphs(CHANGE_GAP), paint: theme.muted, hidden };
  const lines = fitList(items, layout, (cells) => joinPieces(changePieces(first, theme), cells));
  return lines.map((line, index) =>
    index === 0 ? theme[first.role](label) + line : ' '.repeat(label.length) + line,
  );
}

function changeParts(change: Change, room: number, theme: Theme): PaintedLines {
  const texts = change.details.map((text, index) => (index < change.details.length - 1 ? `${text},` : text));
  const symbol = changePieces({ ...change, details: [] }, theme);
  return flow([symbol, ...texts.map((text): Segment => [[text, theme.muted]])], room, 1);
}
