import type { Field, Row } from '../fields/field.ts';
import { bestFirst, fieldNamed, formatStanding, shownColumns } from '../fields/fields.ts';
import { hotRows, originOf } from '../fields/row.ts';
import type { Column } from '../market/catalogue.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { NONE, plainText } from '../text/format.ts';
import { joinPieces, type PaintedLines, wrapWords } from '../text/lines.ts';
import { fitLine, fitTexts } from '../text/parts.ts';
import { displayWidth } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { unpainted } from '../text/theme.ts';
import { columnOf } from './board-table.ts';
import { isCounted, placeText } from './confluence-table.ts';
import { type HeaderOptions, noTopPlay } from './header-lines.ts';
import { pieceOf } from './pieces.ts';
import { draw, fixed, layOut, measure, plainSection, type Table, type TableColumn } from './table.ts';

const MORE_WIDTH = ' (9 more)'.length;

/** The list has fewer rows, within these limits, if that makes all boards fit on the screen. */
export const MOST_HOT_ROWS = 5;
export const LEAST_HOT_ROWS = 3;

export const SHORT_LEGEND = '◆3+: on 3 boards, bullish';

/** Each legend must leave `others` cells for the other tickers. */
const LEGENDS = [
  { text: '◆3+: on three boards in ranks 1 to 5, bullish (-: bearish)', others: 50 },
  { text: SHORT_LEGEND, others: 30 },
  { text: '', others: 0 },
];

function rowsOf(snapshot: Snapshot, options: HeaderOptions): ReadonlyArray<Row> {
  return hotRows(snapshot, originOf({ snapshot, ...options }, options), options.outcomes);
}

export function hotView(snapshot: Snapshot, options: HeaderOptions): (count: number) => PaintedLines {
  const { width, theme, mode } = options;
  const rows = rowsOf(snapshot, options);
  const { topPlay } = snapshot;
  const reason = topPlay == null ? wrapWords(noTopPlay(topPlay, options), width) : [];
  const none = reason.map((line) => theme.muted(line));
  return (count) => {
    const [shown, others] = [rows.slice(0, count), rows.slice(count)];
    if (mode === 'plain') return renderPlainHot(shown, others, options);
    const [top] = shown;
    if (top === undefined) return none;
    const [labels = [], first = [], ...more] = draw(tableOf(shown, options), shown, options);
    const below = [...reasonsLine(top, options), ...more.flat(), ...othersLine(others, options)];
    return [...none, ...labels, ...first, ...below];
  };
}

/** Limits the list while a column is missing, so that a wider terminal never shows fewer boards. */
function tableOf(rows: ReadonlyArray<Row>, options: HeaderOptions): Table {
  const columns = columnsOf(rows, options);
  const places = rows.map(placesOf);
  const cells = places.map(([text = '']) => displayWidth(text) + MORE_WIDTH);
  const longest = Math.max(...places.map((texts) => displayWidth(fitTexts(texts, Infinity))));
  const least = Math.min(longest, Math.max(...cells));
  const usual = Math.min(longest, USUAL_LIST_WIDTH);
  const textsOf = (row: Row, room: number) => [fitTexts(placesOf(row), room)].filter((text) => text !== '');
  const order = ORDER.indexOf('on');
  const table = layOut(columns, rows, options.width, { label: 'On', order, least, usual, textsOf });
  const { list } = table;
  if (list === null || table.columns.length === columns.length) return table;
  return { ...table, list: { ...list, width: Math.min(list.width, list.isBelow ? least : usual) } };
}

/** On narrower lines, the reasons begin below the symbol, with no more room than on a line of this width. */
const WIDE_LINE = 60;

function reasonsLine({ reasons = [] }: Row, options: HeaderOptions): PaintedLines {
  const { width, theme } = options;
  const start = theme.glyphs('★').length + 1;
  const end = start + SYMBOL_WIDTH + 1;
  const indent = width < WIDE_LINE ? start : end;
  const room = Math.min(width - indent, Math.max(width, WIDE_LINE) - end);
  const text = fitTexts(reasons, room);
  return text === '' ? [] : [' '.repeat(indent) + theme.muted(theme.glyphs(text))];
}

function renderPlainHot(
  shown: ReadonlyArray<Row>,
  others: ReadonlyArray<Row>,
  options: HeaderOptions,
): PaintedLines {
  const fields = shownColumns('symbol', PLAIN_COLUMNS, options.outcomes != null);
  const texts = others.map(({ symbol, boards }) => `${plainText(symbol)} ${boards ?? NONE}`);
  return [
    ...plainSection('hot', 'the top play, then symbols on two boards or more', fields, shown, options),
    ...(others.length === 0 ? [] : [`also on two boards or more: ${texts.join(', ')}`]),
  ];
}

const PLAIN_COLUMNS: ReadonlyArray<Column> = 'symbol name price dayPct volume boards bias on'.split(' ');

const COLUMNS = ['symbol', 'now', 'gain', 'name', 'price', 'dayPct', 'volume', 'standing'];
/** Columns are added in this order, as there is room. Those after `on` leave the list its usual width. */
const ORDER = ['symbol', 'standing', 'dayPct', 'now', 'gain', 'on', 'price', 'volume', 'name'];
const USUAL_LIST_WIDTH = 40;
const MIN_NAME_WIDTH = 10;
const SYMBOL_WIDTH = 'Symbol'.length;

function topPlayColumn(options: HeaderOptions): TableColumn {
  const star = options.theme.glyphs('★');
  const text = ({ isTopPlay }: Row) => (isTopPlay === true ? star : '');
  const field: Field = { ...fieldNamed('mark'), text, role: () => 'accent' };
  return { field, order: ORDER.indexOf('symbol'), size: fixed(star.length) };
}

function columnsOf(rows: ReadonlyArray<Row>, options: HeaderOptions): ReadonlyArray<TableColumn> {
  const ids = COLUMNS.filter((id) => options.outcomes != null || fieldNamed(id).isOfOlder !== true);
  const columns = ids.map((id): TableColumn => {
    const column = columnOf(fieldNamed(id), options);
    const { most } = measure(column.field, rows, options);
    const size = id === 'name' ? { least: Math.min(most, MIN_NAME_WIDTH), most } : fixed(most);
    return { ...column, order: ORDER.indexOf(id), size };
  });
  return [topPlayColumn(options), ...columns];
}

/** `Low float 1`, `Movers 2`: the best rank first. */
function placesOf({ standings = [] }: Row): ReadonlyArray<string> {
  const places = bestFirst(standings.flatMap(({ placements }) => placements));
  return places.filter(isCounted).map(placeText);
}

/** `TOLG ◆3 · YARN 2 (3 more)`, and the legend. A wider line never names fewer symbols. */
function othersLine(others: ReadonlyArray<Row>, options: HeaderOptions): PaintedLines {
  const { width, theme } = options;
  const texts = textsWith(['symbol'], others, options);
  const whole = displayWidth(fitTexts(texts, Infinity));
  const roomBeside = (text: string) => width - INDENT.length - (text === '' ? 0 : LEGEND_GAP + text.length);
  const index = LEGENDS.findIndex((each) => roomBeside(each.text) >= Math.min(whole, each.others));
  const { text: legend } = LEGENDS[index] ?? { text: '' };
  const most = LEGENDS[index - 1]?.others ?? Infinity;
  const text = theme.glyphs(fitTexts(texts, Math.min(most, roomBeside(legend))));
  if (text + legend === '') return [];
  return [fitLine([[text && INDENT + text, theme.muted]], width, [[legend, theme.muted, 0]])];
}

const INDENT = '  ';
const LEGEND_GAP = 2;

function textsWith(
  ids: ReadonlyArray<string>,
  rows: ReadonlyArray<Row>,
  style: Style,
): ReadonlyArray<string> {
  return rows.map((row) => [...ids.map((id) => pieceOf(id, row, style)[0]), formatStanding(row)].join(' '));
}

/** If fewer symbols than this fit with their changes of price, the changes are left out. */
const LEAST_NAMED = 3;

/** `HOT  NOVA +37.66% ◆4+ · MOSS +12.98% ◆4+ (7 more)`, without the top play. */
export function renderHotLine(snapshot: Snapshot, options: HeaderOptions): string {
  const { width, theme } = options;
  const rows = rowsOf(snapshot, options).filter(({ isTopPlay }) => isTopPlay !== true);
  if (rows.length === 0) return '';
  const title = width < 40 ? 'HOT ' : 'HOT  ';
  const room = width - title.length;
  const withChanges = textsWith(['symbol', 'dayPct'], rows, options);
  const least = fitTexts(withChanges.slice(0, LEAST_NAMED), Infinity);
  const hasChanges = displayWidth(least) <= room - MORE_WIDTH;
  const texts = hasChanges ? withChanges : textsWith(['symbol'], rows, options);
  return joinPieces(
    [
      [title, theme.accent],
      [theme.glyphs(fitTexts(texts, room)), unpainted],
    ],
    width,
  );
}
