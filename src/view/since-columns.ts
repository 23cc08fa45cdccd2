import type { SymbolOutcome, SymbolOutcomes } from '../model/symbol-outcomes.ts';
import type { TimeZone } from '../time-zone.ts';
import { type Cell, joinPieces, type Line } from './box.ts';
import { formatConfluence, isHighConfluence } from './columns.ts';
import { fitPieces, fitText } from './fit.ts';
import {
  ABSENT,
  formatClock,
  formatMinute,
  formatMonthDay,
  formatPercent,
  formatTime,
  formatTimeWithZone,
} from './format.ts';
import { describeDeparture } from './outcome.ts';
import { type Align, displayWidth } from './safe-text.ts';
import { paintOfSign, type Theme, unpainted } from './theme.ts';

/** What became of a symbol, ready to be shown. */
export interface SinceView {
  /** `◆5`: boards now; `left 14:24`, or with the date of another day than the one shown. */
  readonly now: string;
  /** Its confluence now; null if it left. */
  readonly boards: number | null;
  readonly changePct: number | null;
}

/** A column that only older data has. It is as wide as its widest text. */
export interface SinceColumn {
  readonly label: string;
  readonly width: number;
  readonly align: Align;
  cell(since: SinceView | null, theme: Theme): Cell;
}

/** What became of the symbol of a row; null if nothing is known of it. */
export type SinceOf = (symbol: string | null) => SinceView | null;

/** Cells that the symbol keeps. */
const MIN_SYMBOL_WIDTH = 6;

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

/** `now` of a symbol: `–` for one that neither snapshot lists. */
export function textOfNow(since: SinceView | null): string {
  return since === null ? ABSENT : since.now;
}

/** `since`: the change of the price. */
export function textOfChange(since: SinceView | null): string {
  return formatPercent(since?.changePct ?? null);
}

/** What `textOfNow` says, painted. */
export function nowCell(since: SinceView | null, theme: Theme): Cell {
  const text = textOfNow(since);
  if (since === null) return { text, paint: theme.muted };
  const { boards } = since;
  if (isHighConfluence(boards)) return { text, paint: theme.highlight };
  // As on boards, a 0 is dim: the symbol is listed, but in no top ranks.
  return { text, paint: boards === null || boards === 0 ? theme.muted : unpainted };
}

/** What `textOfChange` says, painted. */
export function changeCell(since: SinceView | null, theme: Theme): Cell {
  return { text: textOfChange(since), paint: paintOfSign(theme, since?.changePct ?? null) };
}

/** The columns that follow the symbol, as many as leave room for it. They are what one looks back for, so others give way. */
export function fitSinceColumns(
  rows: ReadonlyArray<SinceView | null>,
  width: number,
  theme: Theme,
): ReadonlyArray<SinceColumn> {
  const specs = [
    { label: 'Now', align: 'left', cell: nowCell },
    { label: 'Since', align: 'right', cell: changeCell },
  ] as const;
  const fitted: Array<SinceColumn> = [];
  let left = width - MIN_SYMBOL_WIDTH;
  for (const spec of specs) {
    const texts = [spec.label, ...rows.map((row) => spec.cell(row, theme).text)];
    const cells = Math.max(...texts.map(displayWidth));
    left -= cells + 1;
    if (left < 0) break;
    fitted.push({ ...spec, width: cells });
  }
  return fitted;
}

/** `now ◆5 boards  since +1.20%`, or shorter. */
export function renderSinceLine(since: SinceView, width: number, theme: Theme): Line {
  const { text, paint } = nowCell(since, theme);
  const change = changeCell(since, theme);
  const [count, noun] =
    since.boards !== null ? ['now ', since.boards === 1 ? ' board' : ' boards'] : ['', ''];
  const end = [
    ['  since ', theme.muted],
    [change.text, change.paint],
  ] as const;
  const start = [
    [count, theme.muted],
    [text, paint],
  ] as const;
  return fitPieces(width, [...start, [noun, paint], ...end], [...start, ...end]);
}

/** `now, since: 14:29:00 UTC, the newest snapshot`: what older data is compared with. */
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
  ].map((text) => `now, since: ${text}`);
  return joinPieces([[fitText(width, ...texts), theme.muted]], width).painted;
}
