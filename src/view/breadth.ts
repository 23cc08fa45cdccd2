import type { Breadth } from '../api/snapshot.ts';
import { joinPieces, type Line } from './box.ts';
import { ABSENT, formatCompact } from './format.ts';
import { type Theme, unpainted } from './theme.ts';

/** `▲111 ▓▓▓▓▓░░░░░ ▼289`: advancers and decliners, with a bar of `barWidth` cells unless it is 0 or a number is unknown. */
export function renderShortBreadth({ advancers, decliners }: Breadth, barWidth: number, theme: Theme): Line {
  const total = (advancers ?? 0) + (decliners ?? 0);
  const isKnown = advancers !== null && decliners !== null && advancers >= 0 && decliners >= 0 && total > 0;
  const cells = isKnown ? barWidth : 0;
  const filled = isKnown ? Math.round(cells * (advancers / total)) : 0;
  return joinPieces(
    [
      [`▲${count(advancers)}`, theme.up],
      [' ', unpainted],
      ['▓'.repeat(filled), theme.up],
      ['░'.repeat(cells - filled), theme.down],
      [cells > 0 ? ' ' : '', unpainted],
      [`▼${count(decliners)}`, theme.down],
    ],
    Number.POSITIVE_INFINITY,
  );
}

/** At most six cells. */
function count(value: number | null): string {
  if (value === null) return ABSENT;
  return Number.isInteger(value) && Math.abs(value) < 100_000 ? String(value) : formatCompact(value);
}
