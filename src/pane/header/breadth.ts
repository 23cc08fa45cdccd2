import type { Breadth } from '../../service/snapshot.ts';
import { joinPieces, type Line } from '../../text/box.ts';
import type { Theme } from '../../text/theme.ts';

/** Cells of the bar where there is room for it. */
const BAR = 10;

/**
 * `28% up ▓▓▓░░░░░░░`: the share of advancers of advancers and decliners, always as wide. Null if it is not known.
 */
export function renderShortBreadth(
  { advancers, decliners }: Breadth,
  hasBar: boolean,
  theme: Theme,
): Line | null {
  const total = (advancers ?? 0) + (decliners ?? 0);
  if (advancers === null || decliners === null || advancers < 0 || decliners < 0 || !(total > 0)) return null;
  const share = advancers / total;
  const filled = hasBar ? Math.round(BAR * share) : 0;
  return joinPieces(
    [
      [`${Math.round(share * 100)}% up`.padStart('100% up'.length), share >= 0.5 ? theme.up : theme.down],
      [hasBar ? ` ${'▓'.repeat(filled)}` : '', theme.up],
      ['░'.repeat(hasBar ? BAR - filled : 0), theme.down],
    ],
    Number.POSITIVE_INFINITY,
  );
}
