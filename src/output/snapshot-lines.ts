import { titleOf } from '../fields/board-title.ts';
import type { Origin } from '../fields/field.ts';
import { shownColumns } from '../fields/fields.ts';
import { originOf, rowsOf } from '../fields/row.ts';
import { type Column, ranksOn } from '../market/catalogue.ts';
import type { Board, Snapshot } from '../service/snapshot.ts';
import type { PaintedLines } from '../text/lines.ts';
import { boardColumns, drawRows, MAX_WIDE_WIDTH, partsOf, renderBoardTitle } from './board-table.ts';
import { type HeaderOptions, renderHeader, renderTopPlay, renderTopPlayLine } from './header-lines.ts';
import { hotView, MOST_HOT_ROWS } from './hot-list.ts';
import { layOut, plainSection } from './table.ts';
import { type BoardsView, firstRanks, type Part, tilesView } from './tile-layout.ts';

export interface SnapshotViewOptions extends HeaderOptions {
  readonly columns: ReadonlyArray<Column> | null;
  /** Shows all columns, with the boards one below the other. A single board always has this form. */
  readonly wide?: boolean | undefined;
  /** True if no row of the snapshot is left out. Then the hot list replaces the line of the top play. */
  readonly isWhole: boolean;
}

interface SnapshotView {
  readonly width: number;
  lines(ranks: number, hotRows: number): PaintedLines;
}

export function viewOf(
  snapshot: Snapshot,
  boards: ReadonlyArray<Board>,
  options: SnapshotViewOptions,
): SnapshotView {
  const { width, lines } = boardsView(boards, originOf({ snapshot, ...options }, options), options);
  const narrowed = { ...options, width };
  const header = renderHeader([snapshot], narrowed);
  if (boards.length === 0 && snapshot.boards.length > 0) return { width, lines: () => header };
  const isPlain = options.mode === 'plain';
  const hot = options.isWhole ? hotView(snapshot, narrowed) : () => [];
  const top = isPlain
    ? renderTopPlay(snapshot.topPlay, narrowed)
    : options.isWhole
      ? []
      : [renderTopPlayLine(snapshot.topPlay, narrowed)];
  return { width, lines: (ranks, hotRows) => [...header, ...top, ...hot(hotRows), ...lines(ranks)] };
}

export function renderSnapshot(
  snapshot: Snapshot,
  boards: ReadonlyArray<Board>,
  options: SnapshotViewOptions,
): PaintedLines {
  return viewOf(snapshot, boards, options).lines(Infinity, MOST_HOT_ROWS);
}

export function renderTop(snapshot: Snapshot, options: HeaderOptions): PaintedLines {
  const top = { ...options, width: Math.min(MAX_WIDE_WIDTH, options.width) };
  return [...renderHeader([snapshot], top), ...renderTopPlay(snapshot.topPlay, top)];
}

/** The timeframe of `origin` decides what some boards rank on. */
function boardsView(boards: ReadonlyArray<Board>, origin: Origin, options: SnapshotViewOptions): BoardsView {
  const { mode, outcomes, wide, columns } = options;
  const detailOf = (key: string) => ranksOn(key, origin.timeframe ?? null);
  if (mode === 'plain') {
    const fields = shownColumns('row', columns, outcomes != null);
    const lines = boards.flatMap((board) =>
      plainSection(board.key, detailOf(board.key), fields, rowsOf(board, origin, outcomes), options),
    );
    return { width: options.width, lines: () => lines };
  }
  const parts = boards
    .flatMap(partsOf)
    .map((part): Part => ({ ...part, rows: rowsOf(part, origin, outcomes) }));
  if (wide !== true && boards.length > 1)
    return tilesView(parts, { ...options, hasLabels: columns !== null || outcomes != null });
  const width = Math.min(MAX_WIDE_WIDTH, options.width);
  const blocks = parts.map((part) => {
    const table = layOut(
      boardColumns(part.rows, { style: options, ...WIDE_STYLE, chosen: columns }),
      [],
      width,
    );
    const [labels = [], ...rows] = drawRows(table, part.rows, options);
    return {
      head: [renderBoardTitle(titleOf(part), detailOf(part.key), '', width, options.theme), ...labels],
      rows,
    };
  });
  return { width, lines: (ranks) => blocks.flatMap((block) => firstRanks(block, ranks)) };
}

const WIDE_STYLE = { metric: 'metric', wrapsMetric: true } as const;
