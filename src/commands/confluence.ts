import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import type { Column } from '../vocabulary.ts';
import { addExamples } from './examples.ts';
import { loadSnapshots } from './load.ts';
import {
  addColorOptions,
  addCsvOption,
  addSelectionOptions,
  addServiceOptions,
  addSnapshotOptions,
  type DataOptions,
  wholeNumber,
} from './options.ts';
import { openSession, type Session } from './session.ts';
import { writeData, writeJson, writePages } from './write.ts';

interface ConfluenceOptions extends DataOptions {
  readonly first?: number;
}

/** What a symbol has over all its boards; metric and tag belong to one board. */
const SYMBOL_COLUMNS: ReadonlyArray<Column> = [
  'rank',
  'symbol',
  'name',
  'price',
  'dayPct',
  'volume',
  'boards',
  'bias',
];

export function registerConfluence(program: Command, context: Context): void {
  const command = program.command('confluence').description('every symbol, by the number of boards it is on');
  addSnapshotOptions(command);
  addSelectionOptions(command, SYMBOL_COLUMNS);
  command.addOption(
    new Option('--first <n>', 'only the first n symbols').argParser(wholeNumber('--first', 1, 100_000)),
  );
  addServiceOptions(command);
  addColorOptions(command);
  command.option('--json', '[{symbol, name, total, timeframes, boards}]');
  addCsvOption(command);
  addExamples(command, {
    'boards confluence --first 10': 'the ten symbols on the most boards',
    'boards confluence -t all --min-boards 4': 'across the timeframes',
    'boards confluence --csv > day.csv': 'for a spreadsheet',
  });
  command.action((options: ConfluenceOptions) => runConfluence(options, context));
}

/** Fetches the chosen timeframes and writes their symbols by confluence. */
async function runConfluence(options: ConfluenceOptions, context: Context): Promise<void> {
  const session = await openSession(options, context);
  refuseMixedWindows(options, session);
  const loaded = await loadSnapshots(session, options, context, () => preload(options));
  const { noteMissingBoards } = await import('./missing-boards.ts');
  // As in `symbol`: only the option narrows, for a preference must not lower what is counted.
  noteMissingBoards(loaded.snapshots, options.board, session);
  const { confluenceJson, rankByConfluence, rowsByConfluence } = await import('../model/confluence.ts');
  const ranked = rankByConfluence(loaded.snapshots, {
    ...options,
    boards: options.board,
    symbols: options.symbol,
  });
  const entries = ranked.slice(0, options.first);
  const writing = { options, session, context };
  if (options.json === true) return writeJson(entries.map(confluenceJson), writing);
  if (options.csv === true) {
    const { renderCsv } = await import('../view/csv.ts');
    return writeData(renderCsv(rowsByConfluence(entries)), writing);
  }
  const { renderConfluence } = await import('../view/confluence.ts');
  const { renderSharedHeader } = await import('../view/timeframes.ts');
  const now = { nowMilliseconds: context.clock.now(), sandbox: session.sandbox, showAge: true };
  const table = {
    timeframes: loaded.snapshots.map(({ timeframe }) => timeframe),
    columns: options.columns ?? null,
    found: ranked.length,
  };
  const snapshots = loaded.snapshots.map(({ snapshot }) => snapshot);
  await writePages(
    loaded,
    (style) => [
      renderSharedHeader(snapshots, { ...style, ...now }),
      renderConfluence(entries, { ...style, ...table }),
    ],
    writing,
  );
}

async function preload({ json, csv }: DataOptions): Promise<void> {
  await Promise.all([import('../model/confluence.ts'), import('./missing-boards.ts')]);
  if (csv === true) await import('../view/csv.ts');
  else if (json !== true) await Promise.all([import('../view/confluence.ts'), import('./screen-style.ts')]);
}

/** A change is over the window of its timeframe, so that those of several cannot be compared. */
function refuseMixedWindows({ sort }: ConfluenceOptions, { settings }: Session): void {
  const timeframes = settings.timeframes.value;
  if (sort !== 'dayPct' || timeframes.length < 2) return;
  throw new UsageError('--sort dayPct compares changes over one window only', {
    hint: `Ask for one timeframe: --timeframe ${timeframes[0]}`,
  });
}
