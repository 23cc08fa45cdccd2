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
import type { Field } from '../fields/field.ts';
import { fieldNamed } from '../fields/fields.ts';
import { boardRows, originOf } from '../fields/row.ts';
import { boardsToShow, narrowsRows, type Selection, selectRaw } from '../market/selection.ts';
import { fieldsIn } from '../output/template.ts';
import type { Settings } from '../settings/resolve.ts';
import type { Timeframe } from '../vocabulary.ts';
import { connect, readingOf } from './connect.ts';
import type { lastLines } from './last-lines.ts';
import { loadSnapshots } from './load.ts';
import { noteMissingBoards } from './notes.ts';
import { type LoadedOutcomes, loadOutcomes, loadOutcomesFor } from './outcomes.ts';
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
  const sorted = sortFields(options);
  const connection = await connect(options, context);
  const { settings, past } = connection;
  const loaded = await loadSnapshots(connection, options, context, () =>
    Promise.all([snapshotRenderer(settings, context), lastLinesRenderer(settings, context)]),
  );
  const boards = settings.boards.value ?? undefined;
  noteMissingBoards(loaded.snapshots, boards, connection.note);
  const writing = { options, connection, context, loaded };
  const load = (fields: ReadonlyArray<Field>) => loadOutcomesFor([...fields, ...sorted], writing);
  const selectionIn = ({ sinceIn }: Pick<LoadedOutcomes, 'sinceIn'>, timeframe: Timeframe) =>
    selectionOf(options, boards, { sinceOf: sinceIn.get(timeframe) });
  if (options.json === true) {
    const outcomes = await load([]);
    const raws = loaded.snapshots.map(({ timeframe, snapshot }) =>
      selectRaw(snapshot, selectionIn(outcomes, timeframe)),
    );
    return writeJson(perTimeframe(raws, connection), writing);
  }
  const rowsWith = (outcomes: LoadedOutcomes) =>
    loaded.snapshots.flatMap((each) => {
      const { timeframe, snapshot } = each;
      const origin = originOf(each, readingOf(connection, context));
      return boardRows(snapshot, selectionIn(outcomes, timeframe), origin, outcomes.sinceIn.get(timeframe));
    });
  if (options.csv === true) {
    const { csvFields, renderCsv } = await import('../output/csv.ts');
    const columns = options.columns?.map(fieldNamed) ?? csvFields('row', past !== null);
    return writeData(renderCsv(rowsWith(await load(columns)), columns), writing);
  }
  if (options.format !== undefined)
    return writeFormatted(options.format, rowsWith(await load(fieldsIn(options.format))), writing);
  await writeBoards(writing, selectionIn);
}

/** Writes the boards for people, with what became of their symbols if they are recorded. */
async function writeBoards(
  writing: Writing,
  selectionIn: (outcomes: LoadedOutcomes, timeframe: Timeframe) => Selection,
): Promise<void> {
  const { options, connection, context, loaded } = writing;
  const outcomes = await loadOutcomes(writing);
  const { sinceIn, newestIn } = outcomes;
  const { settings } = connection;
  const render = await snapshotRenderer(settings, context);
  const view = {
    columns: settings.columns.value,
    wide: settings.wide.value,
    ...headerOptions(loaded),
  };
  const selected = loaded.snapshots.map((each) => ({
    loaded: each,
    boards: boardsToShow(each.snapshot, selectionIn(outcomes, each.timeframe)),
    since: { sinceOf: sinceIn.get(each.timeframe), newestAt: newestIn.get(each.timeframe) },
  }));
  if (narrowsRows(selectionOf(options)) && selected.every(({ boards }) => boards.length === 0))
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
