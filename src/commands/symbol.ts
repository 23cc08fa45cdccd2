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
import type { SinceOf } from '../fields/field.ts';
import { originOf, tickerRows } from '../fields/row.ts';
import { findPlacements, placementsJson, type TickerPlacements } from '../market/standings.ts';
import type { HeaderOptions } from '../output/header.ts';
import type { SymbolReport } from '../output/symbol.ts';
import { fieldsIn } from '../output/template.ts';
import { tickerArguments } from '../parse-tickers.ts';
import type { Snapshot } from '../service/snapshot.ts';
import type { Lines } from '../text/box.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import { connect, readingOf } from './connect.ts';
import { loadSnapshots } from './load.ts';
import { noteMissingBoards } from './notes.ts';
import { loadOutcomes, loadOutcomesFor } from './outcomes.ts';
import { headerOptions, isPlain, type Writing, writeFormatted, writeJson, writePages } from './write.ts';

export const symbol = (context: Context): Specification => ({
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
  const loaded = await loadSnapshots(connection, { ...options, isAnyTimeframe }, context, () =>
    symbolRenderer(isPlain(connection.settings, context)),
  );
  // Only --board narrows the result: the boards preference must not hide ranks of a ticker.
  noteMissingBoards(loaded.snapshots, options.board, connection.note);
  const found = findPlacements(wanted, loaded.snapshots, options.board);
  const writing = { options, connection, context, loaded };
  if (options.json === true) {
    const reports = found.map(placementsJson);
    return writeJson(wanted.length > 1 ? reports : reports[0], writing);
  }
  if (options.format !== undefined) {
    const { sinceIn } = await loadOutcomesFor(fieldsIn(options.format), writing, () => wanted);
    const reading = readingOf(connection, context);
    const origins = loaded.snapshots.map((each) => originOf(each, reading));
    const rows = found.flatMap((ticker) => tickerRows(ticker, (index) => origins[index] ?? {}, sinceIn));
    return writeFormatted(options.format, rows, writing);
  }
  await writeReports(found, writing);
}

/** Writes the ranks for people, with what became of the tickers if they are recorded. */
async function writeReports(found: ReadonlyArray<TickerPlacements>, writing: Writing): Promise<void> {
  const { connection, context, loaded } = writing;
  const { sinceIn, newestAt } = await loadOutcomes(writing, () =>
    found.map(({ symbol }) => symbol.toUpperCase()),
  );
  const render = await symbolRenderer(isPlain(connection.settings, context));
  const view = { ...headerOptions(loaded), newestAt };
  const sinceOf = (symbol: string) =>
    newestAt === undefined ? undefined : sinceByTimeframe(symbol, sinceIn);
  await writePages(
    (style) => [
      render(
        loaded.snapshots.map(({ snapshot }) => ({ ...snapshot, breadth: null })),
        found.map((report) => ({ ...report, since: sinceOf(report.symbol) })),
        { ...style, ...view },
      ),
    ],
    writing,
  );
}

function sinceByTimeframe(symbol: string, sinceIn: ReadonlyMap<Timeframe, SinceOf>) {
  return new Map([...sinceIn].map(([timeframe, of]) => [timeframe, of(symbol)] as const));
}

type RenderSymbols = (
  snapshots: ReadonlyArray<Snapshot>,
  reports: ReadonlyArray<SymbolReport>,
  options: HeaderOptions,
) => Lines;

async function symbolRenderer(plain: boolean): Promise<RenderSymbols> {
  if (plain) return (await import('../output/plain.ts')).renderPlainSymbols;
  const [{ renderSymbol }, { renderSharedHeader }] = await Promise.all([
    import('../output/symbol.ts'),
    import('../output/header.ts'),
  ]);
  return (snapshots, reports, options) => [
    ...renderSharedHeader(snapshots, options),
    ...reports.flatMap((report) => ['', ...renderSymbol(report, options)]),
  ];
}
