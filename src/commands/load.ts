import { withRetries } from '../api/retry.ts';
import type { Snapshot } from '../api/snapshot.ts';
import type { Context } from '../context.ts';
import { BoardsError } from '../errors.ts';
import { startProgress } from '../terminal/progress.ts';
import type { Timeframe } from '../vocabulary.ts';
import type { DataOptions } from './options.ts';
import type { Session } from './session.ts';

export interface Loaded {
  /** In the order asked for. */
  readonly snapshots: ReadonlyArray<LoadedSnapshot>;
  /** Throws when a timeframe failed, as `combine` has it; call it when all that did arrive has been shown. */
  finish(): void;
}

export interface LoadedSnapshot {
  readonly timeframe: Timeframe;
  readonly snapshot: Snapshot;
}

/**
 * Fetches the timeframes of the settings side by side, with retries; throws when none arrived (for a machine format: not all).
 * `preload` imports what rendering needs while the requests are on their way.
 */
export async function loadSnapshots(
  session: Session,
  options: DataOptions,
  context: Context,
  preload: () => Promise<unknown> = async () => undefined,
): Promise<Loaded> {
  const timeframes = session.settings.timeframes.value;
  const progress = startProgress(`fetching ${timeframes.join(', ')}`, context, options);
  const fetching = timeframes.map((timeframe) =>
    fetchOne(timeframe, session, options, context, progress.say),
  );
  const results = Promise.allSettled(fetching).finally(progress.stop);
  // By the next turn of the event loop each request is under way: sent, or waiting for a name lookup or for TLS.
  await new Promise(setImmediate);
  await preload();
  return settle(await results, session, options, context);
}

/** Keeps what arrived. Throws the failure when nothing did, or for a machine format when something did not. */
function settle(
  results: ReadonlyArray<PromiseSettledResult<LoadedSnapshot>>,
  session: Session,
  options: DataOptions,
  context: Context,
): Loaded {
  const timeframes = session.settings.timeframes.value;
  const snapshots = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [nameTimeframe(result.reason, timeframes, index)] : [],
  );
  context.signal.throwIfAborted();
  const failure = combine(failures);
  const isAllOrNothing = options.json === true || options.csv === true;
  if (failure !== undefined && (snapshots.length === 0 || isAllOrNothing)) throw failure;
  for (const { timeframe, snapshot } of snapshots) {
    const served = otherTimeframe(timeframe, snapshot);
    if (served !== null) session.note(served);
  }
  return {
    snapshots,
    finish() {
      if (failure !== undefined) throw failure;
    },
  };
}

async function fetchOne(
  timeframe: Timeframe,
  session: Session,
  options: DataOptions,
  context: Context,
  say: (text: string) => void,
): Promise<LoadedSnapshot> {
  const { clock, random, signal } = context;
  const answer = await withRetries(() => session.client.fetchSnapshot({ timeframe, limit: session.limit }), {
    retries: options.retries,
    clock,
    random,
    signal,
    onWait: ({ reason, seconds, attempt, retries }) => {
      const text = `${reason}, retrying in ${Math.ceil(seconds)} s (${attempt} of ${retries})`;
      say(text);
      if (context.stderr.isTTY !== true) session.note(text);
    },
  });
  return { timeframe, snapshot: answer.snapshot };
}

/** With several timeframes a failure says which one it cost. */
function nameTimeframe(reason: unknown, timeframes: ReadonlyArray<Timeframe>, index: number): unknown {
  if (!(reason instanceof BoardsError) || timeframes.length < 2) return reason;
  return withMessage(reason, `${timeframes[index]}: ${reason.message}`);
}

/** The first failure, for its exit code and hint, with the words of all; a bug before any of them. */
function combine(failures: ReadonlyArray<unknown>): unknown {
  const known = failures.filter((failure) => failure instanceof BoardsError);
  const [first] = known;
  if (first === undefined || known.length < failures.length)
    return failures.find((failure) => !(failure instanceof BoardsError));
  return known.length === 1 ? first : withMessage(first, known.map(({ message }) => message).join('; '));
}

function withMessage({ code, exitCode, cause, ...details }: BoardsError, message: string): BoardsError {
  const { hint, status, retryAfterSeconds, retryable } = details;
  return new BoardsError(code, exitCode, message, { hint, status, retryAfterSeconds, retryable, cause });
}

/** In words, when the service answered for another timeframe than was asked for; a trader must not read the wrong horizon. */
export function otherTimeframe(asked: Timeframe, { timeframe }: Snapshot): string | null {
  return timeframe === asked
    ? null
    : `asked for ${asked}, the service served ${timeframe ?? 'an unnamed timeframe'}`;
}
