import type { Row } from '../../fields/field.ts';
import { markOf } from '../../market/diff.ts';
import { isOneOf } from '../../market/ticker.ts';
import type { ColumnOptions } from '../../output/board-table.ts';
import type { BoardPart } from '../../service/snapshot.ts';
import { counted } from '../../text/format.ts';
import { joinBlocks, type PaintedLines, wrapWords } from '../../text/lines.ts';
import { linesText } from '../footer.ts';
import { roomOf } from '../frame-boards.ts';
import { rowOf } from '../selected-row.ts';
import { hiddenBoardsOf } from '../state.ts';
import type { Body, BodyRow, Opened, Page, ViewInput } from '../view.ts';

/** In the past, `rank now` replaces the metric, except while a replay plays. */
export function columnOptionsOf({ isPast, pane, style, columns }: ViewInput): ColumnOptions {
  return { style, chosen: columns, metric: isPast && pane.playback !== 'playing' ? 'rankNow' : 'metric' };
}

/** A grid of boards. Each board has `width` cells, up to `rows` rows, and lines above and below. */
export interface Arrangement {
  readonly columns: number;
  readonly width: number;
  readonly rows: number;
  readonly above: number;
  readonly below: number;
}

export const BOARD_GAP = 3;

/** Without a filter, reserves lines for all rows that a board can have, so that boards stay in place. */
export function boardsBody(
  boards: ReadonlyArray<BoardPart>,
  arrangement: Arrangement,
  render: (board: BoardPart, rows: ReadonlyArray<Row>) => PaintedLines,
  input: ViewInput,
  opened: Opened,
): Body {
  const { columns, width, rows: most, above, below } = arrangement;
  const countOf = (board: BoardPart) =>
    Math.min(most, input.boards.isNarrowed ? board.rows.length : roomOf(board, input.selection));
  const heights = rowHeights(
    boards.map((board) => above + countOf(board) + below),
    columns,
  );
  const starts = startsOf(heights);
  const counts = new Map<string, number>();
  const bodyRows = boards.map((board, number): ReadonlyArray<BodyRow> => {
    const { key } = board;
    const block = starts[Math.floor(number / columns)] ?? 0;
    const before = counts.get(key) ?? 0;
    const rows = board.rows.slice(0, countOf(board));
    counts.set(key, before + rows.length);
    return rows.map(({ symbol }, row) => {
      const line = block + above + row;
      return { board: key, symbol, index: before + row, line, column: number % columns, block };
    });
  });
  const rows = bodyRows.flat();
  const selected = rowOf(opened.selected, rows);
  const drawn = boards.map(
    (board, number) => () => render(board, rowsToDraw(bodyRows[number] ?? [], board, selected, input)),
  );
  return {
    lines: heights.flatMap((height, row) => {
      const first = row * columns;
      return linesOfBlocks(drawn.slice(first, first + columns), width, height);
    }),
    starts,
    rows,
    position: (page) => boardsText(boards, starts, arrangement, page),
  };
}

/** Draws the boards of one grid row only when one of their lines is on the screen. */
export function linesOfBlocks(
  blocks: ReadonlyArray<() => PaintedLines>,
  width: number,
  height: number,
): ReadonlyArray<() => string> {
  let drawn: PaintedLines | null = null;
  const widths = blocks.map(() => width);
  const draw = () =>
    joinBlocks(
      blocks.map((block) => block()),
      { widths, gap: BOARD_GAP },
      height,
    );
  return Array.from({ length: height }, (_, line) => () => {
    drawn ??= draw();
    return drawn[line] ?? '';
  });
}

/** Returns `boards 1-6/15`; if all are on the screen, `15 boards`, or `15 boards, 6 rows` if rows are cut. */
function boardsText(
  boards: ReadonlyArray<BoardPart>,
  starts: ReadonlyArray<number>,
  { columns, rows: most }: Arrangement,
  page: Page,
): string {
  const { scroll, pageLines, totalLines } = page;
  const keys = [...new Set(boards.map(({ key }) => key))];
  if (totalLines <= pageLines) {
    const count = counted(keys.length, 'board');
    return boards.some(({ rows }) => rows.length > most) ? `${count}, ${most} rows` : count;
  }
  const visible = boards.filter((_, number) => {
    const row = Math.floor(number / columns);
    return (starts[row] ?? 0) >= scroll && (starts[row + 1] ?? totalLines) <= scroll + pageLines;
  });
  if (visible.length === 0) return linesText(page);
  const [first, last] = [visible.at(0), visible.at(-1)].map((board) => keys.indexOf(board?.key ?? '') + 1);
  return `${first === last ? `board ${first}` : `boards ${first}-${last}`}/${keys.length}`;
}

export function rowHeights(boardHeights: ReadonlyArray<number>, columns: number): ReadonlyArray<number> {
  const rows = Array.from({ length: Math.ceil(boardHeights.length / columns) }, (_, row) => row * columns);
  return rows.map((first) => Math.max(...boardHeights.slice(first, first + columns)));
}

function rowsToDraw(
  bodyRows: ReadonlyArray<BodyRow>,
  { key, rows }: BoardPart,
  selected: BodyRow | null,
  { pane, isPast, memory, timeframes, boards: { movement } }: ViewInput,
): ReadonlyArray<Row> {
  return rows.slice(0, bodyRows.length).map((row, index): Row => {
    const { symbol } = row;
    const isRelated = symbol !== null && symbol === selected?.symbol;
    const emphasis = bodyRows[index] === selected ? 'selected' : isRelated ? 'related' : null;
    if (symbol === null) return { board: key, emphasis, ...row };
    // Own properties come first, because Node 20 is slow to add properties after a spread.
    return {
      board: key,
      emphasis,
      isPinned: isOneOf(pane.pins, symbol),
      mark: markOf(movement, key, symbol),
      rowOutcome: isPast ? timeframes.outcomeOf(pane, key, symbol) : undefined,
      ...memory.memoryOf(key, symbol),
      ...row,
    };
  });
}

/** Returns the line that replaces the rows of a board that the snapshot lacks; null if it has the board. */
export function absenceOf({ key }: BoardPart, { snapshot, style }: ViewInput): PaintedLines | null {
  const isPresent = snapshot?.boards.some((board) => board.key === key) === true;
  return isPresent ? null : [style.theme.muted(' not in this snapshot')];
}

export function listPlacesOf(
  symbols: ReadonlyArray<string | null>,
  lineOf: (index: number) => number,
): ReadonlyArray<BodyRow> {
  const first = { board: null, column: 0, block: 0 };
  return symbols.map((symbol, index) => ({ ...first, symbol, index, line: lineOf(index) }));
}

export function startsOf(heights: ReadonlyArray<number>): ReadonlyArray<number> {
  const starts: Array<number> = [];
  let line = 0;
  for (const height of heights) {
    starts.push(line);
    line += height;
  }
  return starts;
}

export function linesBody(lines: ReadonlyArray<string>): Body {
  return { lines, starts: [...lines.keys()], rows: [] };
}

export function noteBody(text: string, { style: { theme, width } }: ViewInput, title: PaintedLines): Body {
  const lines = wrapWords(text, width).map((line) => theme.muted(line));
  return { ...linesBody([...title, ...lines]), position: () => '' };
}

export function emptyBody(input: ViewInput, title: PaintedLines = []): Body {
  const { pane, snapshot, boards, selection } = input;
  if (snapshot === null) return linesBody([]);
  return noteBody(reason(), input, title);

  function reason(): string {
    if (boards.isNarrowed) return 'No symbol matches.';
    if (boards.filtered.length > 0) return 'No symbol is on a board.';
    if (hiddenBoardsOf(pane).length > 0) return 'All boards are hidden; press b to choose.';
    return (selection.boards ?? []).length > 0
      ? 'This snapshot has none of the boards chosen with -b or the preference boards.'
      : 'The snapshot has no boards.';
  }
}
