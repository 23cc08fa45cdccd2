import { UsageError, unexpected } from '../errors.ts';
import { HIGH_CONFLUENCE, type Timeframe } from '../market/catalogue.ts';
import { createConditionTracker } from '../market/condition-tracker.ts';
import { alternativesOf, checkConditions, conditions } from '../market/conditions.ts';
import { type ChangeEvent, crossesTopRanks, type Diff, diffOf, uniqueEvents } from '../market/diff.ts';
import type { Selection } from '../market/selection.ts';
import { isOneOf } from '../market/ticker.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { watchedTimeframes } from './state.ts';
import type { Timeframes } from './timeframes.ts';
import type { Armed, PaneState } from './view.ts';

export const NOTHING_ARMED: Armed = { text: '', hasPins: false, conditions: [] };

const ALL_PINS = 'pins';

const parseConditions = conditions('');

/** Throws UsageError if a condition is invalid or never fires. `notes` name unknown boards. */
export function parseArmed(text: string, selection: Selection, timeframes: ReadonlyArray<Timeframe>) {
  const given = alternativesOf(text);
  const others = given.filter((each) => each !== ALL_PINS);
  // In capitals, `PINS` is a ticker.
  const mistyped = others.find((each) => /^[Pp]in/.test(each));
  if (mistyped !== undefined) throw unexpected('invalid condition', mistyped, 'For example: pins, boards>=4');
  const parsed = others.length === 0 ? [] : parseConditions(others.join(','));
  const notes = checkConditions(parsed, selection, timeframes);
  const armed: Armed = { text: given.join(', '), hasPins: given.includes(ALL_PINS), conditions: parsed };
  return { armed, notes };
}

export function armedText({ text, hasPins, conditions: parsed }: Armed, pins: ReadonlyArray<string>): string {
  if (text === '') return 'no alerts set with n';
  if (hasPins && pins.length === 0) return `notify: ${text} (no pins yet; press *)`;
  return parsed.length > 0
    ? `notify: ${text}`
    : 'notify: pins that enter or leave ranks 1-5 or reach 3 boards';
}

/** Returns the message of a UsageError, and throws any other error. */
export function armedFault(error: unknown): string {
  if (!(error instanceof UsageError)) throw error;
  return error.hint === undefined ? error.message : `${error.message}. ${error.hint}`;
}

export function isArmed({ armed, pins }: Pick<PaneState, 'armed' | 'pins'>): boolean {
  return armed.conditions.length > 0 || (armed.hasPins && pins.length > 0);
}

export function createArmedAlerts(selection: Selection, timeframes: Timeframes, maxGap: number) {
  const createTracker = (armed: Armed) => createConditionTracker(armed.conditions, selection, 0, maxGap);
  let tracker = createTracker(NOTHING_ARMED);
  return {
    /** Conditions that are true now do not fire. `held` counts snapshots that were received before. */
    arm(pane: PaneState) {
      tracker = createTracker(pane.armed);
      const longest = Math.max(0, ...pane.armed.conditions.map((each) => each.heldMilliseconds ?? 0));
      for (const timeframe of longest === 0 ? [] : watchedTimeframes(pane)) {
        const snapshots = lastReceived(timeframes.get(timeframe), longest);
        for (const [index, snapshot] of snapshots.slice(1).entries())
          tracker.observe(diffOf(snapshots[index] ?? snapshot, snapshot), 0);
      }
    },
    changes(diff: Diff | null, { armed, pins }: PaneState): ReadonlyArray<ChangeEvent> {
      if (diff === null) return [];
      const fired = armed.conditions.length === 0 ? [] : tracker.observe(diff, 0);
      return uniqueEvents([...fired, ...(armed.hasPins ? newsOfPins(diff, pins) : [])]);
    },
  };
}

/** Each snapshot is compared when the user presses Enter, so a limit keeps keys responsive. */
const MAX_RECEIVED = 60;

/** Returns the snapshots of this run in the last `milliseconds` and the one before them, the oldest first. */
function lastReceived(
  { timeline, firstTime }: ReturnType<Timeframes['get']>,
  milliseconds: number,
): ReadonlyArray<Snapshot> {
  const found: Array<Snapshot> = [];
  let at = timeline.at('newest');
  const since = at.time - milliseconds;
  while (at.completed !== null && at.time >= (firstTime ?? Infinity) && found.length < MAX_RECEIVED) {
    found.unshift(at.completed);
    const { back } = at.timesBeside;
    if (back === null || at.time <= since) break;
    at = timeline.at(back);
  }
  return found;
}

function newsOfPins(diff: Diff, pins: ReadonlyArray<string>): ReadonlyArray<ChangeEvent> {
  if (pins.length === 0) return [];
  return diff.changes().filter((change) => {
    const { type, symbol, from, to } = change;
    if (symbol === null || !isOneOf(pins, symbol)) return false;
    if (type === 'confluence') return Number(to) >= HIGH_CONFLUENCE && Number(from) < HIGH_CONFLUENCE;
    return crossesTopRanks(change) !== null;
  });
}
