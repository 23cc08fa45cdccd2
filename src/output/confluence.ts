import type { Field, Row } from '../fields/field.ts';
import {
  bestFirst,
  boardFields,
  fieldNamed,
  formatConfluence,
  formatStanding,
  inTimeframe,
  isHighConfluence,
  shownColumns,
} from '../fields/fields.ts';
import type { Placement } from '../market/standings.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { ABSENT } from '../text/format.ts';
import { fitText, joinPieces, type Line, type Lines, paintedLines } from '../text/lines.ts';
import type { Theme } from '../text/theme.ts';
import { CONFLUENCE_RANKS, type Column, type Timeframe } from '../vocabulary.ts';
import { boardTitle } from './board.ts';
import { type HeaderOptions, renderHeader } from './header.ts';
import { timeframeNames } from './pieces.ts';
import { headingOf, renderPlainTable } from './plain.ts';
import { draw, fixed, layOut, measure, type TableColumn } from './table.ts';

export interface ConfluenceViewOptions extends HeaderOptions {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly columns: ReadonlyArray<Column> | null;
  /** Number of matching symbols; the rows may be only the first of them. */
  readonly found: number;
  /** How many of them are on two boards or more. */
  readonly shared: number;
}

const TITLE = 'CONFLUENCE';
/** Where a column is added in another order than in tables of boards, or is in no other table. */
const ORDER: Readonly<Record<string, number>> = { rank: 11, sum: 71, scores: 72, bias: 73, on: 135 };
/** Cells of the names of timeframes, from the longest. */
const NAME_WIDTHS = ['investing'.length, 'scalp'.length, 2];
/** Cells of a score with its marks, `◆4+`, which has no room below a name of two letters. */
const MARKED_SCORE_WIDTH = 4;

/** One header, then the symbols ranked by confluence with their boards. Several timeframes get one column each. */
export function renderConfluence(
  snapshots: ReadonlyArray<Snapshot>,
  rows: ReadonlyArray<Row>,
  options: ConfluenceViewOptions,
): Lines {
  const lines = options.style === 'plain' ? renderPlainList(rows, options) : renderList(rows, options);
  return [...renderHeader(snapshots, options), ...lines];
}

/** `on` lists the boards with ranks. Several timeframes have a column each. */
function renderPlainList(rows: ReadonlyArray<Row>, options: ConfluenceViewOptions): Lines {
  const { theme, timeframes, columns, found, outcomes } = options;
  const isOfSeveral = timeframes.length > 1;
  const fields = shownColumns('symbol', columns, outcomes != null).flatMap((field) => {
    if (!isOfSeveral) return [field];
    if (field.id === 'boards')
      return [
        ...timeframes.map((timeframe) => ({ ...inTimeframe(field, timeframe), id: timeframe })),
        { ...field, id: 'total' },
      ];
    // Each symbol would show its change over the window of a different timeframe.
    return columns === null && field.id === 'dayPct' ? [] : [field];
  });
  const count = rows.length < found ? `${rows.length} of ${found}` : String(found);
  return [
    '',
    headingOf('confluence', `${count} ${found === 1 ? 'symbol' : 'symbols'}`, theme),
    ...(rows.length === 0 ? [theme.muted('no symbols')] : renderPlainTable(fields, rows, options)),
  ];
}

function renderList(rows: ReadonlyArray<Row>, options: ConfluenceViewOptions): Lines {
  const { width, theme, timeframes, columns, outcomes } = options;
  const title = confluenceTitle(titleTexts(rows.length, options), width, theme).painted;
  if (rows.length === 0) return [title];
  const isSingle = timeframes.length < 2;
  const ids =
    columns?.flatMap((id) => (id === 'boards' && !isSingle ? ['scores', 'sum'] : [id])) ?? usualIds(isSingle);
  const shown = [...new Set(ids)].filter((id) => id !== 'on');
  // What became of a symbol is what one looks back for, so others give way.
  const chosenOrder = ['symbol', 'now', 'gain', ...shown, 'on'];
  const orderOf = (id: string) =>
    columns === null ? (ORDER[id] ?? fieldNamed(id).column?.order ?? 0) : chosenOrder.indexOf(id);
  const added = outcomes == null ? [] : ['now', 'gain'].filter((id) => !shown.includes(id));
  shown.splice(shown.indexOf('symbol') + 1, 0, ...added);
  const list = { label: 'On', order: orderOf('on'), textsOf: isSingle ? listPlaces : listCounts };
  const tableWith = (nameWidth: number) => {
    const wanted = shown.flatMap((id): ReadonlyArray<TableColumn> => {
      const shared = { order: orderOf(id) };
      if (id === 'rank') return [{ ...shared, field: PLACE, size: fixed(4, 5) }];
      if (id === 'sum') return [{ ...shared, field: SUM, size: fixed(3) }];
      if (id === 'scores')
        return scoreFields(timeframes, nameWidth).map((field) => ({
          ...shared,
          field,
          size: fixed(Math.max(field.label.length, Math.min(nameWidth, MARKED_SCORE_WIDTH))),
        }));
      const field = columns === null && id === 'symbol' ? SYMBOL : fieldNamed(id);
      // Widths of columns that the user chose do not depend on the rows.
      const { min, max } = (columns === null ? undefined : field.cells) ?? {};
      const size = min === undefined ? measure(field, rows, options) : fixed(min, max);
      return [{ ...shared, field, size }];
    });
    return layOut(wanted, rows, width, ids.includes('on') ? list : null);
  };
  // The longest names of timeframes that take no cells from other columns.
  const tables = (isSingle ? [0] : NAME_WIDTHS).map(tableWith);
  const table = tables.find(({ isComplete }) => isComplete) ?? tables.at(-1);
  const lines = table === undefined ? [] : draw(table, rows, options).flat();
  return [title, ...paintedLines(lines)];
}

/** From left to right. Several timeframes have no change: each symbol would show it over the window of a different one. */
function usualIds(isSingle: boolean): ReadonlyArray<string> {
  const fields = boardFields().filter(({ of, isOfOlder, id }) =>
    isSingle && id === 'standing' ? true : of.includes('symbol') && isOfOlder !== true,
  );
  const ids = fields.map(({ id }) => id);
  return isSingle ? [...ids, 'on'] : [...ids.filter((id) => id !== 'dayPct'), 'scores', 'sum', 'bias', 'on'];
}

const SYMBOL: Field = {
  ...fieldNamed('symbol'),
  role: ({ boards }) => (isHighConfluence(boards) ? 'strong' : null),
};

/** `★   1`: the sign of the top play, and the place in the list. */
export const PLACE: Field = {
  ...fieldNamed('rank'),
  text: ({ isTopPlay, rank }, _, cells) =>
    (isTopPlay === true ? '★' : ' ') + String(rank ?? ABSENT).padStart(cells - 1),
  role: ({ isTopPlay }) => (isTopPlay === true ? 'accent' : 'quiet'),
};

/** The sum of the scores. */
const SUM: Field = {
  ...fieldNamed('boards'),
  label: 'Sum',
  text: ({ boards }) => String(boards),
  role: () => 'accent',
};

/** The boards of one timeframe, with marks where they fit, in the colour of the bias. */
const SCORE: Field = {
  ...fieldNamed('boards'),
  align: 'left',
  text(row, _, cells) {
    const texts = [formatStanding(row), formatConfluence(row.boards), String(row.boards)];
    return fitText(cells, ...texts.slice(cells < MARKED_SCORE_WIDTH ? 1 : 0));
  },
  role: (row) => (row.boards === null ? 'muted' : (fieldNamed('bias').role?.(row) ?? null)),
};

/** One for each timeframe, with a name of at most so many cells. */
function scoreFields(timeframes: ReadonlyArray<Timeframe>, nameWidth: number): ReadonlyArray<Field> {
  const names = timeframeNames(timeframes, nameWidth);
  return timeframes.map((timeframe, index) => ({
    ...inTimeframe(SCORE, timeframe),
    label: names[index] ?? '',
  }));
}

/** The boards with ranks, the best rank first; those that do not count in brackets: `Movers 2 ·`, `Search 3`, `(Forum 7)`. */
export function listPlaces({ standings = [] }: Pick<Row, 'standings'>): ReadonlyArray<string> {
  const places = bestFirst(standings.flatMap(({ placements }) => placements));
  const [counted, others] = [true, false].map((counts) =>
    withDots(places.filter((place) => isCounted(place) === counts).map(placeText)),
  );
  return [...(counted ?? []), ...inBrackets(others ?? [])];
}

function withDots(texts: ReadonlyArray<string>): ReadonlyArray<string> {
  return texts.map((text, index) => (index < texts.length - 1 ? `${text} ·` : text));
}

function inBrackets(texts: ReadonlyArray<string>): ReadonlyArray<string> {
  const last = texts.length - 1;
  return texts.map((text, index) => `${index === 0 ? '(' : ''}${text}${index === last ? ')' : ''}`);
}

/** The boards with the number of timeframes in which the symbol is on them, the most first: `rvol ×5`, `movers`. */
function listCounts({ standings = [] }: Row): ReadonlyArray<string> {
  const counts = new Map<string, number>();
  for (const { placements } of standings)
    for (const board of new Set(placements.map((placement) => placement.board)))
      counts.set(board, (counts.get(board) ?? 0) + 1);
  return withDots(
    [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([board, count]) => (count === 1 ? boardTitle(board) : `${boardTitle(board)} ×${count}`)),
  );
}

/** From the longest. */
function titleTexts(
  shown: number,
  { found, shared, timeframes }: ConfluenceViewOptions,
): ReadonlyArray<string> {
  const isPart = shown < found;
  const all = isPart ? `${shown} of ${countSymbols(found)}` : countSymbols(found);
  if (timeframes.length > 1)
    return [' by number of boards', ' by boards', ''].map((order) => `${all}${order}`);
  return [...sharedTexts(shared, isPart ? `first ${shown} of ${found}` : `${found} in all`), all];
}

/** `14 symbols on two boards or more · 87 in all`, and shorter. */
export function sharedTexts(shared: number, others: string): ReadonlyArray<string> {
  const counted = `${countSymbols(shared)} on two boards or more`;
  return [`${counted} · ${others}`, `${shared} on two or more · ${others}`];
}

export function countSymbols(count: number): string {
  return count === 1 ? '1 symbol' : `${count} symbols`;
}

/** `CONFLUENCE  14 symbols on two boards or more · 87 in all`, with the first text that fits. */
export function confluenceTitle(texts: ReadonlyArray<string>, width: number, theme: Theme): Line {
  const text = `  ${fitText(width - TITLE.length - 2, ...texts)}`;
  return joinPieces(
    [
      [TITLE, theme.title],
      [text, theme.muted],
    ],
    width,
  );
}

/** Whether a place is one of those that the service counts, as far as is known. */
export function isCounted({ row: { rank } }: Placement): boolean {
  return rank === null || rank <= CONFLUENCE_RANKS;
}

/** `Relative volume 1`, `Money flow penny 2`. */
export function placeText({ board, row }: Placement): string {
  return row.rank === null && row.group === undefined
    ? boardTitle(board)
    : `${boardTitle(board)} ${placeRank(row)}`;
}

/** `2`, `penny 2`. */
export function placeRank({ rank, group }: Placement['row']): string {
  return group === undefined ? String(rank ?? ABSENT) : `${group.name} ${group.rank}`;
}
