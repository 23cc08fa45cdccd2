import { parseTime, timesMeant } from '../../cli/values/times.ts';
import { NotRecordedError } from '../../errors.ts';
import { DAY_MS, describeTime } from '../../lib/time.ts';
import { TIMEFRAMES, type Timeframe } from '../../market/catalogue.ts';
import { dateOf, MAX_GAP_MS } from '../../market/market-day.ts';
import { type OutcomesAcross, type Shown, symbolOutcomes } from '../../market/symbol-outcomes.ts';
import { backwardsIn, newestIn, openPast, pastOf, recordedHint, snapshotsIn } from '../../recording/read.ts';
import { startProgress } from '../../terminal/progress.ts';
import { formatShortDuration } from '../../text/format.ts';
import { countSkipped, describeAbsence, recordingsOf, SANDBOX_PAST, sandboxRecording } from './recordings.ts';
import type { Session } from './session.ts';

/** The hint of an error names the nearest snapshot within this distance. */
const NEAR_MS = 7 * DAY_MS;

export type PastSource = Awaited<ReturnType<typeof createPastSource>>;

/** Throws ConfigError without a base URL or data directory, and NotRecordedError if a read fails. */
export async function createPastSource(time: string, session: Session) {
  const { options, context, settings, note } = session;
  const reading = { now: context.clock.now(), option: '--at', timeZone: settings.timeZone };
  const isPastDate = Math.max(...timesMeant(time, reading)) <= reading.now && /^\s*\d{4}-/.test(time);
  const { isAny: isAnySkipped, noteSkipped, ...listeners } = countSkipped(session);
  const recordings = options.sandbox === true ? null : await recordingsOf(session);
  const past =
    recordings === null
      ? pastOf(await sandboxRecording(context))
      : openPast(recordings, { ...listeners, signal: context.signal });
  const isSimulated = recordings?.isSimulated ?? true;
  let { now } = reading;
  let at = now;
  try {
    // The clock of this computer may be slow, so the newest recorded snapshot counts as now.
    for (const timeframe of recordings === null || isPastDate ? [] : settings.timeframe.value)
      now = (await newestIn(past, timeframe, now, now + 2 * DAY_MS))?.time ?? now;
    at = parseTime(time, { ...reading, now });
  } catch (error) {
    await past.close();
    throw error;
  }
  const describe = (milliseconds: number) => describeTime(milliseconds, settings.timeZone);
  const notRecorded = async (timeframe: Timeframe) => {
    let nearest = Infinity;
    for await (const { time } of past.backwards(timeframe, at - NEAR_MS, at + NEAR_MS))
      if (Math.abs(time - at) < Math.abs(nearest - at)) nearest = time;
    const isAny = Number.isFinite(nearest);
    const nearestHint = isAny ? `The nearest snapshot is from ${describe(nearest)}. ` : '';
    const hint = recordings === null ? SANDBOX_PAST : recordedHint(recordings, options.timeframe);
    const hasFile = recordings?.files.some((file) => file.timeframe === timeframe) === true;
    const message = describeAbsence({
      wanted: null,
      where: ` at or before ${describe(at)} on that market day`,
      isSkipped: !isAny && hasFile && isAnySkipped(),
    });
    return new NotRecordedError(message, { hint: nearestHint + hint });
  };
  return {
    /** Milliseconds since 1970. */
    at,
    /** The clock stands still at the time from which `--at` counts back. */
    clock: { now: () => now, ahead: () => 0 },
    /** Throws NotRecordedError if no snapshot of that time is recorded. */
    async fetchSnapshot({ timeframe }: { readonly timeframe: Timeframe }) {
      const snapshot = await newestIn(past, timeframe, at - DAY_MS, at);
      const time = snapshot?.time ?? null;
      if (snapshot === null || time === null || dateOf(time) !== dateOf(at))
        throw await notRecorded(timeframe);
      if (at - time > MAX_GAP_MS)
        note(
          `the ${timeframe} snapshot is from ${describe(time)}: nothing is recorded in the ${formatShortDuration(at - time)} before --at`,
        );
      return { snapshot, isSimulated };
    },
    /** Call this after all snapshots are fetched. */
    noteSkipped,
    outcomesOf(shown: ReadonlyArray<Shown>): Promise<OutcomesAcross> {
      const progress = startProgress(
        recordings === null ? 'computing simulated data' : 'reading recordings',
        context,
        options,
      );
      const until = now + 2 * DAY_MS;
      // The sandbox would have to compute other timeframes, so use only the requested ones.
      const timeframes = TIMEFRAMES.filter(
        (each) => recordings !== null || shown.some(({ timeframe }) => timeframe === each),
      );
      return symbolOutcomes(shown, {
        snapshots: (timeframe, from) => snapshotsIn(past.backwards(timeframe, from, until)),
        entries: (from) => backwardsIn(timeframes, past, from, until),
      }).finally(progress.stop);
    },
    close: past.close,
  };
}
