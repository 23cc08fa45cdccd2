import type { Breadth } from '../api/snapshot.ts';
import { joinPieces, type Line } from './box.ts';
import { ABSENT, formatCompact } from './format.ts';
import { fitCell } from './safe-text.ts';
import { type Theme, unpainted } from './theme.ts';

/**
 * `▲111 +12 ▓▓▓▓▓░░░░░ ▼289 -9`: advancers and decliners, with a bar of `barWidth` cells unless it is 0 or a number is unknown.
 * The changes since `before` stand in cells of their own, so that the bar keeps its place; null leaves them out.
 */
export function renderShortBreadth(
  { advancers, decliners }: Breadth,
  before: Breadth | null,
  barWidth: number,
  theme: Theme,
): Line {
  const total = (advancers ?? 0) + (decliners ?? 0);
  const isKnown = advancers !== null && decliners !== null && advancers >= 0 && decliners >= 0 && total > 0;
  const cells = isKnown ? barWidth : 0;
  const filled = isKnown ? Math.round(cells * (advancers / total)) : 0;
  return joinPieces(
    [
      [`▲${count(advancers)}`, theme.up],
      [before === null ? '' : change(advancers, before.advancers), theme.muted],
      [' ', unpainted],
      ['▓'.repeat(filled), theme.up],
      ['░'.repeat(cells - filled), theme.down],
      [cells > 0 ? ' ' : '', unpainted],
      [`▼${count(decliners)}`, theme.down],
      [before === null ? '' : change(decliners, before.decliners), theme.muted],
    ],
    Number.POSITIVE_INFINITY,
  );
}

/** Cells of ` +123`. */
const CHANGE_WIDTH = 5;

function change(now: number | null, before: number | null): string {
  const by = now === null || before === null ? 0 : now - before;
  const text = by === 0 || !Number.isFinite(by) ? '' : `${by > 0 ? '+' : ''}${count(by)}`;
  return ` ${fitCell(text, CHANGE_WIDTH - 1)}`;
}

/** At most six cells. */
function count(value: number | null): string {
  if (value === null) return ABSENT;
  return Number.isInteger(value) && Math.abs(value) < 100_000 ? String(value) : formatCompact(value);
}
