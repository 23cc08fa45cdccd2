import type { BoardRow } from '../api/snapshot.ts';
import type { Outcome } from '../model/outcome.ts';
import type { TimeZone } from '../time-zone.ts';
import { groupRanksOf } from '../vocabulary.ts';
import { formatClock } from './format.ts';

/** `now 2 ▲1`, `now 3`, `now mid 1`, `left 14:24`, `left >14:24` in a hole after it, `left`: what became of a row of a board. */
export function describeOutcome(
  outcome: Outcome,
  board: string,
  { rank, group }: Pick<BoardRow, 'rank' | 'group'>,
  nowMilliseconds: number,
  zone: TimeZone,
): string {
  if (outcome.kind === 'left')
    return describeDeparture(outcome, (leftAt) => formatClock(leftAt, nowMilliseconds, zone));
  const now = group && groupRanksOf(board)[outcome.rank - 1];
  if (now !== undefined && now.name !== group?.name) return `now ${now.name} ${now.rank}`;
  const climb = rank === null ? 0 : rank - outcome.rank;
  const change = climb === 0 ? '' : climb > 0 ? ` ▲${climb}` : ` ▼${-climb}`;
  return `now ${now?.rank ?? outcome.rank}${change}`;
}

/** `left 14:24`, `left >14:24` in a hole after it, `left` at an unknown time. */
export function describeDeparture(
  { leftAt, isLeftInHole }: Extract<Outcome, { readonly kind: 'left' }>,
  timeText: (leftAt: number) => string,
): string {
  return leftAt === null ? 'left' : `left ${isLeftInHole ? '>' : ''}${timeText(leftAt)}`;
}
