import { onSharedBoards, rankByConfluence, type SymbolConfluence } from '../../market/standings.ts';
import { confluenceTitle, countSymbols, sharedTexts } from '../../output/confluence.ts';
import { rowsText } from '../footer.ts';
import { placeOf } from '../selected-row.ts';
import { matchesFilter } from '../shown-boards.ts';
import { SIGNS } from '../signs.ts';
import { changeFront, hiddenBoardsOf } from '../state.ts';
import type { Body, Opened, Shown, View } from '../view.ts';
import { emptyBody, linesBody, listTile, noteBody } from './board-body.ts';
import { renderConfluenceTable } from './confluence-table.ts';

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
      {
        keys: ['f'],
        label: 'f',
        group: 'look',
        help: 'two boards or more, all, pins',
        footer: () => next ?? null,
        // What leads back stays longest.
        isFirst: () => choice !== 'two or more',
        idle: ({ shown }) =>
          shown.boards.shown.some(({ rows }) => rows.length > 0) ? null : 'no symbol here',
        press: ({ pane }) => ({ pane: changeFront(pane, { view: confluenceView(next), scroll: 0 }) }),
      },
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
  const { pane, remembered, ctx } = shown;
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
  const place = placeOf(selected, [listTile(symbols, [...symbols.keys()])]);
  const { labels, rows } = renderConfluenceTable(entries, {
    ...ctx,
    selected: symbols[place?.row ?? -1] ?? null,
    pins: pane.pins,
    confluenceOf: remembered.confluenceOf,
  });
  const lines = [title, ...labels].map(({ painted }) => painted);
  const rowLines: Array<number> = [];
  for (const row of rows) {
    rowLines.push(lines.length);
    lines.push(...row.map(({ painted }) => painted));
  }
  const tiles = [listTile(symbols, rowLines)];
  return { lines, blockStarts: [0], tiles, position: (page) => rowsText(tiles, page) };

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
function entriesOf({ known, pane, style }: Shown): ReadonlyArray<SymbolConfluence> {
  if (known.snapshot === null) return [];
  const hidden = hiddenBoardsOf(pane);
  const { snapshot, isSimulated } = known;
  const source = { timeframe: pane.timeframe, snapshot, isSimulated, isRecorded: false };
  return rankByConfluence([source], { ...style.selection, sort: null }).flatMap((entry) => {
    const standings = entry.standings.map((standing) => ({
      ...standing,
      placements: standing.placements.filter(({ board }) => !hidden.includes(board)),
    }));
    const isShown = standings.some(({ placements }) => placements.length > 0);
    return isShown && matchesFilter(entry.symbol, pane.filter) ? [{ ...entry, standings }] : [];
  });
}
