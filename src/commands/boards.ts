import {
  atOption,
  csvOption,
  type DataOptions,
  formatOption,
  jsonOption,
  selectionOf,
  selectionOptions,
  snapshotOptions,
  wideOptions,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { fieldNamed, usualColumns } from '../fields/fields.ts';
import { boardRows, originOf } from '../fields/row.ts';
import { boardsToShow, narrowsRows, type Selection, selectRaw } from '../market/selection.ts';
import { fieldsIn } from '../output/template.ts';
import type { Settings } from '../settings/resolve.ts';
import { connect, readingOf } from './connect.ts';
import type { lastLines } from './last-lines.ts';
import { loadSnapshots } from './load.ts';
import { noteMissingBoards } from './notes.ts';
import { loadOutcomes, loadOutcomesFor } from './outcomes.ts';
import {
  disclaimer,
  headerOptions,
  isPlain,
  perTimeframe,
  setApart,
  snapshotRenderer,
  type Writing,
  writeData,
  writeFormatted,
  writeJson,
  writePages,
} from './write.ts';

export const boards = (context: Context): Specification => ({
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
  const connection = await connect(options, context);
  const loaded = await loadSnapshots(connection, options, context, () =>
    Promise.all([
      snapshotRenderer(connection.settings, context),
      lastLinesRenderer(connection.settings, context),
    ]),
  );
  const boards = connection.settings.boards.value ?? undefined;
  const selection = selectionOf(options, boards);
  noteMissingBoards(loaded.snapshots, boards, connection.note);
  const writing = { options, connection, context, loaded };
  if (options.json === true) {
    const raws = loaded.snapshots.map(({ snapshot }) => selectRaw(snapshot, selection));
    return writeJson(perTimeframe(raws, connection), writing);
  }
  if (options.csv === true) {
    const { renderCsv } = await import('../output/csv.ts');
    const columns = options.columns?.map(fieldNamed) ?? usualColumns('row', connection.past !== null);
    const { sinceIn } = await loadOutcomesFor(columns, writing);
    const rows = loaded.snapshots.flatMap(({ timeframe, snapshot }) =>
      boardRows(snapshot, selection, undefined, sinceIn.get(timeframe)),
    );
    return writeData(renderCsv(rows, columns), writing);
  }
  if (options.format !== undefined) {
    const { sinceIn } = await loadOutcomesFor(fieldsIn(options.format), writing);
    const reading = readingOf(connection, context);
    const rows = loaded.snapshots.flatMap((each) =>
      boardRows(each.snapshot, selection, originOf(each, reading), sinceIn.get(each.timeframe)),
    );
    return writeFormatted(options.format, rows, writing);
  }
  await writeBoards(selection, writing);
}

/** Writes the boards for people, with what became of their symbols if they are recorded. */
async function writeBoards(selection: Selection, writing: Writing): Promise<void> {
  const { options, connection, context, loaded } = writing;
  const { sinceIn, newestIn } = await loadOutcomes(writing);
  const { settings } = connection;
  const render = await snapshotRenderer(settings, context);
  const view = {
    columns: settings.columns.value,
    wide: settings.wide.value,
    ...headerOptions(loaded),
  };
  const selected = loaded.snapshots.map((each) => ({
    loaded: each,
    boards: boardsToShow(each.snapshot, selection),
    since: { sinceOf: sinceIn.get(each.timeframe), newestAt: newestIn.get(each.timeframe) },
  }));
  if (narrowsRows(selection) && selected.every(({ boards }) => boards.length === 0))
    connection.note('no symbol matches');
  const endOf = await lastLinesRenderer(settings, context);
  const shown = { snapshots: selected, options, connection, context };
  await writePages((style) => {
    const lines = selected.flatMap(({ loaded: { snapshot }, boards, since }, index) => [
      ...(index > 0 ? [''] : []),
      ...render(snapshot, boards, { ...style, ...view, ...since }),
    ]);
    const end = setApart(disclaimer(style, context), settings, context);
    return [lines, end, endOf(lines.length + end.length, shown, style)];
  }, writing);
}

/** Plain output has no last lines. */
async function lastLinesRenderer(settings: Settings, context: Context): Promise<typeof lastLines> {
  return isPlain(settings, context) ? () => [] : (await import('./last-lines.ts')).lastLines;
}
