import {
  csvOption,
  limitOption,
  type Options,
  outputOptions,
  selectionOf,
  selectionOptions,
  sortFields,
  timeframeOption,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import type { Row } from '../fields/field.ts';
import { fieldNamed } from '../fields/fields.ts';
import { confluenceRow, sharedOrigin, valuesOf } from '../fields/row.ts';
import { HIGH_CONFLUENCE } from '../market/catalogue.ts';
import { narrowsRows } from '../market/selection.ts';
import {
  confluenceJson,
  onSharedBoards,
  rankByConfluence,
  type SymbolConfluence,
} from '../market/symbol-confluence.ts';
import type { Connection } from './shared/connect.ts';
import { filterFlags, sourceFlags } from './shared/next-steps.ts';
import { type Loaded, type OneShot, runOneShot } from './shared/one-shot.ts';

export const command = (context: Context): Specification => ({
  options: [
    timeframeOption('day'),
    limitOption(
      'all',
      'list only these top ranks of each board; with --sort, only this many symbols, after sorting',
    ),
    ...selectionOptions('symbol'),
    ...outputOptions(
      'symbol',
      'print JSON: [{symbol, name, price, total, timeframes, boards, ranks, …}]',
      csvOption(),
    ),
  ],
  notes: [
    '-b and -l do not change the number of boards of a symbol. With several timeframes, that number is the sum of all timeframes.',
    'On a terminal, the list shows symbols on two boards or more, and the last line counts the other symbols. To show all of them, use --min-boards 0. The list is always complete in a pipe and with --symbol, --plain, --json, --csv or --format. With --sort and -l together, no symbol is left out for being on fewer than two boards.',
  ],
  examples: {
    'boards confluence --min-boards 3': 'list symbols on at least three boards',
    'boards confluence -t all --min-boards 4': 'count all timeframes together',
    'boards confluence --at 10:15': 'list symbols as of 10:15 today',
    'boards confluence --csv > day.csv': 'write a file for a spreadsheet',
  },
  check: (options) => void sortFields(options),
  run: (options) => runOneShot(options, context, confluenceReport),
});

function confluenceReport(connection: Connection): OneShot {
  const { options, context, past } = connection;
  rejectMixedWindows(connection);
  const inJson = past === null ? [] : ['now', 'gain'].map(fieldNamed);
  const order = sortFields(options, 'boards');
  /** With an order, the limit counts symbols; otherwise it counts ranks of each board. */
  const isCut = order.length > 0 && options.limit !== undefined;
  /** Plain output has the same rows on a terminal as in a pipe, so only tables leave out symbols. */
  const beginsAtTwo =
    context.stdout.isTTY === true &&
    options.minBoards === undefined &&
    options.symbol === undefined &&
    !isCut;
  const rankedIn = ({ snapshots, outcomes }: Loaded) => {
    const selection = selectionOf(options, options.board, outcomes, 'boards');
    const ranked = rankByConfluence(snapshots, { ...selection, limit: isCut ? undefined : options.limit });
    return isCut ? ranked.slice(0, options.limit) : ranked;
  };
  return {
    // The preferences boards and limit apply to boards, and hide no symbols here.
    boards: options.board,
    subject: 'symbol',
    needed: [...order, ...inJson],
    // The total also counts ranks beyond the limit.
    isLimitedLater: true,
    json(loaded) {
      const ranked = rankedIn(loaded);
      const rows = rowsOf(ranked, loaded);
      return rows.map((row, index) => ({
        ...(ranked[index] && confluenceJson(ranked[index])),
        ...valuesOf(row, inJson),
      }));
    },
    rows: (loaded) => rowsOf(rankedIn(loaded), loaded),
    async pages() {
      const { renderConfluence } = await import('../output/confluence-table.ts');
      const { withLastLines } = await import('../output/one-screen.ts');
      return (loaded, style) => {
        const ranked = rankedIn(loaded);
        const shared = onSharedBoards(ranked);
        const listed = beginsAtTwo && style.mode === 'screen' ? shared : ranked;
        const list = {
          rows: rowsOf(listed, loaded),
          // The preference columns applies to boards, not to symbols.
          columns: options.columns ?? null,
          shared: isCut ? null : shared.length,
          leftOut: ranked.length - listed.length,
          isAll:
            [options.board, options.limit].every((each) => each === undefined) &&
            !narrowsRows(selectionOf(options)),
          isByBoards: order.length === 0,
        };
        const snapshots = loaded.snapshots.map(({ snapshot }) => snapshot);
        const lines = renderConfluence(snapshots, list, style);
        const { isTTY, rows = 0 } = context.stdout;
        const terminal = {
          rows: isTTY === true && style.mode === 'screen' ? rows : 0,
          steps: [nextStep(options)],
        };
        return withLastLines(lines, loaded.snapshots, terminal, { ...style, outcomes: null });
      };
    },
  };
}

function nextStep(options: Options): string {
  const minBoards = Math.max(HIGH_CONFLUENCE, (options.minBoards ?? 0) + 1);
  return `fewer symbols: boards confluence${sourceFlags(options)}${filterFlags({ ...options, minBoards })}`;
}

function rowsOf(
  ranked: ReadonlyArray<SymbolConfluence>,
  { snapshots, reading, outcomes }: Loaded,
): ReadonlyArray<Row> {
  const origin = sharedOrigin(snapshots, reading);
  return ranked.map((entry, index) => ({
    ...confluenceRow(entry, origin, outcomes?.find(entry.symbol)),
    rank: index + 1,
    isOfSeveral: snapshots.length > 1,
  }));
}

/** The time span of `dayPct` depends on the timeframe, so its values cannot be compared across timeframes. */
function rejectMixedWindows({ options: { sort }, settings }: Connection): void {
  const timeframes = settings.timeframe.value;
  if (sort !== 'dayPct' || timeframes.length < 2) return;
  throw new UsageError('--sort dayPct cannot compare several timeframes', {
    hint: `Use one timeframe: --timeframe ${timeframes[0]}`,
  });
}
