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
  wideOptions,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { boardRows, originOf } from '../fields/row.ts';
import { boardsToShow, narrowsRows, selectRaw } from '../market/selection.ts';
import type { NextStep } from '../output/last-lines.ts';
import type { Board } from '../service/snapshot.ts';
import { cleanText } from '../text/safe-text.ts';
import type { Timeframe } from '../vocabulary.ts';
import { type Connection, connect } from './connect.ts';
import { loadSnapshots } from './load.ts';
import type { LoadedOutcomes } from './outcomes.ts';
import { disclaimer, isPlain, perTimeframe, type Report, snapshotRenderer, writeReport } from './write.ts';

export const command = (context: Context): Specification => ({
  options: [
    ...snapshotOptions('day'),
    ...selectionOptions('row'),
    ...wideOptions(),
    atOption(),
    jsonOption('the response of the service as JSON'),
    csvOption(),
    formatOption('row'),
  ],
  examples: {
    'boards --sandbox': 'simulated data, no key',
    'boards -t swing -b movers,rvol': 'two boards of another timeframe',
    'boards --bias bullish --min-boards 3': 'only symbols on at least three boards',
    'boards --at 10:15': 'as recorded at 10:15 today',
    'boards -t all --json': 'all timeframes, for a script',
  },
  run: (options: DataOptions) => runBoards(options, context),
});

/** Fetches the chosen timeframes and writes them for people, as JSON, CSV or in a format. */
async function runBoards(options: DataOptions, context: Context): Promise<void> {
  const sorted = sortFields(options);
  const connection = await connect(options, context);
  const { settings, note } = connection;
  const renderers = () =>
    Promise.all([
      snapshotRenderer(settings, context),
      isPlain(settings, context) ? null : import('../output/last-lines.ts'),
    ]);
  const boards = settings.boards.value ?? undefined;
  const loaded = await loadSnapshots(connection, { ...options, boards }, context, renderers);
  const { snapshots } = loaded;
  const selectionIn = ({ sinceIn }: LoadedOutcomes, timeframe: Timeframe) =>
    selectionOf(options, boards, { sinceOf: sinceIn.get(timeframe) });
  const report: Report = {
    sorted,
    json(outcomes) {
      const raws = snapshots.map(({ timeframe, snapshot }) =>
        selectRaw(snapshot, selectionIn(outcomes, timeframe)),
      );
      return perTimeframe(raws, connection);
    },
    rows: (outcomes, reading) =>
      snapshots.flatMap((each) => {
        const { timeframe, snapshot } = each;
        const selection = selectionIn(outcomes, timeframe);
        return boardRows(snapshot, selection, originOf(each, reading), outcomes.sinceIn.get(timeframe));
      }),
    async pages(outcomes) {
      const [render, last] = await renderers();
      const shown = snapshots.map((loaded) => ({
        loaded,
        boards: boardsToShow(loaded.snapshot, selectionIn(outcomes, loaded.timeframe)),
      }));
      if (narrowsRows(selectionOf(options)) && shown.every(({ boards }) => boards.length === 0))
        note('no symbol matches');
      const view = { columns: settings.columns.value, wide: settings.wide.value };
      return (style) => {
        const lines = shown.flatMap(({ loaded: { snapshot, timeframe }, boards }, index) => {
          const since = {
            sinceOf: outcomes.sinceIn.get(timeframe),
            newestAt: outcomes.newestIn.get(timeframe),
          };
          return [...(index > 0 ? [''] : []), ...render(snapshot, boards, { ...style, ...view, ...since })];
        });
        const end = disclaimer(style, context);
        const isLong = lines.length + end.length >= (rowsOf(context) ?? Number.POSITIVE_INFINITY);
        const steps = () =>
          nextSteps(
            shown.flatMap(({ boards }) => boards),
            options,
            connection,
          );
        return [lines, end, isLong && last !== null ? last.renderLastLines(shown, steps(), style) : []];
      };
    },
  };
  await writeReport(report, { options, connection, context, loaded });
}

/** Those of a terminal; null if it does not say, and for anything else. */
function rowsOf({ stdout }: Context): number | null {
  return (stdout.isTTY === true && stdout.rows) || null;
}

const FEW_ROWS = 5;
/** A board that every timeframe has. */
const USUAL_BOARD = 'movers';
/** Keys that need no quotes in a shell. */
const PLAIN_KEY = /^\w+$/;

/** Commands that work where this one did: over the same data, of the same timeframes. */
function nextSteps(
  shown: ReadonlyArray<Board>,
  { baseUrl, timeframe, board: chosen }: DataOptions,
  { limit, isEmbedded, past }: Connection,
): ReadonlyArray<NextStep> {
  const keys = [...new Set(shown.map(({ key }) => key))];
  const one = keys.includes(USUAL_BOARD) ? USUAL_BOARD : keys.find((key) => PLAIN_KEY.test(key));
  const withValue = (flag: string, value: string | undefined) => (value === undefined ? [] : [flag, value]);
  const source = [...(isEmbedded ? ['--sandbox'] : []), ...withValue('--base-url', baseUrl)];
  const of = withValue('-t', timeframe?.join(','));
  const at = past === null ? [] : ['--at', new Date(past.at).toISOString().replace('.000Z', 'Z')];
  const only = chosen?.every((key) => PLAIN_KEY.test(key)) ? ['-b', chosen.join(',')] : [];
  const step = (label: string, ...words: ReadonlyArray<string>) => ({
    label,
    command: ['boards', ...words].map(cleanText).join(' '),
  });
  return [
    ...(limit > FEW_ROWS ? [step('Shorter', ...source, ...at, ...of, ...only, '-l', String(FEW_ROWS))] : []),
    ...(one === undefined || keys.length < 2 ? [] : [step('one board', ...source, ...at, ...of, '-b', one)]),
    ...(past === null ? [step('live', 'watch', ...source, ...of)] : []),
  ];
}
