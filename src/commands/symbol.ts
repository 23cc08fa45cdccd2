import { Argument } from 'commander';
import {
  atOption,
  boardOption,
  type DataOptions,
  formatOption,
  isTimeframeChosen,
  jsonOption,
  snapshotOptions,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { originOf, tickerRows } from '../fields/row.ts';
import { findPlacements, placementsJson } from '../market/standings.ts';
import type { renderSymbols } from '../output/symbol.ts';
import { tickerArguments } from '../parse.ts';
import { TIMEFRAMES } from '../vocabulary.ts';
import { connect } from './connect.ts';
import { loadSnapshots } from './load.ts';
import { isPlain, type Report, writeReport } from './write.ts';

export const command = (context: Context): Specification => ({
  arguments: [new Argument('<ticker...>', 'one or more tickers, such as NVDA AMD')],
  options: [
    ...snapshotOptions(),
    boardOption(),
    atOption(),
    jsonOption('{symbol, name, timeframes}; several: an array'),
    formatOption('row'),
  ],
  examples: {
    'boards symbol NVDA': 'in all five timeframes',
    'boards symbol NVDA AMD -t day,swing': 'two tickers in two timeframes',
    'boards symbol NVDA -t day --at 15m': 'as recorded 15 minutes ago',
  },
  run: (options: DataOptions, words: ReadonlyArray<string>) =>
    runSymbol(
      tickerArguments('boards symbol', words, (date) => `--at ${date}T12:00`),
      options,
      context,
    ),
});

/** Fetches the requested timeframes (default: all), and writes the ranks of each ticker. */
async function runSymbol(
  wanted: ReadonlyArray<string>,
  options: DataOptions,
  context: Context,
): Promise<void> {
  const isAnyTimeframe = !isTimeframeChosen(options, context);
  // The preference timeframe is ignored.
  const effective = isAnyTimeframe ? { ...options, timeframe: TIMEFRAMES } : options;
  const connection = await connect(effective, context);
  const renderer = () => symbolRenderer(isPlain(connection.settings, context));
  // Only --board narrows the result: the boards preference must not hide ranks of a ticker.
  const loading = { ...options, isAnyTimeframe, boards: options.board };
  const loaded = await loadSnapshots(connection, loading, context, renderer);
  const { snapshots } = loaded;
  const found = findPlacements(wanted, snapshots, options.board);
  const report: Report = {
    symbolsIn: () => wanted,
    json() {
      const reports = found.map(placementsJson);
      return wanted.length > 1 ? reports : reports[0];
    },
    rows({ sinceIn }, reading) {
      const origins = snapshots.map((each) => originOf(each, reading));
      return found.flatMap((ticker) => tickerRows(ticker, (index) => origins[index] ?? {}, sinceIn));
    },
    async pages({ sinceIn, newestAt }) {
      const render = await renderer();
      const headers = snapshots.map(({ snapshot }) => ({ ...snapshot, breadth: null }));
      return (style) => [render(headers, found, { ...style, sinceIn, newestAt })];
    },
  };
  await writeReport(report, { options, connection, context, loaded });
}

async function symbolRenderer(plain: boolean): Promise<typeof renderSymbols> {
  return plain
    ? (await import('../output/plain.ts')).renderPlainSymbols
    : (await import('../output/symbol.ts')).renderSymbols;
}
