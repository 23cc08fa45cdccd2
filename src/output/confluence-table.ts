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
import { timeframeNames, titleWith } from './pieces.ts';
import { draw, layOut, measure, plainSection, type Table, type TableColumn } from './table.ts';

interface ConfluenceList {
  readonly rows: ReadonlyArray<Row>;
  readonly columns: ReadonlyArray<Column> | null;
  /** Symbols on two boards or more; null if the rows were limited after sorting. */
  readonly shared: number | null;
  /** Symbols on fewer than two boards, which are not among the rows. */
  readonly leftOut: number;
  /** True if no board, filter or limit excludes any symbol. */
  readonly isAll: boolean;
  readonly isByBoards: boolean;
}

export const TITLE = 'CONFLUENCE';
const ON = fieldNamed('on');
/** Columns of a higher order give way to the list of boards. */
const LIST_ORDER = 135;
/** Only rows of the pane have these fields; there, the widths of columns do not depend on the rows. */
const PANE_FIELDS = ['boardsGained', 'age', 'trend'].map(fieldNamed);
const isOfPane = ({ age }: Row) => age !== undefined;
const PANE_LIST_CELLS = { least: 34, usual: 45 };
const DEFAULT_PLACE = 145;
const DEFAULT_ORDER = 73;
const MIN_WIDTH_OF_NAMES = 60;

export function renderConfluence(
  snapshots: ReadonlyArray<Snapshot>,
  list: ConfluenceList,
  options: HeaderOptions,
): PaintedLines {
  const { rows, leftOut } = list;
  const { width, theme, mode } = options;
  const timeframes = snapshots.map(({ timeframe }) => timeframe);
  const header = renderHeader(snapshots, options);
  if (mode === 'plain') {
    const count = counted(rows.length, 'symbol');
    const fields = columnsOf(rows, timeframes, list.columns, options);
    return [...header, ...plainSection('confluence', count, fields, rows, options)];
  }
  const isSingle = timeframes.length < 2;
  const none = leftOut === 0 ? [] : wrapWords(noneText(list, isSingle), width);
  const table = confluenceTable(rows, timeframes, list.columns, options);
  const others =
    leftOut === 0 ? [] : wrapWords(`${leftOut} more on one board or none: --min-boards 0`, width);
  return [
    ...header,
    titleWith(TITLE, titleTexts(list, isSingle), width, theme),
    ...(rows.length === 0 ? none : draw(table, rows, options).flat()),
    ...others.map((line) => theme.muted(line)),
  ];
}

function titleTexts(list: ConfluenceList, isSingle: boolean): ReadonlyArray<string> {
  const { rows, shared, leftOut, isAll, isByBoards } = list;
  const count = counted(rows.length, 'symbol');
  const verb = isAll ? 'in all' : leftOut > 0 ? 'match' : 'shown';
  if (!isSingle) return [...(isByBoards ? [`${count}, most boards first`] : []), count];
  return [...(shared === null ? [] : sharedTexts(shared, `${rows.length + leftOut} ${verb}`)), count];
}

export function confluenceTable(
  rows: ReadonlyArray<Row>,
  timeframes: ReadonlyArray<Timeframe>,
  chosen: ReadonlyArray<Column> | null,
  style: Style,
): Table {
  const fields = columnsOf(rows, timeframes, chosen, style);
  const isStill = rows.some(isOfPane);
  const columns = fields
    .filter((field) => field !== ON)
    .map((field): TableColumn => {
      const size = isStill ? stillSize(field) : measure(field, rows, style);
      return { ...columnOf(field, style), order: field.column?.order ?? DEFAULT_ORDER, size };
    });
  const list = { label: ON.label, order: LIST_ORDER, textsOf: listTexts, ...(isStill && PANE_LIST_CELLS) };
  return layOut(columns, rows, style.width, fields.includes(ON) ? list : null);
}

function noneText({ isAll }: ConfluenceList, isSingle: boolean): string {
  const where = isSingle ? '' : ' in all timeframes together';
  return `No ${isAll ? '' : 'matching '}symbol is on two boards or more${where}.`;
}

/** With several timeframes, omits the change unless it was chosen, because its windows would differ. */
function columnsOf(
  rows: ReadonlyArray<Row>,
  timeframes: ReadonlyArray<Timeframe>,
  chosen: ReadonlyArray<Column> | null,
  { mode, width }: Style,
): ReadonlyArray<Field> {
  const isOlder = rows.some(({ outcome }) => outcome !== undefined);
  const [isSingle, isPlain, isUsual] = [timeframes.length < 2, mode === 'plain', chosen === null];
  const names = timeframeNames(timeframes, width < MIN_WIDTH_OF_NAMES ? 2 : 5);
  const score = fieldNamed(isPlain ? 'boards' : 'score');
  const scoreIn = (timeframe: Timeframe, index: number) => ({
    ...inTimeframe(score, timeframe),
    id: timeframe,
    label: names[index] ?? '',
  });
  const fields = shownColumns('symbol', chosen, isOlder).flatMap((field): ReadonlyArray<Field> => {
    const { id } = field;
    if (id === 'boards' && !isSingle) return [...timeframes.map(scoreIn), fieldNamed('total')];
    if (id === 'dayPct' && !isSingle && isUsual) return [];
    if (isPlain) return [field];
    if (id === 'bias' && isSingle && isUsual) return [];
    if (id === 'boards' && isUsual) return [fieldNamed('standing')];
    return [id === 'rank' ? fieldNamed('place') : field];
  });
  if (isPlain || !isUsual) return fields;
  const placeOf = ({ column }: Field) => column?.place ?? DEFAULT_PLACE;
  return [...fields, ...(rows.some(isOfPane) ? PANE_FIELDS : [])].sort((a, b) => placeOf(a) - placeOf(b));
}

function listTexts(row: Row): ReadonlyArray<string> {
  return row.isOfSeveral === true ? listCounts(row) : listPlaces(row);
}

/** `Movers 2 ·`, `Search 3`, `(Forum 7)`: the best rank first; boards that do not count are in brackets. */
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

/** `Relative volume ×5`, `Movers`: boards with their number of timeframes, the most first. */
function listCounts({ standings = [] }: Row): ReadonlyArray<string> {
  const boards = standings.flatMap(({ placements }) => [...new Set(placements.map(({ board }) => board))]);
  const counts = [...groupBy(boards, (board) => board)].sort(([, a], [, b]) => b.length - a.length);
  return withDots(
    counts.map(([board, { length }]) =>
      length === 1 ? boardTitle(board) : `${boardTitle(board)} ×${length}`,
    ),
  );
}

export function sharedTexts(shared: number, others: string): ReadonlyArray<string> {
  const onTwo = `${counted(shared, 'symbol')} on two boards or more`;
  return [`${onTwo} · ${others}`, `${shared} on two or more · ${others}`];
}

/** The service counts ranks 1 to 5; an unknown rank may be one of them. */
export function isCounted({ row: { rank } }: Placement): boolean {
  return rank === null || isTopRank(rank);
}

export function placeText({ board, row }: Placement): string {
  return joinTexts(' ', boardTitle(board), String(row.rank ?? ''));
}
