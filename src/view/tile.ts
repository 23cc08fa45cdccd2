import type { Board, BoardPart, BoardRow } from '../api/snapshot.ts';
import type { RowPast } from '../fields/field.ts';
import { groupBy } from '../group-by.ts';
import type { BoardMovement } from '../model/movement.ts';
import { BOARD_CATALOGUE, type Column, type PastColumn } from '../vocabulary.ts';
import type { Line } from './box.ts';
import type { Metrics } from './metric-words.ts';
import { type PaneRow, renderPaneLabels, renderPaneRow } from './pane-row.ts';
import { cleanText, clip, displayWidth } from './safe-text.ts';
import type { Theme } from './theme.ts';
import { placeTileColumns } from './tile-columns.ts';
import type { TileLayout } from './tile-layout.ts';

/** Cells of rule that a title keeps beside its label. */
const MIN_RULE = 2;

/** The groups of a board, without those that a filter left empty; the board itself if it has none. */
export function partsOf({ key, rows }: Board): ReadonlyArray<BoardPart> {
  if (rows.length === 0) return [{ key, group: null, rows }];
  const groups = groupBy(rows, ({ group }) => group?.name ?? null);
  return [...groups].map(([group, some]) => ({ key, group, rows: some }));
}

/** The rows that the user selected, and the symbols that they pinned. */
export interface RowEmphasis {
  /** Index of the selected row in this board; null if it is in another one. */
  readonly index: number | null;
  /** The selected symbol, which stands out on every board. */
  readonly symbol: string | null;
  readonly pins: ReadonlyArray<string>;
}

export interface TileOptions {
  readonly layout: TileLayout;
  readonly metrics: Metrics;
  readonly theme: Theme;
  readonly columns: ReadonlyArray<Column | PastColumn> | null;
  readonly movement: BoardMovement | undefined;
  readonly emphasis: RowEmphasis;
  /** What memory knows of a symbol on this board. */
  readonly pastOf: (symbol: string) => RowPast | null;
}

/** A title and the rows of one board, or of one of its groups, without a frame. */
export function renderTile(board: BoardPart, options: TileOptions): ReadonlyArray<Line> {
  const { layout, theme, metrics } = options;
  const columns = placeTileColumns(layout.width, options.columns);
  const rows = board.rows.slice(0, layout.rows).map((row, index) => describeRow(row, index, options, true));
  return [
    renderBoardTitle(titleOf(board), '', metrics.words, layout.width, theme),
    ...(layout.hasHeaders && rows.length > 0 ? [renderPaneLabels(columns, theme, metrics.label)] : []),
    ...(rows.length === 0 ? [emptyLine(theme)] : []),
    ...rows.map((row) => renderPaneRow(row, columns, theme)),
  ];
}

/** A row as the pane shows it. */
export function describeRow(
  row: BoardRow,
  index: number,
  { metrics, movement, emphasis, pastOf }: Pick<TileOptions, 'metrics' | 'movement' | 'emphasis' | 'pastOf'>,
  hasAgeInMark: boolean,
): PaneRow {
  const { symbol } = row;
  const isRelated = symbol !== null && symbol === emphasis.symbol;
  const mark = symbol === null ? undefined : movement?.marks.get(symbol);
  const past = symbol === null ? null : pastOf(symbol);
  return {
    row: { ...row, mark, past, hasAgeInMark, shownMetric: metrics.text(row) },
    isPinned: symbol !== null && emphasis.pins.includes(symbol),
    emphasis: index === emphasis.index ? 'selected' : isRelated ? 'related' : 'none',
  };
}

/** `Movers ─ move over the window ─────── 10 ranks`: exactly `width` cells. Detail and label give way to the title. */
export function renderBoardTitle(
  title: string,
  detail: string,
  label: string,
  width: number,
  theme: Theme,
): Line {
  const text = clip(title, width);
  let room = width - displayWidth(text);
  const end = label !== '' && displayWidth(label) + 2 + MIN_RULE <= room ? ` ${label}` : '';
  room -= displayWidth(end);
  const middle = detail !== '' && displayWidth(detail) + 4 + MIN_RULE <= room ? ` ─ ${detail}` : '';
  room -= displayWidth(middle);
  const rule = room > 1 ? ` ${'─'.repeat(room - 1)}` : ' '.repeat(room);
  return {
    plain: text + middle + rule + end,
    painted: theme.title(text) + (middle + rule + end === '' ? '' : theme.muted(middle + rule + end)),
  };
}

/** `Money flow · blue`, `Movers`, or the key of a board that is not in the catalogue. */
export function titleOf({ key, group }: Pick<BoardPart, 'key' | 'group'>): string {
  const title = BOARD_CATALOGUE.find((entry) => entry.key === key)?.title ?? cleanText(key);
  return group === null ? title : `${title} · ${group}`;
}

const EMPTY = ' no symbols';
/** Cells of a board without symbols. */
export const EMPTY_WIDTH = EMPTY.length;

export function emptyLine(theme: Theme): Line {
  return { plain: EMPTY, painted: theme.muted(EMPTY) };
}
