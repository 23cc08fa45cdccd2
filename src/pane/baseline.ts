import { HOUR_MS, MINUTE_MS, type Reading, SECOND_MS } from '../lib/time.ts';
import type { AsOf, Baseline, Compared } from '../market/timeline/as-of.ts';
import { formatDuration, formatMinute, formatShortDuration } from '../text/format.ts';
import type { BaselineChoice, KeyPress } from '../watch/feed.ts';

export interface Press extends KeyPress {
  /** When it was on the clock that cannot be set, by which a pause is measured. */
  readonly monotonic: number;
}

/**
 * The last key press before the last pause of a minute or more. Before the first pause, the last key press of the pane before;
 * without one, the start.
 */
interface Visit extends Press {
  /** How long that pause was, in milliseconds; 0 for the start. */
  readonly pause: number;
}

/** What marks, strip and the symbols that left compare with. */
export interface ComparedWith {
  readonly baseline: BaselineChoice;
  /** When the reader was here before the last pause. */
  readonly visit: Visit;
}

/** The baselines that a key steps through, from that of the command line or the usual one on. */
export function baselinesOf(first: BaselineChoice, isReplay: boolean): ReadonlyArray<BaselineChoice> {
  const all: ReadonlyArray<BaselineChoice> = [first, 15 * MINUTE_MS, HOUR_MS, 'here'];
  // In a replay nobody was here before.
  return [...new Set(all)].filter((each) => !isReplay || each !== 'here');
}

/** A longer time without a key press is a pause. */
const PAUSE_MS = MINUTE_MS;

/** The visit of the last key press of the pane before, until there is a pause in this one. */
export function visitOf(press: KeyPress, now: Pick<Press, 'at' | 'monotonic'>): Visit {
  const pause = now.at - press.at;
  return { ...press, monotonic: now.monotonic - pause, pause };
}

/** The visit after a key press. While it is the baseline, it stays. */
export function visitAfter({ baseline, visit }: ComparedWith, last: Press, now: Press): Visit {
  const pause = now.monotonic - last.monotonic;
  if (baseline !== 'here' && pause >= PAUSE_MS) return { ...last, pause };
  // Where the clock was set back, that time has not come yet.
  return visit.at > now.at ? { ...visit, at: now.at } : visit;
}

/** What a timeline compares with, if the first snapshot of this run has this time. */
export function baselineOf({ baseline, visit }: ComparedWith, firstTime: number | null): Baseline {
  if (baseline === 'last') return baseline;
  if (typeof baseline === 'number') return { ago: baseline };
  // A key can be pressed before there is a snapshot.
  const here = visit.time ?? (visit.pause > 0 ? visit.at : null);
  return { at: (baseline === 'here' ? here : null) ?? firstTime ?? 0 };
}

const CHOSEN = {
  last: 'since the snapshot before',
  start: 'since the start',
  here: 'since you were here',
} as const;

/** What is compared, with what and why. */
interface NamedBaseline {
  readonly pane: ComparedWith;
  readonly compared: Compared;
  readonly memory: AsOf;
}

/** Before the first pause, and without a pane before this one, `here` is the start. */
function choiceOf({ baseline, visit }: ComparedWith): BaselineChoice {
  return baseline === 'here' && visit.pause === 0 ? 'start' : baseline;
}

/**
 * `5m`, `1h`, `last`, `here 12:20`, `start`; `2m` where memory does not reach back that far, `9m` where there is no snapshot of the
 * minutes before that.
 */
export function baselineText(
  { pane, compared: { comparison }, memory }: NamedBaseline,
  style: Reading,
): string {
  const baseline = choiceOf(pane);
  const span = memory.time - (comparison?.time ?? NaN);
  const isLonger = typeof baseline === 'number' && span >= baseline + MINUTE_MS;
  if (comparison?.isMemoryTooShort === true || isLonger) return formatShortDuration(span);
  if (baseline === 'here') return `here ${formatMinute(pane.visit.at, style)}`;
  return typeof baseline === 'string' ? baseline : shortText(baseline);
}

/** The same in words: `since you were here 14:20 (15 min)`, and shorter ones. */
export function sinceWords(
  { pane, compared: { comparison, movement }, memory }: NamedBaseline,
  style: Reading,
): readonly [string, ...ReadonlyArray<string>] {
  // Snapshots without a time are compared with the one before.
  if (comparison === null) return [movement.size === 0 ? 'no older snapshot' : 'since the snapshot before'];
  const baseline = choiceOf(pane);
  const milliseconds = memory.time - comparison.time;
  const span = milliseconds === 0 ? '' : ` (${formatDuration(milliseconds)})`;
  const time = formatMinute(comparison.time, style);
  const then = `since ${time}`;
  if (typeof baseline === 'number' || comparison.isMemoryTooShort) return [then + span, then];
  if (baseline === 'last') return [`since the snapshot before${span}`, then];
  if (baseline === 'start') return [`since the start ${time}${span}`, then + span, then];
  const here = formatMinute(pane.visit.at, style);
  return [`since you were here ${here}${span}`, `since here ${here}${span}`, `since here ${here}`];
}

/** The same for the footer. Where what is compared is not as old as was chosen, it says both: `since 15m: memory has 3 min`. */
export function chosenWords(named: NamedBaseline, style: Reading): string {
  const {
    pane,
    compared: { comparison, movement },
    memory,
  } = named;
  const baseline = choiceOf(pane);
  const [words] = sinceWords(named, style);
  const chosen = typeof baseline === 'number' ? `since ${shortText(baseline)}` : CHOSEN[baseline];
  if (comparison === null) return movement.size === 0 ? `${chosen}: ${words}` : words;
  const milliseconds = memory.time - comparison.time;
  const isLonger = typeof baseline === 'number' && milliseconds >= baseline + MINUTE_MS;
  if (!comparison.isMemoryTooShort && !isLonger) return words;
  const span = formatDuration(milliseconds);
  if (comparison.index === 0) return `${chosen}: memory has ${span}`;
  return `${chosen}: compared with ${formatMinute(comparison.time, style)} (${span})`;
}

/** `5m`, `1h`, `1h30`, `24h`, and `90s` where it is not in whole minutes. */
function shortText(milliseconds: number): string {
  if (milliseconds % MINUTE_MS !== 0) return `${Math.ceil(milliseconds / SECOND_MS)}s`;
  return formatShortDuration(milliseconds).replace('1d00h', '24h').replace(/h00$/, 'h');
}
