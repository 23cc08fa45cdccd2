import { describeOtherTimeframe, describeTimeAhead } from '../../output/notes.ts';
import { formatDuration, formatMinute, formatTime, UNKNOWN_TIME } from '../../text/format.ts';
import { fitText } from '../../text/lines.ts';
import { cleanText } from '../../text/safe-text.ts';
import { MINUTE_MS } from '../../time.ts';
import type { Shown } from '../view.ts';

/**
 * What is wrong, in place of the third line: the pane is stale, or shows what is dated ahead or of another timeframe than requested;
 * null for nothing. In whole minutes, so that it does not draw the eye again and again. In a narrow pane the age of the data outlives
 * the reason, that outlives the time of the data, and that the next poll.
 */
export function bannerText(shown: Shown): string | null {
  const { pane, past, staleness, nextPollAt, ctx } = shown;
  const { snapshot } = shown.known;
  // The first line says what a replay does and what is shown of the past, and the footer that it is paused.
  if (pane.recorded !== null || past !== null || pane.paused) return null;
  if (staleness === null) {
    if (snapshot === null) return null;
    const ahead = describeTimeAhead(pane.timeframe, snapshot);
    return ahead ?? describeOtherTimeframe(pane.timeframe, snapshot.timeframe);
  }
  // Behind the first blank of the line.
  const width = ctx.width - 1;
  const reason = cleanText(staleness);
  const why = ` (${reason})`;
  // As its own present time, because later ones are not known.
  const nextMinute = formatMinute(nextPollAt, { ...ctx, nowMilliseconds: nextPollAt ?? 0 });
  const next = nextPollAt === null ? '' : `; next poll ${nextMinute}`;
  const asOf = snapshot?.asOfMilliseconds ?? null;
  const time = formatTime(asOf, ctx);
  if (asOf === null || time === UNKNOWN_TIME) {
    const state = snapshot === null ? 'no data yet' : 'stale';
    return fitText(width, state + why + next, state + why, snapshot === null ? reason : state);
  }
  const age = ctx.nowMilliseconds - asOf;
  const old = `${age < MINUTE_MS ? 'under 1 min' : formatDuration(age)} old`;
  const last = `stale: last data ${time}, ${old}`;
  const short = `stale: data of ${formatMinute(asOf, ctx)}, ${old}`;
  const aged = `stale: ${old}`;
  return fitText(width, last + why + next, last + why, short + why, aged + why, short, aged);
}
