import { HOUR_MS, MINUTE_MS, type Reading, SECOND_MS } from '../lib/time.ts';
import type { AsOf, Baseline, Compared } from '../market/timeline/as-of.ts';
import { formatDuration, formatMinute, formatShortDuration } from '../text/format.ts';
import type { BaselineChoice, KeyPress } from '../watch/feed.ts';

export interface Press extends KeyPress {
  /** Milliseconds of the monotonic clock, which measures pauses. */
  readonly monotonic: number;
}

/** The last key press before the last pause of this pane, else that of the previous pane, else the start. */
interface Visit extends Press {
  /** The length of that pause in milliseconds; 0 for the start. */
  readonly pause: number;
}

/** Chooses the snapshot with which the shown one is compared. */
export interface ComparedWith {
  readonly baseline: BaselineChoice;
  readonly visit: Visit;
}

export function baselinesOf(first: BaselineChoice, isReplay: boolean): ReadonlyArray<BaselineChoice> {
  const all: ReadonlyArray<BaselineChoice> = [first, 15 * MINUTE_MS, HOUR_MS, 'here'];
  // In a replay, the reader has no earlier visit.
  return [...new Set(all)].filter((each) => !isReplay || each !== 'here');
}

const MIN_PAUSE_MS = MINUTE_MS;

export function visitOf(press: KeyPress, now: Pick<Press, 'at' | 'monotonic'>): Visit {
  const pause = now.at - press.at;
  return { ...press, monotonic: now.monotonic - pause, pause };
}

/** Keeps the visit while it is the baseline, even after a pause. */
export function visitAfter({ baseline, visit }: ComparedWith, last: Press, now: Press): Visit {
  const pause = now.monotonic - last.monotonic;
  if (baseline !== 'here' && pause >= MIN_PAUSE_MS) return { ...last, pause };
  // After the clock was set back, the visit may lie in the future.
  return visit.at > now.at ? { ...visit, at: now.at } : visit;
}

/** `firstTime` is the time of the first snapshot of this run. */
export function baselineOf({ baseline, visit }: ComparedWith, firstTime: number | null): Baseline {
  if (baseline === 'last') return baseline;
  if (typeof baseline === 'number') return { ago: baseline };
  // `visit.time` is null if the key was pressed before the first snapshot.
  const here = visit.time ?? (visit.pause > 0 ? visit.at : null);
  return { at: (baseline === 'here' ? here : null) ?? firstTime ?? 0 };
}

const CHOSEN = {
  last: 'since the previous snapshot',
  start: 'since the start',
  here: 'since you were here',
} as const;

interface NamedBaseline {
  readonly pane: ComparedWith;
  readonly compared: Compared;
  readonly memory: AsOf;
}

/** Before the first pause and without a previous pane, `here` means the start. */
function choiceOf({ baseline, visit }: ComparedWith): BaselineChoice {
  return baseline === 'here' && visit.pause === 0 ? 'start' : baseline;
}

/** Returns `5m`, `last`, `here 12:20` or `start`; `2m` if memory is shorter, `9m` if it has a gap. */
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

export function sinceWords(
  { pane, compared: { comparison }, memory }: NamedBaseline,
  style: Reading,
): readonly [string, ...ReadonlyArray<string>] {
  if (comparison === null) return ['no older snapshot'];
  const baseline = choiceOf(pane);
  const milliseconds = memory.time - comparison.time;
  const span = milliseconds === 0 ? '' : ` (${formatDuration(milliseconds)})`;
  const time = formatMinute(comparison.time, style);
  const then = `since ${time}`;
  if (typeof baseline === 'number' || comparison.isMemoryTooShort) return [then + span, then];
  if (baseline === 'last') return [`since the previous snapshot${span}`, then];
  if (baseline === 'start') return [`since the start ${time}${span}`, then + span, then];
  const here = formatMinute(pane.visit.at, style);
  return [`since you were here ${here}${span}`, `since here ${here}${span}`, `since here ${here}`];
}

/** If the compared snapshot has another age than chosen, names both: `since 15m: memory has only 3 min`. */
export function chosenWords(named: NamedBaseline, style: Reading): string {
  const {
    pane,
    compared: { comparison },
    memory,
  } = named;
  const baseline = choiceOf(pane);
  const [words] = sinceWords(named, style);
  const chosen = typeof baseline === 'number' ? `since ${shortText(baseline)}` : CHOSEN[baseline];
  if (comparison === null) return `${chosen}: ${words}`;
  const milliseconds = memory.time - comparison.time;
  const isLonger = typeof baseline === 'number' && milliseconds >= baseline + MINUTE_MS;
  if (!comparison.isMemoryTooShort && !isLonger) return words;
  const span = formatDuration(milliseconds);
  if (comparison.index === 0) return `${chosen}: memory has only ${span}`;
  return `${chosen}: compared with ${formatMinute(comparison.time, style)} (${span})`;
}

function shortText(milliseconds: number): string {
  if (milliseconds % MINUTE_MS !== 0) return `${Math.ceil(milliseconds / SECOND_MS)}s`;
  return formatShortDuration(milliseconds).replace('1d00h', '24h').replace(/h00$/, 'h');
}
