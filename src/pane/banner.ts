import type { Clock } from '../context.ts';
import { describeOtherTimeframe, describeTimeAhead } from '../output/notes.ts';
import { formatDuration, formatMinute, formatTime, UNKNOWN_TIME } from '../text/format.ts';
import { fitText } from '../text/lines.ts';
import { cleanText } from '../text/safe-text.ts';
import { MINUTE_MS, SECOND_MS } from '../time.ts';
import type { Shown } from './view.ts';

type BannerInput = Pick<Shown, 'pane' | 'staleness' | 'known' | 'past' | 'nextPollSeconds' | 'ctx'>;

/** The banner of a pane that is stale, or shows what is dated ahead or of another timeframe than requested; null if it needs none. */
function bannerText(input: BannerInput): string | null {
  const { staleness, pane, known } = input;
  const { snapshot } = known;
  // The first line says what a replay does and what is shown of the past, and the footer that it is paused.
  if (pane.recorded !== null || input.past !== null || pane.paused) return null;
  if (staleness !== null) return stalenessText(staleness, input);
  if (snapshot === null) return null;
  const ahead = describeTimeAhead(pane.timeframe, snapshot);
  return ahead ?? describeOtherTimeframe(pane.timeframe, snapshot.timeframe);
}

/** In a narrow pane the age of the data outlives the reason, that outlives the time of the data, and that the next poll. */
function stalenessText(reason: string, { known, nextPollSeconds, ctx }: BannerInput): string {
  const { nowMilliseconds } = ctx;
  // Behind the first blank of the line.
  const width = ctx.width - 1;
  const why = cleanText(reason);
  const asOf = known.snapshot?.asOfMilliseconds ?? null;
  const nextAt = nowMilliseconds + (nextPollSeconds ?? 0) * SECOND_MS;
  // As its own present time, because later ones are not known.
  const nextTime = formatTime(nextAt, { ...ctx, nowMilliseconds: nextAt });
  // The text stands for a minute: it never names a time that is over.
  const soon = (nextPollSeconds ?? 0) * SECOND_MS < MINUTE_MS;
  const next = nextPollSeconds === null ? '' : `; next poll ${soon ? 'soon' : nextTime}`;
  if (known.snapshot === null)
    return fitText(width, `no data yet (${why})${next}`, `no data yet (${why})`, why);
  if (asOf === null || formatTime(asOf, ctx) === UNKNOWN_TIME)
    return fitText(width, `stale (${why})${next}`, `stale (${why})`);
  const isYoung = asOf > nowMilliseconds - MINUTE_MS;
  const age = `${isYoung ? 'under 1 min' : formatDuration(nowMilliseconds - asOf)} old`;
  return fitText(
    width,
    `stale: last data ${formatTime(asOf, ctx)}, ${age} (${why})${next}`,
    `stale: last data ${formatTime(asOf, ctx)}, ${age} (${why})`,
    `stale: data of ${formatMinute(asOf, ctx)}, ${age} (${why})`,
    // Line 1 has the time of the data.
    `stale: ${age} (${why})`,
    `stale: data of ${formatMinute(asOf, ctx)}, ${age}`,
    `stale: ${age}`,
  );
}

/** The text of a banner changes at most once a minute, so that it does not draw the eye again and again. */
export function createHeldBanner(clock: Pick<Clock, 'monotonic'>): (input: BannerInput) => string | null {
  let held: { readonly cause: string; readonly text: string | null; readonly since: number } | null = null;
  return (input) => {
    const { pane, staleness, known, ctx } = input;
    const text = bannerText(input);
    const state = [ctx.width, pane.timeframe, pane.paused, staleness, known.snapshot?.asOf, text === null];
    const cause = JSON.stringify(state);
    const now = clock.monotonic();
    if (held?.cause !== cause || now - held.since >= MINUTE_MS) held = { cause, text, since: now };
    return held.text;
  };
}
