import { atOption, type DataOptions, formatOption, jsonOption, snapshotOptions } from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { originOf, topPlayRow } from '../fields/row.ts';
import { fieldsIn } from '../output/template.ts';
import type { renderTopPlays } from '../output/top-plays.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { type Connection, connect, readingOf } from './connect.ts';
import { loadSnapshots } from './load.ts';
import { loadOutcomes, loadOutcomesFor } from './outcomes.ts';
import {
  disclaimer,
  headerOptions,
  isPlain,
  perTimeframe,
  setApart,
  type Writing,
  writeFormatted,
  writeJson,
  writePages,
} from './write.ts';

export const top = (context: Context): Specification => ({
  options: [
    ...snapshotOptions('day'),
    atOption(),
    jsonOption('{asOf, timeframe, session, topPlay}'),
    formatOption('topPlay'),
  ],
  examples: {
    'boards top -t all': 'of each timeframe',
    'boards top --at 10:15': 'as recorded at 10:15 today',
    "boards top --format '{symbol} {dayPct} {source}'": 'for a status bar',
    'boards top --json | jq -r .topPlay.symbol': 'only its ticker',
  },
  run: (options: DataOptions) => runTop(options, context),
});

/** Fetches the chosen timeframes and writes their top plays. */
async function runTop(options: DataOptions, context: Context): Promise<void> {
  const connection = await connect(options, context);
  const loaded = await loadSnapshots(connection, options, context, () => topRenderer(connection, context));
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
  if (options.format !== undefined) {
    const { sinceIn } = await loadOutcomesFor(fieldsIn(options.format), writing, topPlayTicker);
    const reading = readingOf(connection, context);
    const rows = loaded.snapshots.flatMap((each) => {
      const { topPlay } = each.snapshot;
      if (topPlay === null) return [];
      return [topPlayRow(topPlay, originOf(each, reading), sinceIn.get(each.timeframe))];
    });
    return writeFormatted(options.format, rows, writing);
  }
  await writeTopPlays(writing);
}

/** Writes the top plays for people, with what became of them if they are recorded. */
async function writeTopPlays(writing: Writing): Promise<void> {
  const { connection, context, loaded } = writing;
  const { sinceIn, newestAt } = await loadOutcomes(writing, topPlayTicker);
  const view = { ...headerOptions(loaded), sinceIn, newestAt };
  const renderTops = await topRenderer(connection, context);
  await writePages(
    (style) => [
      renderTops(loaded.snapshots, { ...style, ...view }),
      setApart(disclaimer(style, context), connection.settings, context),
    ],
    writing,
  );
}

/** The symbol of which it is shown what became of it. */
function topPlayTicker({ topPlay }: Snapshot): ReadonlyArray<string> {
  return topPlay === null || topPlay.symbol === null ? [] : [topPlay.symbol.toUpperCase()];
}

/** Several requested timeframes are shown in a table, even if only one of them could be fetched. */
async function topRenderer({ settings }: Connection, context: Context): Promise<typeof renderTopPlays> {
  const isOfSeveral = settings.timeframe.value.length > 1;
  const plain = isPlain(settings, context) ? await import('../output/plain.ts') : null;
  if (isOfSeveral)
    return plain?.renderPlainTopPlays ?? (await import('../output/top-plays.ts')).renderTopPlays;
  const renderOne = plain?.renderPlainTop ?? (await import('../output/snapshot.ts')).renderTop;
  return (tops, options) =>
    tops.flatMap(({ timeframe, snapshot }) =>
      renderOne(snapshot, { ...options, sinceOf: options.sinceIn?.get(timeframe) }),
    );
}
