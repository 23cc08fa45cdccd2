import { rankByConfluence } from '../model/confluence.ts';
import { type ConfluenceRow, renderConfluenceRow, renderConfluenceTitle } from '../view/confluence-table.ts';
import type { BoardsBody, BodyInput, BodyStyle } from './body-input.ts';
import { placeOf } from './selected-row.ts';
import { CONFLUENCE_BOARD, hiddenBoardsOf } from './state.ts';
import type { ViewportTile } from './viewport.ts';

/** All symbols of the snapshot by the number of boards that they are on. */
export function confluenceBody({ known, state, remembered }: BodyInput, style: BodyStyle): BoardsBody {
  const rows = rowsOf({ known, state, remembered }, style);
  const lines = renderConfluenceTitle(rows.length, style).map(({ painted }) => painted);
  const rowLines: Array<number> = [];
  const symbols = rows.map(({ symbol }) => symbol);
  const selected = placeOf(state.selectedRow, [
    tileOf(
      symbols,
      rows.map((_, index) => index),
    ),
  ])?.row;
  for (const [index, row] of rows.entries()) {
    rowLines.push(lines.length);
    const rendered = renderConfluenceRow(row, { index, isSelected: index === selected }, style);
    lines.push(...rendered.map(({ painted }) => painted));
  }
  return { lines, blockStarts: [0], tiles: [tileOf(symbols, rowLines)], cutTo: null, zoomableKeys: [] };
}

function rowsOf(
  { known, state, remembered }: Pick<BodyInput, 'known' | 'state' | 'remembered'>,
  { selection }: BodyStyle,
): ReadonlyArray<ConfluenceRow> {
  if (known.snapshot === null) return [];
  const hidden = hiddenBoardsOf(state);
  const { confluenceOf } = remembered;
  const snapshot = {
    timeframe: state.timeframe,
    snapshot: known.snapshot,
    isSimulated: known.isSimulated,
    isRecorded: false,
  };
  return rankByConfluence([snapshot], { ...selection, sort: null })
    .filter(({ symbol }) => symbol.toUpperCase().includes(state.filter))
    .flatMap(({ symbol, price, standings }) =>
      standings.map(({ boards, bias, dayPct, placements }) => ({
        symbol,
        price,
        dayPct,
        boards,
        bias,
        isPinned: state.pins.includes(symbol),
        ...confluenceOf(symbol),
        places: placements
          .filter(({ board }) => !hidden.includes(board))
          .map(({ board, row }) => ({ board, rank: row.rank })),
      })),
    )
    .filter(({ places }) => places.length > 0);
}

function tileOf(symbols: ReadonlyArray<string>, rowLines: ReadonlyArray<number>): ViewportTile {
  const [firstRowLine = 0] = rowLines;
  return {
    board: CONFLUENCE_BOARD,
    column: 0,
    line: 0,
    firstRowLine,
    rowLines,
    symbols,
    listed: new Set(symbols),
  };
}
