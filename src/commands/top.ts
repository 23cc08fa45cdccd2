import type { Command } from 'commander';
import type { Context } from '../context.ts';
import type { renderTopPicks } from '../view/top-picks.ts';
import { addExamples } from './examples.ts';
import { loadSnapshots } from './load.ts';
import { addColorOptions, addServiceOptions, addSnapshotOptions, type DataOptions } from './options.ts';
import { openSession } from './session.ts';
import { disclaimer, perTimeframe, writeJson, writePages } from './write.ts';

export function registerTop(program: Command, context: Context): void {
  const command = program.command('top').description('the headline pick: the symbol on the most boards');
  addSnapshotOptions(command);
  addServiceOptions(command);
  addColorOptions(command);
  addExamples(command, {
    'boards top': 'the pick of the day',
    'boards top -t all': 'the pick of each timeframe',
    'boards top --json | jq -r .topPlay.symbol': 'its ticker alone',
  });
  command
    .option('--json', '{asOf, timeframe, session, topPlay}')
    .action((options: DataOptions) => runTop(options, context));
}

/** Fetches the chosen timeframes and writes their top plays. */
async function runTop(options: DataOptions, context: Context): Promise<void> {
  const session = await openSession(options, context);
  const isSeveral = session.settings.timeframes.value.length > 1;
  const loaded = await loadSnapshots(session, options, context, async () => {
    if (options.json !== true) await Promise.all([picksRenderer(isSeveral), import('./screen-style.ts')]);
  });
  const writing = { options, session, context };
  if (options.json === true) {
    const picks = loaded.snapshots.map(({ snapshot: { raw } }) => ({
      asOf: raw.asOf ?? null,
      timeframe: raw.timeframe ?? null,
      session: raw.session ?? null,
      topPlay: raw.topPlay ?? null,
    }));
    return writeJson(perTimeframe(picks, session), writing);
  }
  const view = { nowMilliseconds: context.clock.now(), sandbox: session.sandbox, showAge: true };
  const renderPicks = await picksRenderer(isSeveral);
  await writePages(
    loaded,
    (style) => [renderPicks(loaded.snapshots, { ...style, ...view }), disclaimer(style, context)],
    writing,
  );
}

/** Several timeframes are shown together, so that they can be compared; also when only one of them arrived. */
async function picksRenderer(isSeveral: boolean): Promise<typeof renderTopPicks> {
  if (isSeveral) return (await import('../view/top-picks.ts')).renderTopPicks;
  const { renderPick } = await import('../view/snapshot.ts');
  return (picks, options) => picks.flatMap(({ snapshot }) => renderPick(snapshot, options));
}
