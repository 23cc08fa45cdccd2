import type { Outcome } from '../market/symbol-outcomes.ts';
import type { BoardRow } from '../service/snapshot.ts';
import type { Reading } from '../text/ctx.ts';
import { formatClock } from '../text/format.ts';
import { groupRanksOf } from '../vocabulary.ts';

/** `2 ▲1`, `mid 1`, `left 14:24`, `left >14:24` in a hole after it, `left`: what became of a row of a board; empty for the same rank. */
export function describeOutcome(
  outcome: Outcome,
  board: string,
  { rank, group }: Pick<BoardRow, 'rank' | 'group'>,
  reading: Reading,
): string {
  if (outcome.kind === 'left') return describeDeparture(outcome, (leftAt) => formatClock(leftAt, reading));
  const now = group && groupRanksOf(board)[outcome.rank - 1];
  if (now !== undefined && now.name !== group?.name) return `${now.name} ${now.rank}`;
  const climb = rank === null ? null : rank - outcome.rank;
  if (climb === 0) return '';
  const change = climb === null ? '' : climb > 0 ? ` ▲${climb}` : ` ▼${-climb}`;
  return `${now?.rank ?? outcome.rank}${change}`;
}

/** `left 14:24`, `left >14:24` in a hole after it, `left` at an unknown time. */
export function describeDeparture(
  { leftAt, isLeftInHole }: Extract<Outcome, { readonly kind: 'left' }>,
  timeText: (leftAt: number) => string,
): string {
  return leftAt === null ? 'left' : `left ${isLeftInHole ? '>' : ''}${timeText(leftAt)}`;
}
