import {
  atOption,
  csvOption,
  type DataOptions,
  formatOption,
  jsonOption,
  selectionOf,
  selectionOptions,
  snapshotOptions,
  valueOption,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { fieldNamed, usualColumns } from '../fields/fields.ts';
import { sharedOrigin, symbolRow } from '../fields/row.ts';
import {
  confluenceJson,
  onSharedBoards,
  rankByConfluence,
  rowsByConfluence,
  type SymbolConfluence,
} from '../market/confluence.ts';
import type { ConfluenceViewOptions } from '../output/confluence.ts';
import type { HeaderOptions } from '../output/header.ts';
import { fieldsIn } from '../output/template.ts';
import { wholeNumber } from '../parse.ts';
import type { Snapshot } from '../service/snapshot.ts';
import type { Lines } from '../text/box.ts';
import { type Connection, connect, readingOf } from './connect.ts';
import { loadSnapshots } from './load.ts';
import { noteMissingBoards } from './notes.ts';
import { loadOutcomes, loadOutcomesFor } from './outcomes.ts';
import { headerOptions, isPlain, writeData, writeFormatted, writeJson, writePages } from './write.ts';

interface ConfluenceOptions extends DataOptions {
  readonly first?: number;
}

export const confluence = (context: Context): Specification => ({
  options: [
    ...snapshotOptions('day'),
    ...selectionOptions('symbol'),
    valueOption(
      '--first <n>',
      wholeNumber('--first', { min: 1, max: 100_000, example: 10 }),
      'only the first n symbols',
    ),
    atOption(),
    jsonOption('[{symbol, name, total, timeframes, boards}]'),
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
async function runConfluence({ columns, ...options }: ConfluenceOptions, context: Context): Promise<void> {
  if (options.csv === true && columns?.includes('on')) throw noListInCsv();
  const connection = await connect(options, context);
  rejectMixedWindows(options, connection);
  const plain = isPlain(connection.settings, context);
  const loaded = await loadSnapshots(connection, options, context, () => confluenceRenderer(plain));
  // As in `symbol`, the boards preference is ignored, because it would lower the counts.
  noteMissingBoards(loaded.snapshots, options.board, connection.note);
  const ranked = rankByConfluence(loaded.snapshots, selectionOf(options, options.board));
  const entries = ranked.slice(0, options.first);
  const writing = { options, connection, context, loaded };
  if (options.json === true) return writeJson(entries.map(confluenceJson), writing);
  if (options.csv === true) {
    const { renderCsv } = await import('../output/csv.ts');
    const fields = columns?.map(fieldNamed) ?? usualColumns('row', connection.past !== null);
    const { sinceIn } = await loadOutcomesFor(fields, writing);
    const rows = rowsByConfluence(entries).map((row) => ({
      ...row,
      since: sinceIn.get(row.timeframe)?.(row.symbol),
    }));
    return writeData(renderCsv(rows, fields), writing);
  }
  if (options.format !== undefined) {
    const origin = sharedOrigin(loaded.snapshots, readingOf(connection, context));
    const { sinceOf } = await loadOutcomesFor(fieldsIn(options.format), writing);
    const rows = entries.map((entry) => ({
      ...symbolRow(entry, origin, sinceOf?.(entry.symbol)),
      isOfSeveral: loaded.snapshots.length > 1,
    }));
    return writeFormatted(options.format, rows, writing);
  }
  const { sinceOf, newestAt } = await loadOutcomes(writing);
  const render = await confluenceRenderer(plain);
  const header = { ...headerOptions(loaded), newestAt };
  const table = {
    timeframes: loaded.snapshots.map(({ timeframe }) => timeframe),
    columns: columns ?? null,
    found: ranked.length,
    shared: onSharedBoards(ranked).length,
    sinceOf,
  };
  const snapshots = loaded.snapshots.map(({ snapshot }) => snapshot);
  await writePages((style) => [render(snapshots, entries, { ...style, ...header, ...table })], writing);
}

type RenderConfluence = (
  snapshots: ReadonlyArray<Snapshot>,
  entries: ReadonlyArray<SymbolConfluence>,
  options: HeaderOptions & ConfluenceViewOptions,
) => Lines;

async function confluenceRenderer(plain: boolean): Promise<RenderConfluence> {
  if (plain) return (await import('../output/plain.ts')).renderPlainConfluence;
  const [{ renderConfluence }, { renderSharedHeader }] = await Promise.all([
    import('../output/confluence.ts'),
    import('../output/header.ts'),
  ]);
  return (snapshots, entries, options) => [
    ...renderSharedHeader(snapshots, options),
    ...renderConfluence(entries, options),
  ];
}

/** `dayPct` is the change over the window of a timeframe, so values of different timeframes cannot be compared. */
function rejectMixedWindows({ sort }: Pick<ConfluenceOptions, 'sort'>, { settings }: Connection): void {
  const timeframes = settings.timeframe.value;
  if (sort !== 'dayPct' || timeframes.length < 2) return;
  throw new UsageError('--sort dayPct cannot compare several timeframes', {
    hint: `Use one timeframe: --timeframe ${timeframes[0]}`,
  });
}

function noListInCsv(): UsageError {
  return new UsageError('--csv has no column on', {
    hint: 'Leave out on: each row has one board of the symbol, and its rank there.',
  });
}
