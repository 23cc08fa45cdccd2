import { Option } from 'commander';
import {
  csvOption,
  limitOption,
  outputOptions,
  selectionOf,
  selectionOptions,
  sortFields,
  timeframeOption,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { onlyText } from '../fields/notes.ts';
import { originOf, rowsOf } from '../fields/row.ts';
import { MAX_LIMIT } from '../market/catalogue.ts';
import { boardsToShow, narrowsRows, selectBoards, selectRaw } from '../market/selection.ts';
import type { SymbolOutcomes } from '../market/symbol-outcomes.ts';
import type { Board } from '../service/snapshot.ts';
import { isForScripts } from '../settings/resolve.ts';
import { joinTexts } from '../text/lines.ts';
import type { Connection } from './shared/connect.ts';
import { filterFlags, sourceFlags } from './shared/next-steps.ts';
import { DISCLAIMER, disclaimer, type OneShot, perTimeframe, runOneShot } from './shared/one-shot.ts';

export const command = (context: Context): Specification => ({
  options: [
    timeframeOption('day'),
    limitOption('all that fit'),
    ...selectionOptions('row'),
    new Option('-w, --wide', 'show all columns, with one board below the other'),
    ...outputOptions('row', 'print the response as JSON; with --columns, rows', csvOption()),
  ],
  examples: {
    'boards --sandbox': 'try it with simulated data, without a key',
    'boards -t swing -b movers,rvol': 'show two boards of another timeframe',
    'boards --bias bullish --min-boards 3': 'show bullish symbols on at least three boards',
    'boards --at 10:15': 'show the boards as recorded at 10:15 today',
    'boards -t all --json': 'print all timeframes for a script',
  },
  check: (options) => void sortFields(options),
  run: (options) => runOneShot(options, context, boardsReport),
});

function boardsReport(connection: Connection): OneShot {
  const { options, context, settings, limit } = connection;
  const boards = settings.boards.value ?? undefined;
  const needed = sortFields(options);
  const selectionIn = (outcomes?: SymbolOutcomes) => ({
    ...selectionOf(options, boards, outcomes),
    limit: limit < MAX_LIMIT ? limit : undefined,
  });
  const hasHot = (boards ?? []).length === 0 && !narrowsRows(selectionOf(options));
  return {
    boards,
    needed,
    // The hot list also counts ranks beyond the limit.
    isLimitedLater: needed.length > 0 || (hasHot && !isForScripts(options)),
    json: ({ snapshots, outcomes }) =>
      perTimeframe(
        snapshots.map(({ timeframe, snapshot }) => selectRaw(snapshot, selectionIn(outcomes?.in(timeframe)))),
        connection,
      ),
    rows: ({ snapshots, reading, outcomes }) =>
      snapshots.flatMap((each) => {
        const own = outcomes?.in(each.timeframe);
        const origin = originOf(each, reading);
        return selectBoards(each.snapshot, selectionIn(own)).flatMap((board) => rowsOf(board, origin, own));
      }),
    async pages() {
      const { renderSnapshot } = await import('../output/snapshot-lines.ts');
      const { renderOnTerminal } = await import('../output/one-screen.ts');
      return ({ snapshots, outcomes }, style) => {
        const shown = snapshots.map((loaded) => {
          const own = outcomes?.in(loaded.timeframe);
          const view = { columns: settings.columns.value, wide: options.wide, outcomes: own };
          return {
            loaded,
            boards: boardsToShow(loaded.snapshot, selectionIn(own)),
            options: { ...style, ...view, isWhole: hasHot && snapshots.length === 1 },
          };
        });
        const all = shown.flatMap((each) => each.boards);
        if (all.length === 0 && narrowsRows(selectionOf(options)))
          connection.note(`no symbol matches${filterFlags(options)}`);
        const { isTTY, rows = 0 } = context.stdout;
        if (isTTY === true && style.mode !== 'plain') {
          const isLimited = settings.limit.value !== null || options.wide === true;
          const steps = nextSteps(all, connection);
          const notice = joinTexts(style.theme.glyphs(' · '), onlyText(selectionOf(options)), DISCLAIMER);
          return renderOnTerminal(shown, { rows, isLimited, hasHot, notice, steps }, style);
        }
        const lines = shown.flatMap((each, index) => [
          ...(index > 0 ? [''] : []),
          ...renderSnapshot(each.loaded.snapshot, each.boards, each.options),
        ]);
        return [...lines, ...disclaimer(style, context)];
      };
    },
  };
}

/** Every timeframe has this board. */
const USUAL_BOARD = 'movers';
const SHELL_SAFE_KEY = /^\w+$/;

function nextSteps(shown: ReadonlyArray<Board>, { options, past }: Connection): ReadonlyArray<string> {
  const keys = [...new Set(shown.map(({ key }) => key))];
  const one = keys.includes(USUAL_BOARD) ? USUAL_BOARD : keys.find((key) => SHELL_SAFE_KEY.test(key));
  const source = sourceFlags(options);
  return [
    ...(one === undefined || keys.length < 2
      ? []
      : [`one board: boards${source}${filterFlags({ ...options, board: [one] })}`]),
    ...(past === null ? [`live: boards watch${source}${filterFlags(options)}`] : []),
  ];
}
