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
import { EMPTY_ROW, type Field, type Row } from '../fields/field.ts';
import { fieldNamed } from '../fields/fields.ts';
import { sharedOrigin, symbolRow } from '../fields/row.ts';
import { confluenceJson, onSharedBoards, rankByConfluence } from '../market/standings.ts';
import type { ConfluenceViewOptions } from '../output/confluence.ts';
import type { HeaderOptions } from '../output/header.ts';
import { fieldsIn } from '../output/template.ts';
import { wholeNumber } from '../parse.ts';
import type { Snapshot } from '../service/snapshot.ts';
import type { Lines } from '../text/box.ts';
import { type Connection, connect, readingOf } from './connect.ts';
import { hearSignals, loadSnapshots } from './load.ts';
import { noteMissingBoards } from './notes.ts';
import { type LoadedOutcomes, loadOutcomes, loadOutcomesFor } from './outcomes.ts';
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
async function runConfluence({ columns, ...options }: ConfluenceOptions, context: Context): Promise<void> {
  const sorted = sortFields(options, 'boards');
  const connection = await connect(options, context);
  const { past, settings } = connection;
  rejectMixedWindows(options, connection);
  const plain = isPlain(settings, context);
  const loaded = await loadSnapshots(connection, options, context, () => confluenceRenderer(plain));
  // As in `symbol`, the boards preference is ignored, because it would lower the counts.
  noteMissingBoards(loaded.snapshots, options.board, connection.note);
  const timeframes = loaded.snapshots.map(({ timeframe }) => timeframe);
  const origin = sharedOrigin(loaded.snapshots, readingOf(connection, context));
  const ranking = async ({ sinceOf }: LoadedOutcomes) => {
    const selection = selectionOf(options, options.board, { usual: 'boards', sinceOf });
    const ranked = rankByConfluence(loaded.snapshots, selection);
    await hearSignals(context);
    const entries = ranked.slice(0, options.first);
    const rows = entries.map((entry) => ({
      ...symbolRow(entry, origin, sinceOf?.(entry.symbol)),
      isOfSeveral: timeframes.length > 1,
    }));
    return { ranked, entries, rows };
  };
  const writing = { options, connection, context, loaded };
  const rankFor = async (fields: ReadonlyArray<Field>) =>
    ranking(await loadOutcomesFor([...fields, ...sorted], writing));
  if (options.json === true) {
    const outcome = past === null ? [] : ['now', 'gain'].map(fieldNamed);
    const { entries, rows } = await rankFor(outcome);
    const values = entries.map((entry, index) => ({
      ...confluenceJson(entry),
      ...Object.fromEntries(outcome.map(({ id, raw }) => [id, raw(rows[index] ?? EMPTY_ROW)])),
    }));
    return writeJson(values, writing);
  }
  if (options.csv === true) {
    const { csvFields, inEachTimeframe, renderCsv } = await import('../output/csv.ts');
    const fields = columns?.map(fieldNamed) ?? csvFields('symbol', past !== null, timeframes.length > 1);
    const { rows } = await rankFor(fields);
    const shown = timeframes.length > 1 ? inEachTimeframe(fields, timeframes) : fields;
    return writeData(renderCsv(rows, shown), writing);
  }
  if (options.format !== undefined) {
    const { rows } = await rankFor(fieldsIn(options.format));
    return writeFormatted(options.format, rows, writing);
  }
  const outcomes = await loadOutcomes(writing);
  const { ranked, rows } = await ranking(outcomes);
  const render = await confluenceRenderer(plain);
  const header = { ...headerOptions(loaded), newestAt: outcomes.newestAt };
  const table = {
    timeframes,
    columns: columns ?? null,
    found: ranked.length,
    shared: onSharedBoards(ranked).length,
    isOlder: outcomes.sinceOf !== undefined,
  };
  const snapshots = loaded.snapshots.map(({ snapshot }) => snapshot);
  await writePages((style) => [render(snapshots, rows, { ...style, ...header, ...table })], writing);
}

type RenderConfluence = (
  snapshots: ReadonlyArray<Snapshot>,
  rows: ReadonlyArray<Row>,
  options: HeaderOptions & ConfluenceViewOptions,
) => Lines;

async function confluenceRenderer(plain: boolean): Promise<RenderConfluence> {
  if (plain) return (await import('../output/plain.ts')).renderPlainConfluence;
  const [{ renderConfluence }, { renderSharedHeader }] = await Promise.all([
    import('../output/confluence.ts'),
    import('../output/header.ts'),
  ]);
  return (snapshots, rows, options) => [
    ...renderSharedHeader(snapshots, options),
    ...renderConfluence(rows, options),
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
