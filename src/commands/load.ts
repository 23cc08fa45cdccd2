import type { DataOptions } from '../cli/options.ts';
import type { Context } from '../context.ts';
import { BoardsError, NotRecordedError } from '../errors.ts';
import { limitSnapshot } from '../market/selection.ts';
import { describeOtherTimeframe, describeTimeAhead } from '../output/notes.ts';
import { describeTime } from '../parse-time.ts';
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

/** What a command loads. */
type LoadOptions = DataOptions & {
  /** The user named no timeframes: those that are not recorded are left out with a note, unless none is. */
  readonly isAnyTimeframe?: boolean;
};

/**
 * Fetches the timeframes of the settings concurrently, with retries. Throws if all of them fail, or with `--json`, `--csv` or
 * `--format` if any fails. While the requests are pending, what writes the output is imported: `render` imports what tables need.
 */
export async function loadSnapshots(
  connection: Connection,
  options: LoadOptions,
  context: Context,
  render: () => Promise<unknown> = async () => undefined,
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
    await Promise.all([render(), import('../text/screen-style.ts')]);
  const loaded = settle(await results, connection, options, context);
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

/** A timeframe that could not be fetched, and why. */
interface Failure<Reason = unknown> {
  readonly timeframe: Timeframe;
  readonly reason: Reason;
}

/** Separates snapshots and failures. Throws as `loadSnapshots`. */
function settle(
  results: ReadonlyArray<PromiseSettledResult<TimeframeSnapshot>>,
  connection: Connection,
  options: LoadOptions,
  context: Context,
): Loaded {
  const timeframes = connection.settings.timeframe.value;
  const snapshots = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  context.signal.throwIfAborted();
  const failures = failuresOf(results, timeframes);
  const leftOut = options.isAnyTimeframe === true ? failures.filter(isNotRecorded) : [];
  if (leftOut.length === timeframes.length) throw nothingRecorded(leftOut, connection);
  if (leftOut.length > 0) connection.note(`not recorded at that time: ${namesOf(leftOut)}`);
  const reported = leftOut.length === 0 ? failures : failures.filter((each) => !isNotRecorded(each));
  const failure = combine(errorsOf(reported, connection));
  if (failure !== undefined && (snapshots.length === 0 || isForScripts(options))) throw failure;
  for (const { timeframe, snapshot } of snapshots) {
    const ahead = describeTimeAhead(timeframe, snapshot);
    const other = describeOtherTimeframe(timeframe, snapshot.timeframe);
    for (const text of [ahead, other]) if (text !== null) connection.note(text);
  }
  return { snapshots, failure };
}

function failuresOf(
  results: ReadonlyArray<PromiseSettledResult<unknown>>,
  timeframes: ReadonlyArray<Timeframe>,
): ReadonlyArray<Failure> {
  return timeframes.flatMap((timeframe, index) => {
    const result = results[index];
    return result?.status === 'rejected' ? [{ timeframe, reason: result.reason }] : [];
  });
}

function isNotRecorded(failure: Failure): failure is Failure<NotRecordedError> {
  return failure.reason instanceof NotRecordedError;
}

function namesOf(failures: ReadonlyArray<Failure>): string {
  return failures.map(({ timeframe }) => timeframe).join(', ');
}

/** One error for what is not recorded, if that is several timeframes, then one for each of the others. */
function errorsOf(failures: ReadonlyArray<Failure>, connection: Connection): ReadonlyArray<unknown> {
  const isNamed = connection.settings.timeframe.value.length > 1;
  const errorOf = (failure: Failure) => (isNamed ? nameTimeframe(failure) : failure.reason);
  const missing = failures.filter(isNotRecorded);
  if (missing.length < 2) return failures.map(errorOf);
  const others = failures.filter((failure) => !isNotRecorded(failure));
  return [nothingRecorded(missing, connection, ` of ${namesOf(missing)}`), ...others.map(errorOf)];
}

/** One fact in place of the same one about each timeframe. */
function nothingRecorded(
  failures: ReadonlyArray<Failure<NotRecordedError>>,
  { past, settings }: Connection,
  what = '',
): BoardsError | undefined {
  const first = failures[0]?.reason;
  const isSame = failures.every(({ reason }) => reason.message === first?.message);
  if (first === undefined || isSame || past === null) return first;
  return withMessage(
    first,
    `no snapshot${what} is recorded at or before ${describeTime(past.at, settings.timeZone)}`,
  );
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

/** The error, with its timeframe before its message. */
function nameTimeframe({ timeframe, reason }: Failure): unknown {
  return reason instanceof BoardsError ? withMessage(reason, `${timeframe}: ${reason.message}`) : reason;
}

/** One error for all failures: exit code and hint of the first, and the messages of all. A bug takes precedence. */
function combine(failures: ReadonlyArray<unknown>): unknown {
  const known = failures.filter((failure) => failure instanceof BoardsError);
  const [first] = known;
  if (first === undefined || known.length < failures.length)
    return failures.find((failure) => !(failure instanceof BoardsError));
  return known.length === 1 ? first : withMessage(first, known.map(({ message }) => message).join('; '));
}

function withMessage({ code, exitCode, cause, ...details }: BoardsError, message: string): BoardsError {
  const { reason, hint, status, retryAfterSeconds, retryable } = details;
  return new BoardsError(code, exitCode, message, {
    reason,
    hint,
    status,
    retryAfterSeconds,
    retryable,
    cause,
  });
}
