import type { DataOptions } from '../cli/options.ts';
import type { Context } from '../context.ts';
import { BoardsError, NotRecordedError } from '../errors.ts';
import { groupBy } from '../group-by.ts';
import { limitSnapshot, missingBoards } from '../market/selection.ts';
import {
  describeMissingBoards,
  describeOtherTimeframe,
  describeTimeAhead,
  noSuchBoards,
} from '../output/notes.ts';
import { withRetries } from '../service/retry.ts';
import type { TimeframeSnapshot } from '../service/snapshot.ts';
import { isForScripts } from '../settings/resolve.ts';
import { startProgress } from '../terminal/progress.ts';
import { shownText } from '../text/ascii.ts';
import { MAX_LIMIT, type Timeframe } from '../vocabulary.ts';
import type { Connection } from './connect.ts';

export interface Loaded {
  /** In the requested order. */
  readonly snapshots: ReadonlyArray<TimeframeSnapshot>;
  /** The error to throw after the snapshots are shown; undefined if all timeframes were fetched. */
  readonly failure: unknown;
}

/** What a command has loaded, with all that it needs to write it. */
export interface Writing {
  readonly options: DataOptions;
  readonly connection: Connection;
  readonly context: Context;
  readonly loaded: Loaded;
}

/** What a command loads. */
type LoadOptions = DataOptions & {
  /** The user named no timeframes: those that are not recorded are left out with a note, unless none is. */
  readonly isAnyTimeframe?: boolean;
  /** Those that are asked for. */
  readonly boards?: ReadonlyArray<string> | undefined;
};

/**
 * Fetches the timeframes of the settings concurrently, with retries. Throws if all of them fail, or with `--json`, `--csv` or
 * `--format` if any fails, and if no snapshot has any of the boards. While the requests are pending, what writes the output is imported: `render` imports what tables need.
 */
export async function loadSnapshots(
  connection: Connection,
  options: LoadOptions,
  context: Context,
  render: () => Promise<unknown>,
): Promise<Loaded> {
  const timeframes = connection.settings.timeframe.value;
  const progress = startProgress(`fetching ${timeframes.join(', ')}`, context, options);
  const fetching = timeframes.map((timeframe) =>
    fetchOne(timeframe, connection, options, context, progress.update),
  );
  const results = Promise.allSettled(fetching).finally(progress.stop);
  // After one turn of the event loop each request is sent, or is waiting for a name lookup or TLS.
  await new Promise(setImmediate);
  if (options.csv === true) await import('../output/csv.ts');
  else if (options.json !== true && options.format === undefined)
    await Promise.all([render(), import('../text/ctx.ts')]);
  const settled = await results;
  context.signal.throwIfAborted();
  const loaded = loadedFrom(settled, connection, options);
  noteMissingBoards(loaded.snapshots, options.boards, connection.note);
  await hearSignals(context);
  return loaded;
}

/**
 * Rejects if a signal has come: its listener runs in the next turn of the event loop at the latest. Between the steps of a
 * command, because each may take a second where a response has tens of thousands of rows.
 */
export async function hearSignals({ signal }: Pick<Context, 'signal'>): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  signal.throwIfAborted();
}

/** Throws as `loadSnapshots`. */
function loadedFrom(
  results: ReadonlyArray<PromiseSettledResult<TimeframeSnapshot>>,
  { settings, note }: Connection,
  options: LoadOptions,
): Loaded {
  const snapshots = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failures = settings.timeframe.value.flatMap((timeframe, index) => {
    const result = results[index];
    return result?.status === 'rejected' ? [{ timeframe, reason: result.reason }] : [];
  });
  const isLeftOut = ({ reason }: Failure) =>
    options.isAnyTimeframe === true && snapshots.length > 0 && reason instanceof NotRecordedError;
  const leftOut = failures.filter(isLeftOut);
  if (leftOut.length > 0) note(`not recorded at that time: ${namesOf(leftOut)}`);
  const failure = errorOf(
    failures.filter((each) => !isLeftOut(each)),
    results.length > 1,
  );
  if (failure !== undefined && (snapshots.length === 0 || isForScripts(options))) throw failure;
  for (const { timeframe, snapshot } of snapshots) {
    const ahead = describeTimeAhead(timeframe, snapshot);
    const other = describeOtherTimeframe(timeframe, snapshot.timeframe);
    for (const text of [ahead, other]) if (text !== null) note(text);
  }
  return { snapshots, failure };
}

/**
 * Notes the requested boards that a snapshot does not have, and the boards that it has. Throws UsageError if none of the
 * snapshots has any of them.
 */
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
  const [first, ...others] = found;
  if (first !== undefined && found.every(({ missing }) => missing.length === boards.length)) {
    const present = found.flatMap((each) => each.present);
    const where = others.length === 0 ? first.where : 'any of these timeframes';
    throw noSuchBoards({ where, missing: boards, present });
  }
  for (const each of found) if (each.missing.length > 0) note(describeMissingBoards(each));
}

/** A timeframe that could not be fetched, and why. */
interface Failure {
  readonly timeframe: Timeframe;
  readonly reason: unknown;
}

/** One error for all failures, with exit code and hint of the first, and each fact once. A bug takes precedence. */
function errorOf(failures: ReadonlyArray<Failure>, isOfSeveral: boolean): unknown {
  const known = failures.flatMap(({ timeframe, reason }) =>
    reason instanceof BoardsError
      ? [{ timeframe, error: reason, fact: reason.message.replace(` of ${timeframe} `, ' ') }]
      : [],
  );
  const [first] = known;
  if (known.length < failures.length)
    return failures.find(({ reason }) => !(reason instanceof BoardsError))?.reason;
  if (first === undefined || !isOfSeveral) return first?.error;
  const facts = [...groupBy(known, ({ fact }) => fact)];
  first.error.message = facts.map(([fact, each]) => `${namesOf(each)}: ${fact}`).join('; ');
  return first.error;
}

function namesOf(failures: ReadonlyArray<Pick<Failure, 'timeframe'>>): string {
  return failures.map(({ timeframe }) => timeframe).join(', ');
}

async function fetchOne(
  timeframe: Timeframe,
  connection: Connection,
  options: DataOptions,
  context: Context,
  updateProgress: (text: string) => void,
): Promise<TimeframeSnapshot> {
  const { clock, random, signal } = context;
  const response = await withRetries(
    () => connection.client.fetchSnapshot({ timeframe, limit: connection.limit }),
    {
      retries: options.retries,
      clock,
      random,
      signal,
      onWait: ({ reason, seconds, attempt, retries }) => {
        const text = `${reason}, retrying in ${Math.ceil(seconds)} s (${attempt} of ${retries})`;
        updateProgress(shownText(text, context.env));
        if (context.stderr.isTTY !== true) connection.note(text);
      },
    },
  );
  const { isSimulated, isRecorded } = response;
  const { limit } = connection;
  // The service limits no groups, and what is recorded is whole.
  const snapshot = limit < MAX_LIMIT ? limitSnapshot(response.snapshot, limit) : response.snapshot;
  return { timeframe, snapshot, isSimulated, isRecorded };
}
