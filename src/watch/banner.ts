import type { TimeZone } from '../time-zone.ts';
import { fitText } from '../view/fit.ts';
import { formatMinute, formatTime } from '../view/format.ts';
import { describeOtherTimeframe } from '../view/notes.ts';
import { cleanText } from '../view/safe-text.ts';
import type { FrameInput } from './frame-input.ts';
import type { Staleness } from './known-timeframe.ts';

/** The banner of a pane that is paused, stale, or shows another timeframe than requested; null if it needs none. */
export function bannerText(input: FrameInput, width: number, zone: TimeZone): string | null {
  const { staleness, state, nextPollSeconds, known, nowMilliseconds } = input;
  const { snapshot } = known;
  // The first line says what a replay does.
  if (input.replay !== null) return null;
  if (state.paused) {
    const isLive = input.past === null && snapshot !== null;
    const time = !isLive ? null : formatTime(snapshot.asOfMilliseconds, nowMilliseconds, zone);
    return fitText(
      width,
      ...(time === null ? [] : [`paused, data of ${time}; press space to resume`]),
      'paused; press space to resume',
      'paused; space resumes',
    );
  }
  // The first line says what is shown.
  if (input.past !== null) return null;
  if (staleness !== null) return stalenessText(staleness, nextPollSeconds ?? 0, { ...input, zone }, width);
  return snapshot === null ? null : describeOtherTimeframe(state.timeframe, snapshot.timeframe);
}

/** In a narrow pane the reason outlives the countdown, and the time of the data outlives the reason. */
function stalenessText(
  { since, reason }: Staleness,
  seconds: number,
  { nowMilliseconds, zone }: Pick<FrameInput, 'nowMilliseconds'> & { readonly zone: TimeZone },
  width: number,
): string {
  const why = cleanText(reason);
  if (since === null)
    return fitText(width, `no data yet (${why}), next try in ${seconds} s`, `no data yet (${why})`, why);
  const time = formatTime(since, nowMilliseconds, zone);
  return fitText(
    width,
    `stale since ${time} (${why}), next try in ${seconds} s`,
    `stale since ${time} (${why}), ${seconds} s`,
    `stale since ${time} (${why})`,
    `stale ${time} (${why})`,
    `stale ${formatMinute(since, nowMilliseconds, zone)} ${why}`,
  );
}
