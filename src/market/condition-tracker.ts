import { groupBy } from '../lib/group-by.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { type Bound, CONDITION_NUMBERS, type Condition, type ConditionNumber } from './conditions.ts';
import { type ChangeEvent, type Diff, selectedChanges, uniqueEvents } from './diff.ts';
import { gapBetween, MAX_GAP_MS } from './market-day.ts';
import { confluenceBySymbol } from './ranks.ts';
import { type Selection, selectBoards } from './selection.ts';
import { tickerKey } from './ticker.ts';

/**
 * A condition with an event type fires on each such event, one with a number when it becomes true, and any
 * other on each event about its board or symbol. Rows that the selection hides never fire. During the
 * cooldown, a condition fires once for each symbol in all timeframes.
 */
export function createConditionTracker(
  conditions: ReadonlyArray<Condition>,
  selection: Selection,
  cooldownMilliseconds = 0,
  maxGap = MAX_GAP_MS,
) {
  const sources = conditions.map((condition) => ({ condition, findEvents: eventsOf(condition, maxGap) }));
  /** Oldest first. */
  const firedAt = new Map<string, number>();
  /** A suppressed match does not restart the cooldown. */
  const isCool = (key: string, now: number) => {
    if (cooldownMilliseconds <= 0) return true;
    for (const [each, time] of firedAt) {
      if (now - time < cooldownMilliseconds) break;
      firedAt.delete(each);
    }
    if (firedAt.has(key)) return false;
    firedAt.set(key, now);
    return true;
  };
  return {
    /** Returns each event once. `now` can count from any start but must not decrease. */
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
    /** Ignores `held` conditions, which depend on earlier snapshots. */
    met(snapshot: Snapshot): ReadonlyArray<ChangeEvent> {
      const listed = listedRowsIn(snapshot, selection);
      const now = conditions.filter((each) => isAboutState(each) && each.heldMilliseconds === null);
      const events = now.flatMap((condition) =>
        trueTargets(condition, listed).map((target) => trueEvent(condition, target, listed)),
      );
      return inOrder(events, []);
    },
  };
}

interface SnapshotPair {
  readonly before: ListedRows;
  readonly after: ListedRows;
  readonly changes: ReadonlyArray<ChangeEvent>;
}

function isAboutState({ type, bounds }: Condition): boolean {
  return type === null && bounds.length > 0;
}

function eventsOf(condition: Condition, maxGap: number): (pair: SnapshotPair) => ReadonlyArray<ChangeEvent> {
  const { heldMilliseconds } = condition;
  if (heldMilliseconds !== null) return heldEvents(condition, heldMilliseconds, maxGap);
  if (isAboutState(condition))
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

interface Stretch {
  readonly target: Target;
  /** A gap starts a new period, because nothing is known about the time in between. */
  readonly since: number;
  readonly hasFired: boolean;
}

/** Fires once for each target, and again only after the condition was false. */
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
    // The first snapshot of a timeframe appears only as `before`, so judge it now.
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

interface Judged {
  readonly time: number;
  readonly stretches: ReadonlyMap<string, Stretch>;
}

/** Checks the row of the event (for `left`, before it left). Without a board, one row of the symbol is enough. */
function doesRestHold(condition: Condition, event: ChangeEvent, { before, after }: SnapshotPair): boolean {
  const rows = event.type === 'left' ? before : after;
  const targets = [event, ...(event.board === null ? rows.rowsOf(event.symbol) : [])];
  return targets.some(
    (target) => isBoard(condition, target.board) && areWithin(condition.bounds, rows.numbersAt(target)),
  );
}

function inOrder(
  events: ReadonlyArray<ChangeEvent>,
  changes: ReadonlyArray<ChangeEvent>,
): ReadonlyArray<ChangeEvent> {
  const fired = new Set(events);
  return uniqueEvents([...changes.filter((change) => fired.has(change)), ...events]);
}

/** A row of a board, a symbol on any board (`board` is null), or the market (both are null). */
type Target = Pick<ChangeEvent, 'board' | 'symbol'>;

interface Numbers extends Readonly<Record<ConditionNumber, number | null>> {
  readonly isListed: boolean;
}

/** The rows that the selection shows. Only the confluence of a symbol depends on hidden rows. */
type ListedRows = ReturnType<typeof listedRowsIn>;

function listedRowsIn(snapshot: Snapshot, selection: Selection) {
  const shownRows = new Set(selectBoards(snapshot, selection).flatMap(({ rows }) => rows));
  // If a board lists a symbol twice, only its first row counts, even if the selection hides that row.
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

function areWithin(bounds: ReadonlyArray<Bound>, numbers: Numbers): boolean {
  return bounds.every(({ number, isAtLeast, value }) => {
    const fact = numbers[number];
    return fact !== null && (isAtLeast ? fact >= value : fact <= value);
  });
}

function isTrue({ bounds }: Condition, numbers: Numbers): boolean {
  return numbers.isListed && areWithin(bounds, numbers);
}

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

/** Prefers a change of the number that was out of bounds. A row that a filter has revealed may have no change. */
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

function trueEvent(condition: Condition, target: Target, listed: ListedRows): ChangeEvent {
  const number = CONDITION_NUMBERS.find((each) => has(condition, each)) ?? 'breadth';
  return numberEvent(number, target, null, listed);
}

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
