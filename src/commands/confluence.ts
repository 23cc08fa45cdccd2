import {
  csvOption,
  outputOptions,
  selectionOf,
  selectionOptions,
  snapshotOptions,
  sortFields,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { fieldNamed } from '../fields/fields.ts';
import { confluenceRow, sharedOrigin } from '../fields/row.ts';
import { narrowsRows } from '../market/selection.ts';
import { confluenceJson, onSharedBoards, rankByConfluence } from '../market/standings.ts';
import type { Connection } from './connect.ts';
import { hearSignals, type Loaded, type Report, runReport } from './report.ts';

export const command = (context: Context): Specification => ({
  options: [
    ...snapshotOptions('day', 'ranks of each board; with --sort: symbols, after sorting (default: all)'),
    ...selectionOptions('symbol'),
    ...outputOptions('symbol', '[{symbol, name, price, total, timeframes, boards, ranks, …}]', csvOption()),
  ],
  examples: {
    'boards confluence --min-boards 3': 'the symbols on at least three boards',
    'boards confluence -t all --min-boards 4': 'on at least four in all timeframes together',
    'boards confluence --at 10:15': 'as recorded at 10:15 today',
    'boards confluence --csv > day.csv': 'for a spreadsheet',
  },
  run: (options) => runReport(options, context, confluenceReport),
});

function confluenceReport(connection: Connection): Report {
  const { options, context, past } = connection;
  rejectMixedWindows(connection);
  const inJson = past === null ? [] : ['now', 'gain'].map(fieldNamed);
  const order = sortFields(options, 'boards');
  const rankedIn = async ({ snapshots, reading, outcomes }: Loaded) => {
    const selection = { ...selectionOf(options, options.board, outcomes, 'boards'), limit: options.limit };
    const ranked = rankByConfluence(snapshots, selection);
    const origin = sharedOrigin(snapshots, reading);
    await hearSignals(context);
    const rows = ranked.map((entry) => ({
      ...confluenceRow(entry, origin, outcomes?.find(entry.symbol)),
      isOfSeveral: snapshots.length > 1,
    }));
    return { ranked, rows };
  };
  return {
    // As in `symbol`, the boards preference is ignored, because it would lower the counts.
    boards: options.board,
    subject: 'symbol',
    needed: [...order, ...inJson],
    // With an order it counts symbols, otherwise ranks of each board.
    isLimitedLater: order.length > 0 && options.limit !== undefined,
    async json(shown) {
      const { ranked, rows } = await rankedIn(shown);
      return rows.map((row, index) => ({
        ...(ranked[index] && confluenceJson(ranked[index])),
        ...Object.fromEntries(inJson.map(({ id, raw }) => [id, raw(row)])),
      }));
    },
    rows: async (shown) => (await rankedIn(shown)).rows,
    async pages() {
      const { renderConfluence } = await import('../output/confluence.ts');
      return async (shown, style) => {
        const { ranked, rows } = await rankedIn(shown);
        return renderConfluence(
          shown.snapshots.map(({ snapshot }) => snapshot),
          rows,
          {
            ...style,
            timeframes: shown.snapshots.map(({ timeframe }) => timeframe),
            // The preference for the columns of boards is not for these rows.
            columns: options.columns ?? null,
            shared: order.length > 0 && options.limit !== undefined ? null : onSharedBoards(ranked).length,
            isAll:
              [options.board, options.limit].every((each) => each === undefined) &&
              !narrowsRows(selectionOf(options)),
            isByBoards: order.length === 0,
          },
        );
      };
    },
  };
}

/** `dayPct` is the change over the window of a timeframe, so values of different timeframes cannot be compared. */
function rejectMixedWindows({ options: { sort }, settings }: Connection): void {
  const timeframes = settings.timeframe.value;
  if (sort !== 'dayPct' || timeframes.length < 2) return;
  throw new UsageError('--sort dayPct cannot compare several timeframes', {
    hint: `Use one timeframe: --timeframe ${timeframes[0]}`,
  });
}
