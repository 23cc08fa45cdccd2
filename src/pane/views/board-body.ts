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

/** In the past, the outcome of a row stands in place of its metric, but not while a replay plays. */
export function columnOptionsOf({ isPast, pane, style, columns }: ViewInput): ColumnOptions {
  return { style, chosen: columns, metric: isPast && pane.playback !== 'playing' ? 'rankNow' : 'metric' };
}

/** How boards stand: so many side by side, each with at most so many rows, and with lines above and below them. */
export interface Arrangement {
  readonly columns: number;
  /** Cells of each board. */
  readonly width: number;
  readonly rows: number;
  readonly above: number;
  readonly below: number;
}

/** Blank cells between two boards. */
export const BOARD_GAP = 3;

/** Boards, or their groups, with room for as many rows as they can have, whatever the snapshot holds. */
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
  const places = boards.map((board, number): ReadonlyArray<BodyRow> => {
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
  const rows = places.flat();
  const selected = rowOf(opened.selected, rows);
  const drawn = boards.map(
    (board, number) => () => render(board, rowsAt(places[number] ?? [], board, selected, input)),
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

/** Boards side by side, which are drawn when one of their lines is on the screen. */
function linesOfBlocks(
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

/** The boards that are whole on the screen: `boards 1-6/15`; if all are, `15 boards`, or `15 boards, 6 rows` where rows are left out. */
function boardsText(
  boards: ReadonlyArray<BoardPart>,
  starts: ReadonlyArray<number>,
  { columns, rows: most }: Arrangement,
  page: Page,
): string {
  const { scroll, pageLines, totalLines } = page;
  // The groups of a board are parts of one.
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

/** The height of each row of boards, from the height of each board. */
export function rowHeights(heights: ReadonlyArray<number>, columns: number): ReadonlyArray<number> {
  const rows = Array.from({ length: Math.ceil(heights.length / columns) }, (_, row) => row * columns);
  return rows.map((first) => Math.max(...heights.slice(first, first + columns)));
}

/** The rows of a board that stand at these places, with all that the pane knows of them. `selected` is one of all places. */
function rowsAt(
  places: ReadonlyArray<BodyRow>,
  { key, rows }: BoardPart,
  selected: BodyRow | null,
  { pane, isPast, memory, timeframes, boards: { movement } }: ViewInput,
): ReadonlyArray<Row> {
  return rows.slice(0, places.length).map((row, index): Row => {
    const { symbol } = row;
    const isRelated = symbol !== null && symbol === selected?.symbol;
    const emphasis = places[index] === selected ? 'selected' : isRelated ? 'related' : null;
    if (symbol === null) return { board: key, emphasis, ...row };
    // Node 20 is slow with what follows a spread.
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

/** The line in place of the rows of a board, or of one of its groups, that the snapshot lacks; null for a board that it has. */
export function absenceOf({ key }: BoardPart, { snapshot, style }: ViewInput): PaintedLines | null {
  const isPresent = snapshot?.boards.some((board) => board.key === key) === true;
  return isPresent ? null : [style.theme.muted(' not in this snapshot')];
}

/** The places of the rows of a list that is no board. */
export function listPlacesOf(
  symbols: ReadonlyArray<string | null>,
  lineOf: (index: number) => number,
): ReadonlyArray<BodyRow> {
  const first = { board: null, column: 0, block: 0 };
  return symbols.map((symbol, index) => ({ ...first, symbol, index, line: lineOf(index) }));
}

/** The first line of each block, from their heights. */
export function startsOf(heights: ReadonlyArray<number>): ReadonlyArray<number> {
  const starts: Array<number> = [];
  let line = 0;
  for (const height of heights) {
    starts.push(line);
    line += height;
  }
  return starts;
}

/** A body without rows to select, which scrolls by lines. */
export function linesBody(lines: ReadonlyArray<string>): Body {
  return { lines, starts: [...lines.keys()], rows: [] };
}

/** A sentence in place of rows, below a title. */
export function noteBody(text: string, { style: { theme, width } }: ViewInput, title: PaintedLines): Body {
  const lines = wrapWords(text, width).map((line) => theme.muted(line));
  return { ...linesBody([...title, ...lines]), position: () => '' };
}

/** Says why there is nothing to show, below a title. */
export function emptyBody(input: ViewInput, title: PaintedLines = []): Body {
  const { pane, snapshot, boards, selection } = input;
  if (snapshot === null) return linesBody([]);
  return noteBody(reason(), input, title);

  function reason(): string {
    if (boards.isNarrowed) return 'No symbol matches.';
    if (boards.filtered.length > 0) return 'No symbol is on a board.';
    if (hiddenBoardsOf(pane).length > 0) return 'All boards are hidden; press b to choose.';
    return (selection.boards ?? []).length > 0
      ? 'None of the boards of -b is in this snapshot.'
      : 'The snapshot has no boards.';
  }
}
