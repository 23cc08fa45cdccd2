import { isBeforeOpen } from '../../src/market/market-day.ts';
import { type Body, type NaiveObservation, rowsOf } from './naive-observation.ts';
import { naiveStint } from './naive-timeline.ts';

type Observations = ReadonlyArray<NaiveObservation>;

/** An entry of the log in plain text, with what decides its place among those of one snapshot. */
export interface LogLine {
  readonly asOf: number;
  /** Entries of one snapshot come in this order. */
  readonly place: number;
  readonly text: string;
}

/** `12m`, `>=12m` where memory does not reach back to the beginning. */
export function spanText(milliseconds: number, isAtLeast: boolean): string {
  return `${isAtLeast ? '>=' : ''}${milliseconds / 60_000}m`;
}

export const LOG_PLACES = {
  session: 0,
  topPlay: 1,
  /** That of a symbol on `to` boards. */
  confluence: (to: number) => 1000 - to,
  entered: 1001,
  left: 1002,
} as const;

/** What the last of these snapshots of one market day changed; `start` is the index of the first one without a hole up to it. */
function linesOfLast(
  all: Observations,
  start: number,
  next: NaiveObservation | undefined,
): ReadonlyArray<LogLine> {
  const [before, after] = [all.at(-2), all.at(-1)];
  /** The one before, where what is missing from `before` alone was. */
  const earlier = all.length - 3 >= start ? all.at(-3) : undefined;
  if (before === undefined || after === undefined) return [];
  const { asOf } = after;
  if (all.length - 1 <= start)
    return [{ asOf, place: LOG_PLACES.session, text: `no data since ${before.asOf}` }];
  const lines: Array<LogLine> = [];
  if (before.session !== after.session) {
    const text = `session ${before.session} > ${after.session}`;
    lines.push({ asOf, place: LOG_PLACES.session, text });
  }
  if (before.topPlay !== after.topPlay) {
    let since = all.length - 2;
    while (since > start && all[since - 1]?.topPlay === before.topPlay) since--;
    const there = spanText(asOf - (all[since]?.asOf ?? 0), since === start);
    lines.push({
      asOf,
      place: LOG_PLACES.topPlay,
      text: `top ${after.topPlay} was ${before.topPlay} ${there}`,
    });
  }
  const boards = [...new Set([...before.ranks.keys(), ...after.ranks.keys()])];
  for (const symbol of new Set([...before.symbols.keys(), ...after.symbols.keys()])) {
    const places = boards
      .map((board) => {
        const rankIn = (each: NaiveObservation | undefined) => each?.ranks.get(board)?.get(symbol) ?? null;
        const [was, rank] = [rankIn(before), rankIn(after)];
        const wasMissed = was === null && rank !== null && rankIn(earlier) !== null;
        const isMissed = was !== null && rank === null && rankIn(next) !== null;
        return { board, was: wasMissed ? rankIn(earlier) : was, rank, wasMissed, isMissed };
      })
      .filter(({ was, rank }) => was !== null || rank !== null);
    const isTop = (rank: number | null) => rank !== null && rank <= 5;
    const entered = places.filter(({ was, rank }) => was === null || (isTop(rank) && !isTop(was)));
    const left = places.filter(
      ({ was, rank, isMissed }) => !isMissed && (rank === null || (isTop(was) && !isTop(rank))),
    );
    const countIn = (each: NaiveObservation | undefined) => each?.symbols.get(symbol)?.boards ?? 0;
    const [counted, to] = [countIn(before), countIn(after)];
    const isRise = to > counted;
    const hasReturned = isRise && places.some(({ wasMissed }) => wasMissed);
    const from = hasReturned ? Math.max(counted, countIn(earlier)) : counted;
    const isBackNext = places.some(({ isMissed }) => isMissed) && countIn(next) >= 3;
    const isNotable = isRise ? to >= 3 && to > from : from >= 3 && to < 3 && !isBackNext;
    if (!isNotable && entered.length === 0 && left.length === 0) continue;
    const isNew = !all.slice(0, -1).some(({ symbols }) => symbols.has(symbol));
    const today = isBeforeOpen(all[start]?.asOf ?? 0) ? 'new today' : 'new';
    const words = [
      ...entered.map(
        ({ board, rank, was }) =>
          `in ${board} ${was}>${rank}${was === null ? returnText(all, start, board, symbol) : ''}`,
      ),
      ...left.map(
        ({ board, was, rank, wasMissed }) =>
          `out ${board} ${was}>${rank} ${thereText(all, board, symbol, wasMissed)}`,
      ),
      ...(isNotable ? [`boards ${from}>${to}`] : []),
      ...(isNotable ? places.map(({ board, was, rank }) => `on ${board} ${was}>${rank}`) : []),
      ...(isNew ? [today] : []),
    ].sort();
    const place = isNotable
      ? LOG_PLACES.confluence(to)
      : entered.length > 0
        ? LOG_PLACES.entered
        : LOG_PLACES.left;
    lines.push({ asOf, place, text: [symbol, ...words].join(', ') });
  }
  return lines.toSorted(inOrder);
}

/** How long the symbol was away from the board that it enters, if it was there before and the time is known. */
function returnText(all: Observations, start: number, board: string, symbol: string): string {
  const last = all.slice(0, -1).findLastIndex(({ ranks }) => ranks.get(board)?.has(symbol) === true);
  if (last === -1) return '';
  const asOf = all.at(-1)?.asOf ?? 0;
  return last < start ? ' back' : ` back ${spanText(asOf - (all[last + 1]?.asOf ?? 0), false)}`;
}

/** How long the symbol was on the board that it leaves. */
function thereText(all: Observations, board: string, symbol: string, wasMissed: boolean): string {
  const stint = naiveStint(wasMissed ? all : all.slice(0, -1), board, symbol);
  const asOf = all.at(-1)?.asOf ?? 0;
  return stint === null ? '?' : spanText(asOf - stint.since, stint.isAtLeast);
}

/** The newest snapshot first; within one by place, then by text. */
export function inOrder(one: LogLine, other: LogLine): number {
  return other.asOf - one.asOf || one.place - other.place || (one.text < other.text ? -1 : 1);
}

/** The log of snapshots of one market day, the newest entries first; what is missing from one alone has not left. */
export function naiveLog(observations: Observations): ReadonlyArray<LogLine> {
  return observations
    .flatMap((_, index) => naiveLines(observations.slice(0, index + 1), observations[index + 1]))
    .toSorted(inOrder);
}

/** What the last of these snapshots changed, as known at the next one; undefined while there is none. */
export function naiveLines(upTo: Observations, next: NaiveObservation | undefined): ReadonlyArray<LogLine> {
  const start = upTo.findLastIndex(({ asOf }, place) => {
    const before = upTo[place - 1];
    return before === undefined || asOf - before.asOf > 5 * 60_000;
  });
  const isHole = (next?.asOf ?? 0) - (upTo.at(-1)?.asOf ?? 0) > 5 * 60_000;
  return linesOfLast(upTo, start, isHole ? undefined : next);
}

/** The changes of bias, in the order of their text. */
export function naiveBiasLog(bodies: ReadonlyArray<Body>): ReadonlyArray<string> {
  const biasesOf = (body: Body) => new Map(rowsOf(body).map(({ symbol, bias }) => [symbol, bias]));
  return bodies
    .flatMap((after, index) => {
      const before = bodies[index - 1];
      const asOf = Date.parse(after.asOf);
      if (before === undefined || asOf - Date.parse(before.asOf) > 5 * 60_000) return [];
      const was = biasesOf(before);
      return [...biasesOf(after)].flatMap(([symbol, to]) => {
        const from = was.get(symbol) ?? null;
        return from === null || to === null || from === to ? [] : [`${asOf} ${symbol} ${from} > ${to}`];
      });
    })
    .toSorted();
}
