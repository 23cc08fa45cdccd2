import { rankByConfluence, type SymbolConfluence } from '../model/confluence.ts';
import { renderConfluenceTable } from '../view/confluence-table.ts';
import type { BoardsBody, BodyInput, BodyStyle } from './body-input.ts';
import { placeOf } from './selected-row.ts';
import { CONFLUENCE_BOARD, hiddenBoardsOf } from './state.ts';
import type { ViewportTile } from './viewport.ts';

/** All symbols of the snapshot by the number of boards that they are on. */
export function confluenceBody(input: BodyInput, { width, theme, selection }: BodyStyle): BoardsBody {
  const { state, remembered } = input;
  const hidden = hiddenBoardsOf(state);
  const entries = entriesOf(input, selection, hidden);
  const symbols = entries.map(({ symbol }) => symbol);
  const selected = placeOf(state.selectedRow, [tileOf(symbols, [...symbols.keys()])])?.row;
  const { head, rows } = renderConfluenceTable(entries, {
    width,
    theme,
    selected: symbols[selected ?? -1] ?? null,
    pins: state.pins,
    hidden,
    confluenceOf: remembered.confluenceOf,
  });
  const lines = head.map(({ painted }) => painted);
  const rowLines: Array<number> = [];
  for (const row of rows) {
    rowLines.push(lines.length);
    lines.push(...row.map(({ painted }) => painted));
  }
  return { lines, blockStarts: [0], tiles: [tileOf(symbols, rowLines)], cutTo: null, zoomableKeys: [] };
}

function entriesOf(
  { known, state }: Pick<BodyInput, 'known' | 'state'>,
  selection: BodyStyle['selection'],
  hidden: ReadonlyArray<string>,
): ReadonlyArray<SymbolConfluence> {
  if (known.snapshot === null) return [];
  const { snapshot, isSimulated } = known;
  const source = { timeframe: state.timeframe, snapshot, isSimulated, isRecorded: false };
  return rankByConfluence([source], { ...selection, sort: null }).filter(
    ({ symbol, standings }) =>
      symbol.toUpperCase().includes(state.filter) &&
      standings.some(({ placements }) => placements.some(({ board }) => !hidden.includes(board))),
  );
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
