import { formatBias, formatConfluence, isHighConfluence } from '../fields/fields.ts';
import type { PastStint } from '../model/past-stints.ts';
import type { PathPoint } from '../model/symbol-path.ts';
import type { SymbolRecord } from '../model/symbol-records.ts';
import type { TimeZone } from '../time-zone.ts';
import type { Bias, Timeframe } from '../vocabulary.ts';
import { joinPieces, type Line } from './box.ts';
import { type CardPlace, renderCardPlaces } from './card-places.ts';
import { renderCardSession } from './card-session.ts';
import { type CardTimeframe, renderCardTimeframes } from './card-timeframes.ts';
import { fitText } from './fit.ts';
import { flow, type Segment } from './flow.ts';
import { ABSENT, formatCompact, formatMinute, formatPercent, formatPrice } from './format.ts';
import { cleanText, clip, displayWidth } from './safe-text.ts';
import { type Paint, paintOfBias, paintOfSign, type Theme, unpainted } from './theme.ts';

/** What is known of a symbol in one timeframe. Figures of a symbol that is on no board now are those of `lastSeenAt`. */
export interface Card {
  readonly symbol: string;
  readonly name: string | null;
  readonly price: number | null;
  readonly dayPct: number | null;
  readonly volume: number | null;
  readonly bias: Bias | null;
  /** Confluence; 0 if it is on no board. Null without a snapshot. */
  readonly boards: number | null;
  readonly isPinned: boolean;
  /** True if it shows an older snapshot than the newest one. */
  readonly isRecorded: boolean;
  readonly timeframe: Timeframe;
  /** Null if it is on a board now, or if memory has not seen it. */
  readonly lastSeenAt: number | null;
  /** When memory begins; null if there is none. */
  readonly memoryStartsAt: number | null;
  readonly record: SymbolRecord | null;
  /** When it was first on the fewest boards that it has been on since the last change; null if unknown. */
  readonly firstBoards: { readonly boards: number; readonly at: number } | null;
  readonly points: ReadonlyArray<PathPoint>;
  readonly places: ReadonlyArray<CardPlace>;
  readonly left: ReadonlyArray<PastStint>;
  readonly others: ReadonlyArray<CardTimeframe>;
}

export interface CardOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly nowMilliseconds: number;
  /** Lines for which there is room. */
  readonly lines: number;
}

/** Beyond this width, what stands at the right end would be too far from what it belongs to. */
const MAX_WIDTH = 110;

/** The path of a symbol: figures, the session as sparklines, a line for each board, what it left, other timeframes. */
export function renderCard(card: Card, options: CardOptions): ReadonlyArray<Line> {
  const style = { ...options, width: Math.min(MAX_WIDTH, options.width) };
  const parts = [
    [titleLine(card, style), ...flow(figures(card, style), style.width)],
    renderCardSession(card.points, style),
    card.places.length === 0 ? [] : renderCardPlaces(card.places, style),
    [...leftLines(card, style), ...renderCardTimeframes(card.others, style)],
  ].filter((lines) => lines.length > 0);
  const count = parts.reduce((sum, lines) => sum + lines.length, 0);
  const isSpaced = count + parts.length - 1 <= options.lines;
  return parts.flatMap((lines, index) => (isSpaced && index > 0 ? [BLANK, ...lines] : lines));
}

const BLANK: Line = { plain: '', painted: '' };

/** `NVDA  NVIDIA Corporation             ▲ bullish`. A bias that is not of now stands beside the figures of its time. */
function titleLine(card: Card, { width, theme }: CardOptions): Line {
  const { symbol, name, bias, isPinned } = card;
  const biasText = bias === null || isPast(card) ? '' : formatBias(bias, 9);
  const pin = isPinned ? ' * pinned' : '';
  const title = clip(cleanText(symbol), 16);
  const room = width - displayWidth(title + pin) - (biasText === '' ? 0 : displayWidth(biasText) + 2);
  const words = name === null || room < 6 ? '' : clip(`  ${cleanText(name)}`, room);
  const used = displayWidth(title + words + pin);
  const end = fitText(width - used - 2, biasText, '');
  return joinPieces(
    [
      [title, theme.highlight],
      [words, unpainted],
      [pin, theme.pinned],
      [end === '' ? '' : ' '.repeat(width - used - displayWidth(end)), unpainted],
      [end, paintOfBias(theme, bias)],
    ],
    width,
  );
}

/**
 * `$182.40  +6.12%  vol 214M  ◆5 boards  (4 until 14:17; first 4 at 11:02)`. Where it is on no board now, that comes first, and
 * the figures have their time: `on no board of day now  (2 until 14:21)  last seen 14:20: $182.40  …`.
 */
function figures(card: Card, { theme, width, nowMilliseconds }: CardOptions): ReadonlyArray<Segment> {
  const { boards, places, timeframe } = card;
  if (boards === null) return [[[`no snapshot of ${timeframe} yet`, theme.muted]]];
  const standing = [
    ...together(standingTexts(card, nowMilliseconds, theme.timeZone), standingPaint(card, theme), width),
    ...together(historyNotes(card, nowMilliseconds, theme.timeZone), theme.muted, width),
  ];
  const values = valueSegments(card, theme);
  if (places.length > 0 || card.lastSeenAt === null) return [...values, ...standing];
  const seen = `last seen ${formatMinute(card.lastSeenAt, nowMilliseconds, theme.timeZone)}`;
  const [first = [], ...others] = values;
  return [...standing, [[first.length === 0 ? seen : `${seen}: `, theme.muted], ...first], ...others];
}

function valueSegments(card: Card, theme: Theme): ReadonlyArray<Segment> {
  const { price, dayPct, volume, bias } = card;
  if (price === null && dayPct === null && volume === null) return [];
  return [
    [[price === null ? ABSENT : `$${formatPrice(price)}`, theme.strong]],
    [[formatPercent(dayPct), paintOfSign(theme, dayPct)]],
    [[`vol ${formatCompact(volume)}`, unpainted]],
    ...(isPast(card) && bias !== null ? [[[formatBias(bias, 9), paintOfBias(theme, bias)]] as const] : []),
  ];
}

/** Whether the figures are those of an older snapshot. */
function isPast({ places, lastSeenAt }: Card): boolean {
  return places.length === 0 && lastSeenAt !== null;
}

/** Texts side by side where a line is wide enough for all of them, else each by itself. */
function together(texts: ReadonlyArray<string>, paint: Paint, width: number): ReadonlyArray<Segment> {
  if (texts.length === 0) return [];
  const joined = texts.join(' ');
  const parts = displayWidth(joined) <= width ? [joined] : texts;
  return parts.map((text): Segment => [[text, paint]]);
}

function standingTexts(card: Card, now: number, zone: TimeZone): ReadonlyArray<string> {
  const { boards, places, timeframe, memoryStartsAt } = card;
  if (places.length > 0) {
    const count = boards === 0 ? 'none' : formatConfluence(boards);
    const on = `${places.length} ${places.length === 1 ? 'board' : 'boards'}`;
    // The score counts ranks 1 to 5 only (api.md section 2.6).
    return boards !== null && boards >= places.length
      ? [isHighConfluence(boards) ? `◆${on}` : on]
      : [`on ${on},`, `${count} in the top 5`];
  }
  if (isPast(card)) return [`on no board of ${timeframe} ${card.isRecorded ? 'then' : 'now'}`];
  const since = memoryStartsAt === null ? [] : [`since ${formatMinute(memoryStartsAt, now, zone)}`];
  return [`on no board of ${timeframe}`, ...since];
}

function standingPaint({ boards, places }: Card, theme: Theme): Paint {
  if (places.length === 0) return theme.strong;
  return isHighConfluence(boards) ? theme.highlight : unpainted;
}

/** `(4 until 14:17; first 4 at 11:02)`: the number of boards before, and when it was first as high as before and now. */
function historyNotes(card: Card, now: number, zone: TimeZone): ReadonlyArray<string> {
  const { boards, places, record, firstBoards: first } = card;
  if (boards === null || record === null || record.isAtLeast || record.previousBoards === null) return [];
  if (record.previousBoards === boards) return [];
  const score = boards === places.length ? '' : ' in the top 5';
  const before = `(${record.previousBoards}${score} until ${formatMinute(record.boardsSince, now, zone)}`;
  if (first === null || first.at === record.boardsSince) return [`${before})`];
  return [`${before};`, `first ${first.boards} at ${formatMinute(first.at, now, zone)})`];
}

/** `left today: search 12:15 (was 5), lowFloat 10:40 (was 8)`, the last one first. */
function leftLines({ left }: Card, { width, theme, nowMilliseconds }: CardOptions): ReadonlyArray<Line> {
  if (left.length === 0) return [];
  const stints = left.map(({ board, leftAt, rank, isLeftInHole }, index) => {
    const time = formatMinute(leftAt, nowMilliseconds, theme.timeZone);
    const when = isLeftInHole ? `after ${time}` : time;
    return `${cleanText(board)} ${when} (was ${rank})${index < left.length - 1 ? ',' : ''}`;
  });
  return flow(
    [[['left today:', theme.muted]], ...stints.map((text): Segment => [[text, theme.muted]])],
    width,
    1,
  );
}
