import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { TIMEFRAMES } from '../vocabulary.ts';
import { addExamples } from './examples.ts';
import { loadSnapshots } from './load.ts';
import {
  addBoardOption,
  addColorOptions,
  addServiceOptions,
  addSnapshotOptions,
  type DataOptions,
  parseTickers,
} from './options.ts';
import { openSession } from './session.ts';
import { writeJson, writePages } from './write.ts';

export function registerSymbol(program: Command, context: Context): void {
  const command = program
    .command('symbol')
    .description('on which boards a ticker is, and at which rank')
    .argument('<ticker...>', 'one or more tickers, as NVDA AMD');
  addSnapshotOptions(command);
  addBoardOption(command);
  addServiceOptions(command);
  addColorOptions(command);
  addExamples(command, {
    'boards symbol NVDA': 'in all five timeframes',
    'boards symbol NVDA AMD -t day,swing': 'two tickers in two of them',
  });
  command
    .option('--json', '{symbol, name, timeframes}; an array for several tickers')
    .action((words: ReadonlyArray<string>, options: DataOptions) =>
      runSymbol(parseTickers(words.join(' '), 'boards symbol'), options, context),
    );
}

/** Fetches all timeframes, or those asked for, and writes where each ticker stands. */
async function runSymbol(
  tickers: ReadonlyArray<string>,
  options: DataOptions,
  context: Context,
): Promise<void> {
  const session = await openSession({ ...options, ...allTimeframesUnlessAsked(options, context) }, context);
  const loaded = await loadSnapshots(session, options, context, async () => {
    await Promise.all([import('../model/placements.ts'), import('./missing-boards.ts')]);
    if (options.json !== true) await Promise.all([import('../view/symbol.ts'), import('./screen-style.ts')]);
  });
  const { noteMissingBoards } = await import('./missing-boards.ts');
  // The preference for certain tables must not hide where a ticker is: only the option narrows.
  noteMissingBoards(loaded.snapshots, options.board, session);
  const { findPlacements, placementsJson } = await import('../model/placements.ts');
  const found = findPlacements(tickers, loaded.snapshots, options.board);
  const writing = { options, session, context };
  if (options.json === true) {
    const reports = found.map(placementsJson);
    writeJson(tickers.length > 1 ? reports : reports[0], writing);
    return;
  }
  const { renderSymbol } = await import('../view/symbol.ts');
  const { renderSharedHeader } = await import('../view/timeframes.ts');
  const view = { nowMilliseconds: context.clock.now(), sandbox: session.sandbox, showAge: true };
  await writePages(
    loaded,
    (style) => [
      renderSharedHeader(
        loaded.snapshots.map(({ snapshot }) => ({ ...snapshot, breadth: null })),
        { ...style, ...view },
      ),
      ...found.map((report) => renderSymbol(report, style)),
    ],
    writing,
  );
}

/** The question runs across the horizons, whatever timeframe the config file prefers. */
function allTimeframesUnlessAsked(
  { timeframe }: DataOptions,
  { env }: Context,
): Pick<DataOptions, 'timeframe'> {
  const isChosen = timeframe !== undefined || variable('BOARDS_TIMEFRAME', env) !== undefined;
  return isChosen ? {} : { timeframe: TIMEFRAMES };
}
