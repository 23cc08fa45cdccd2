import type { Snapshot } from '../api/snapshot.ts';
import type { TickerPlacements } from '../model/placements.ts';
import type { Standing } from '../model/standings.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { Lines } from './box.ts';
import { formatCompact, formatPercent, formatPrice } from './format.ts';
import { countText, numbers, paintOfBoards, withSince, words } from './plain-columns.ts';
import { field, type PlainOptions, renderPlainHeader } from './plain-header.ts';
import { joinFields, type PlainColumn, plainText, renderPlainTable } from './plain-table.ts';
import { sharedSnapshot } from './shared-snapshot.ts';
import type { SinceView } from './since-columns.ts';
import { paintOfBias, paintOfSign } from './theme.ts';

/** A ticker, and for older data what became of it in each timeframe. */
export interface PlainTicker extends TickerPlacements {
  readonly since?: ReadonlyMap<Timeframe, SinceView | null> | undefined;
}

/** A ticker on one board; `placement` is null where it is on none. */
interface Place {
  readonly standing: Standing;
  readonly placement: Standing['placements'][number] | null;
}

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

function renderTicker(ticker: PlainTicker, { theme }: PlainOptions): Lines {
  const { symbol, name, price, volume, standings, since } = ticker;
  const places = standings.flatMap((standing): ReadonlyArray<Place> => {
    if (standing.placements.length === 0) return [{ standing, placement: null }];
    return standing.placements.map((placement) => ({ standing, placement }));
  });
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
  return [title, ...figures, ...renderPlainTable(columnsOf(since), places, theme)];
}

function columnsOf(since: PlainTicker['since']): ReadonlyArray<PlainColumn<Place>> {
  const columns: ReadonlyArray<PlainColumn<Place>> = [
    words('timeframe', ({ standing }) => standing.timeframe),
    numbers(
      'boards',
      ({ standing }) => countText(standing.boards),
      ({ standing }, theme) => paintOfBoards(standing.boards, theme),
    ),
    words(
      'bias',
      ({ standing }) => standing.bias,
      ({ standing }, theme) => paintOfBias(theme, standing.bias),
    ),
    numbers(
      'dayPct',
      ({ standing }) => formatPercent(standing.dayPct),
      ({ standing }, theme) => paintOfSign(theme, standing.dayPct),
    ),
    words(
      'board',
      ({ placement }) => placement?.board ?? null,
      (_, theme) => theme.strong,
    ),
    numbers('rank', ({ placement }) => countText(placement?.row.rank ?? null)),
    words('metric', ({ placement }) => placement?.row.metric ?? null),
    words('tag', ({ placement }) => placement?.row.tag ?? null),
  ];
  // The symbol is above the table, so they follow the timeframe.
  if (since === undefined) return columns;
  return withSince(columns, ({ standing }) => since.get(standing.timeframe) ?? null, 'timeframe');
}
