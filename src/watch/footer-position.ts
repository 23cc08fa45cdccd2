import type { LeftOut } from '../model/bounded.ts';
import type { BoardsBody } from './body-input.ts';
import { clampScroll, shownScroll } from './scroll.ts';
import { lineOf } from './selected-row.ts';
import { hiddenBoardsOf, type ViewState } from './state.ts';
import type { Viewport } from './viewport.ts';

/**
 * The end of the footer: `15 boards, 6 rows each`, `filter TL, 2 hidden, boards 1-6/15`, and shorter texts for where that does
 * not fit. The last to go is that something is left out.
 */
export function describePosition(
  state: ViewState,
  boards: BoardsBody,
  viewport: Viewport,
  leftOut: string,
): ReadonlyArray<string> {
  if (state.mode !== 'view' || state.card !== null) return [linesText(state, viewport)];
  const hidden = hiddenBoardsOf(state).length;
  const filter = state.filter === '' ? '' : `filter ${state.filter}`;
  if (state.view !== 'boards' && state.zoom === null)
    return [joinParts(filter, leftOut, rowsText(state, viewport)), filter];
  const missing = joinParts(hidden === 0 ? '' : `${hidden} hidden`, leftOut);
  return [
    joinParts(filter, missing, boardsText(state, boards, viewport)),
    joinParts(filter, missing),
    filter === '' ? missing : filter,
    filter === '' ? '' : state.filter,
  ];
}

/** `100 of 5000 boards`, or of the rows of a zoomed board `10 of 20000 rows`; empty if nothing is left out. */
export function leftOutText({ zoom }: ViewState, left: LeftOut | null, limit: number): string {
  if (left === null) return '';
  const { kept, all } = (zoom === null ? null : left.rowsOf.get(zoom)) ?? left.rows;
  if (zoom !== null)
    return kept === all || !left.rowsOf.has(zoom) ? '' : `${Math.min(kept, limit)} of ${all} rows`;
  const { boards } = left;
  const parts = [
    boards.kept < boards.all ? `${boards.kept} of ${boards.all} boards` : '',
    kept < all ? `${kept} of ${all} rows` : '',
  ];
  return joinParts(...parts);
}

function joinParts(...parts: ReadonlyArray<string>): string {
  return parts.filter((part) => part !== '').join(', ');
}

function boardsText(state: ViewState, { tiles, cutTo }: BoardsBody, viewport: Viewport): string {
  const { pageLines, totalLines } = viewport;
  if (tiles.length === 0) return '';
  if (totalLines <= pageLines) {
    const count = tiles.length === 1 ? '1 board' : `${tiles.length} boards`;
    return cutTo === null ? count : `${count}, ${cutTo} rows each`;
  }
  const top = clampScroll(shownScroll(state), viewport);
  const isVisible = ({ line, firstRowLine, symbols }: BoardsBody['tiles'][number]) =>
    line >= top && firstRowLine + symbols.length <= top + pageLines;
  const first = tiles.findIndex(isVisible);
  const last = tiles.findLastIndex(isVisible);
  if (first < 0) return linesText(state, viewport);
  const shown = first === last ? `board ${first + 1}` : `boards ${first + 1}-${last + 1}`;
  return `${shown}/${tiles.length}`;
}

/** Which of the entries of the log, or the symbols of the confluence view, are on the screen. */
function rowsText(state: ViewState, { tiles, pageLines, totalLines, ...viewport }: Viewport): string {
  if (totalLines <= pageLines) return '';
  const top = clampScroll(shownScroll(state), { ...viewport, pageLines, totalLines });
  const lines = tiles.flatMap(({ symbols }, tile) => symbols.map((_, row) => lineOf({ tile, row }, tiles)));
  const isVisible = (line: number) => line >= top && line < top + pageLines;
  const first = lines.findIndex(isVisible);
  return first < 0 ? '' : `${first + 1}-${lines.findLastIndex(isVisible) + 1}/${lines.length}`;
}

function linesText(state: ViewState, viewport: Viewport): string {
  const { pageLines, totalLines } = viewport;
  if (totalLines <= pageLines) return '';
  const top = clampScroll(shownScroll(state), viewport);
  return `${top + 1}-${Math.min(totalLines, top + pageLines)}/${totalLines}`;
}
