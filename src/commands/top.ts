import { outputOptions, timeframeOption } from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { originOf, topPlayRow } from '../fields/row.ts';
import type { Connection } from './shared/connect.ts';
import { disclaimer, type OneShot, perTimeframe, runOneShot } from './shared/one-shot.ts';

export const command = (context: Context): Specification => ({
  options: [
    timeframeOption('day'),
    ...outputOptions('topPlay', 'print JSON: {asOf, timeframe, session, topPlay}'),
  ],
  examples: {
    'boards top -t all': 'show all timeframes',
    'boards top --at 10:15': 'show it as of 10:15 today',
    'boards top --format "{symbol} {dayPct} {source}"': 'print a status bar line',
    'boards top --json | jq -r .topPlay.symbol': 'print only the ticker',
  },
  run: (options) => runOneShot(options, context, topReport),
});

function topReport(connection: Connection): OneShot {
  const { context, settings } = connection;
  return {
    symbolsIn: ({ topPlay }) => (topPlay?.symbol == null ? [] : [topPlay.symbol]),
    json({ snapshots }) {
      const tops = snapshots.map(({ timeframe, snapshot: { raw } }) => ({
        asOf: raw.asOf ?? null,
        timeframe,
        session: raw.session ?? null,
        topPlay: raw.topPlay ?? null,
      }));
      return perTimeframe(tops, connection);
    },
    rows: ({ snapshots, reading, outcomes }) =>
      snapshots.flatMap((each) => {
        const { topPlay } = each.snapshot;
        return topPlay == null
          ? []
          : [topPlayRow(topPlay, originOf(each, reading), outcomes?.in(each.timeframe))];
      }),
    async pages() {
      // Several requested timeframes need a table, even if only one could be fetched.
      const isOfSeveral = settings.timeframe.value.length > 1;
      if (isOfSeveral) {
        const { renderTopPlays } = await import('../output/top-plays.ts');
        return ({ snapshots }, style) => [...renderTopPlays(snapshots, style), ...disclaimer(style, context)];
      }
      const { renderTop } = await import('../output/snapshot-lines.ts');
      return ({ snapshots }, style) => [
        ...snapshots.flatMap(({ snapshot }) => renderTop(snapshot, style)),
        ...disclaimer(style, context),
      ];
    },
  };
}
