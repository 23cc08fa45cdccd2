import { EMPTY_ROW, type Field, type Row, type SinceOf } from '../fields/field.ts';
import { biasSign, fieldNamed, formatConfluence, isHighConfluence } from '../fields/fields.ts';
import { symbolRow } from '../fields/row.ts';
import type { SymbolConfluence } from '../model/confluence.ts';
import type { Column, Timeframe } from '../vocabulary.ts';
import type { Lines } from './box.ts';
import { confluenceTitle, placeText, standingColumn } from './confluence-places.ts';
import { ABSENT } from './format.ts';
import { cleanText } from './safe-text.ts';
import { draw, fixed, layOut, measure, type TableColumn } from './table.ts';
import type { Theme } from './theme.ts';
import { timeframeNames } from './timeframes.ts';

export interface ConfluenceViewOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly columns: ReadonlyArray<Column> | null;
  /** Number of matching symbols; `entries` may be only the first of them. */
  readonly found: number;
  /** For older data: what became of a symbol. */
  readonly sinceOf?: SinceOf | undefined;
}

/** From left to right. */
const COLUMNS_OF_ONE = ['rank', 'symbol', 'name', 'price', 'dayPct', 'volume', 'standing', 'on'];
/** Without the change: each symbol would show it over the window of a different timeframe. */
const COLUMNS_OF_SEVERAL = ['rank', 'symbol', 'name', 'price', 'volume', 'scores', 'sum', 'bias', 'on'];
/** As there is room. The name is the only one that is not shown above boards on lines of their own. */
const ORDER = [
  ...['symbol', 'rank', 'now', 'gain', 'sum', 'scores', 'bias', 'dayPct', 'standing', 'price', 'volume'],
  ...['on', 'name'],
];
const MAX_WIDTHS: Readonly<Record<string, number>> = { symbol: 12, name: 26 };
/** Cells of the names of timeframes, from the longest. */
const NAME_WIDTHS = ['investing'.length, 'scalp'.length, 2];
/** Cells of a score with its marks, `◆4▲`, which has no room below a name of two letters. */
const MARKED_SCORE_WIDTH = 4;

/** Symbols ranked by confluence with their boards. Several timeframes get one column each. */
export function renderConfluence(
  entries: ReadonlyArray<SymbolConfluence>,
  { width, theme, timeframes, columns, found, sinceOf }: ConfluenceViewOptions,
): Lines {
  const title = confluenceTitle(describeCount(entries.length, found), width, theme).painted;
  if (entries.length === 0) return [title];
  const rows = entries.map((entry) => symbolRow(entry, {}, sinceOf?.(entry.symbol)));
  const isSingle = timeframes.length < 2;
  const ids =
    columns?.flatMap((id) => (id === 'boards' && !isSingle ? ['scores', 'sum'] : [id])) ??
    (isSingle ? COLUMNS_OF_ONE : COLUMNS_OF_SEVERAL);
  const shown = [...new Set(ids)].filter((id) => id !== 'on');
  // What became of a symbol is what one looks back for, so others give way.
  const order = columns === null ? ORDER : ['symbol', 'now', 'gain', ...shown, 'on'];
  if (sinceOf !== undefined) shown.splice(shown.indexOf('symbol') + 1, 0, 'now', 'gain');
  const list = { label: 'On', order: order.indexOf('on'), textsOf: isSingle ? listPlaces : listCounts };
  const tableWith = (nameWidth: number) => {
    const wanted = shown.flatMap((id): ReadonlyArray<TableColumn> => {
      const shared = { order: order.indexOf(id), isStepped: id === 'bias' };
      if (id === 'rank') return [{ ...shared, field: fieldNamed(id), size: fixed(3) }];
      if (id === 'sum') return [{ ...shared, field: SUM, size: fixed(3) }];
      if (id === 'scores')
        return scoreFields(timeframes, nameWidth).map((field) => ({
          ...shared,
          field,
          size: fixed(Math.max(field.label.length, Math.min(nameWidth, MARKED_SCORE_WIDTH))),
        }));
      if (id === 'standing') return [{ ...shared, ...standingColumn(theme) }];
      const field = columns === null && id === 'symbol' ? SYMBOL : fieldNamed(id);
      // Widths of columns that the user chose do not depend on the rows.
      const { min, max } = (columns === null ? undefined : field.cells) ?? {};
      const size = min === undefined ? measure(field, rows, MAX_WIDTHS[id]) : fixed(min, max);
      return [{ ...shared, field, size }];
    });
    return layOut(wanted, rows, width, ids.includes('on') ? list : null);
  };
  // The longest names of timeframes that take no cells from other columns.
  const tables = (isSingle ? [0] : NAME_WIDTHS).map(tableWith);
  const table = tables.find(({ isComplete }) => isComplete) ?? tables.at(-1);
  const lines = table === undefined ? [] : draw(table, rows, theme).flat();
  return [title, ...lines.map(({ painted }) => painted.trimEnd())];
}

const SYMBOL: Field = {
  ...fieldNamed('symbol'),
  role: ({ boards }) => (isHighConfluence(boards) ? 'strong' : null),
};

/** The sum of the scores. */
const SUM: Field = {
  ...fieldNamed('boards'),
  label: 'Sum',
  text: ({ boards }) => String(boards),
  role: () => 'highlight',
};

/** One for each timeframe, with a name of at most so many cells. */
function scoreFields(timeframes: ReadonlyArray<Timeframe>, nameWidth: number): ReadonlyArray<Field> {
  return timeframeNames(timeframes, nameWidth).map((label, index): Field => {
    const standingOf = ({ standings }: Row) =>
      standings?.find(({ timeframe }) => timeframe === timeframes[index]);
    return {
      ...fieldNamed('boards'),
      label,
      align: 'left',
      text(row, _, cells) {
        const standing = standingOf(row);
        if (standing === undefined) return ABSENT;
        const { boards, bias } = standing;
        const score = formatConfluence(boards);
        if (cells >= MARKED_SCORE_WIDTH) return score + (bias === null ? '' : biasSign(bias));
        return score.length <= cells ? score : String(boards);
      },
      role(row) {
        const standing = standingOf(row);
        if (standing === undefined) return 'muted';
        return fieldNamed('bias').role?.({ ...EMPTY_ROW, bias: standing.bias }) ?? null;
      },
    };
  });
}

/** The boards with ranks, the best rank first. */
function listPlaces({ standings = [] }: Row): ReadonlyArray<string> {
  return standings
    .flatMap(({ placements }) => placements)
    .sort((a, b) => (a.row.rank ?? Number.MAX_VALUE) - (b.row.rank ?? Number.MAX_VALUE))
    .map(({ board, row }) => placeText(board, row.rank));
}

/** The boards with the number of timeframes in which the symbol is on them, the most first: `rvol ×5`, `movers`. */
function listCounts({ standings = [] }: Row): ReadonlyArray<string> {
  const counts = new Map<string, number>();
  for (const { placements } of standings)
    for (const board of new Set(placements.map((placement) => placement.board)))
      counts.set(board, (counts.get(board) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([board, count]) => (count === 1 ? cleanText(board) : `${cleanText(board)} ×${count}`));
}

function describeCount(shown: number, found: number): string {
  const symbols = found === 1 ? 'symbol' : 'symbols';
  return shown < found ? `${shown} of ${found} ${symbols}` : `${found} ${symbols}`;
}
