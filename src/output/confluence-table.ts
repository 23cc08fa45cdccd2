import { boardTitle } from '../fields/board-title.ts';
import type { Field, Row } from '../fields/field.ts';
import { bestFirst, fieldNamed, inTimeframe, shownColumns } from '../fields/fields.ts';
import { groupBy } from '../lib/group-by.ts';
import { type Column, isTopRank, type Timeframe } from '../market/catalogue.ts';
import type { Placement } from '../market/standings.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { counted } from '../text/format.ts';
import { joinTexts, type PaintedLines, wrapWords } from '../text/lines.ts';
import type { Style } from '../text/style.ts';
import { columnOf, stillSize } from './board-table.ts';
import { type HeaderOptions, renderHeader } from './header-lines.ts';
import { plainHeading, timeframeNames, titleWith } from './pieces.ts';
import { draw, layOut, measure, renderPlainTable, type TableColumn } from './table.ts';

export interface ConfluenceViewOptions extends HeaderOptions {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly columns: ReadonlyArray<Column> | null;
  /** The number of symbols on two boards or more; null if the rows were cut after sorting, because the others are not counted then. */
  readonly shared: number | null;
  /** The number of other symbols, which are not among the rows. */
  readonly leftOut: number;
  /** No board, filter or limit left any symbol of the snapshot out. */
  readonly isAll: boolean;
  /** The rows are in the usual order. */
  readonly isByBoards: boolean;
}

export const TITLE = 'CONFLUENCE';
const ON = fieldNamed('on');
/** Columns of a higher order than the list of boards give way to it. */
const LIST_ORDER = 135;
/** Cells of a list that does not depend on the rows. */
const STILL_LIST = { least: 34, usual: 45 };
/** Of columns that tables of boards do not have. */
const OTHER_PLACE = 145;
const OTHER_ORDER = 73;
/** In narrower lines, the names of timeframes have two letters. */
const MIN_WIDTH_OF_NAMES = 60;

/** One header, then the symbols ranked by confluence with their boards. Several timeframes get one column each. */
export function renderConfluence(
  snapshots: ReadonlyArray<Snapshot>,
  rows: ReadonlyArray<Row>,
  options: ConfluenceViewOptions,
): PaintedLines {
  const header = renderHeader(snapshots, options);
  if (options.mode !== 'plain') return [...header, ...renderList(rows, options)];
  const heading = plainHeading('confluence', counted(rows.length, 'symbol'), options.theme);
  return [...header, '', heading, ...renderPlainTable(columnsOf(options), rows, options)];
}

function renderList(rows: ReadonlyArray<Row>, options: ConfluenceViewOptions): PaintedLines {
  const { width, theme, timeframes } = options;
  const isSingle = timeframes.length < 2;
  const count = counted(rows.length, 'symbol');
  const { shared, leftOut } = options;
  const verb = options.isAll ? 'in all' : leftOut > 0 ? 'match' : 'shown';
  const texts = isSingle
    ? [...(shared === null ? [] : sharedTexts(shared, `${rows.length + leftOut} ${verb}`)), count]
    : [...(options.isByBoards ? [`${count} by number of boards`] : []), count];
  const title = titleWith(TITLE, texts, width, theme);
  const others =
    leftOut === 0 ? [] : wrapWords(`${leftOut} more on one board or none: --min-boards 0`, width);
  const last = others.map((line) => theme.muted(line));
  if (rows.length === 0)
    return [title, ...(leftOut === 0 ? [] : wrapWords(noneText(options), width)), ...last];
  return [title, ...drawConfluence(columnsOf(options), rows, options).flat(), ...last];
}

/**
 * The labels, then the lines of each symbol: the columns that fit, and its boards beside or below them. With `isStill`, the columns
 * have widths that do not depend on the rows.
 */
export function drawConfluence(
  fields: ReadonlyArray<Field>,
  rows: ReadonlyArray<Row>,
  style: Style,
  isStill = false,
): ReadonlyArray<PaintedLines> {
  const columns = fields.flatMap((field): ReadonlyArray<TableColumn> => {
    const size = isStill ? stillSize(field) : measure(field, rows, style);
    return field === ON
      ? []
      : [{ ...columnOf(field, style), order: field.column?.order ?? OTHER_ORDER, size }];
  });
  const list = { label: ON.label, order: LIST_ORDER, textsOf: listTexts, ...(isStill && STILL_LIST) };
  return draw(layOut(columns, rows, style.width, fields.includes(ON) ? list : null), rows, style);
}

/** Says that the rows are empty because they begin at two boards. */
function noneText({ isAll, timeframes }: ConfluenceViewOptions): string {
  const where = timeframes.length < 2 ? '' : ', all timeframes together';
  return `No ${isAll ? '' : 'matching '}symbol is on two boards or more${where}.`;
}

/**
 * From left to right. Several timeframes have a column each for their boards, and no change unless it was chosen: each symbol would
 * show it over the window of a different one. On a screen the boards have their bias.
 */
function columnsOf(options: ConfluenceViewOptions): ReadonlyArray<Field> {
  const { timeframes, columns, outcomes, mode, width } = options;
  const [isSingle, isPlain] = [timeframes.length < 2, mode === 'plain'];
  const names = timeframeNames(timeframes, width < MIN_WIDTH_OF_NAMES ? 2 : 5);
  const score = fieldNamed(isPlain ? 'boards' : 'score');
  const fields = shownColumns('symbol', columns, outcomes != null).flatMap((field): ReadonlyArray<Field> => {
    const { id } = field;
    if (id === 'boards' && !isSingle)
      return [
        ...timeframes.map((each, index) => ({
          ...inTimeframe(score, each),
          id: each,
          label: names[index] ?? '',
        })),
        fieldNamed('total'),
      ];
    if (columns === null && id === 'dayPct' && !isSingle) return [];
    if (isPlain) return [field];
    if (columns === null && id === 'bias' && isSingle) return [];
    if (columns === null && id === 'boards') return [fieldNamed('standing')];
    return [id === 'rank' ? fieldNamed('place') : field];
  });
  const placeOf = ({ column }: Field) => column?.place ?? OTHER_PLACE;
  return columns !== null || isPlain ? fields : fields.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The boards of a symbol: of one timeframe with ranks, of several with the number of timeframes. */
function listTexts(row: Row): ReadonlyArray<string> {
  return row.isOfSeveral === true ? listCounts(row) : listPlaces(row);
}

/** The boards with ranks, the best rank first; those that do not count in brackets: `Movers 2 ·`, `Search 3`, `(Forum 7)`. */
function listPlaces({ standings = [] }: Pick<Row, 'standings'>): ReadonlyArray<string> {
  const places = bestFirst(standings.flatMap(({ placements }) => placements));
  const others = places.filter((place) => !isCounted(place)).map(placeText);
  const last = others.length - 1;
  const inBrackets = others.map(
    (text, index) => (index === 0 ? '(' : '') + text + (index === last ? ')' : ''),
  );
  return [...withDots(places.filter(isCounted).map(placeText)), ...withDots(inBrackets)];
}

function withDots(texts: ReadonlyArray<string>): ReadonlyArray<string> {
  return texts.map((text, index) => (index < texts.length - 1 ? `${text} ·` : text));
}

/** The boards with the number of timeframes in which the symbol is on them, the most first: `rvol ×5`, `movers`. */
function listCounts({ standings = [] }: Row): ReadonlyArray<string> {
  const boards = standings.flatMap(({ placements }) => [...new Set(placements.map(({ board }) => board))]);
  const counts = [...groupBy(boards, (board) => board)].sort(([, a], [, b]) => b.length - a.length);
  return withDots(
    counts.map(([board, { length }]) =>
      length === 1 ? boardTitle(board) : `${boardTitle(board)} ×${length}`,
    ),
  );
}

/** `14 symbols on two boards or more · 87 in all`, and shorter. */
export function sharedTexts(shared: number, others: string): ReadonlyArray<string> {
  const onTwo = `${counted(shared, 'symbol')} on two boards or more`;
  return [`${onTwo} · ${others}`, `${shared} on two or more · ${others}`];
}

/** Whether a place is one of those that the service counts, as far as is known. */
export function isCounted({ row: { rank } }: Placement): boolean {
  return rank === null || isTopRank(rank);
}

/** `Relative volume 1`, `Money flow 20`. */
export function placeText({ board, row }: Placement): string {
  return joinTexts(' ', boardTitle(board), String(row.rank ?? ''));
}
