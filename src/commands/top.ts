import type { Command } from 'commander';
import type { Context } from '../context.ts';
import type { renderTopPlays } from '../view/top-plays.ts';
import { connect } from './shared/connection.ts';
import { loadSnapshots } from './shared/load.ts';
import {
  addAtOption,
  addColorOptions,
  addExamples,
  addServiceOptions,
  addSnapshotOptions,
  type DataOptions,
} from './shared/options.ts';
import { disclaimer, headerOptions, perTimeframe, writeJson, writePages } from './shared/output.ts';
import { loadSinceThen } from './shared/since-then.ts';

export function registerTop(command: Command, context: Context): void {
  addSnapshotOptions(command);
  addAtOption(command, context);
  addServiceOptions(command);
  addColorOptions(command);
  addExamples(command, {
    'boards top': 'the top play of the day timeframe',
    'boards top -t all': 'the top play of each timeframe',
    'boards top --at 10:15': 'as recorded at 10:15 today',
    'boards top --json | jq -r .topPlay.symbol': 'only its ticker',
  });
  command
    .option('--json', '{asOf, timeframe, session, topPlay}')
    .action((options: DataOptions) => runTop(options, context));
}

/** Fetches the chosen timeframes and writes their top plays. */
async function runTop(options: DataOptions, context: Context): Promise<void> {
  const connection = await connect(options, context);
  const isSeveral = connection.settings.timeframes.value.length > 1;
  const loaded = await loadSnapshots(connection, options, context, async () => {
    if (options.json !== true) await Promise.all([topRenderer(isSeveral), import('../view/screen-style.ts')]);
  });
  const writing = { options, connection, context, loaded };
  if (options.json === true) {
    const tops = loaded.snapshots.map(({ snapshot: { raw } }) => ({
      asOf: raw.asOf ?? null,
      timeframe: raw.timeframe ?? null,
      session: raw.session ?? null,
      topPlay: raw.topPlay ?? null,
    }));
    return writeJson(perTimeframe(tops, connection), writing);
  }
  const { sinceIn, newestAt } = await loadSinceThen(loaded, connection, context, ({ topPlay }) =>
    topPlay === null || topPlay.symbol === null ? [] : [topPlay.symbol.toUpperCase()],
  );
  const view = { ...headerOptions(loaded, context), sinceIn, newestAt };
  const renderTops = await topRenderer(isSeveral);
  await writePages(
    (style) => [renderTops(loaded.snapshots, { ...style, ...view }), disclaimer(style, context)],
    writing,
  );
}

/** Several requested timeframes are shown in a table, even if only one of them could be fetched. */
async function topRenderer(isSeveral: boolean): Promise<typeof renderTopPlays> {
  if (isSeveral) return (await import('../view/top-plays.ts')).renderTopPlays;
  const { renderTop } = await import('../view/snapshot.ts');
  return (tops, options) =>
    tops.flatMap(({ timeframe, snapshot }) =>
      renderTop(snapshot, { ...options, sinceOf: options.sinceIn?.get(timeframe) }),
    );
}
