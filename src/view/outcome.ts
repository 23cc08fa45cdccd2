import type { Outcome } from '../model/outcome.ts';
import type { TimeZone } from '../time-zone.ts';
import { formatClock } from './format.ts';

/** `now 2 ▲1`, `now 3`, `left 14:24`, `left >14:24` in a hole after it, `left`: what became of a row that had this rank. */
export function describeOutcome(
  outcome: Outcome,
  rank: number | null,
  nowMilliseconds: number,
  zone: TimeZone,
): string {
  if (outcome.kind === 'left')
    return describeDeparture(outcome, (leftAt) => formatClock(leftAt, nowMilliseconds, zone));
  const climb = rank === null ? 0 : rank - outcome.rank;
  const change = climb === 0 ? '' : climb > 0 ? ` ▲${climb}` : ` ▼${-climb}`;
  return `now ${outcome.rank}${change}`;
}

/** `left 14:24`, `left >14:24` in a hole after it, `left` at an unknown time. */
export function describeDeparture(
  { leftAt, isLeftInHole }: Extract<Outcome, { readonly kind: 'left' }>,
  timeText: (leftAt: number) => string,
): string {
  return leftAt === null ? 'left' : `left ${isLeftInHole ? '>' : ''}${timeText(leftAt)}`;
}
