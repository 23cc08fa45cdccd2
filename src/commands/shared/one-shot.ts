import type { Options } from '../../cli/options.ts';
import type { Context } from '../../context.ts';
import { BoardsError, NotRecordedError } from '../../errors.ts';
import { labelNotes } from '../../fields/data-origin.ts';
import type { Field, Row } from '../../fields/field.ts';
import { fieldNamed, jsonColumns } from '../../fields/fields.ts';
import {
  describeClock,
  describeMissingBoards,
  describeOldData,
  describeOtherSeparators,
  describeTimeAhead,
  noSuchBoards,
} from '../../fields/notes.ts';
import { valuesOf } from '../../fields/row.ts';
import { groupBy } from '../../lib/group-by.ts';
import { renderJson } from '../../lib/json-text.ts';
import { type Reading, zoneName } from '../../lib/time.ts';
import { MAX_LIMIT, TIMEFRAMES, type Timeframe } from '../../market/catalogue.ts';
import { limitSnapshot, mayHaveBoard, missingBoards, symbolsOn } from '../../market/selection.ts';
import type { OutcomesAcross } from '../../market/symbol-outcomes.ts';
import type { TimeframesOptions } from '../../output/header-lines.ts';
import { fieldsIn, fillTemplate } from '../../output/template.ts';
import type { Client } from '../../service/client.ts';
import { withRetries } from '../../service/retry.ts';
import type { Snapshot, TimeframeSnapshot } from '../../service/snapshot.ts';
import { isForScripts } from '../../settings/resolve.ts';
import { startProgress } from '../../terminal/progress.ts';
import { shownText } from '../../text/ascii.ts';
import { usesAscii } from '../../text/capabilities.ts';
import { type PaintedLines, wrapWords } from '../../text/lines.ts';
import type { Style } from '../../text/style.ts';
import { type Connection, connect } from './connect.ts';
import type { PastSource } from './past.ts';
import { isPlain, styleOf, writeLines } from './print.ts';
import { openSession } from './session.ts';

export interface Loaded {
  /** Snapshots are in the requested order. */
  readonly snapshots: ReadonlyArray<TimeframeSnapshot>;
  readonly reading: Reading;
  /** With `--at`, the outcomes compare each symbol with the newest snapshots. */
  readonly outcomes?: OutcomesAcross;
}

export interface OneShot {
  /** A note names the boards in this list that a snapshot lacks. */
  readonly boards?: ReadonlyArray<string> | undefined;
  /** A note names the tickers that the service writes with another separator. Default: `--symbol`. */
  readonly tickers?: ReadonlyArray<string> | undefined;
  /** The limit applies after sorting, so all rows must be requested. */
  readonly isLimitedLater?: boolean;
  /** A CSV row describes a row of a board (the default) or a symbol. */
  readonly subject?: 'row' | 'symbol';
  /** Sorting and JSON need these fields, even if no column shows them. */
  readonly needed?: ReadonlyArray<Field>;
  /** Only these symbols are compared with newer snapshots. Default: all. */
  readonly symbolsIn?: (shown: Snapshot) => ReadonlyArray<string>;
  json(loaded: Loaded): unknown;
  rows(loaded: Loaded): ReadonlyArray<Row> | Promise<ReadonlyArray<Row>>;
  /** Loads the code that renders text while requests are pending. */
  pages(): Promise<(loaded: Loaded, style: TimeframesOptions) => PaintedLines | Promise<PaintedLines>>;
}

/** JSON, CSV and templates print all timeframes or none; text prints those that could be fetched. */
export async function runOneShot(
  options: Options,
  context: Context,
  reportOf: (connection: Connection) => OneShot,
): Promise<void> {
  const connection = await connect(openSession(options, context));
  try {
    await runConnected(connection, reportOf);
  } finally {
    await connection.past?.close();
  }
}

async function runConnected(
  connection: Connection,
  reportOf: (connection: Connection) => OneShot,
): Promise<void> {
  const { options, context, settings, noteAlways, past } = connection;
  const source = past ?? (await connection.openClient());
  const report = reportOf(connection);
  const limit = report.isLimitedLater === true ? MAX_LIMIT : connection.limit;
  const progress = startProgress(`fetching ${settings.timeframe.value.join(', ')}`, context, options);
  const fetching = settings.timeframe.value.map((timeframe) =>
    fetchOne(timeframe, source, connection, limit, progress).catch(
      (error: unknown): Failure => ({ timeframe, error }),
    ),
  );
  const results = Promise.all(fetching).finally(() => {
    progress.stop();
    past?.noteSkipped();
  });
  // Let the requests start before the renderer is loaded.
  await new Promise(setImmediate);
  if (options.csv === true) await import('../../output/csv.ts');
  const style = isForScripts(options) ? null : await styleOf(connection);
  const draw = await (style && report.pages());
  // The first name of a zone loads data of Intl, so get it while requests are pending.
  if (style !== null) zoneName(context.clock.now(), settings.timeZone);
  const { snapshots, failure } = loadedFrom(await results, connection);
  const difference = describeClock(source.clock.ahead());
  if (difference !== null) connection.note(difference);
  noteMissingBoards(snapshots, report.boards, connection.note);
  noteOtherSeparators(snapshots, report.tickers ?? options.symbol ?? [], connection.note);
  const reading = { now: source.clock.now(), timeZone: settings.timeZone };
  const loaded = { snapshots, reading };
  if (style === null || draw === null) {
    const text = await textForScripts(loaded, report, connection);
    labelNotes(snapshots, settings.timeZone).forEach(noteAlways);
    const old = past === null ? describeOldData(snapshots, reading.now) : null;
    if (old !== null) connection.note(old);
    context.stdout.write(text);
    return;
  }
  const older = await withOutcomes(loaded, report, connection);
  const lines = await draw(older, {
    ...style,
    ...reading,
    isSimulated: snapshots.some(({ isSimulated }) => isSimulated),
    isRecorded: snapshots.some(({ isRecorded }) => isRecorded),
    outcomes: older.outcomes,
  });
  writeLines(lines, style, context);
  if (failure !== null) throw failure.error;
}

async function textForScripts(loaded: Loaded, oneShot: OneShot, connection: Connection): Promise<string> {
  const { past, options, context, settings } = connection;
  const { subject = 'row', needed = [] } = oneShot;
  const shownWith = async (fields: ReadonlyArray<Field>) =>
    [...fields, ...needed].some(({ isOfOlder }) => isOfOlder)
      ? withOutcomes(loaded, oneShot, connection)
      : loaded;
  if (options.format !== undefined) {
    const template = options.format;
    const style = { ...loaded.reading, ascii: usesAscii(context.env), isPlain: isPlain(connection) };
    const rows = await oneShot.rows(await shownWith(fieldsIn(template)));
    return rows.map((row) => `${fillTemplate(template, row, style)}\n`).join('');
  }
  if (options.csv !== true) {
    const isOfSeveral = settings.timeframe.value.length > 1;
    const fields = options.columns && jsonColumns(options.columns, isOfSeveral).map(fieldNamed);
    const shown = await shownWith(fields ?? []);
    const json = fields && (await oneShot.rows(shown)).map((row) => valuesOf(row, fields));
    return renderJson(json ?? (await oneShot.json(shown)), context.stdout.isTTY === true);
  }
  const { csvFields, inEachTimeframe, renderCsv } = await import('../../output/csv.ts');
  const timeframes = loaded.snapshots.map(({ timeframe }) => timeframe);
  const isOfSeveral = subject === 'symbol' && timeframes.length > 1;
  const fields = options.columns?.map(fieldNamed) ?? csvFields(subject, past !== null, isOfSeveral);
  const rows = await oneShot.rows(await shownWith(fields));
  return renderCsv(rows, isOfSeveral ? inEachTimeframe(fields, timeframes) : fields);
}

async function fetchOne(
  timeframe: Timeframe,
  source: PastSource | Client,
  { past, note, options: { retries }, context }: Connection,
  limit: number,
  progress: Pick<ReturnType<typeof startProgress>, 'hasSpinner' | 'update'>,
): Promise<TimeframeSnapshot> {
  const { snapshot, isSimulated } = await withRetries(
    () => source.fetchSnapshot({ timeframe, limit }),
    retries,
    context,
    ({ reason }, seconds, retry) => {
      const text = `${reason}, retrying in ${Math.ceil(seconds)} s (${retry} of ${retries})`;
      progress.update(shownText(text, context.env));
      if (!progress.hasSpinner) note(text);
    },
  );
  // The service does not limit groups, and recordings contain all rows.
  const limited = limit < MAX_LIMIT ? limitSnapshot(snapshot, { limit }) : snapshot;
  return { timeframe, snapshot: limited, isSimulated, isRecorded: past !== null };
}

interface Failure {
  readonly timeframe: Timeframe;
  readonly error: unknown;
}

/** If all timeframes were requested, those that are not recorded cause a note instead of an error. */
function loadedFrom(
  results: ReadonlyArray<TimeframeSnapshot | Failure>,
  { note, options, context }: Connection,
) {
  context.signal.throwIfAborted();
  const snapshots = results.filter((each) => 'snapshot' in each);
  const failures = results.filter((each) => 'error' in each);
  const isLeftOut = ({ error }: Failure) =>
    results.length === TIMEFRAMES.length && snapshots.length > 0 && error instanceof NotRecordedError;
  const leftOut = failures.filter(isLeftOut);
  if (leftOut.length > 0) note(`not recorded at that time: ${namesOf(leftOut)}`);
  const others = failures.filter((each) => !isLeftOut(each));
  const failure =
    others.length === 0 ? null : { error: results.length > 1 ? joined(others) : others[0]?.error };
  if (failure !== null && (snapshots.length === 0 || isForScripts(options))) throw failure.error;
  for (const { timeframe, snapshot } of snapshots) {
    const ahead = describeTimeAhead(timeframe, snapshot);
    if (ahead !== null) note(ahead);
  }
  const [cut] = snapshots.flatMap(({ snapshot }) => snapshot.leftOut ?? []);
  if (cut !== undefined) note(cut);
  return { snapshots, failure };
}

/**
 * Joins failures to one error with the code and hint of the first, and each message once. Returns a bug as it
 * is.
 */
function joined(failures: ReadonlyArray<Failure>): unknown {
  const expected = failures.flatMap(({ timeframe, error }) =>
    error instanceof BoardsError ? [{ timeframe, error }] : [],
  );
  const [first] = expected;
  if (first === undefined || expected.length < failures.length)
    return failures.find(({ error }) => !(error instanceof BoardsError))?.error;
  const byMessage = groupBy(expected, ({ error }) => error.message);
  const message = [...byMessage].map(([text, each]) => `${namesOf(each)}: ${text}`).join('; ');
  return new BoardsError(first.error.code, message, { ...first.error, cause: first.error });
}

function namesOf(failures: ReadonlyArray<Failure>): string {
  return failures.map(({ timeframe }) => timeframe).join(', ');
}

/** Throws UsageError if no snapshot can have any of the boards. */
function noteMissingBoards(
  snapshots: ReadonlyArray<TimeframeSnapshot>,
  boards: ReadonlyArray<string> | undefined,
  note: (text: string) => void,
): void {
  if (boards === undefined) return;
  const found = snapshots.map(({ timeframe, snapshot }) => ({
    where: snapshots.length > 1 ? `the ${timeframe} snapshot` : 'this snapshot',
    missing: missingBoards(snapshot, { boards }),
    present: snapshot.boards,
  }));
  if (boards.length > 0 && !snapshots.some((each) => boards.some((key) => mayHaveBoard(key, each)))) {
    const present = found.flatMap((each) => each.present);
    const where = found.length === 1 ? 'this snapshot' : 'any of these timeframes';
    throw noSuchBoards({ where, missing: boards, present });
  }
  for (const each of found) if (each.missing.length > 0) note(describeMissingBoards(each));
}

function noteOtherSeparators(
  snapshots: ReadonlyArray<TimeframeSnapshot>,
  tickers: ReadonlyArray<string>,
  note: (text: string) => void,
): void {
  if (tickers.length === 0) return;
  const symbols = snapshots.flatMap(({ snapshot }) => symbolsOn(snapshot.boards));
  describeOtherSeparators(tickers, symbols).forEach(note);
}

async function withOutcomes(loaded: Loaded, { symbolsIn }: OneShot, { past }: Connection): Promise<Loaded> {
  if (past === null) return loaded;
  const shown = loaded.snapshots.map((each) => ({ ...each, symbols: symbolsIn?.(each.snapshot) ?? null }));
  return { ...loaded, outcomes: await past.outcomesOf(shown) };
}

export function perTimeframe(values: ReadonlyArray<unknown>, { settings }: Connection): unknown {
  return settings.timeframe.value.length > 1 ? values : values[0];
}

export const DISCLAIMER = 'Informational only, not investment advice.';

export function disclaimer({ theme, width, mode }: Style, { stdout }: Context): PaintedLines {
  if (stdout.isTTY !== true) return [];
  const lines = wrapWords(DISCLAIMER, width).map((line) => theme.muted(line));
  return mode === 'plain' ? ['', ...lines] : lines;
}
