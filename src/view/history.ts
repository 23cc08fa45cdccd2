import { zoneName } from '../time-zone.ts';
import type { Timeframe } from '../vocabulary.ts';
import { joinPieces, type Lines } from './box.ts';
import { type Card, renderCard } from './card.ts';
import { fitText } from './fit.ts';
import { formatClock, formatMinute } from './format.ts';
import { badgeLines } from './label.ts';
import { cleanText, displayWidth } from './safe-text.ts';
import type { Theme } from './theme.ts';

/** What is shown of a symbol in one timeframe. */
export interface HistoryCard {
  readonly card: Card;
  readonly snapshots: number;
  /** Of the oldest and the newest snapshot, in milliseconds since 1970. */
  readonly startsAt: number;
  readonly endsAt: number;
}

export interface HistoryOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly nowMilliseconds: number;
  readonly isSimulated: boolean;
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

function labelLines(asOf: number, { width, theme, nowMilliseconds, isSimulated }: HistoryOptions): Lines {
  return badgeLines({ isSimulated }, { asOf, nowMilliseconds, timeZone: theme.timeZone }, width).map(
    (badge) => theme.badge(badge),
  );
}

function renderOne(each: HistoryCard, { width, theme, nowMilliseconds }: HistoryOptions): Lines {
  const lines = renderCard(each.card, { width, theme, nowMilliseconds, lines: LINES });
  return [headingOf(each, width, theme, nowMilliseconds), ...lines.map(({ painted }) => painted.trimEnd())];
}

/** `DAY  301 snapshots, 09:31 to 14:32`. */
function headingOf(
  { card, snapshots, startsAt, endsAt }: HistoryCard,
  width: number,
  theme: Theme,
  now: number,
): string {
  const name = nameOf(card.timeframe);
  const count = `${snapshots} ${snapshots === 1 ? 'snapshot' : 'snapshots'}`;
  const zone = theme.timeZone;
  const time = `${formatMinute(startsAt, now, zone)} to ${formatClock(endsAt, now, zone)}`;
  const text = `  ${count}, ${time}`;
  const shown = fitText(width - displayWidth(name), `${text} ${zoneName(endsAt, zone)}`, text);
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
