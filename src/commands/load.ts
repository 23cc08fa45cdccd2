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
  /** Throws the first failure, for its exit code; call it when all that did arrive has been shown. */
  finish(): void;
}

export interface LoadedSnapshot {
  readonly timeframe: Timeframe;
  readonly snapshot: Snapshot;
}

/** Fetches the timeframes of the settings side by side, with retries; throws when none arrived (for a machine format: not all). */
export async function loadSnapshots(
  session: Session,
  options: DataOptions,
  context: Context,
): Promise<Loaded> {
  const timeframes = session.settings.timeframes.value;
  const progress = startProgress(`fetching ${timeframes.join(', ')}`, context, options);
  const results = await Promise.allSettled(
    timeframes.map((timeframe) => fetchOne(timeframe, session, options, context, progress.say)),
  ).finally(progress.stop);
  const snapshots = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [nameTimeframe(result.reason, timeframes, index)] : [],
  );
  context.signal.throwIfAborted();
  const [first, ...others] = failures;
  const isAllOrNothing = options.json === true || options.csv === true;
  if (first !== undefined && (snapshots.length === 0 || isAllOrNothing)) throw first;
  for (const { timeframe, snapshot } of snapshots) warnOfOtherTimeframe(timeframe, snapshot, session.note);
  return {
    snapshots,
    finish() {
      if (first === undefined) return;
      for (const failure of others)
        session.note(failure instanceof Error ? failure.message : String(failure));
      throw first;
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
  const { code, exitCode, message, ...details } = reason;
  return new BoardsError(code, exitCode, `${timeframes[index]}: ${reason.message}`, {
    ...details,
    cause: reason.cause,
  });
}

function warnOfOtherTimeframe(asked: Timeframe, { timeframe }: Snapshot, note: (text: string) => void): void {
  if (timeframe !== asked)
    note(`asked for ${asked}, the service served ${timeframe ?? 'an unnamed timeframe'}`);
}
