import type { Snapshot } from '../api/snapshot.ts';
import type { SinceView } from '../fields/field.ts';
import { tickerRows } from '../fields/row.ts';
import type { TickerPlacements } from '../model/placements.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { Lines } from './box.ts';
import { formatCompact, formatPrice } from './format.ts';
import { plainColumnsOf } from './plain-columns.ts';
import { field, type PlainOptions, readingOf, renderPlainHeader } from './plain-header.ts';
import { joinFields, plainText, renderPlainTable } from './plain-table.ts';
import { sharedSnapshot } from './shared-snapshot.ts';

/** A ticker, and for older data what became of it in each timeframe. */
export interface PlainTicker extends TickerPlacements {
  readonly since?: ReadonlyMap<Timeframe, SinceView | null> | undefined;
}

const COLUMNS = ['timeframe', 'boards', 'bias', 'dayPct', 'board', 'rank', 'metric', 'tag'];

/** One header, then for each ticker its figures and a row for each timeframe and board. */
export function renderPlainSymbols(
  snapshots: ReadonlyArray<Snapshot>,
  tickers: ReadonlyArray<PlainTicker>,
  options: PlainOptions,
): Lines {
  const shared = sharedSnapshot(snapshots);
  return [
    ...(shared === null ? [] : renderPlainHeader(shared, options)),
    ...tickers.flatMap((ticker) => ['', ...renderTicker(ticker, options)]),
  ];
}

function renderTicker(ticker: PlainTicker, options: PlainOptions): Lines {
  const { symbol, name, price, volume, standings, since } = ticker;
  const { theme } = options;
  const rows = tickerRows(
    ticker,
    (index) => ({ timeframe: standings[index]?.timeframe ?? null }),
    new Map([...(since ?? [])].map(([timeframe, view]) => [timeframe, () => view])),
  );
  // The symbol is above the table, so what became of it follows the timeframe.
  const columns = plainColumnsOf(COLUMNS, readingOf(options), since !== undefined, 'timeframe');
  const title = theme.title(plainText(symbol)) + (name === null ? '' : `: ${plainText(name)}`);
  const figures =
    price === null && volume === null
      ? []
      : [
          joinFields([
            field(`price ${plainText(formatPrice(price, Number.POSITIVE_INFINITY))}`),
            field(`volume ${plainText(formatCompact(volume))}`),
          ]),
        ];
  return [title, ...figures, ...renderPlainTable(columns, rows, theme)];
}
