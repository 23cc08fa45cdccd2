import { atOption, type DataOptions, formatOption, jsonOption, snapshotOptions } from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { originOf, topPlayRow } from '../fields/row.ts';
import type { renderTopPlays } from '../output/top-plays.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { type Connection, connect } from './connect.ts';
import { loadSnapshots } from './load.ts';
import { disclaimer, isPlain, perTimeframe, type Report, writeReport } from './write.ts';

export const command = (context: Context): Specification => ({
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
  const renderer = () => topRenderer(connection, context);
  const loaded = await loadSnapshots(connection, options, context, renderer);
  const { snapshots } = loaded;
  const report: Report = {
    symbolsIn: topPlayTicker,
    json() {
      const tops = snapshots.map(({ snapshot: { raw } }) => ({
        asOf: raw.asOf ?? null,
        timeframe: raw.timeframe ?? null,
        session: raw.session ?? null,
        topPlay: raw.topPlay ?? null,
      }));
      return perTimeframe(tops, connection);
    },
    rows: ({ sinceIn }, reading) =>
      snapshots.flatMap((each) => {
        const { topPlay } = each.snapshot;
        return topPlay === null
          ? []
          : [topPlayRow(topPlay, originOf(each, reading), sinceIn.get(each.timeframe))];
      }),
    async pages({ sinceIn, newestAt }) {
      const render = await renderer();
      return (style) => [render(snapshots, { ...style, sinceIn, newestAt }), disclaimer(style, context)];
    },
  };
  await writeReport(report, { options, connection, context, loaded });
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
  const renderOne = plain?.renderPlainTop ?? (await import('../output/boards.ts')).renderTop;
  return (tops, options) =>
    tops.flatMap(({ timeframe, snapshot }) =>
      renderOne(snapshot, { ...options, sinceOf: options.sinceIn?.get(timeframe) }),
    );
}
