import { withRetries } from '../../api/retry.ts';
import type { TimeframeSnapshot } from '../../api/snapshot.ts';
import type { Context } from '../../context.ts';
import { BoardsError, NotRecordedError } from '../../errors.ts';
import { describeTime } from '../../parse-time.ts';
import { startProgress } from '../../terminal/progress.ts';
import type { TimeZone } from '../../time-zone.ts';
import { shownText } from '../../view/ascii.ts';
import { describeOtherTimeframe } from '../../view/notes.ts';
import type { Timeframe } from '../../vocabulary.ts';
import type { Connection } from './connection.ts';
import type { DataOptions } from './options.ts';

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
 * `--format` if any fails. `preload` imports modules for rendering while the requests are pending.
 */
export async function loadSnapshots(
  connection: Connection,
  options: LoadOptions,
  context: Context,
  preload: () => Promise<unknown> = async () => undefined,
): Promise<Loaded> {
  const timeframes = connection.settings.timeframes.value;
  const progress = startProgress(`fetching ${timeframes.join(', ')}`, context, options);
  const fetching = timeframes.map((timeframe) =>
    fetchOne(timeframe, connection, options, context, progress.update),
  );
  const results = Promise.allSettled(fetching).finally(progress.stop);
  // After one turn of the event loop each request is sent, or is waiting for a name lookup or TLS.
  await new Promise(setImmediate);
  await preload();
  return settle(await results, connection, options, context);
}

/** Separates snapshots and failures. Throws as `loadSnapshots`. */
function settle(
  results: ReadonlyArray<PromiseSettledResult<TimeframeSnapshot>>,
  connection: Connection,
  options: LoadOptions,
  context: Context,
): Loaded {
  const timeframes = connection.settings.timeframes.value;
  const snapshots = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  context.signal.throwIfAborted();
  const unrecorded = options.isAnyTimeframe === true ? results.map(isNotRecorded) : [];
  const missing = timeframes.filter((_, index) => unrecorded[index]);
  if (missing.length === timeframes.length)
    throw nothingRecorded(results, options, connection.settings.timeZone);
  if (missing.length > 0) connection.note(`not recorded at that time: ${missing.join(', ')}`);
  const failure = combine(failuresOf(results, timeframes, unrecorded, options, connection.settings.timeZone));
  const isAllOrNothing = options.json === true || options.csv === true || options.format !== undefined;
  if (failure !== undefined && (snapshots.length === 0 || isAllOrNothing)) throw failure;
  for (const { timeframe, snapshot } of snapshots) {
    const other = describeOtherTimeframe(timeframe, snapshot.timeframe);
    if (other !== null) connection.note(other);
  }
  return { snapshots, failure };
}

/** The failures to report, each with its timeframe; what is not recorded is one of them. */
function failuresOf(
  results: ReadonlyArray<PromiseSettledResult<unknown>>,
  timeframes: ReadonlyArray<Timeframe>,
  ignored: ReadonlyArray<boolean>,
  options: LoadOptions,
  zone: TimeZone,
): ReadonlyArray<unknown> {
  const indexes = results.flatMap((result, index) =>
    result.status === 'rejected' && ignored[index] !== true ? [index] : [],
  );
  const missing = indexes.filter((index) => {
    const result = results[index];
    return result !== undefined && isNotRecorded(result);
  });
  const isMerged = missing.length > 1;
  const named = indexes.flatMap((index) => {
    const result = results[index];
    if (result?.status !== 'rejected' || (isMerged && missing.includes(index))) return [];
    return [nameTimeframe(result.reason, timeframes, index)];
  });
  if (!isMerged) return named;
  const merged = results.filter((_, index) => missing.includes(index));
  const names = timeframes.filter((_, index) => missing.includes(index));
  return [nothingRecorded(merged, options, zone, ` of ${names.join(', ')}`), ...named];
}

function isNotRecorded(result: PromiseSettledResult<unknown>): boolean {
  return result.status === 'rejected' && result.reason instanceof NotRecordedError;
}

/** One fact in place of the same one about each timeframe. */
function nothingRecorded(
  results: ReadonlyArray<PromiseSettledResult<unknown>>,
  { at }: LoadOptions,
  zone: TimeZone,
  what = '',
): unknown {
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const first = reasons.find((reason) => reason instanceof NotRecordedError);
  const isSame = reasons.every((reason) => reason.message === first?.message);
  if (first === undefined || isSame || at === undefined) return first;
  return withMessage(first, `no snapshot${what} is recorded at or before ${describeTime(at, zone)}`);
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
  const { snapshot, isSimulated, isRecorded } = response;
  return { timeframe, snapshot, isSimulated, isRecorded };
}

/** Prefixes an error with its timeframe if several were requested. */
function nameTimeframe(reason: unknown, timeframes: ReadonlyArray<Timeframe>, index: number): unknown {
  if (!(reason instanceof BoardsError) || timeframes.length < 2) return reason;
  return withMessage(reason, `${timeframes[index]}: ${reason.message}`);
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
