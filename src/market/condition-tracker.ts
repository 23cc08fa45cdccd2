import { groupBy } from '../lib/group-by.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { type Bound, CONDITION_NUMBERS, type Condition, type ConditionNumber } from './conditions.ts';
import { type ChangeEvent, type Diff, selectedChanges, uniqueEvents } from './diff.ts';
import { gapBetween, MAX_GAP_MS } from './market-day.ts';
import { confluenceBySymbol } from './ranks.ts';
import { type Selection, selectBoards } from './selection.ts';
import { tickerKey } from './ticker.ts';

/**
 * Conditions over the snapshots of all timeframes. With an event type, a condition fires on each such event; else with a
 * number, when it becomes true; else on each event about its board or symbol. What was true before is read from the previous
 * snapshot. Two things are remembered: since when a condition with `held` is true, and the cool-down, in which the same condition and
 * symbol fire once, whatever the timeframe. Rows that the selection does not show are not listed, and changes of them do not fire.
 * `maxGap` is the longest time between two snapshots without a gap, in milliseconds.
 */
export function createConditionTracker(
  conditions: ReadonlyArray<Condition>,
  selection: Selection,
  cooldownMilliseconds = 0,
  maxGap = MAX_GAP_MS,
) {
  const sources = conditions.map((condition) => ({ condition, findEvents: eventsOf(condition, maxGap) }));
  /** When each condition and symbol last fired, the oldest first. */
  const last = new Map<string, number>();
  /** A refusal does not prolong the time. */
  const isCool = (key: string, now: number) => {
    if (cooldownMilliseconds <= 0) return true;
    for (const [each, time] of last) {
      if (now - time < cooldownMilliseconds) break;
      last.delete(each);
    }
    if (last.has(key)) return false;
    last.set(key, now);
    return true;
  };
  return {
    /**
     * What fires on a new snapshot: each event once, changes in their order, then `dayPct` and `breadth`. Of `now`, in
     * milliseconds, only differences count; it must not decrease.
     */
    observe(diff: Diff, now: number): ReadonlyArray<ChangeEvent> {
      const changes = selectedChanges(diff, selection);
      const pair: SnapshotPair = {
        changes,
        before: listedRowsIn(diff.before, selection),
        after: listedRowsIn(diff.after, selection),
      };
      const fired = sources.flatMap(({ condition, findEvents }) =>
        findEvents(pair).filter(({ symbol }) => isCool(JSON.stringify([condition.text, symbol]), now)),
      );
      return inOrder(fired, changes);
    },
    /** Finds the conditions that are true of a snapshot by itself: those with a number, without an event type and without `held`. */
    met(snapshot: Snapshot): ReadonlyArray<ChangeEvent> {
      const listed = listedRowsIn(snapshot, selection);
      const now = conditions.filter((each) => isLasting(each) && each.heldMilliseconds === null);
      const events = now.flatMap((condition) =>
        trueTargets(condition, listed).map((target) => trueEvent(condition, target, listed)),
      );
      return inOrder(events, []);
    },
  };
}

/** Two snapshots of a timeframe. */
interface SnapshotPair {
  readonly before: ListedRows;
  readonly after: ListedRows;
  /** The changes of the rows that the selection shows. */
  readonly changes: ReadonlyArray<ChangeEvent>;
}

/** True if a condition is about the state of a snapshot, not about its changes. */
function isLasting({ type, bounds }: Condition): boolean {
  return type === null && bounds.length > 0;
}

/** Returns a function that finds what fires of a condition. */
function eventsOf(condition: Condition, maxGap: number): (pair: SnapshotPair) => ReadonlyArray<ChangeEvent> {
  const { heldMilliseconds } = condition;
  if (heldMilliseconds !== null) return heldEvents(condition, heldMilliseconds, maxGap);
  if (isLasting(condition))
    return (pair) =>
      trueTargets(condition, pair.after)
        .filter((target) => !isTrue(condition, pair.before.numbersAt(target)))
        .map((target) => whatMadeItTrue(condition, target, pair));
  return (pair) =>
    pair.changes.filter(
      (event) =>
        isSymbol(condition, event.symbol) &&
        (condition.type === null
          ? isBoard(condition, event.board)
          : event.type === condition.type && doesRestHold(condition, event, pair)),
    );
}

/** The time for which a condition has been true of a target. */
interface Stretch {
  readonly target: Target;
  /** The time of the first snapshot of which it was true, in milliseconds since 1970. It is after the last gap, in which nothing is known. */
  readonly since: number;
  readonly hasFired: boolean;
}

/**
 * Returns a function that judges a condition with `held` at each snapshot. It fires once for each target of which the condition has
 * been true for so long, and again only after the condition was false of it.
 */
function heldEvents(condition: Condition, milliseconds: number, maxGap: number) {
  const newest = new Map<Snapshot['timeframe'], Judged>();
  const judge = (rows: ListedRows, time: number, last: Judged | null): Judged => {
    const isApart = last === null || gapBetween(last.time, time, maxGap) !== 'none';
    const stretches = trueTargets(condition, rows).map((target): readonly [string, Stretch] => {
      const key = JSON.stringify([target.board, target.symbol]);
      const { since = time, hasFired = false } = last?.stretches.get(key) ?? {};
      // The clock of the service may have been set back.
      return [key, { target, since: isApart ? time : Math.min(since, time), hasFired }];
    });
    return { time, stretches: new Map(stretches) };
  };
  return ({ before, after }: SnapshotPair): ReadonlyArray<ChangeEvent> => {
    const { time, timeframe } = after.snapshot;
    const { time: timeBefore } = before.snapshot;
    if (time === null) return [];
    // The first snapshot was not judged, because it fires nothing.
    const first = timeBefore === null ? null : judge(before, timeBefore, null);
    const judged = judge(after, time, newest.get(timeframe) ?? first);
    const isDue = ({ since, hasFired }: Stretch) => !hasFired && time - since >= milliseconds;
    const all = [...judged.stretches];
    const fired = all.filter(([, stretch]) => isDue(stretch));
    const marked = fired.map(([key, stretch]) => [key, { ...stretch, hasFired: true }] as const);
    newest.set(timeframe, { time, stretches: new Map([...all, ...marked]) });
    return fired.map(([, { target }]) => trueEvent(condition, target, after));
  };
}

/** The targets of which a condition is true at a snapshot. */
interface Judged {
  readonly time: number;
  readonly stretches: ReadonlyMap<string, Stretch>;
}

/**
 * True if the other terms hold for the row of an event; for `left`, as it was before. For an event without a board, they must hold for
 * its symbol or one of its rows.
 */
function doesRestHold(condition: Condition, event: ChangeEvent, { before, after }: SnapshotPair): boolean {
  const rows = event.type === 'left' ? before : after;
  const targets = [event, ...(event.board === null ? rows.rowsOf(event.symbol) : [])];
  return targets.some(
    (target) => isBoard(condition, target.board) && areWithin(condition.bounds, rows.numbersAt(target)),
  );
}

/** Each event once, in the order of the changes, then the others. */
function inOrder(
  events: ReadonlyArray<ChangeEvent>,
  changes: ReadonlyArray<ChangeEvent>,
): ReadonlyArray<ChangeEvent> {
  const fired = new Set(events);
  return uniqueEvents([...changes.filter((change) => fired.has(change)), ...events]);
}

/** A condition can be true of a row of a board, of a symbol on whatever boards, or of the market (both null). */
type Target = Pick<ChangeEvent, 'board' | 'symbol'>;

/** The numbers that a condition can compare; null where there is none. */
interface Numbers extends Readonly<Record<ConditionNumber, number | null>> {
  /** True if there is such a row, and for the market. */
  readonly isListed: boolean;
}

/** The rows of a snapshot that the selection shows. Conditions know no others, but for the confluence of a symbol. */
type ListedRows = ReturnType<typeof listedRowsIn>;

function listedRowsIn(snapshot: Snapshot, selection: Selection) {
  const shownRows = new Set(selectBoards(snapshot, selection).flatMap(({ rows }) => rows));
  // If a board lists a symbol twice, the first row counts, shown or not.
  const shown = snapshot.boards.flatMap(({ key: board, rows }) =>
    [...groupBy(rows, ({ symbol }) => symbol)].flatMap(([symbol, [row]]) =>
      symbol === null || row === undefined || !shownRows.has(row) ? [] : [{ board, symbol, row }],
    ),
  );
  const bySymbol = groupBy<(typeof shown)[number], string | null>(shown, ({ symbol }) => symbol);
  const scores = confluenceBySymbol(snapshot);
  const rowsOf = (symbol: string | null) => bySymbol.get(symbol) ?? [];
  return {
    snapshot,
    shown,
    rowsOf,
    numbersAt({ board, symbol }: Target): Numbers {
      const rows = rowsOf(symbol).flatMap((each) =>
        board === null || each.board === board ? [each.row] : [],
      );
      return {
        isListed: symbol === null || rows.length > 0,
        boards: symbol === null ? null : (scores.get(symbol) ?? 0),
        rank: board === null ? null : (rows[0]?.rank ?? null),
        dayPct: rows.find(({ dayPct }) => dayPct !== null)?.dayPct ?? null,
        breadth: snapshot.breadth?.share ?? null,
      };
    },
  };
}

function isSymbol(condition: Condition, symbol: string | null): boolean {
  return condition.symbol === null || (symbol !== null && condition.symbol === tickerKey(symbol));
}

function isBoard(condition: Condition, board: string | null): boolean {
  return condition.board === null || condition.board.toLowerCase() === board?.toLowerCase();
}

function has({ bounds }: Condition, ...numbers: ReadonlyArray<ConditionNumber>): boolean {
  return bounds.some(({ number }) => numbers.includes(number));
}

/** False if one of the numbers is not known. */
function areWithin(bounds: ReadonlyArray<Bound>, numbers: Numbers): boolean {
  return bounds.every(({ number, isAtLeast, value }) => {
    const fact = numbers[number];
    return fact !== null && (isAtLeast ? fact >= value : fact <= value);
  });
}

function isTrue({ bounds }: Condition, numbers: Numbers): boolean {
  return numbers.isListed && areWithin(bounds, numbers);
}

/** The targets of which a condition with a number is true. */
function trueTargets(condition: Condition, { shown, numbersAt }: ListedRows): ReadonlyArray<Target> {
  const meant = shown.filter(({ board, symbol }) => isBoard(condition, board) && isSymbol(condition, symbol));
  const symbols = new Set(meant.map(({ symbol }) => symbol));
  const isOfMarket = condition.symbol === null && !has(condition, 'boards', 'rank', 'dayPct');
  const targets =
    condition.board !== null || has(condition, 'rank')
      ? meant
      : (isOfMarket ? [null] : [...symbols]).map((symbol) => ({ board: null, symbol }));
  return targets.filter((target) => isTrue(condition, numbersAt(target)));
}

/** The change of the first number that did not hold before, or the first change of the row or symbol. A filter can show a row without one. */
function whatMadeItTrue(condition: Condition, target: Target, pair: SnapshotPair): ChangeEvent {
  const { before, after, changes } = pair;
  const { board, symbol } = target;
  const was = before.numbersAt(target);
  const failed = condition.bounds.find((bound) => was.isListed && !areWithin([bound], was))?.number;
  if (failed === 'dayPct' || failed === 'breadth') return numberEvent(failed, target, was[failed], after);
  const about = changes.filter(
    (event) => event.symbol === symbol && (board === null || event.board === null || event.board === board),
  );
  const isCounted = failed !== 'rank' && has(condition, 'boards');
  const types = [...(isCounted ? ['confluence'] : []), 'entered', 'moved', 'bias', 'confluence'];
  const [made] = types.flatMap((type) => about.find((event) => event.type === type) ?? []);
  return made ?? trueEvent(condition, target, after);
}

/** An event that says that a condition with a number is true. */
function trueEvent(condition: Condition, target: Target, listed: ListedRows): ChangeEvent {
  const number = CONDITION_NUMBERS.find((each) => has(condition, each)) ?? 'breadth';
  return numberEvent(number, target, null, listed);
}

/** An event that says what a number is. */
function numberEvent(
  number: ConditionNumber,
  { board, symbol }: Target,
  from: number | null,
  { snapshot: { asOf, timeframe }, numbersAt }: ListedRows,
): ChangeEvent {
  const type = number === 'boards' ? 'confluence' : number === 'rank' ? 'listed' : number;
  const to = numbersAt({ board, symbol })[number];
  return { type, asOf, timeframe, board: number === 'boards' ? null : board, symbol, from, to };
}
