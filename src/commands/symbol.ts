import {
  boardOption,
  columnsOption,
  isTimeframeChosen,
  type Options,
  outputOptions,
  TICKERS_NOTE,
  tickersArgument,
  timeframeOption,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import { parseTickers } from '../cli/values/lists.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { columnsOf } from '../fields/fields.ts';
import { originOf, tickerRows } from '../fields/row.ts';
import { MAX_LIMIT, TIMEFRAMES } from '../market/catalogue.ts';
import { standingsIn, symbolJson } from '../market/standings.ts';
import { type Loaded, type OneShot, runOneShot } from './shared/one-shot.ts';

export const command = (context: Context): Specification => ({
  arguments: [tickersArgument()],
  options: [
    timeframeOption(),
    boardOption(),
    columnsOption(columnsOf('row'), 'with --json, print rows with these fields').conflicts('format'),
    ...outputOptions('row', 'print JSON: [{symbol, name, timeframes}]'),
  ],
  notes: [TICKERS_NOTE],
  examples: {
    'boards symbol NVDA': 'show the boards of NVDA in all timeframes',
    'boards symbol NVDA AMD -t day,swing': 'show two tickers in two timeframes',
    'boards symbol "M&M" BRK.B "A B"': 'quote tickers with special characters',
    'boards symbol NVDA -t day --at 15m': 'show the boards as of 15 minutes ago',
  },
  check({ columns, json }) {
    if (columns === undefined || json === true) return;
    throw new UsageError('--columns needs --json', {
      hint: 'For example: `boards symbol NVDA --json --columns board,rank`',
    });
  },
  run(options, words: ReadonlyArray<string>) {
    const wanted = parseTickers(words.join(','));
    // The command ignores the preferences timeframe and limit.
    const usual = isTimeframeChosen(options, context) ? {} : { timeframe: TIMEFRAMES };
    const effective = { ...options, ...usual, limit: MAX_LIMIT };
    return runOneShot(effective, context, () => symbolReport(wanted, effective));
  },
});

function symbolReport(wanted: ReadonlyArray<string>, { board }: Options): OneShot {
  const found = ({ snapshots }: Loaded) => standingsIn(snapshots, { tickers: wanted, boards: board });
  return {
    // The preference boards must not hide ranks of a ticker.
    boards: board,
    tickers: wanted,
    symbolsIn: () => wanted,
    json: (loaded) => found(loaded).map(symbolJson),
    rows(loaded) {
      const origins = loaded.snapshots.map((each) => originOf(each, loaded.reading));
      return found(loaded).flatMap((ticker) => tickerRows(ticker, origins, loaded.outcomes));
    },
    async pages() {
      const { renderSymbols } = await import('../output/symbol-table.ts');
      return (loaded, style) => {
        const headers = loaded.snapshots.map(({ snapshot }) => ({ ...snapshot, breadth: null }));
        return renderSymbols(headers, found(loaded), { ...style, boards: board });
      };
    },
  };
}
