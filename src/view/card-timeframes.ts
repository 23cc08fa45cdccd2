import { isHighConfluence } from '../fields/fields.ts';
import type { Bias, Timeframe } from '../vocabulary.ts';
import type { Line } from './box.ts';
import { flow, type Piece, type Segment } from './flow.ts';
import { ABSENT, formatMinute } from './format.ts';
import { cleanText } from './safe-text.ts';
import { renderStanding } from './standing.ts';
import { type Theme, unpainted } from './theme.ts';

/** A symbol in another timeframe than that of the card. */
export interface CardTimeframe {
  readonly timeframe: Timeframe;
  /** Confluence; null if there is no snapshot of the timeframe. */
  readonly boards: number | null;
  /** Whether it is on a board. */
  readonly isListed: boolean;
  readonly bias: Bias | null;
  /** The time of a snapshot that is not kept up to date; null for one that is polled. */
  readonly asOf: number | null;
  /** Whether the key `a` asks for it. */
  readonly canBeAsked: boolean;
  /** True while it has been asked for and no response has come. */
  readonly isAsked: boolean;
  /** A few words about the last request if it failed. */
  readonly failure: string | null;
}

interface CardTimeframesOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly nowMilliseconds: number;
}

/** `scalp ◆3▲   swing 2· 14:20   position –   investing ?   (a asks)`: `–` on no board, `?` without a snapshot. */
export function renderCardTimeframes(
  others: ReadonlyArray<CardTimeframe>,
  { width, theme, nowMilliseconds }: CardTimeframesOptions,
): ReadonlyArray<Line> {
  const segments = others.map(
    (other): Segment => [
      [`${other.timeframe} `, theme.muted],
      ...(other.isAsked ? [['asking', theme.muted] as const] : statePieces(other, nowMilliseconds, theme)),
    ],
  );
  const canAsk = others.some(({ canBeAsked }) => canBeAsked) && !others.some(({ isAsked }) => isAsked);
  return flow([...segments, ...(canAsk ? [[['(a asks)', theme.muted] as const]] : [])], width, 3);
}

/** What the last snapshot said, its time if it is not kept up to date, and what went wrong since. */
function statePieces(
  { boards, bias, isListed, asOf, failure }: CardTimeframe,
  nowMilliseconds: number,
  theme: Theme,
): ReadonlyArray<Piece> {
  const problem: Piece = [failure === null ? '' : cleanText(failure), theme.down];
  if (boards === null) return failure === null ? [['?', theme.muted]] : [problem];
  // The score of a symbol that is below the top ranks is 0.
  const standing = `${boards === 0 ? '0' : ''}${renderStanding({ boards, bias }, theme).plain.trim()}`;
  return [
    isListed ? [standing, isHighConfluence(boards) ? theme.strong : unpainted] : [ABSENT, theme.muted],
    [asOf === null ? '' : ` ${formatMinute(asOf, nowMilliseconds, theme.timeZone)}`, theme.muted],
    [failure === null ? '' : ' ', unpainted],
    problem,
  ];
}
