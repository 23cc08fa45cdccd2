import type { Card } from '../market/card.ts';
import type { Simulated } from '../service/snapshot.ts';
import type { Ctx } from '../text/ctx.ts';
import { formatClock, formatMinute, plainText } from '../text/format.ts';
import { labelLines } from '../text/label.ts';
import { fitText, joinPieces, type PaintedLines, paintedLines } from '../text/lines.ts';
import { displayWidth } from '../text/safe-text.ts';
import { zoneName } from '../time.ts';
import { renderCard, renderPlainCard } from './card.ts';
import { headingOf, joinCells, labelCells, plainCell, plainTime } from './plain.ts';

export interface HistoryOptions extends Ctx {
  readonly isSimulated: Simulated;
  readonly isRecorded: boolean;
}

/** The label of what is not live, then the card of each symbol in each timeframe, with the snapshots that it is of. */
export function renderHistory(cards: ReadonlyArray<Card>, options: HistoryOptions): PaintedLines {
  const { theme, width } = options;
  const asOf = Math.max(...cards.map(({ remembered }) => remembered.asOf));
  if (options.style === 'plain')
    return [
      joinCells([
        plainCell('history', theme.title),
        plainCell(`as of ${plainTime(asOf, options)}`),
        ...labelCells(options),
      ]),
      ...cards.flatMap((card) => {
        const title = `${plainText(card.symbol)} ${card.timeframe}`;
        return ['', headingOf(title, spanTexts(card, options)[0], theme), ...renderPlainCard(card, options)];
      }),
    ];
  return [
    ...labelLines(options, { ...options, asOf }, width).map((badge) => theme.badge(badge)),
    ...cards.flatMap((card) => {
      const name = `${card.timeframe.toUpperCase()}  `;
      const span = fitText(width - displayWidth(name), ...spanTexts(card, options));
      const title = [
        [name, theme.title],
        [span, theme.muted],
      ] as const;
      // There is always room: the lines scroll away.
      const lines = renderCard(card, { ...options, lines: Number.POSITIVE_INFINITY });
      return ['', joinPieces(title, width).painted, ...paintedLines(lines)];
    }),
  ];
}

/** `301 snapshots, 09:31 to 14:32 EST`, and shorter. */
function spanTexts({ path: { points } }: Card, ctx: Ctx): readonly [string, string] {
  const [startsAt = Number.NaN, endsAt = Number.NaN] = [points[0]?.asOf, points.at(-1)?.asOf];
  const count = `${points.length} ${points.length === 1 ? 'snapshot' : 'snapshots'}`;
  const text = `${count}, ${formatMinute(startsAt, ctx)} to ${formatClock(endsAt, ctx)}`;
  return [`${text} ${zoneName(endsAt, ctx.timeZone)}`, text];
}
