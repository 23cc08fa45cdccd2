import {
  atOption,
  csvOption,
  type DataOptions,
  formatOption,
  jsonOption,
  selectionOf,
  selectionOptions,
  snapshotOptions,
  sortFields,
  valueOption,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { fieldNamed } from '../fields/fields.ts';
import { sharedOrigin, symbolRow } from '../fields/row.ts';
import {
  confluenceJson,
  onSharedBoards,
  rankByConfluence,
  type SymbolConfluence,
} from '../market/standings.ts';
import type { renderConfluence } from '../output/confluence.ts';
import { wholeNumber } from '../parse.ts';
import { type Connection, connect, readingOf } from './connect.ts';
import { hearSignals, loadSnapshots } from './load.ts';
import type { LoadedOutcomes } from './outcomes.ts';
import { isPlain, type Report, writeReport } from './write.ts';

interface ConfluenceOptions extends DataOptions {
  readonly first?: number;
}

export const command = (context: Context): Specification => ({
  options: [
    ...snapshotOptions('day'),
    ...selectionOptions('symbol'),
    valueOption(
      '--first <n>',
      wholeNumber('--first', { min: 1, max: 100_000, example: 10 }),
      'only the first n symbols',
    ),
    atOption(),
    jsonOption('[{symbol, name, price, total, timeframes, boards, ranks, …}]'),
    csvOption(),
    formatOption('symbol'),
  ],
  examples: {
    'boards confluence --first 10': 'the ten symbols on the most boards',
    'boards confluence -t all --min-boards 4': 'across all timeframes',
    'boards confluence --at 10:15': 'as recorded at 10:15 today',
    'boards confluence --csv > day.csv': 'for a spreadsheet',
  },
  run: (options: ConfluenceOptions) => runConfluence(options, context),
});

/** Fetches the chosen timeframes and writes their symbols by confluence. */
async function runConfluence(options: ConfluenceOptions, context: Context): Promise<void> {
  const sorted = sortFields(options, 'boards');
  // The preference for the columns of boards is not for these rows.
  const { columns, ...others } = options;
  const connection = await connect(others, context);
  const { past, settings } = connection;
  rejectMixedWindows(options, connection);
  const renderer = () => confluenceRenderer(isPlain(settings, context));
  // As in `symbol`, the boards preference is ignored, because it would lower the counts.
  const loading = { ...options, boards: options.board };
  const loaded = await loadSnapshots(connection, loading, context, renderer);
  const timeframes = loaded.snapshots.map(({ timeframe }) => timeframe);
  const ranking = ({ sinceOf }: LoadedOutcomes) =>
    rankByConfluence(loaded.snapshots, selectionOf(options, options.board, { usual: 'boards', sinceOf }));
  const rowsOf = async (outcomes: LoadedOutcomes, ranked: ReadonlyArray<SymbolConfluence>) => {
    const origin = sharedOrigin(loaded.snapshots, readingOf(connection, context));
    await hearSignals(context);
    return ranked.slice(0, options.first).map((entry) => ({
      ...symbolRow(entry, origin, outcomes.sinceOf?.(entry.symbol)),
      isOfSeveral: timeframes.length > 1,
    }));
  };
  const inJson = past === null ? [] : ['now', 'gain'].map(fieldNamed);
  const report: Report = {
    subject: 'symbol',
    sorted,
    inJson,
    async json(outcomes) {
      const ranked = ranking(outcomes);
      const rows = await rowsOf(outcomes, ranked);
      return rows.map((row, index) => ({
        ...(ranked[index] && confluenceJson(ranked[index])),
        ...Object.fromEntries(inJson.map(({ id, raw }) => [id, raw(row)])),
      }));
    },
    rows: (outcomes) => rowsOf(outcomes, ranking(outcomes)),
    async pages(outcomes) {
      const render = await renderer();
      const ranked = ranking(outcomes);
      const rows = await rowsOf(outcomes, ranked);
      const table = {
        timeframes,
        columns: columns ?? null,
        found: ranked.length,
        shared: onSharedBoards(ranked).length,
        isOlder: outcomes.sinceOf !== undefined,
        newestAt: outcomes.newestAt,
      };
      const snapshots = loaded.snapshots.map(({ snapshot }) => snapshot);
      return (style) => [render(snapshots, rows, { ...style, ...table })];
    },
  };
  await writeReport(report, { options, connection, context, loaded });
}

async function confluenceRenderer(plain: boolean): Promise<typeof renderConfluence> {
  return plain
    ? (await import('../output/plain.ts')).renderPlainConfluence
    : (await import('../output/confluence.ts')).renderConfluence;
}

/** `dayPct` is the change over the window of a timeframe, so values of different timeframes cannot be compared. */
function rejectMixedWindows({ sort }: Pick<ConfluenceOptions, 'sort'>, { settings }: Connection): void {
  const timeframes = settings.timeframe.value;
  if (sort !== 'dayPct' || timeframes.length < 2) return;
  throw new UsageError('--sort dayPct cannot compare several timeframes', {
    hint: `Use one timeframe: --timeframe ${timeframes[0]}`,
  });
}
