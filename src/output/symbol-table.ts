import { boardTitle } from '../fields/board-title.ts';
import { EMPTY_ROW, type Field, type Row, type TableField } from '../fields/field.ts';
import { fieldNamed, shownColumns } from '../fields/fields.ts';
import { tickerRows } from '../fields/row.ts';
import { MINUTE_MS } from '../lib/time.ts';
import type { Timeframe } from '../market/catalogue.ts';
import type { Standing, SymbolStandings } from '../market/standings.ts';
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
  /** The boards that were searched; absent for all. */
  readonly boards?: ReadonlyArray<string> | undefined;
}

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

function renderPlainSymbol(ticker: SymbolStandings, options: TimeframesOptions): PaintedLines {
  const { symbol, name, price, volume } = ticker;
  const row = { ...EMPTY_ROW, price, volume };
  const figures = ['price', 'volume'].map((id) => namedPiece(id, row, options));
  // The table has no column for the symbol, so the outcome follows the timeframe.
  const fields = shownColumns('row', TICKER_COLUMNS, options.outcomes != null, 'timeframe');
  return [
    plainHeading(symbol, name === null ? '' : plainText(name), options.theme),
    ...(price === null && volume === null ? [] : [plainLine(figures)]),
    ...renderPlainTable(fields, tickerRows(ticker, [], options.outcomes), options),
  ];
}

function renderSymbol(ticker: SymbolStandings, options: SymbolsOptions): PaintedLines {
  const { name, standings } = ticker;
  const { width, theme, outcomes } = options;
  const symbol = clip(ticker.symbol, 12);
  if (standings.every(({ placements }) => placements.length === 0)) {
    const names = standings.map(({ timeframe }) => timeframe).join(', ');
    const where =
      options.boards === undefined ? 'on no board' : `not on ${options.boards.map(boardTitle).join(' or ')}`;
    return wrapWords(`${symbol} is ${where} in ${names}.`, width).map((line) => theme.strong(line));
  }
  const columns = standings.map((standing) => {
    const { timeframe } = standing;
    return matrixColumn(timeframe, standing, { outcome: outcomes?.in(timeframe)?.find(ticker.symbol) });
  });
  const boards = standings.flatMap(({ placements }) => placements.map(({ board }) => board));
  return [
    titleLine([symbol, theme.title], name, ['', unpainted], width),
    ...flow(figures(ticker, columns, options), width),
    ...matrixLines(columns, boards, null, options),
  ];
}

/** `$182.40  gain +1.20%  +6.12% day  vol 214.0M` */
function figures(
  { price, dayPct, window, volume }: SymbolStandings,
  columns: ReadonlyArray<Row>,
  style: Style,
): ReadonlyArray<Segment> {
  const { theme } = style;
  // Take the outcome in the first timeframe with a known change.
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

const MIN_BOARD_CELLS = 8;
/** Keeps the columns of a card in place while its time changes. */
const MIN_TIMEFRAME_CELLS = 9;
const MAX_METRIC_WIDTH = 30;
const GAP = 2;

/** A snapshot older than the card's own by more than this shows its time. */
const OLD_MS = 5 * MINUTE_MS;

/** `standing` is null if there is no snapshot of the timeframe. */
export function matrixColumn(
  timeframe: Timeframe,
  standing: Standing | null,
  rest: Pick<Row, 'outcome' | 'time'> = {},
): Row {
  const column = { ...EMPTY_ROW, ...rest, timeframe };
  if (standing === null) return column;
  const boards = standing.placements.length === 0 ? null : standing.boards;
  return { ...column, ...standing, boards, standings: [standing] };
}

type MatrixRow = Pick<TableField, 'label' | 'text' | 'role'>;

/** Draws `?` for a missing snapshot and `–` for no board. With `own`, cells have ranks without metrics. */
export function matrixLines(
  columns: ReadonlyArray<Row>,
  boards: ReadonlyArray<string>,
  own: Timeframe | null,
  style: Style,
): PaintedLines {
  const shownAt = columns.find(({ timeframe }) => timeframe === own)?.time ?? NaN;
  const rows = matrixRows(boards, own, shownAt);
  const names = { id: 'board', label: '', text: ({ label }: MatrixRow) => label };
  const { most } = measure(names, rows, style);
  const size = { least: Math.min(MIN_BOARD_CELLS, most), usual: most, most };
  const room = style.width - GAP - size.least;
  const fields = columns.map((column): TableField<MatrixRow> => {
    const text = (row: MatrixRow) => row.text(column, style, MAX_METRIC_WIDTH);
    return { id: String(column.timeframe), label: '', text, role: (row) => row.role?.(column) ?? null };
  });
  const lines: Array<string> = [];
  for (let left = fields; left.length > 0; ) {
    const tableColumns = left.map((field, order): TableColumn<MatrixRow> => {
      const cells = Math.min(
        room,
        Math.max(own === null ? 0 : MIN_TIMEFRAME_CELLS, measure(field, rows, style).most),
      );
      return { field, order, size: fixed(cells) };
    });
    const table = layOut([{ field: names, order: 0, size }, ...tableColumns], rows, style.width, null, GAP);
    const block = left.slice(0, table.columns.length - 1);
    const shown = rows.filter((row) => block.some(({ text }) => text(row, style, Infinity) !== ''));
    lines.push(...(lines.length > 0 ? [''] : []), ...draw(table, shown, style).slice(1).flat());
    left = left.slice(block.length);
  }
  return lines;
}

function matrixRows(
  boards: ReadonlyArray<string>,
  own: Timeframe | null,
  shownAt: number,
): ReadonlyArray<MatrixRow> {
  const score = fieldNamed('score');
  return [
    {
      label: '',
      text: ({ timeframe }) => timeframe ?? '',
      role: ({ timeframe }) => (timeframe === own ? 'strong' : 'muted'),
    },
    {
      ...score,
      label: 'boards',
      text: (row, ...rest) => (row.standings === undefined ? '?' : score.text(row, ...rest)),
    },
    knownRow('change', fieldNamed('dayPct')),
    knownRow('now', fieldNamed('now')),
    {
      label: 'as of',
      text: ({ time = null }, style) =>
        time !== null && shownAt - time > OLD_MS ? formatClock(time, style) : '',
      role: () => 'muted',
    },
    ...[...new Set(boards)].map((board) => boardRow(board, own === null)),
  ];
}

function knownRow(label: string, { raw, isKnown = (row) => raw(row) !== null, ...field }: Field): MatrixRow {
  return { ...field, label, text: (row, ...rest) => (isKnown(row) ? field.text(row, ...rest) : '') };
}

/** `1`; with the metric `1  255 alerts`. */
function boardRow(board: string, hasMetric: boolean): MatrixRow {
  const placeOn = ({ standings = [] }: Row) =>
    standings.flatMap(({ placements }) => placements).find((placement) => placement.board === board);
  return {
    label: boardTitle(board),
    text(row, _, cells) {
      const { rank, metric } = placeOn(row)?.row ?? {};
      if (rank === undefined) return '';
      return `${rank ?? ABSENT}${hasMetric && metric != null ? `  ${clip(metric, cells)}` : ''}`;
    },
    role(row) {
      const place = placeOn(row);
      return place !== undefined && place.row.rank !== null && isCounted(place) ? 'strong' : null;
    },
  };
}
