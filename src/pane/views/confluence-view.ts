import type { Row } from '../../fields/field.ts';
import { confluenceRow } from '../../fields/row.ts';
import { SHARED_CONFLUENCE } from '../../market/catalogue.ts';
import type { Order } from '../../market/selection.ts';
import { onSharedBoards, rankByConfluence, type SymbolConfluence } from '../../market/symbol-confluence.ts';
import { isOneOf } from '../../market/ticker.ts';
import { confluenceTable, sharedTexts, TITLE } from '../../output/confluence-table.ts';
import { titleWith } from '../../output/pieces.ts';
import { draw as drawTable, heightOf } from '../../output/table.ts';
import type { BoardRow } from '../../service/snapshot.ts';
import { counted } from '../../text/format.ts';
import { rowsText } from '../footer.ts';
import { matchesFilter } from '../frame-boards.ts';
import { rowOf } from '../selected-row.ts';
import { changeOpened } from '../state.ts';
import { type Body, key, type Opened, type View, type ViewInput } from '../view.ts';
import { emptyBody, linesBody, linesOfBlocks, listPlacesOf, noteBody, startsOf } from './board-body.ts';
import { SIGNS } from './help-view.ts';

const CHOICES = ['two or more', 'all', 'pins'] as const;
type Choice = (typeof CHOICES)[number];

export function confluenceView(choice: Choice = 'two or more'): View {
  const next = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
  return {
    name: 'confluence',
    choice,
    keys: [
      key('look', 'f', ['f'], 'two boards or more, all, pins', {
        footer: () => next ?? null,
        isFirst: () => choice !== 'two or more',
        disabled: ({ body, input }) =>
          body.rows.length > 0 || entriesOf(input).length > 0 ? null : 'no symbol in this view',
        press: ({ pane }) => ({ pane: changeOpened(pane, { view: confluenceView(next), scroll: 0 }) }),
      }),
    ],
    help: {
      sample: [
        '★   1 SONA       3.25   +9.69% ◆3+ ▲1  Movers 2 · Momentum 2 (Forum 7)',
        'top play, place, symbol, price, change, boards, gained, ranks (not counted)',
      ],
      signs: [
        ...[SIGNS.boards, SIGNS.bias, SIGNS.gained, SIGNS.pinned, SIGNS.selected],
        ...[SIGNS.atLeast, SIGNS.counts],
      ],
    },
    draw: (input, opened) => draw(choice, input, opened),
  };
}

function draw(choice: Choice, input: ViewInput, { selected }: Opened): Body {
  const { pane, style } = input;
  if (input.snapshot === null) return linesBody([]);
  const all = entriesOf(input);
  const shared = onSharedBoards(all);
  const fallen = all.filter((entry) => !shared.includes(entry) && wasSharedAtBaseline(entry, input));
  const pinned = all.filter(({ symbol }) => isOneOf(pane.pins, symbol));
  const others = { 'two or more': [...shared, ...fallen], all, pins: [] }[choice];
  const entries = [...pinned, ...others.filter((entry) => !pinned.includes(entry))];
  const counts = { shared: shared.length, fallen: fallen.length, pinned: pinned.length };
  const texts = titleTexts(choice, all, counts, input);
  const title = titleWith(TITLE, texts, style.width, style.theme);
  if (all.length === 0) return emptyBody(input, [title]);
  if (entries.length === 0) return noteBody(noteOfNone(choice, all.length, input), input, [title]);
  const symbols = entries.map(({ symbol }) => symbol);
  const place = rowOf(
    selected,
    listPlacesOf(symbols, (index) => index),
  );
  const rows = rowsOf(entries, place?.symbol ?? null, input);
  const table = confluenceTable(rows, [pane.timeframe], null, style);
  const [labels = []] = drawTable(table, [], style);
  const heights = rows.map((row) => heightOf(table, row, style.theme));
  const rowLines = startsOf(heights).map((start) => 1 + labels.length + start);
  const places = listPlacesOf(symbols, (index) => rowLines[index] ?? 0);
  return {
    lines: [
      title,
      ...labels,
      ...rows.flatMap((row, index) =>
        linesOfBlocks([() => drawTable(table, [row], style)[1] ?? []], style.width, heights[index] ?? 1),
      ),
    ],
    starts: [0, ...rowLines.slice(1)],
    rows: places,
    position: (page) => rowsText(places, page),
  };
}

function wasSharedAtBaseline({ symbol, total }: SymbolConfluence, { compared }: ViewInput): boolean {
  return total - (compared.boardsGained.get(symbol) ?? 0) >= SHARED_CONFLUENCE;
}

/** `(f)` marks the list that the key `f` shows next. */
function titleTexts(
  choice: Choice,
  all: ReadonlyArray<SymbolConfluence>,
  { shared, fallen, pinned }: Readonly<Record<'shared' | 'fallen' | 'pinned', number>>,
  input: ViewInput,
): ReadonlyArray<string> {
  if (all.length === 0) return ['0 symbols'];
  const order = orderIn(input);
  if (order !== undefined && all.every((entry) => order.valueOf(confluenceRow(entry)) === null))
    return ['sorted by number of boards: --sort does not apply here', '--sort ignored'];
  const match = input.boards.isNarrowed || input.selection.limit !== undefined ? 'match' : 'in all';
  const matching = `${all.length} ${match} (f)`;
  const short = `${shared} on two or more`;
  const texts = {
    'two or more': [
      ...(fallen === 0 ? [] : sharedTexts(shared, `${fallen} no longer · ${matching}`)),
      ...sharedTexts(shared, matching),
      `${short} · ${all.length} (f)`,
      short,
    ],
    all: [`${counted(all.length, 'symbol')} ${match} · ${pinned} pinned (f)`, matching],
    pins: [
      `${pinned} pinned · ${counted(shared, 'symbol')} on two boards or more (f)`,
      `${pinned} pinned (f)`,
    ],
  };
  return texts[choice];
}

function noteOfNone(choice: Choice, count: number, { boards, pane }: ViewInput): string {
  const which = boards.isNarrowed ? 'matching symbol' : 'symbol';
  if (choice === 'two or more') return `No ${which} on two boards; f shows all ${count}.`;
  return pane.pins.length === 0 ? 'Nothing is pinned; * pins a symbol.' : 'No pinned symbol is on a board.';
}

/** Includes symbols on boards whose tiles are hidden. */
function entriesOf(input: ViewInput): ReadonlyArray<SymbolConfluence> {
  const { completed, pane, selection } = input;
  if (completed === null) return [];
  const sort = orderIn(input);
  // With `--sort`, the limit counts symbols; without it, the ranks of each board.
  const [ranks, symbols] = sort === undefined ? [selection.limit] : [undefined, selection.limit];
  return rankByConfluence([{ timeframe: pane.timeframe, snapshot: completed }], {
    ...selection,
    sort,
    limit: ranks,
  })
    .filter(({ symbol }) => matchesFilter(symbol, pane.filter))
    .slice(0, symbols);
}

/** Adds fields that only memory has, such as age and trend, to the rows that `--sort` compares. */
function orderIn({ selection: { sort }, memory }: ViewInput): Order | undefined {
  if (sort === undefined) return undefined;
  const remember = (row: BoardRow): Row => ({ ...row, ...memory.confluenceOf(row.symbol ?? '') });
  return { ...sort, valueOf: (row) => sort.valueOf(remember(row)) };
}

function rowsOf(
  entries: ReadonlyArray<SymbolConfluence>,
  selected: string | null,
  { pane: { pins }, memory: { confluenceOf }, compared: { boardsGained } }: ViewInput,
): ReadonlyArray<Row> {
  return entries.map((entry): Row => {
    const { symbol } = entry;
    return {
      ...confluenceRow(entry),
      emphasis: symbol === selected ? 'selected' : null,
      isPinned: isOneOf(pins, symbol),
      boardsGained: boardsGained.get(symbol),
      ...confluenceOf(symbol),
    };
  });
}
