import type { PathPlace, TrailRank } from '../model/symbol-path.ts';
import type { TimeZone } from '../time-zone.ts';
import { formatAgeText } from './age.ts';
import type { Lines } from './box.ts';
import type { Card } from './card.ts';
import { formatClock, formatCompact, formatPercent, formatPrice } from './format.ts';
import type { HistoryCard, HistoryOptions } from './history.ts';
import { countText, numbers, paintOfBoards, words } from './plain-columns.ts';
import { field, labels, plainTime } from './plain-header.ts';
import { joinFields, NONE, type PlainColumn, plainText, renderPlainTable } from './plain-table.ts';
import { paintOfBias, paintOfSign, paintOfTrend } from './theme.ts';

/** A board that the symbol is on, or that it has left on this market day. */
interface Place {
  readonly board: string;
  readonly place: Card['places'][number] | null;
  readonly left: Card['left'][number] | null;
}

type PlainHistoryOptions = Omit<HistoryOptions, 'width'>;

/** What labels the data and its time, then for each symbol and timeframe its figures and a row for each board of the day. */
export function renderPlainHistory(cards: ReadonlyArray<HistoryCard>, options: PlainHistoryOptions): Lines {
  const { theme, nowMilliseconds, isSimulated } = options;
  const newest = Math.max(...cards.map(({ endsAt }) => endsAt));
  return [
    joinFields([
      field('history', theme.title),
      field(`as of ${plainTime(newest, nowMilliseconds, theme.timeZone)}`),
      ...labels({ theme, isSimulated, isRecorded: true }),
    ]),
    ...cards.flatMap((each) => ['', ...renderOne(each, options)]),
  ];
}

function renderOne(each: HistoryCard, options: PlainHistoryOptions): Lines {
  const { theme, nowMilliseconds: now } = options;
  const { card } = each;
  const name = card.name === null ? '' : `: ${plainText(card.name)}`;
  const places: ReadonlyArray<Place> = [
    ...card.places.map((place) => ({ board: place.board, place, left: null })),
    ...card.left.map((left) => ({ board: left.board, place: null, left })),
  ];
  return [
    theme.title(`${plainText(card.symbol)} ${card.timeframe}`) + name,
    joinFields([
      field(`snapshots ${each.snapshots}`),
      field(`from ${plainTime(each.startsAt, now, theme.timeZone)}`),
      field(`to ${plainTime(each.endsAt, now, theme.timeZone)}`),
    ]),
    ...figureLines(card, options),
    ...(places.length === 0 ? [] : renderPlainTable(columnsOf({ now, zone: theme.timeZone }), places, theme)),
  ];
}

/** The newest figures, and how boards and change went from the first to the last snapshot. */
function figureLines(card: Card, { theme, nowMilliseconds }: PlainHistoryOptions): Lines {
  const { price, dayPct, volume, boards, bias, lastSeenAt, points } = card;
  const absent =
    lastSeenAt === null
      ? 'on no board'
      : `last seen ${plainTime(lastSeenAt, nowMilliseconds, theme.timeZone)}`;
  const isKnown = price !== null || dayPct !== null || volume !== null;
  const changes = points.flatMap((point) => point.dayPct ?? []);
  const [first, last] = [points[0], points.at(-1)];
  return [
    joinFields([
      ...(card.places.length === 0 ? [field(absent, theme.strong)] : []),
      ...(isKnown
        ? [
            field(`price ${plainText(formatPrice(price, Number.POSITIVE_INFINITY))}`),
            field(`dayPct ${plainText(formatPercent(dayPct))}`, paintOfSign(theme, dayPct)),
            field(`volume ${plainText(formatCompact(volume))}`),
          ]
        : []),
      field(`boards ${countText(boards)}`, paintOfBoards(boards, theme)),
      field(`bias ${plainText(bias)}`, paintOfBias(theme, bias)),
    ]),
    ...(first === undefined || last === undefined || changes.length === 0
      ? []
      : [
          joinFields([
            field(`boards from ${first.boards} to ${last.boards}`),
            field(
              `dayPct from ${formatPercent(changes[0] ?? null)} to ${formatPercent(changes.at(-1) ?? null)}`,
            ),
          ]),
        ]),
  ];
}

/** What a clock on the wall needs. */
interface Clock {
  readonly now: number;
  readonly zone: TimeZone;
}

function columnsOf(clock: Clock): ReadonlyArray<PlainColumn<Place>> {
  const stintOf = ({ place, left }: Place) => place?.path ?? left;
  return [
    words(
      'board',
      ({ board }) => board,
      (_, theme) => theme.strong,
    ),
    numbers('rank', ({ place }) => countText(place?.rank ?? null)),
    numbers('best', (each) => countText(stintOf(each)?.best ?? null)),
    words('since', (each) => sinceText(stintOf(each), clock)),
    words('there', ({ place }) => (place?.path ? thereText(place.path) : null)),
    words('left', ({ left }) => leftText(left, clock)),
    numbers('was', ({ left }) => countText(left?.rank ?? null)),
    words('trail', ({ place }) => place?.path?.trail.map(trailText).join(' ') ?? null),
    words(
      'trend',
      ({ place }) => place?.trend?.word ?? null,
      ({ place }, theme) => paintOfTrend(theme, place?.trend ?? null),
    ),
    words('metric', ({ place }) => place?.metric ?? null),
  ];
}

/** `by 13:51` where it was there when memory began. */
function sinceText(stint: Pick<PathPlace, 'since' | 'isAtLeast'> | null, clock: Clock): string | null {
  if (stint === null) return null;
  const time = formatClock(stint.since, clock.now, clock.zone);
  return stint.isAtLeast ? `by ${time}` : time;
}

function thereText({ there }: PathPlace): string {
  return formatAgeText(there).replace('≥', 'at least ').replace('<', 'less than ');
}

/** `after 14:20` where it left in a hole of the data. */
function leftText(left: Place['left'], clock: Clock): string | null {
  if (left === null) return null;
  const time = formatClock(left.leftAt, clock.now, clock.zone);
  return left.isLeftInHole ? `after ${time}` : time;
}

function trailText(rank: TrailRank): string {
  if (rank === 'off') return NONE;
  return rank === 'unknown' ? '?' : String(rank);
}
