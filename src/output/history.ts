import { joinPieces, type Lines } from '../text/box.ts';
import type { Ctx } from '../text/ctx.ts';
import { fitText } from '../text/fit.ts';
import { formatClock, formatMinute } from '../text/format.ts';
import { badgeLines } from '../text/label.ts';
import { cleanText, displayWidth } from '../text/safe-text.ts';
import { zoneName } from '../time-zone.ts';
import type { Timeframe } from '../vocabulary.ts';
import { type Card, type CardOptions, renderCard } from './card.ts';

/** What is shown of a symbol in one timeframe. */
export interface HistoryCard {
  readonly card: Card;
  readonly snapshots: number;
  /** Of the oldest and the newest snapshot, in milliseconds since 1970. */
  readonly startsAt: number;
  readonly endsAt: number;
}

export interface HistoryOptions extends Ctx, Pick<CardOptions, 'renderEntry'> {
  readonly isSimulated: boolean;
  readonly isRecorded: boolean;
}

/** There is always room: the lines scroll away. */
const LINES = Number.POSITIVE_INFINITY;

/** The label of what is not live, then the card of each symbol in each timeframe below the name of the timeframe. */
export function renderHistory(cards: ReadonlyArray<HistoryCard>, options: HistoryOptions): Lines {
  return [
    ...labelLines(Math.max(...cards.map(({ endsAt }) => endsAt)), options),
    ...cards.flatMap((each) => ['', ...renderOne(each, options)]),
  ];
}

function labelLines(asOf: number, options: HistoryOptions): Lines {
  return badgeLines(options, { ...options, asOf }, options.width).map((badge) => options.theme.badge(badge));
}

function renderOne(each: HistoryCard, ctx: HistoryOptions): Lines {
  const lines = renderCard(each.card, { ...ctx, lines: LINES });
  return [headingOf(each, ctx), ...lines.map(({ painted }) => painted.trimEnd())];
}

/** `DAY  301 snapshots, 09:31 to 14:32`. */
function headingOf({ card, snapshots, startsAt, endsAt }: HistoryCard, ctx: Ctx): string {
  const { width, theme } = ctx;
  const name = nameOf(card.timeframe);
  const count = `${snapshots} ${snapshots === 1 ? 'snapshot' : 'snapshots'}`;
  const time = `${formatMinute(startsAt, ctx)} to ${formatClock(endsAt, ctx)}`;
  const text = `  ${count}, ${time}`;
  const shown = fitText(width - displayWidth(name), `${text} ${zoneName(endsAt, ctx.timeZone)}`, text);
  return joinPieces(
    [
      [name, theme.title],
      [shown, theme.muted],
    ],
    width,
  ).painted;
}

function nameOf(timeframe: Timeframe): string {
  return cleanText(timeframe).toUpperCase();
}
