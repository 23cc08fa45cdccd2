import { EMPTY_ROW, ON_SCREEN, paintOf, type SinceOf, type SinceView } from '../fields/field.ts';
import { fieldNamed, formatConfluence } from '../fields/fields.ts';
import type { SymbolOutcome, SymbolOutcomes } from '../model/symbol-outcomes.ts';
import type { TimeZone } from '../time-zone.ts';
import { type Cell, joinPieces, type Line } from './box.ts';
import { fitPieces, fitText } from './fit.ts';
import { formatClock, formatMinute, formatMonthDay, formatTime, formatTimeWithZone } from './format.ts';
import { describeDeparture } from './outcome.ts';
import type { Theme } from './theme.ts';

/** Looks symbols up in what became of them. */
export function sinceViews(since: SymbolOutcomes, nowMilliseconds: number, zone: TimeZone): SinceOf {
  return (symbol) => {
    const found = symbol === null ? null : since.find(symbol);
    return found === null ? null : viewOfSince(found, since.shownAt, nowMilliseconds, zone);
  };
}

function viewOfSince(
  { now, changePct }: SymbolOutcome,
  shownAt: number,
  nowMilliseconds: number,
  zone: TimeZone,
): SinceView {
  if (now.kind === 'listed') {
    const { boards } = now;
    return { now: formatConfluence(boards), boards, changePct };
  }
  const text = describeDeparture(now, (leftAt) =>
    formatMonthDay(leftAt, zone) === formatMonthDay(shownAt, zone)
      ? formatClock(leftAt, nowMilliseconds, zone)
      : formatMonthDay(leftAt, zone),
  );
  return { now: text, boards: null, changePct };
}

/** What became of the symbol, painted. */
function nowCell(since: SinceView | null, theme: Theme): Cell {
  return sinceCell('now', since, theme);
}

/** The change of the price since then, painted. */
export function changeCell(since: SinceView | null, theme: Theme): Cell {
  return sinceCell('gain', since, theme);
}

function sinceCell(id: string, since: SinceView | null, theme: Theme): Cell {
  const field = fieldNamed(id);
  const row = { ...EMPTY_ROW, since };
  return { text: field.text(row, ON_SCREEN, Infinity), paint: paintOf(field, row, theme, 'screen') };
}

/** `now ◆5 boards  gain +1.20%`, or shorter. */
export function renderSinceLine(since: SinceView, width: number, theme: Theme): Line {
  const { text, paint } = nowCell(since, theme);
  const change = changeCell(since, theme);
  const [count, noun] =
    since.boards !== null ? ['now ', since.boards === 1 ? ' board' : ' boards'] : ['', ''];
  const end = [
    ['  gain ', theme.muted],
    [change.text, change.paint],
  ] as const;
  const start = [
    [count, theme.muted],
    [text, paint],
  ] as const;
  return fitPieces(width, [...start, [noun, paint], ...end], [...start, ...end]);
}

/** `now, gain: 14:29:00 UTC, the newest snapshot`: what older data is compared with. */
export function renderNewestTime(
  newestAt: number,
  nowMilliseconds: number,
  width: number,
  theme: Theme,
): string {
  const zoned = formatTimeWithZone(newestAt, nowMilliseconds, theme.timeZone);
  const texts = [
    `${zoned}, the newest snapshot`,
    zoned,
    formatTime(newestAt, nowMilliseconds, theme.timeZone),
    formatMinute(newestAt, nowMilliseconds, theme.timeZone),
  ].map((text) => `now, gain: ${text}`);
  return joinPieces([[fitText(width, ...texts), theme.muted]], width).painted;
}
