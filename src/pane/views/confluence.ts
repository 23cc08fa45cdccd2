import type { Row } from '../../fields/field.ts';
import { fieldNamed, paintOf } from '../../fields/fields.ts';
import { symbolRow } from '../../fields/row.ts';
import { onSharedBoards, rankByConfluence, type SymbolConfluence } from '../../market/standings.ts';
import { columnOf, selectedPiece } from '../../output/board.ts';
import { confluenceTitle, countSymbols, listPlaces, PLACE, sharedTexts } from '../../output/confluence.ts';
import { draw as drawTable, fixed, layOut, type TableColumn } from '../../output/table.ts';
import { type Line, selectedLine } from '../../text/lines.ts';
import { renderSparkline } from '../../text/sparkline.ts';
import { rowsText } from '../footer.ts';
import { placeOf } from '../selected-row.ts';
import { matchesFilter } from '../shown-boards.ts';
import { changeFront, hiddenBoardsOf } from '../state.ts';
import { type Body, key, type Opened, type Shown, type View } from '../view.ts';
import { emptyBody, linesBody, listPlacesOf, noteBody, startsOf } from './board-body.ts';
import { SIGNS } from './help.ts';

/** Which symbols are listed, as the key steps through them. */
const CHOICES = ['two or more', 'all', 'pins'] as const;
type Choice = (typeof CHOICES)[number];

/** The symbols of the snapshot by the number of boards that they are on, pinned ones first. */
export function confluenceView(choice: Choice = 'two or more'): View {
  const next = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
  return {
    name: 'confluence',
    about: choice,
    keys: [
      key('look', 'f', ['f'], 'two boards or more, all, pins', {
        footer: () => next ?? null,
        // What leads back stays longest.
        isFirst: () => choice !== 'two or more',
        disabled: ({ boards }) =>
          boards.shown.some(({ rows }) => rows.length > 0) ? null : 'no symbol here',
        press: ({ pane }) => ({ pane: changeFront(pane, { view: confluenceView(next), scroll: 0 }) }),
      }),
    ],
    help: {
      sample: [
        '★   1 SONA       3.25   +9.69% ◆3+ rise   Movers 2 · Momentum 2 (Forum 7)',
        'top play, place, symbol, price, change, boards, trend, ranks (not counted)',
      ],
      signs: [
        ...[SIGNS.boards, SIGNS.bias, SIGNS.pinned, SIGNS.selected],
        ...[SIGNS.atLeast, SIGNS.counts, SIGNS.trend, SIGNS.words],
      ],
    },
    draw: (shown, opened) => draw(choice, shown, opened),
  };
}

function draw(choice: Choice, shown: Shown, { selected }: Opened): Body {
  const { pane, ctx } = shown;
  if (shown.known.snapshot === null) return linesBody([]);
  const all = entriesOf(shown);
  const shared = onSharedBoards(all).length;
  const pinned = all.filter(({ symbol }) => pane.pins.includes(symbol));
  const others = { 'two or more': onSharedBoards(all), all, pins: [] }[choice];
  const entries = [...pinned, ...others.filter((entry) => !pinned.includes(entry))];
  const title = confluenceTitle(titleTexts(), ctx.width, ctx.theme);
  if (all.length === 0) return emptyBody(shown, [title]);
  if (entries.length === 0) return noteBody(noteOfNone(), shown, [title]);
  const symbols = entries.map(({ symbol }) => symbol);
  const place = placeOf(selected, listPlacesOf(symbols, [...symbols.keys()]));
  const [labels = [], ...rows] = tableOf(entries, place?.symbol ?? null, shown);
  const lines = [title, ...labels, ...rows.flat()].map(({ painted }) => painted);
  const starts = startsOf(rows.map(({ length }) => length));
  const rowLines = starts.map((start) => 1 + labels.length + start);
  const places = listPlacesOf(symbols, rowLines);
  return {
    lines,
    starts: [0, ...rowLines.slice(1)],
    rows: places,
    position: (page) => rowsText(places, page),
  };

  /** With what the key leads to, and shorter. */
  function titleTexts(): ReadonlyArray<string> {
    if (all.length === 0) return [countSymbols(0)];
    const onTwo = sharedTexts(shared, `${all.length} in all (f)`);
    const short = `${shared} on two or more`;
    if (choice === 'two or more') return [...onTwo, `${short} · ${all.length} (f)`, short];
    if (choice === 'all')
      return [`${countSymbols(all.length)} in all · ${pinned.length} pinned (f)`, `${all.length} in all (f)`];
    const pins = `${pinned.length} pinned`;
    return [`${pins} · ${countSymbols(shared)} on two boards or more (f)`, `${pins} (f)`];
  }

  function noteOfNone(): string {
    if (choice === 'two or more') return `No symbol on two boards; f shows all ${all.length}.`;
    return pane.pins.length === 0 ? 'Nothing is pinned; * pins a symbol.' : 'No pinned symbol is on a board.';
  }
}

/** The symbols on boards that are shown, with their places there. */
function entriesOf({ known, pane, selection }: Shown): ReadonlyArray<SymbolConfluence> {
  if (known.snapshot === null) return [];
  const hidden = hiddenBoardsOf(pane);
  const { snapshot, isSimulated } = known;
  const source = { timeframe: pane.timeframe, snapshot, isSimulated, isRecorded: false };
  return rankByConfluence([source], { ...selection, sort: null }).flatMap((entry) => {
    const standings = entry.standings.map((standing) => ({
      ...standing,
      placements: standing.placements.filter(({ board }) => !hidden.includes(board)),
    }));
    const isShown = standings.some(({ placements }) => placements.length > 0);
    return isShown && matchesFilter(entry.symbol, pane.filter) ? [{ ...entry, standings }] : [];
  });
}

/** Cells for boards beside the columns that are always shown, and beside the others. They are the answer here, so they are never cut. */
const LIST_WIDTH = { least: 36, usual: 45 };
/** What has a higher order than the boards gives way to them. */
const LIST_ORDER = 6;
/** The tall end of the sparkline, where no symbol has been on more boards. */
const HIGHEST_COUNT = 5;

/** The labels, then the lines of each symbol and its boards. */
function tableOf(
  entries: ReadonlyArray<SymbolConfluence>,
  selected: string | null,
  { ctx, pane: { pins }, remembered: { confluenceOf } }: Shown,
): ReadonlyArray<ReadonlyArray<Line>> {
  const { width, theme } = ctx;
  const rows = entries.map((entry) => {
    const { symbol } = entry;
    const emphasis = symbol === selected ? ('selected' as const) : null;
    return { ...symbolRow(entry), emphasis, isPinned: pins.includes(symbol), ...confluenceOf(symbol) };
  });
  const column = (id: string, order: number) => ({ field: fieldNamed(id), order });
  const place: TableColumn = {
    field: PLACE,
    order: 0,
    size: fixed(5),
    pieces(row, cells) {
      const text = PLACE.text(row, ctx, cells);
      return [[text, paintOf(PLACE, row, theme)], selectedPiece(row, theme)];
    },
  };
  const sparkline = ({ trend }: Row) => {
    const counts = trend?.values ?? [];
    return renderSparkline(counts, 0, Math.max(HIGHEST_COUNT, ...counts.map((count) => count ?? 0)));
  };
  const list = { label: 'On', order: LIST_ORDER, ...LIST_WIDTH, textsOf: listPlaces };
  // The price gives way where boards then have room beside the rest.
  const tables = [LIST_ORDER - 1, LIST_ORDER + 1].map((priceOrder) => {
    const columns: ReadonlyArray<TableColumn> = [
      place,
      { ...columnOf('symbol', { ctx, metric: 'metric' }), order: 0, size: fixed(6) },
      { ...column('name', 9), size: { least: 10, usual: 18, most: 26 } },
      { ...column('price', priceOrder), size: fixed(8) },
      { ...column('dayPct', 1), size: fixed(8) },
      { ...column('volume', 10), size: fixed(6) },
      { ...column('standing', 2), size: fixed(3) },
      { ...column('age', 3), size: fixed(5) },
      { field: { ...fieldNamed('spark'), text: sparkline }, order: 8, size: fixed(8) },
      { ...column('trend', 4), size: fixed(5) },
    ];
    return layOut(columns, rows, width, list);
  });
  const table = tables.find((each) => each.list?.isBelow === false) ?? tables[0];
  if (table === undefined) return [];
  return drawTable(table, rows, ctx).map((lines, index) =>
    rows[index - 1]?.emphasis === 'selected' ? lines.map((line) => selectedLine(line, width, theme)) : lines,
  );
}
