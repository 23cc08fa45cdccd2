import { amount, list, oneOf, orNull, type Properties, text, whole } from '../json-schema.ts';
import type { Order } from '../model/selection.ts';
import { boardKeys } from '../model/standings.ts';
import { listOf, type Parser } from '../parse.ts';
import { describeTime } from '../parse-time.ts';
import { formatAgeStep, formatAgeText } from '../view/age.ts';
import {
  ABSENT,
  formatCompact,
  formatPercent,
  formatPrice,
  formatTime,
  PRICE_WIDTH,
  UNKNOWN_TIME,
} from '../view/format.ts';
import { cleanText } from '../view/safe-text.ts';
import { renderSparkline } from '../view/sparkline.ts';
import { BIASES, type Bias, type Column, HIGH_CONFLUENCE } from '../vocabulary.ts';
import type { Field, Role, Row, RowPast, Style, Subject } from './field.ts';

/** A row of rank 10 has the lowest bar; worse ranks have it only where a board has more. */
const USUAL_LAST_RANK = 10;
/** What tells a bias without colour. */
const BIAS_SIGNS: Readonly<Record<Bias, string>> = { bullish: '▲', bearish: '▼', neutral: '·' };

const CONFLUENCE =
  'confluence: the number of boards that have the symbol on ranks 1 to 5, in this timeframe. It can be less than the number of boards that list the symbol';
const LISTED: ReadonlyArray<Subject> = ['row', 'topPlay', 'symbol'];
const ROWS: ReadonlyArray<Subject> = ['row'];

/** In the order of the columns of plain output and CSV. To add a fact to all outputs, add its field here. */
export const FIELDS: Array<Field> = [
  {
    id: 'rank',
    label: '#',
    doc: 'place on this board, 1 is the best',
    formatDoc:
      'confluence: the place in the list, from 1 (but --sort rank goes by the best rank on any board)',
    schema: (doc) => whole(doc, 1),
    of: ['row', 'symbol'],
    choice: 'columns and sort',
    align: 'right',
    cells: { min: 2, max: 2 },
    isAscending: true,
    raw: ({ rank }) => rank,
    text: ({ rank, group }, { style }) => count(style === 'screen' ? (group?.rank ?? rank) : rank),
    role: () => 'quiet',
  },
  {
    id: 'symbol',
    label: 'Symbol',
    doc: 'ticker',
    schema: text,
    of: LISTED,
    choice: 'columns and sort',
    cells: { min: 6, max: 6 },
    raw: ({ symbol }) => symbol,
    text: ({ symbol }) => words(symbol),
    role: () => 'strong',
  },
  {
    id: 'name',
    label: 'Name',
    doc: 'company name; null: not known',
    schema: (doc) => orNull(text(doc)),
    of: LISTED,
    choice: 'columns and sort',
    cells: { min: 10, max: 26 },
    raw: ({ name }) => name,
    text: ({ name }) => words(name),
  },
  {
    id: 'price',
    label: 'Price',
    doc: 'last price in USD; null: missing or stale',
    schema: (doc) => orNull(amount(doc)),
    of: LISTED,
    choice: 'columns and sort',
    align: 'right',
    cells: { min: PRICE_WIDTH, max: PRICE_WIDTH },
    raw: ({ price }) => price,
    text: ({ price }, _, cells) => formatPrice(price, cells),
  },
  {
    id: 'dayPct',
    label: 'Chg',
    doc: 'change over the window of the timeframe in percent: 12.4 is +12.4 %; null: missing or stale',
    schema: (doc) => orNull(amount(doc)),
    of: LISTED,
    choice: 'columns and sort',
    align: 'right',
    cells: { min: 8, max: 8 },
    raw: ({ dayPct }) => dayPct,
    text: ({ dayPct }) => formatPercent(dayPct),
    role: ({ dayPct }) => roleOfSign(dayPct),
  },
  {
    id: 'volume',
    label: 'Vol',
    doc: 'volume in shares; null: missing or stale',
    schema: (doc) => orNull(amount(doc)),
    of: LISTED,
    choice: 'columns and sort',
    align: 'right',
    cells: { min: 6, max: 6 },
    raw: ({ volume }) => volume,
    text: ({ volume }) => formatCompact(volume),
    role: () => 'quiet',
  },
  {
    id: 'boards',
    label: 'Bds',
    doc: CONFLUENCE,
    formatDoc: 'confluence: the total of the timeframes',
    schema: (doc) => whole(doc, 0),
    of: LISTED,
    choice: 'columns and sort',
    align: 'right',
    cells: { min: 3, max: 3 },
    raw: ({ boards }) => boards,
    text: ({ boards }, { style }) => (style === 'screen' ? formatConfluence(boards) : count(boards)),
    role: ({ boards }) => roleOfBoards(boards),
  },
  {
    id: 'bias',
    label: 'Bias',
    doc: 'the direction that the scanner sees: bullish, bearish or neutral',
    formatDoc: 'confluence: mixed (raw: empty) if timeframes differ',
    schema: (doc) => oneOf(doc, BIASES),
    of: LISTED,
    choice: 'columns and sort',
    cells: { min: 6, max: 9 },
    raw: ({ bias }) => bias,
    text: (row, { style }, cells) => {
      if (isMixed(row)) return style === 'screen' && cells < 5 ? 'mix' : 'mixed';
      return style === 'screen' ? formatBias(row.bias, cells) : (row.bias ?? ABSENT);
    },
    role: (row) => (isMixed(row) || row.bias === 'neutral' ? 'muted' : roleOfBias(row.bias)),
  },
  {
    id: 'metric',
    label: 'Metric',
    doc: 'what the board ranks on, a text for people, such as 4.2x; null: missing or stale',
    schema: (doc) => orNull(text(doc)),
    of: ROWS,
    choice: 'columns and sort',
    cells: { min: 10, max: 14 },
    raw: ({ metric }) => metric,
    text: ({ metric, shownMetric }) => shownMetric ?? words(metric),
  },
  {
    id: 'tag',
    label: 'Tag',
    doc: 'a short qualifier, a text for people, such as low float; null: none',
    schema: (doc) => orNull(text(doc)),
    of: ROWS,
    choice: 'columns and sort',
    cells: { min: 14, max: 18 },
    raw: ({ tag }) => tag,
    text: ({ tag }) => words(tag),
    role: () => 'quiet',
  },
  {
    id: 'reasons',
    label: 'Why',
    doc: 'texts for people: why it is the top play',
    formatDoc: 'raw: a JSON array',
    schema: (doc) => list(doc, text('A label, such as: top mover')),
    of: ['topPlay'],
    raw: ({ reasons }) => reasons ?? null,
    text({ reasons = [] }, { style }) {
      const texts = reasons.map((reason) => cleanText(reason).trim()).filter((reason) => reason !== '');
      return texts.length === 0 ? ABSENT : texts.join({ screen: ', ', plain: '; ', template: ' · ' }[style]);
    },
  },
  {
    id: 'board',
    label: 'Board',
    doc: 'key of the board; –: the ticker is on no board',
    of: ROWS,
    raw: ({ board = null }) => board,
    text: ({ board = null }) => words(board),
    role: () => 'strong',
  },
  {
    id: 'timeframes',
    label: 'Timeframes',
    doc: 'confluence by timeframe: day 4, swing 1; raw: as in confluence --json, an object',
    of: ['symbol'],
    raw: ({ standings = [] }) =>
      Object.fromEntries(standings.map(({ timeframe, boards }) => [timeframe, boards])),
    text: ({ standings = [] }) =>
      standings.map(({ timeframe, boards }) => `${timeframe} ${boards}`).join(', '),
  },
  {
    id: 'on',
    label: 'On',
    doc: 'boards with ranks: movers 1, rvol 2, of several timeframes day movers 1, swing rvol 2; raw: the keys by timeframe, as boards in confluence --json, an object',
    of: ['symbol'],
    choice: 'columns',
    raw: ({ standings = [] }) =>
      Object.fromEntries(standings.map((standing) => [standing.timeframe, boardKeys(standing)])),
    text: (row, { style }) => placesText(row, style),
  },
  {
    id: 'timeframe',
    label: '',
    doc: 'that of the row; confluence of several: 2 timeframes',
    of: LISTED,
    raw: ({ timeframe = null }) => timeframe,
    text: ({ timeframe = null }) => words(timeframe),
  },
  {
    id: 'asOf',
    label: 'As of',
    doc: 'the time in the local time zone, with the date if that is not today; raw: ISO 8601, UTC. Of several timeframes, the oldest',
    of: LISTED,
    raw: ({ asOf = null }) => asOf,
    text({ asOfMilliseconds = null }, { style, nowMilliseconds, timeZone }) {
      const time = formatTime(asOfMilliseconds, nowMilliseconds, timeZone);
      if (style === 'plain')
        return asOfMilliseconds === null || time === UNKNOWN_TIME
          ? time
          : describeTime(asOfMilliseconds, timeZone);
      return time === UNKNOWN_TIME ? ABSENT : time;
    },
  },
  {
    id: 'session',
    label: 'Session',
    doc: 'premarket, open, afterhours or closed',
    of: LISTED,
    raw: ({ session = null }) => session,
    text: ({ session = null }) => words(session),
  },
  {
    id: 'source',
    label: 'Source',
    doc: 'empty: live data; SANDBOX: simulated; RECORDED with the time',
    of: LISTED,
    raw: ({ source = '' }) => source,
    text: ({ source = '' }) => source,
  },
  {
    id: 'now',
    label: 'Now',
    doc: 'with --at, boards of the symbol in the newest snapshot, or when it left all boards: left 14:24, left >14:24 if that was later, while no data was recorded, or with --sandbox more than 4h ago; raw: a number, or empty: it left. –: not known, without --at too',
    of: LISTED,
    raw: ({ since }) => since?.boards ?? null,
    text({ since }, { style }) {
      if (since == null) return ABSENT;
      if (style === 'screen') return since.now;
      if (since.boards !== null) return String(since.boards);
      return style === 'plain' ? since.now.replace('>', 'after ') : since.now;
    },
    role({ since }) {
      if (since == null || since.boards === null) return 'muted';
      return roleOfBoards(since.boards) === 'quiet' ? null : roleOfBoards(since.boards);
    },
  },
  {
    id: 'gain',
    label: 'Gain',
    aliases: ['since'],
    doc: 'with --at, change of the price until the newest snapshot; raw: percent. –: not known, without --at too',
    of: LISTED,
    align: 'right',
    // Without the last digits of a quotient: 5 instead of 5.000000000000004.
    raw: ({ since }) => (since?.changePct == null ? null : Number(since.changePct.toFixed(6))),
    text: ({ since }) => formatPercent(since?.changePct ?? null),
    role: ({ since }) => roleOfSign(since?.changePct ?? null),
  },
  {
    id: 'mark',
    label: '',
    doc: 'in the pane, how the row moved',
    of: [],
    cells: { min: 3, max: 3 },
    raw: ({ mark }) => mark ?? null,
    text: ({ mark, past, hasAgeInMark = false }) =>
      mark === undefined && hasAgeInMark && past != null
        ? formatAgeStep(past.age.milliseconds)
        : markText(mark),
    role({ mark, past }) {
      if (mark === undefined) return roleOfTrend(past?.trend);
      if (mark.from === null) return 'accent';
      return mark.from > mark.to ? 'up' : 'down';
    },
  },
  {
    id: 'standing',
    label: 'Bds',
    doc: 'boards and bias in three cells',
    of: [],
    cells: { min: 3, max: 3 },
    raw: ({ boards }) => boards,
    // Two colours: renderStanding has its cells.
    text: () => '   ',
  },
  {
    id: 'age',
    label: 'Age',
    doc: 'in the pane, time on this board',
    of: [],
    align: 'right',
    // Always the same, so that the columns beside it do not move every minute.
    cells: { min: 5, max: 5 },
    raw: ({ past }) => past?.age.milliseconds ?? null,
    text: ({ past }) => (past == null ? '' : formatAgeText(past.age)),
    role: () => 'muted',
  },
  {
    id: 'spark',
    label: '30 min',
    doc: 'in the pane, the ranks of the last 30 minutes',
    of: [],
    cells: { min: 8, max: 8 },
    raw: ({ past }) => past?.trend.ranks ?? null,
    text: ({ past }) => (past == null ? '' : sparklineOf(past.trend)),
    role: ({ past }) => roleOfTrend(past?.trend),
  },
  {
    id: 'trend',
    label: 'Trend',
    doc: 'in the pane, where the rank is going',
    of: [],
    cells: { min: 5, max: 5 },
    raw: ({ past }) => past?.trend.word ?? null,
    text: ({ past }) => past?.trend.word ?? '',
    role: ({ past }) => roleOfTrend(past?.trend),
  },
];

/** The fields that the lines of an output have, in the order of the registry. */
export function fieldsOf(subject: Subject): ReadonlyArray<Field> {
  return FIELDS.filter((field) => field.of.includes(subject));
}

/** The JSON Schema of what the service sends of a row or a top play, by field. */
export function schemasOf(subject: Subject): Properties {
  const sent = fieldsOf(subject).flatMap(({ id, doc, schema }) =>
    schema === undefined ? [] : [[id, schema(`${doc.slice(0, 1).toUpperCase()}${doc.slice(1)}`)] as const],
  );
  return Object.fromEntries(sent);
}

/** Those of them that `--columns` takes. */
export function columnsOf(subject: Subject): ReadonlyArray<Field> {
  return fieldsOf(subject).filter(({ choice }) => choice !== undefined);
}

/** The field with this id. Throws for one that does not exist: ids are checked where they are read. */
export function fieldNamed(id: string): Field {
  const found = FIELDS.find((field) => field.id === id);
  if (found === undefined) throw new Error(`no field ${id}`);
  return found;
}

/** Headers of tables that differ from the ids of their fields, in lower case, and former names. */
export function fieldAliases(): Readonly<Record<string, string>> {
  const aliases = FIELDS.flatMap(({ id, label, choice, aliases: others = [] }) => {
    const header = label.toLowerCase();
    const isOther = choice !== undefined && /^[a-z]+$/.test(header) && header !== id.toLowerCase();
    return [...(isOther ? [header] : []), ...others].map((alias) => [alias, id] as const);
  });
  return Object.fromEntries(aliases);
}

/** One or more columns of a row, or headers of tables. */
export const parseColumns: Parser<ReadonlyArray<Column>> = columnsParser('row');

export function columnsParser(
  subject: Subject,
  others: ReadonlyArray<string> = [],
): Parser<ReadonlyArray<Column>> {
  const ids = columnsOf(subject).map(({ id }) => id);
  return listOf('column', [...ids, ...others], fieldAliases());
}

/** The order of `--sort`. */
export function orderBy(id: string): Order {
  const { raw, isAscending = false } = fieldNamed(id);
  return { valueOf: raw, isAscending };
}

function words(value: string | null): string {
  return value === null ? ABSENT : cleanText(value);
}

function count(value: number | null): string {
  return value === null ? ABSENT : String(value);
}

/** The number of boards, marked with `◆` from three. */
export function formatConfluence(boards: number | null): string {
  return isHighConfluence(boards) ? `◆${boards}` : count(boards);
}

export function isHighConfluence(boards: number | null): boolean {
  return boards !== null && boards >= HIGH_CONFLUENCE;
}

/** `▲ bullish`, `▲ bull` below 9 cells, or `▲` for 1: readable without colour. */
export function formatBias(bias: Bias | null, cells: number): string {
  if (bias === null) return ABSENT;
  return cells === 1 ? biasSign(bias) : `${biasSign(bias)} ${cells >= 9 ? bias : bias.slice(0, 4)}`;
}

export function biasSign(bias: Bias): string {
  return BIAS_SIGNS[bias];
}

/** Many boards stand out, and 0 steps back: the symbol is listed, but in no top ranks. */
function roleOfBoards(boards: number | null): Role {
  if (isHighConfluence(boards)) return 'highlight';
  return boards === 0 ? 'muted' : 'quiet';
}

/** None for an unknown value and for one displayed as 0.00. */
function roleOfSign(value: number | null): Role {
  if (value === null || Math.abs(value) < 0.005) return null;
  return value > 0 ? 'up' : 'down';
}

function roleOfBias(bias: Bias | null): Role {
  if (bias === null) return null;
  return bias === 'bullish' ? 'up' : bias === 'bearish' ? 'down' : 'muted';
}

/** Of several timeframes, which differ. */
function isMixed({ bias, standings = [] }: Row): boolean {
  return bias === null && standings.some((standing) => standing.bias !== null);
}

/** `movers 1, rvol 2`, the best rank first; of several timeframes `day movers 1, swing rvol 2`. */
function placesText({ standings = [], isOfSeveral = false }: Row, style: Style): string {
  const absent = style === 'plain' ? '-' : ABSENT;
  return standings
    .flatMap(({ timeframe, placements }) =>
      placements
        .toSorted((a, b) => (a.row.rank ?? Number.MAX_VALUE) - (b.row.rank ?? Number.MAX_VALUE))
        .map(({ board, row }) => {
          const place = `${cleanText(board)} ${row.rank ?? absent}`;
          return isOfSeveral ? `${timeframe} ${place}` : place;
        }),
    )
    .join(', ');
}

/** `NEW`, `▲2`, `▼1`; empty for a row that did not move. */
function markText(mark: Row['mark']): string {
  if (mark === undefined) return '';
  if (mark.from === null) return 'NEW';
  return mark.from > mark.to ? `▲${mark.from - mark.to}` : `▼${mark.to - mark.from}`;
}

/** Rank 1 is the tall end. */
function sparklineOf({ ranks }: RowPast['trend']): string {
  const last = Math.max(USUAL_LAST_RANK, ...ranks.map((rank) => rank ?? 0));
  return renderSparkline(
    ranks.map((rank) => (rank === null ? null : -rank)),
    -last,
    -1,
  );
}

function roleOfTrend(trend: RowPast['trend'] | undefined): Role {
  if (trend?.word === 'rise') return 'up';
  return trend?.word === 'fade' ? 'down' : 'muted';
}
