import type { Outcome } from '../model/outcome.ts';
import { formatClock } from './format.ts';

/** `now 2 ▲1`, `now 3`, `left 14:24`, `left >14:24` in a hole after it, `left`: what became of a row that had this rank. */
export function describeOutcome(outcome: Outcome, rank: number | null, nowMilliseconds: number): string {
  if (outcome.kind === 'left') {
    if (outcome.leftAt === null) return 'left';
    return `left ${outcome.isLeftInHole ? '>' : ''}${formatClock(outcome.leftAt, nowMilliseconds)}`;
  }
  const climb = rank === null ? 0 : rank - outcome.rank;
  const change = climb === 0 ? '' : climb > 0 ? ` ▲${climb}` : ` ▼${-climb}`;
  return `now ${outcome.rank}${change}`;
}
