import { boardTitle } from '../fields/board-title.ts';
import { EMPTY_ROW, type Role, type Row } from '../fields/field.ts';
import { fieldNamed, formatStanding, isHighConfluence, shownColumns } from '../fields/fields.ts';
import { tickerRows } from '../fields/row.ts';
import { MINUTE_MS } from '../lib/time.ts';
import type { CardTimeframe } from '../market/card.ts';
import type { Timeframe } from '../market/catalogue.ts';
import type { Placement, Standing, SymbolStandings } from '../market/standings.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { ABSENT, formatClock, plainLine, plainText } from '../text/format.ts';
import { flow, type PaintedLines, type Segment, wrapWords } from '../text/lines.ts';
import { clip } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';
import { unpainted } from '../text/theme.ts';
import { isCounted } from './confluence-table.ts';
import { renderHeader, type TimeframesOptions } from './header-lines.ts';
import { figurePieces, namedPiece, pieceOf, plainHeading, titleLine } from './pieces.ts';
import { draw, fixed, layOut, measure, renderPlainTable, type TableColumn } from './table.ts';

const TICKER_COLUMNS = ['timeframe', 'boards', 'bias', 'dayPct', 'board', 'rank', 'metric', 'tag'];

interface SymbolsOptions extends TimeframesOptions {
  /** Only these were searched; without them, all. */
  readonly boards?: ReadonlyArray<string> | undefined;
}

/** One header, then each ticker. */
export function renderSymbols(
  snapshots: ReadonlyArray<Snapshot>,
  tickers: ReadonlyArray<SymbolStandings>,
  options: SymbolsOptions,
): PaintedLines {
  const render = options.mode === 'plain' ? renderPlainSymbol : renderSymbol;
  return [
    ...renderHeader(snapshots, options),
    ...tickers.flatMap((ticker) => ['', ...render(ticker, options)]),
  ];
}

/** Its figures, and a row for each timeframe and board. */
function renderPlainSymbol(ticker: SymbolStandings, options: TimeframesOptions): PaintedLines {
  const { symbol, name, price, volume, standings } = ticker;
  const row = { ...EMPTY_ROW, price, volume };
  const figures = ['price', 'volume'].map((id) => namedPiece(id, row, options));
  const rows = tickerRows(
    ticker,
    (index) => ({ timeframe: standings[index]?.timeframe ?? null }),
    options.outcomes,
  );
  // The symbol is above the table, so its outcome follows the timeframe.
  const fields = shownColumns('row', TICKER_COLUMNS, options.outcomes != null, 'timeframe');
  return [
    plainHeading(symbol, name === null ? '' : plainText(name), options.theme),
    ...(price === null && volume === null ? [] : [plainLine(figures)]),
    ...renderPlainTable(fields, rows, options),
  ];
}

/** Title, figures, and boards × timeframes. */
function renderSymbol(ticker: SymbolStandings, options: SymbolsOptions): PaintedLines {
  const { name, standings } = ticker;
  const { width, theme, outcomes } = options;
  const symbol = clip(ticker.symbol, 12);
  if (standings.every(({ placements }) => placements.length === 0)) {
    const names = standings.map(({ timeframe }) => timeframe).join(', ');
    const where = options.boards === undefined ? 'on no board' : `not on ${boardNames(options.boards)}`;
    return wrapWords(`${symbol} is ${where} in ${names}.`, width).map((line) => theme.strong(line));
  }
  const columns = standings.map((standing): MatrixColumn => {
    const { timeframe } = standing;
    const outcome = outcomes?.in(timeframe)?.find(ticker.symbol);
    return { timeframe, standing, outcome };
  });
  const boards = standings.flatMap(({ placements }) => placements.map(({ board }) => board));
  return [
    titleLine([symbol, theme.title], name, ['', unpainted], width),
    ...flow(figures(ticker, columns, options), width),
    ...matrixLines(columns, boards, null, options),
  ];
}

function boardNames(keys: ReadonlyArray<string>): string {
  return keys.map(boardTitle).join(' or ');
}

/** `$182.40  gain +1.20%  +6.12% day  vol 214.0M`. Unknown figures other than the price are left out. */
function figures(
  { price, dayPct, window, volume }: SymbolStandings,
  columns: ReadonlyArray<MatrixColumn>,
  style: Style,
): ReadonlyArray<Segment> {
  const { theme } = style;
  // That of the first timeframe in which it is known.
  const outcome = columns.find((column) => column.outcome?.changePct != null)?.outcome;
  const row = { ...EMPTY_ROW, price, dayPct, volume, outcome };
  const [priceText, change, volumeText] = figurePieces(row, style);
  return [
    [priceText],
    outcome == null ? [] : [['gain ', theme.muted], pieceOf('gain', row, style)],
    dayPct === null ? [] : [change, [` ${window}`, theme.muted]],
    volume === null ? [] : [volumeText],
  ];
}

/** Cells of the names of boards, at least where there is more in a cell, and of a timeframe. */
const MIN_LABEL_CELLS = 8;
const MIN_CELLS = 9;
/** A longer metric is cut. */
const MAX_METRIC_WIDTH = 30;
const GAP = 2;

/** Snapshots this much older than that of the timeframe of their own have their time. */
const OLD_MS = 5 * MINUTE_MS;

export interface MatrixColumn extends Partial<Pick<CardTimeframe, 'time'>> {
  readonly timeframe: Timeframe;
  /** Null without a snapshot. */
  readonly standing: Standing | null;
  /** For older data: the outcome of the symbol. */
  readonly outcome?: Row['outcome'];
}

interface MatrixRow {
  readonly label: string;
  text(column: MatrixColumn): string;
  role?(column: MatrixColumn): Role;
}

/**
 * Boards × timeframes: `?` without a snapshot, `–` on no board. In narrow blocks, one below the other. With a timeframe
 * of its own, which stands out, it has ranks alone, in columns that stand still while the time changes; else metrics, too.
 */
export function matrixLines(
  columns: ReadonlyArray<MatrixColumn>,
  boards: ReadonlyArray<string>,
  own: Timeframe | null,
  style: Style,
): PaintedLines {
  const shownAt = columns.find(({ timeframe }) => timeframe === own)?.time ?? NaN;
  const rows = matrixRows(boards, own, shownAt, style);
  const names = { id: 'board', label: '', text: ({ label }: MatrixRow) => label };
  const { most } = measure(names, rows, style);
  const size = { least: Math.min(MIN_LABEL_CELLS, most), usual: most, most };
  const room = style.width - GAP - size.least;
  const lines: Array<string> = [];
  for (let left = columns; left.length > 0; ) {
    const tableColumns = left.map((column, order): TableColumn<MatrixRow> => {
      const text = (row: MatrixRow) => row.text(column);
      const role = (row: MatrixRow) => row.role?.(column) ?? null;
      const field = { id: column.timeframe, label: '', text, role };
      const cells = Math.min(room, Math.max(own === null ? 0 : MIN_CELLS, measure(field, rows, style).most));
      return { field, order, size: fixed(cells) };
    });
    const table = layOut([{ field: names, order: 0, size }, ...tableColumns], rows, style.width, null, GAP);
    const block = left.slice(0, table.columns.length - 1);
    const shown = rows.filter((row) => block.some((column) => row.text(column) !== ''));
    lines.push(...(lines.length > 0 ? [''] : []), ...draw(table, shown, style).slice(1).flat());
    left = left.slice(block.length);
  }
  return lines;
}

/** The names of the timeframes, boards and change, then the ranks on each board. */
function matrixRows(
  boards: ReadonlyArray<string>,
  own: Timeframe | null,
  shownAt: number,
  style: Style,
): ReadonlyArray<MatrixRow> {
  const [change, now] = [fieldNamed('dayPct'), fieldNamed('now')];
  const rowOf = ({ standing, outcome }: MatrixColumn): Row => ({ ...EMPTY_ROW, ...standing, outcome });
  return [
    {
      label: '',
      text: ({ timeframe }) => timeframe,
      role: ({ timeframe }) => (timeframe === own ? 'strong' : 'muted'),
    },
    {
      label: 'boards',
      text({ standing }) {
        if (standing === null) return '?';
        return standing.placements.length === 0 ? ABSENT : formatStanding(standing);
      },
      role({ standing }) {
        if (standing === null || standing.placements.length === 0) return 'muted';
        return isHighConfluence(standing.boards) ? 'accent' : null;
      },
    },
    {
      label: 'change',
      text: (column) => (column.standing?.dayPct == null ? '' : change.text(rowOf(column), style, Infinity)),
      role: (column) => change.role?.(rowOf(column)) ?? null,
    },
    {
      label: 'now',
      text: (column) =>
        column.outcome === undefined ? '' : now.text(rowOf(column), style, MAX_METRIC_WIDTH),
      role: (column) => now.role?.(rowOf(column)) ?? null,
    },
    {
      label: 'as of',
      text: ({ time = null }) => (time !== null && shownAt - time > OLD_MS ? formatClock(time, style) : ''),
      role: () => 'muted',
    },
    ...[...new Set(boards)].map((board): MatrixRow => {
      const placeIn = ({ standing }: MatrixColumn) =>
        standing?.placements.find((placement) => placement.board === board);
      return {
        label: boardTitle(board),
        text: (column) => cellText(placeIn(column), own === null),
        role(column) {
          const place = placeIn(column);
          return place !== undefined && place.row.rank !== null && isCounted(place) ? 'strong' : null;
        },
      };
    }),
  ];
}

/** `1`; with the metric `1  255 alerts`. */
function cellText(placement: Placement | undefined, hasMetrics: boolean): string {
  if (placement === undefined) return '';
  const { row } = placement;
  const metric = hasMetrics && row.metric !== null ? `  ${clip(row.metric, MAX_METRIC_WIDTH)}` : '';
  return `${row.rank ?? ABSENT}${metric}`;
}
