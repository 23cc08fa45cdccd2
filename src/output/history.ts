import { EMPTY_ROW } from '../fields/field.ts';
import { roleOfTrend } from '../fields/fields.ts';
import type { Card, CardPlace } from '../market/card.ts';
import type { Age, EndedRun, Run } from '../market/timeline/runs.ts';
import type { Simulated } from '../service/snapshot.ts';
import type { Ctx } from '../text/ctx.ts';
import { formatAgeText, formatClock, formatMinute, formatPrice, NONE, plainText } from '../text/format.ts';
import { labelLines } from '../text/label.ts';
import { fitText, joinPieces, type Lines, paintedLines } from '../text/lines.ts';
import { displayWidth } from '../text/safe-text.ts';
import { resample } from '../text/sparkline.ts';
import { zoneName } from '../time.ts';
import { renderCard } from './card.ts';
import { joinCells, labelCells, namedCell, plainCell, plainTime, renderPlainTable } from './plain.ts';
import type { TableField } from './table.ts';

/** What is shown of a symbol in one timeframe. */
export interface HistoryCard {
  readonly card: Card;
  readonly snapshots: number;
  /** Of the oldest and the newest snapshot, in milliseconds since 1970. */
  readonly startsAt: number;
  readonly endsAt: number;
}

export interface HistoryOptions extends Ctx {
  readonly isSimulated: Simulated;
  readonly isRecorded: boolean;
}

/** There is always room: the lines scroll away. */
const LINES = Number.POSITIVE_INFINITY;

/** The label of what is not live, then the card of each symbol in each timeframe below the name of the timeframe. */
export function renderHistory(cards: ReadonlyArray<HistoryCard>, options: HistoryOptions): Lines {
  const { theme, width } = options;
  const badges = labelLines(options, { ...options, asOf: newestOf(cards) }, width);
  return [
    ...badges.map((badge) => theme.badge(badge)),
    ...cards.flatMap((each) => {
      const lines = renderCard(each.card, { ...options, lines: LINES });
      return ['', headingOf(each, options), ...paintedLines(lines)];
    }),
  ];
}

function newestOf(cards: ReadonlyArray<HistoryCard>): number {
  return Math.max(...cards.map(({ endsAt }) => endsAt));
}

/** `DAY  301 snapshots, 09:31 to 14:32`. */
function headingOf({ card, snapshots, startsAt, endsAt }: HistoryCard, ctx: Ctx): string {
  const { width, theme } = ctx;
  const name = card.timeframe.toUpperCase();
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

/** What labels the data and its time, then for each symbol and timeframe its figures and a row for each board of the day. */
export function renderPlainHistory(cards: ReadonlyArray<HistoryCard>, options: HistoryOptions): Lines {
  return [
    joinCells([
      plainCell('history', options.theme.title),
      plainCell(`as of ${plainTime(newestOf(cards), options)}`),
      ...labelCells(options),
    ]),
    ...cards.flatMap((each) => ['', ...renderPlainCard(each, options)]),
  ];
}

function renderPlainCard({ card, snapshots, startsAt, endsAt }: HistoryCard, ctx: Ctx): Lines {
  const { symbol, timeframe, name, path, remembered } = card;
  const rows = [
    ...card.places.map((place): PlaceRow => ({ board: place.board, place, run: place.path, left: null })),
    ...path.left.map((left): PlaceRow => ({ board: left.board, place: null, run: left, left })),
  ];
  return [
    ctx.theme.title(`${plainText(symbol)} ${timeframe}`) + (name === null ? '' : `: ${plainText(name)}`),
    joinCells([
      plainCell(`snapshots ${snapshots}`),
      plainCell(`from ${plainTime(startsAt, ctx)}`),
      plainCell(`to ${plainTime(endsAt, ctx)}`),
    ]),
    ...plainFigures(card, ctx),
    ...(rows.length === 0 ? [] : renderPlainTable(placeFields(remembered.maxGap, ctx), rows, ctx)),
  ];
}

/** The newest figures, and how boards and price went from the first to the last snapshot. */
function plainFigures({ figures, boards, places, path }: Card, ctx: Ctx): Lines {
  const row = { ...EMPTY_ROW, ...figures, boards };
  const { price, dayPct, volume } = row;
  const { lastSeenAt, points } = path;
  const absent = lastSeenAt === null ? 'on no board' : `last seen ${plainTime(lastSeenAt, ctx)}`;
  const isKnown = price !== null || dayPct !== null || volume !== null;
  const ids = [...(isKnown ? ['price', 'dayPct', 'volume'] : []), 'boards', 'bias'];
  const prices = points.flatMap((point) => point.price ?? []);
  const [from, to] = [prices[0] ?? null, prices.at(-1) ?? null].map((each) => formatPrice(each));
  return [
    joinCells([
      ...(places.length === 0 ? [plainCell(absent, ctx.theme.strong)] : []),
      ...ids.map((id) => namedCell(id, row, ctx)),
    ]),
    ...(prices.length === 0
      ? []
      : [
          joinCells([
            plainCell(`boards from ${points[0]?.boards} to ${points.at(-1)?.boards}`),
            plainCell(`price from ${from} to ${to}`),
          ]),
        ]),
  ];
}

/** A board that the symbol is on, or one that it has left on this market day. */
interface PlaceRow {
  readonly board: string;
  readonly place: CardPlace | null;
  readonly run: Run | null;
  readonly left: EndedRun | null;
}

type PlaceField = TableField<PlaceRow>;
type PlaceValue = (row: PlaceRow) => string | number | null | undefined;

/** Ranks from the first snapshot to the newest one. */
const TRAIL_RANKS = 6;

function placeFields(maxGap: number, ctx: Ctx): ReadonlyArray<PlaceField> {
  const clock = (time: number) => formatClock(time, ctx);
  const field = (id: string, value: PlaceValue, more: Partial<PlaceField> = {}): PlaceField => ({
    id,
    label: id,
    text: (row) => String(value(row) ?? NONE),
    ...more,
  });
  const right = { align: 'right' } as const;
  return [
    field('board', ({ board }) => board, { role: () => 'strong' }),
    field('rank', ({ place }) => place?.row.rank, right),
    field('best', ({ run }) => run?.best, right),
    field('since', ({ run }) => run && `${run.isAtLeast ? 'by ' : ''}${clock(run.since)}`),
    field('there', ({ place }) => place?.path && thereText(place.path.there)),
    field('left', ({ left }) => left && `${left.isLeftInHole ? 'after ' : ''}${clock(left.leftAt)}`),
    field('was', ({ left }) => left?.rank, right),
    field('trail', ({ place }) => {
      const ranks = place?.path && resample(place.path.trail, TRAIL_RANKS, maxGap);
      return ranks?.map((rank) => rank ?? NONE).join(' ');
    }),
    field('trend', ({ place }) => place?.trend?.word, { role: ({ place }) => roleOfTrend(place?.trend) }),
    field('metric', ({ place }) => place?.row.metric),
  ];
}

function thereText(there: Age): string {
  return formatAgeText(there).replace('≥', 'at least ').replace('<', 'less than ');
}
