import { valuesNamed, wordsOf } from '../cli/values/lists.ts';
import { type Parser, parser } from '../cli/values/values.ts';
import { UsageError } from '../errors.ts';
import {
  amount,
  list,
  map,
  oneOf,
  orNull,
  type Properties,
  type Schema,
  text,
  whole,
} from '../lib/json-schema.ts';
import { type Reading, SECOND_MS } from '../lib/time.ts';
import {
  BIASES,
  type Bias,
  CONFLUENCE_RANKS,
  type Column,
  groupRanksOf,
  HIGH_CONFLUENCE,
} from '../market/catalogue.ts';
import type { Order } from '../market/selection.ts';
import { boardKeys, type Placement } from '../market/standings.ts';
import type { RowOutcome, SymbolOutcomes } from '../market/symbol-outcomes.ts';
import type { BoardRow } from '../service/snapshot.ts';
import {
  ABSENT,
  formatAge,
  formatClock,
  formatCompact,
  formatDuration,
  formatFullTime,
  formatMonthDay,
  formatPercent,
  formatPrice,
  formatTime,
  NONE,
  PRICE_WIDTH,
  UNKNOWN_TIME,
} from '../text/format.ts';
import { fitText, joinTexts } from '../text/lines.ts';
import { fitCell } from '../text/safe-text.ts';
import { renderSparkline, type Sample } from '../text/sparkline.ts';
import type { Mode, Style } from '../text/style.ts';
import type { Paint, Theme } from '../text/theme.ts';
import { EMPTY_ROW, type Field, type Role, type Row, type Subject } from './field.ts';

/** Rank 10 has the lowest bar, unless a board has worse ranks. */
const USUAL_LAST_RANK = 10;
/** This many boards have the highest bar, unless a symbol has been on more. */
const USUAL_MOST_BOARDS = 5;
const BIAS_SIGNS: Readonly<Record<Bias, string>> = { bullish: '+', bearish: '-', neutral: '' };

const CONFLUENCE =
  'confluence, the number of boards of this timeframe that have the symbol on ranks 1 to 5. More boards can list the symbol on lower ranks';
const LISTED: ReadonlyArray<Subject> = ['row', 'topPlay', 'symbol'];
const ROWS: ReadonlyArray<Subject> = ['row'];

/** By default, the value is the row's property of this name, and the text is the value. */
interface Property extends Omit<Field, 'of' | 'raw' | 'text'>, Partial<Pick<Field, 'of' | 'raw' | 'text'>> {
  readonly id:
    | Exclude<keyof BoardRow, 'group'>
    | 'board'
    | 'timeframe'
    | 'asOf'
    | 'session'
    | 'dataAge'
    | 'source';
}

function property(field: Property): Field {
  const raw = (row: Row) => row[field.id] ?? null;
  return { of: LISTED, raw, text: (row) => words(raw(row)), ...field };
}

const sent = (field: Property) => property({ choice: 'columns and sort', ...field });
const origin = (field: Property) =>
  property({ choice: 'columns', isOfOrigin: true, schema: (doc) => orNull(text(doc)), ...field });

const onlyDrawn = (field: Omit<Field, 'of' | 'raw'>): Field => ({ of: [], raw: () => null, ...field });

const OF_OLDER = {
  of: LISTED,
  choice: 'columns and sort',
  isOfOlder: true,
  isKnown: ({ outcome }: Row) => outcome !== undefined,
} as const;

/** In the order of the columns of plain output and CSV. A field that is added here appears in all outputs. */
export const FIELDS: ReadonlyArray<Field> = [
  sent({
    id: 'rank',
    label: '#',
    doc: 'rank on the board; 1 is the best',
    formatDoc:
      'In boards confluence, the place in the list; there, --sort rank sorts by the best rank on any board',
    schema: (doc) => whole(doc, 1),
    of: ['row', 'symbol'],
    align: 'right',
    isAscending: true,
    column: { place: 10, order: 80, isInTiles: true },
    text: ({ rank }) => words(rank),
    role: () => 'quiet',
  }),
  sent({
    id: 'symbol',
    label: 'Symbol',
    doc: 'ticker',
    schema: text,
    cells: { min: 6, max: 6 },
    column: { place: 30, order: 10, most: 12, isInTiles: true },
    role: () => 'strong',
  }),
  sent({
    id: 'name',
    label: 'Name',
    doc: 'company name; null if not known',
    schema: (doc) => orNull(text(doc)),
    cells: { min: 10, max: 26 },
    column: { place: 60, order: 140, least: 10, most: 26, isInTiles: true },
  }),
  sent({
    id: 'price',
    label: 'Price',
    doc: 'last price in USD; null if missing or stale',
    schema: (doc) => orNull(amount(doc)),
    align: 'right',
    cells: { min: 7, max: PRICE_WIDTH },
    column: { place: 70, order: 110, isInTiles: true },
    text: ({ price }, _, cells) => formatPrice(price, cells),
  }),
  sent({
    id: 'dayPct',
    label: 'Chg',
    doc: 'change over the window of the timeframe, in percent: 12.4 is +12.4 %; null if missing or stale',
    schema: (doc) => orNull(amount(doc)),
    align: 'right',
    cells: { min: 7, max: 8 },
    column: { place: 80, order: 60, isInTiles: true },
    text: ({ dayPct }, _, cells) => formatPercent(dayPct, cells),
    role: ({ dayPct }) => roleOfSign(dayPct),
  }),
  sent({
    id: 'volume',
    label: 'Vol',
    doc: 'volume in shares; null if missing or stale',
    schema: (doc) => orNull(amount(doc)),
    align: 'right',
    cells: { min: 6, max: 6 },
    column: { place: 90, order: 120, isInTiles: true },
    text: ({ volume }) => formatCompact(volume),
    role: () => 'quiet',
  }),
  sent({
    id: 'boards',
    label: 'Bds',
    doc: CONFLUENCE,
    formatDoc: 'In boards confluence, the sum of the timeframes',
    schema: (doc) => whole(doc, 0),
    align: 'right',
    cells: { min: 3, max: 3 },
    text: ({ boards }, style) => countText(boards, style),
    role: ({ boards }) => roleOfBoards(boards),
  }),
  sent({
    id: 'bias',
    label: 'Bias',
    doc: 'the direction that the scanner sees',
    formatDoc: 'In boards confluence, mixed if the timeframes differ; then :raw is empty',
    schema: (doc) => oneOf(doc, BIASES),
    cells: { min: 4, max: 7 },
    text(row, _, cells) {
      if (isMixed(row)) return cells < 5 ? 'mix' : 'mixed';
      return cells < 7 ? words(row.bias).slice(0, 4) : words(row.bias);
    },
    role: (row) => (isMixed(row) || row.bias === 'neutral' ? 'muted' : null),
  }),
  sent({
    id: 'metric',
    label: 'Metric',
    doc: 'the value that the board ranks on, as a text for people, such as 4.2x; null if missing or stale',
    schema: (doc) => orNull(text(doc)),
    of: ROWS,
    cells: { min: 6, max: 13 },
    column: { place: 140, order: 50, least: 3, isInTiles: true },
    text: ({ metric, shownMetric }, { mode }) =>
      shownMetric ?? (mode === 'screen' ? words(metric).trim().replace(/ +/g, ' ') : words(metric)),
  }),
  sent({
    id: 'tag',
    label: 'Tag',
    doc: 'a short label for people, such as low float; null if there is none',
    schema: (doc) => orNull(text(doc)),
    of: ROWS,
    cells: { min: 10, max: 18 },
    column: { place: 150, order: 150, least: 10, most: 24, isInTiles: true },
    role: () => 'quiet',
  }),
  {
    id: 'reasons',
    label: 'Why',
    doc: 'labels for people that say why it is the top play',
    formatDoc: 'With :raw, a JSON array',
    schema: (doc) => list(doc, text('A label, such as: top mover')),
    of: ['topPlay'],
    raw: ({ reasons }) => reasons ?? null,
    text({ reasons = [] }, { mode }) {
      const texts = reasons.map((reason) => reason.trim());
      return texts.length === 0 ? ABSENT : texts.join({ screen: ', ', plain: '; ', template: ' · ' }[mode]);
    },
    role: () => 'quiet',
  },
  origin({
    id: 'board',
    label: 'Board',
    doc: 'key of the board; null if the ticker is on no board',
    of: ROWS,
    role: () => 'strong',
  }),
  {
    id: 'timeframes',
    label: 'Timeframes',
    doc: 'confluence in each timeframe, such as day 4, swing 1. With :raw, the object timeframes of confluence --json',
    schema: (doc) => map(doc, 'Timeframe', whole('Confluence', 0)),
    of: ['symbol'],
    choice: 'columns',
    isOfOrigin: true,
    raw: ({ standings = [] }) =>
      Object.fromEntries(standings.map(({ timeframe, boards }) => [timeframe, boards])),
    text: ({ standings = [] }) =>
      standings.map(({ timeframe, boards }) => `${timeframe} ${boards}`).join(', '),
  },
  {
    id: 'on',
    label: 'On',
    doc: 'boards and ranks, such as movers 1, rvol 2. With several timeframes, day movers 1, swing rvol 2. With :raw, the object boards of confluence --json',
    schema: (doc) => map(doc, 'Timeframe', list('Board keys', text('Board key'))),
    of: ['symbol'],
    choice: 'columns',
    raw: ({ standings = [] }) =>
      Object.fromEntries(standings.map((standing) => [standing.timeframe, boardKeys(standing)])),
    text: placesText,
  },
  origin({
    id: 'timeframe',
    label: '',
    doc: 'timeframe of the row. In boards confluence with several timeframes, a text such as 2 timeframes',
  }),
  origin({
    id: 'asOf',
    label: 'As of',
    doc: 'time of the snapshot in the time zone of the preference timezone, with the date if it is not today. With :raw, ISO 8601 in UTC. With several timeframes, the oldest time',
    text({ time = null }, style) {
      if (style.mode === 'plain') return formatFullTime(time, style);
      const text = formatTime(time, style);
      return text === UNKNOWN_TIME ? ABSENT : text;
    },
  }),
  origin({
    id: 'session',
    label: 'Session',
    doc: 'market session: premarket, open, afterhours or closed',
  }),
  origin({
    id: 'dataAge',
    label: 'Data age',
    doc: 'age of the data, such as 12s, 7m or 3h. With :raw, seconds. With several timeframes, the highest age',
    schema: (doc) => orNull(whole(doc, 0)),
    align: 'right',
    text: ({ dataAge = null }) =>
      dataAge === null ? ABSENT : formatDuration(dataAge * SECOND_MS).replace(/ (.).*/, '$1'),
  }),
  origin({
    id: 'source',
    label: 'Source',
    doc: 'empty for live data, SANDBOX for simulated data, or RECORDED with the time',
    schema: text,
    raw: ({ source = '' }) => source,
    text: ({ source = '' }) => source,
  }),
  {
    ...OF_OLDER,
    id: 'now',
    label: 'Now',
    doc: 'with --at, the number of boards that the symbol is on in the newest snapshot. If it left all boards, when it left, such as left 14:24; if no data follows, when it was last seen. With :raw, a number; null if the symbol left or is not known, and without --at',
    schema: (doc) => orNull(whole(doc, 0)),
    column: { place: 40, order: 20 },
    raw: boardsNow,
    text({ outcome }, style) {
      if (outcome == null) return ABSENT;
      if (outcome.boards !== null) return countText(outcome.boards, style);
      const dayOf = (time: number) => formatMonthDay(time, style.timeZone);
      const { leftAt, shownAt } = outcome;
      if (leftAt === null) return 'left';
      return `left ${dayOf(leftAt) === dayOf(shownAt) ? formatClock(leftAt, style) : dayOf(leftAt)}`;
    },
    role(row) {
      const boards = boardsNow(row);
      return boards !== null && roleOfBoards(boards) === 'quiet' ? null : roleOfBoards(boards ?? 0);
    },
  },
  {
    ...OF_OLDER,
    id: 'gain',
    label: 'Gain',
    doc: 'with --at, the change of the price until the newest snapshot or, if the symbol left, until the last price seen in any recorded timeframe. With :raw, percent; null if not known, and without --at',
    schema: (doc) => orNull(amount(doc)),
    align: 'right',
    column: { place: 50, order: 30 },
    // Remove floating-point noise: 5 instead of 5.000000000000004.
    raw: ({ outcome }) => (outcome?.changePct == null ? null : Number(outcome.changePct.toFixed(6))),
    text: ({ outcome }) => formatPercent(outcome?.changePct ?? null),
    role: ({ outcome }) => roleOfSign(outcome?.changePct ?? null),
  },
  onlyDrawn({
    id: 'mark',
    label: '',
    doc: 'in the pane, how the row moved: NEW, ▲2, ▼1; empty if it did not',
    cells: { min: 3, max: 3 },
    column: { place: 20, order: 40, isFixed: true, isInTiles: true },
    isKnown: ({ age }) => age !== undefined,
    text({ mark }) {
      if (mark === undefined) return '';
      if (mark.from === null) return 'NEW';
      return mark.from > mark.to ? `▲${mark.from - mark.to}` : `▼${mark.to - mark.from}`;
    },
    role: ({ mark }) =>
      mark === undefined ? null : mark.from === null || mark.from > mark.to ? 'accent' : 'muted',
  }),
  onlyDrawn({
    id: 'standing',
    label: 'Bds',
    doc: 'boards and bias in three cells',
    cells: { min: 3, max: 3 },
    column: { place: 100, order: 70, isFixed: true, isInTiles: true },
    text: (row) => standingCount(row) + signOfBias(row).padEnd(1),
    role: ({ boards }) => (isHighConfluence(boards) ? 'accent' : 'muted'),
  }),
  onlyDrawn({
    id: 'place',
    label: '#',
    doc: 'in lists of confluence, the sign of the top play, and the place in the list',
    align: 'right',
    cells: { min: 5, max: 5 },
    column: { place: 10, order: 11 },
    isKnown: isByConfluence,
    text: ({ isTopPlay, rank }, _, cells) =>
      (isTopPlay === true ? '★' : ' ') + words(rank).padStart(cells - 1),
    role: ({ isTopPlay }) => (isTopPlay === true ? 'accent' : 'quiet'),
  }),
  onlyDrawn({
    id: 'total',
    label: 'Sum',
    doc: 'in confluence of several timeframes, the sum of the boards',
    align: 'right',
    column: { place: 101, order: 71 },
    isKnown: isByConfluence,
    text: ({ boards }) => words(boards),
    role: ({ boards }) => roleOfBoards(boards),
  }),
  onlyDrawn({
    id: 'score',
    label: 'Bds',
    doc: 'next to other timeframes, the boards and the bias in up to four cells',
    cells: { min: 2, max: 4 },
    column: { place: 100, order: 72 },
    isKnown: isByConfluence,
    text: (row, _, cells) => fitText(cells, formatStanding(row), formatConfluence(row.boards)),
    role: ({ boards }) => (boards === null ? 'muted' : isHighConfluence(boards) ? 'accent' : null),
  }),
  onlyDrawn({
    id: 'boardsGained',
    label: '',
    doc: 'in the confluence of the pane, the boards gained or lost since the baseline: ▲1, ▼2; empty if there are none',
    cells: { min: 2, max: 2 },
    column: { place: 105, order: 75, isFixed: true },
    isKnown: ({ boardsGained }) => boardsGained !== undefined,
    text: ({ boardsGained = 0 }) =>
      boardsGained === 0 ? '' : `${boardsGained > 0 ? '▲' : '▼'}${Math.abs(boardsGained)}`,
    role: ({ boardsGained = 0 }) => (boardsGained > 0 ? 'accent' : 'strong'),
  }),
  onlyDrawn({
    id: 'rankNow',
    label: 'Rank now',
    doc: 'in the past of the pane, the rank in the newest snapshot (= if it is the same) or the time when the row left, and the change of the price since; – if not known',
    text({ rowOutcome, rank }, style, cells) {
      if (rowOutcome === undefined) return '';
      return rowOutcome === null ? ABSENT : describeOutcome(rowOutcome, { rank }, style, cells);
    },
  }),
  {
    id: 'age',
    label: 'Age',
    doc: 'in the pane, time on this board',
    of: ['memory'],
    choice: 'columns and sort',
    align: 'right',
    cells: { min: 5, max: 5 },
    column: { place: 110, order: 100, isFixed: true },
    isKnown: ({ age }) => age != null,
    raw: ({ age }) => age?.milliseconds ?? null,
    text: ({ age }) => (age == null ? '' : formatAge(age)),
    role: () => 'muted',
  },
  {
    id: 'trend',
    label: '30 min',
    doc: 'in the pane, the ranks of the last 30 minutes; in the confluence view, the numbers of boards',
    of: ['memory'],
    choice: 'columns',
    cells: { min: 8, max: 8 },
    column: { place: 120, order: 90, isFixed: true },
    isKnown: ({ age }) => age != null,
    raw: ({ trend }) => trend ?? null,
    text({ trend, standings, board }) {
      if (trend == null) return '';
      return standings === undefined ? sparklineOf(trend, board ?? '') : countsSparkline(trend);
    },
    role: () => 'muted',
  },
];

export function fieldsOf(...subjects: ReadonlyArray<Subject>): ReadonlyArray<Field> {
  return FIELDS.filter((field) => subjects.some((subject) => field.of.includes(subject)));
}

/** Leaves out fields that the service does not send. */
export function schemasOf(subject: Subject): Properties {
  return schemasBy(fieldsOf(subject).filter(({ isOfOrigin, isOfOlder }) => !isOfOrigin && !isOfOlder));
}

/** Any value of `--columns` may be null, even one that the service always sends. */
export function columnSchemas(...subjects: ReadonlyArray<Subject>): Properties {
  return schemasBy(columnsOf(...subjects), orNull);
}

function schemasBy(fields: ReadonlyArray<Field>, changed = (schema: Schema) => schema): Properties {
  const schemas = fields.flatMap(({ id, doc, schema }) =>
    schema === undefined
      ? []
      : [[id, changed(schema(`${doc.slice(0, 1).toUpperCase()}${doc.slice(1)}`))] as const],
  );
  return Object.fromEntries(schemas);
}

export function columnsOf(...subjects: ReadonlyArray<Subject>): ReadonlyArray<Field> {
  return fieldsOf(...subjects).filter(({ choice }) => choice !== undefined);
}

/** Only older data has outcomes. */
export function usualColumns(subject: Subject, isOlder: boolean): ReadonlyArray<Field> {
  return columnsOf(subject).filter(({ isOfOrigin, isOfOlder }) => !isOfOrigin && (isOlder || !isOfOlder));
}

/** Derives a field such as `dayPct.swing`. */
export function inTimeframe(field: Field, timeframe: string): Field {
  const rowIn = (row: Row): Row => {
    const standing = row.standings?.find((each) => each.timeframe === timeframe);
    return standing === undefined
      ? EMPTY_ROW
      : { ...row, ...standing, standings: [standing], isOfSeveral: false };
  };
  return {
    ...field,
    id: `${field.id}.${timeframe}`,
    raw: (row) => field.raw(rowIn(row)),
    text: (row, style, cells) => field.text(rowIn(row), style, cells),
    role: (row) => field.role?.(rowIn(row)) ?? null,
  };
}

/** For older data, adds outcome columns that are not chosen: after the column `follows`, or else at the front. */
export function shownColumns(
  subject: Subject,
  chosen: ReadonlyArray<Column> | null,
  isOlder: boolean,
  follows = 'symbol',
): ReadonlyArray<Field> {
  const shown = chosen?.map(fieldNamed) ?? usualColumns(subject, false);
  const added = columnsOf(subject).filter((field) => isOlder && field.isOfOlder && !shown.includes(field));
  return shown.toSpliced(shown.findIndex(({ id }) => id === follows) + 1, 0, ...added);
}

export function jsonColumns(chosen: ReadonlyArray<Column>, isOfSeveral: boolean): ReadonlyArray<Column> {
  return isOfSeveral ? [...new Set(['timeframe', 'asOf', ...chosen])] : chosen;
}

export function boardFields(): ReadonlyArray<Field> {
  const placed = FIELDS.flatMap((field) => (field.column ? [{ field, place: field.column.place }] : []));
  return placed.sort((one, other) => one.place - other.place).map(({ field }) => field);
}

/** Throws for an unknown id, because ids are validated when they are read. */
export function fieldNamed(id: string): Field {
  const found = FIELDS.find((field) => field.id === id);
  if (found === undefined) throw new Error(`no field ${id}`);
  return found;
}

export const FORMER_NAMES = { spark: 'trend', since: 'gain' };

/** Maps headers in lower case to ids, where the two differ. */
export function fieldAliases(fields: ReadonlyArray<Field> = FIELDS): Readonly<Record<string, string>> {
  const aliases = fields.flatMap(({ id, label, choice }) => {
    const header = label.toLowerCase();
    const isOther = choice !== undefined && /^[a-z]+$/.test(header) && header !== id.toLowerCase();
    return isOther ? [[header, id] as const] : [];
  });
  return Object.fromEntries(aliases);
}

export const parseColumns = columnsParser(columnsOf('row'));

export function columnsParser(fields: ReadonlyArray<Field>): Parser<ReadonlyArray<Column>> {
  const ids = fields.map(({ id }) => id);
  const parse = (list: string) => {
    const words = wordsOf('column', list, ids);
    const columns = valuesNamed('column', words, ids, fieldAliases(fields), FORMER_NAMES);
    const twice = columns.find((id, index) => columns.indexOf(id) < index);
    if (twice === undefined) return columns;
    throw new UsageError(`the column ${twice} is given twice`, { hint: 'Give each column once.' });
  };
  return parser(parse, { words: ids, isList: true });
}

export function isFromMemory(column: Column): boolean {
  return !fieldNamed(column).of.includes('row');
}

/** `outcomes` are needed for the fields of older data. */
export function orderBy(id: string, isReversed = false, outcomes?: SymbolOutcomes | null): Order {
  const { raw, order = raw, isAscending = false } = fieldNamed(id);
  return {
    valueOf: (row) => order(outcomes == null ? row : { ...row, outcome: outcomes.find(row.symbol) }),
    isAscending,
    isReversed,
  };
}

function words(value: string | number | null): string {
  return value === null ? ABSENT : String(value);
}

export function formatConfluence(boards: number | null): string {
  return isHighConfluence(boards) ? `◆${boards}` : words(boards);
}

function countText(boards: number | null, { mode }: Pick<Style, 'mode'>): string {
  return mode === 'screen' ? formatConfluence(boards) : words(boards);
}

/** Returns null if the symbol left all boards, or if that is unknown. */
export function boardsNow({ outcome }: Row): number | null {
  return outcome?.boards ?? null;
}

export function isHighConfluence(boards: number | null): boolean {
  return Number(boards) >= HIGH_CONFLUENCE;
}

/** Returns `◆3+`, `2-` or `1`. */
export function formatStanding({ boards, bias }: Pick<Row, 'boards' | 'bias'>): string {
  return formatConfluence(boards) + signOfBias({ boards, bias });
}

function signOfBias({ boards, bias }: Pick<Row, 'boards' | 'bias'>): string {
  return bias === null || boards === null || boards === 0 ? '' : BIAS_SIGNS[bias];
}

/** Returns two cells, blank for 0, because most rows have no confluence. */
function standingCount({ boards }: Row): string {
  if (boards === 0) return '  ';
  if (boards !== null && boards > 9) return String(Math.min(boards, 99));
  return fitCell(formatConfluence(boards), 2, 'right');
}

function roleOfBoards(boards: number | null): Role {
  if (isHighConfluence(boards)) return 'accent';
  return boards === 0 ? 'muted' : 'quiet';
}

/** A value that is displayed as 0.00 has no role. */
function roleOfSign(value: number | null): Role {
  if (value === null || Math.abs(value) < 0.005) return null;
  return value > 0 ? 'up' : 'down';
}

function isByConfluence({ standings }: Row): boolean {
  return standings !== undefined;
}

function isMixed({ bias, standings = [] }: Row): boolean {
  return bias === null && standings.some((standing) => standing.bias !== null);
}

/** An unknown rank comes after ranks 1 to 5, which confluence counts. */
export function bestFirst(placements: ReadonlyArray<Placement>): ReadonlyArray<Placement> {
  const place = ({ row: { rank } }: Placement) => rank ?? CONFLUENCE_RANKS + 0.5;
  return placements.toSorted((a, b) => place(a) - place(b));
}

/** Returns `movers 1, rvol 2`, or `day movers 1, swing rvol 2` for several timeframes. */
function placesText({ standings = [], isOfSeveral = false }: Row): string {
  return standings
    .flatMap(({ timeframe, placements }) =>
      bestFirst(placements).map(({ board, row }) => {
        const place = `${board} ${row.rank ?? NONE}`;
        return isOfSeveral ? `${timeframe} ${place}` : place;
      }),
    )
    .join(', ');
}

/** The best rank has the highest bar. With groups, the scale covers only the ranks of the newest rank's group. */
export function sparklineOf(ranks: ReadonlyArray<Sample>, board: string): string {
  const heights = ranks.map((rank) => (rank == null ? rank : -rank));
  const last = ranks.findLast((rank) => rank != null) ?? 1;
  const groups = groupRanksOf(board);
  const group = groups[last - 1];
  if (group === undefined)
    return renderSparkline(heights, Math.min(-USUAL_LAST_RANK, ...heights.map((height) => height ?? 0)), -1);
  const first = last - group.rank + 1;
  const count = groups.filter(({ name }) => name === group.name).length;
  return renderSparkline(heights, 1 - first - count, -first);
}

function countsSparkline(counts: ReadonlyArray<Sample>): string {
  return renderSparkline(counts, 0, Math.max(USUAL_MOST_BOARDS, ...counts.map((count) => count ?? 0)));
}

/** Returns `2 ▲1 +3.1%` or `out 11:24 -4.0%`. Drops the time, then decimals, then the change to fit. */
export function describeOutcome(
  { rank: now, leftAt, changePct }: RowOutcome,
  { rank }: Pick<BoardRow, 'rank'>,
  reading: Reading,
  cells = Infinity,
): string {
  const out = joinTexts(' ', 'out', leftAt === null ? '' : formatClock(leftAt, reading));
  const climb = rank === null || now === null ? null : rank - now;
  const move = climb === null ? '' : climb > 0 ? ` ▲${climb}` : ` ▼${-climb}`;
  const place = now === null ? out : climb === 0 ? '=' : `${now}${move}`;
  const [short = ''] = place.split(' ');
  if (changePct === null) return fitText(cells, place, short);
  const [change, rounded] = [1, 0].map((decimals) => signedPercent(changePct, decimals));
  const timeless = now === null ? short : place;
  return fitText(
    cells,
    `${place} ${change}`,
    `${timeless} ${change}`,
    `${timeless} ${rounded}`,
    timeless,
    short,
  );
}

function signedPercent(percent: number, decimals: number): string {
  const size = Math.abs(percent).toFixed(decimals);
  const sign = Number(size) === 0 ? '' : percent > 0 ? '+' : '-';
  return `${sign}${size}%`;
}

export function paintOf<R>(
  field: { role?(row: R): Role },
  row: R,
  theme: Theme,
  mode: Mode = 'screen',
): Paint {
  return paintOfRole(field.role?.(row) ?? null, theme, mode);
}

function paintOfRole(role: Role, theme: Theme, mode: Mode = 'screen'): Paint {
  // The theme would load chalk, which formats for scripts do not need.
  if (role === null || (role === 'quiet' && mode !== 'screen')) return (text) => text;
  return role === 'quiet' ? theme.muted : theme[role];
}

export function paintOfSign(theme: Theme, value: number | null): Paint {
  return paintOfRole(roleOfSign(value), theme);
}

/** For rows of a board; the role of the field `symbol` is for lines about one symbol. */
export function paintOfSymbol({ emphasis, isPinned, boards }: Row, theme: Theme): Paint {
  const usual = paintOfRole(isPinned === true || isHighConfluence(boards) ? 'strong' : null, theme);
  if (emphasis !== 'related') return usual;
  return isPinned === true ? (text) => theme.related(theme.strong(text)) : theme.related;
}
