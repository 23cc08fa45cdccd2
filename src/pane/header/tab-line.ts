import { joinPieces, type Line } from '../../text/box.ts';
import type { Ctx } from '../../text/ctx.ts';
import { type Paint, unpainted } from '../../text/theme.ts';
import type { Timeframe } from '../../vocabulary.ts';

/** A timeframe in the first line of the pane. */
export interface PaneTab {
  readonly timeframe: Timeframe;
  /** The digit key that shows it. */
  readonly digit: number;
  readonly isShown: boolean;
  readonly isPolled: boolean;
  /** Symbols that reached ranks 1 to 5 of its boards since it was last shown. */
  readonly news: number;
}

export interface TabStyle {
  /** How many tabs have a name beside their digit: the shown one first, then those nearest to it. */
  readonly names: number;
  /** Whether the shown one stands alone; without names, without its digit. */
  readonly isAlone: boolean;
  /** Whether the digit of the shown one stands for it. */
  readonly isDigit?: boolean;
}

/** More news are shown as `•9+`. */
const MAX_NEWS = 9;
/** Cells behind each tab where there can be news, so that labels stay where they are; in ASCII for ` (9+) `. */
const NEWS_CELLS = 3;
const ASCII_NEWS_CELLS = 5;
const GAP = 2;

/** ` 1 scalp   2 DAY   3 swing •4 `: always as wide, whatever the news are. */
export function tabLine(
  tabs: ReadonlyArray<PaneTab>,
  { names, isAlone, isDigit = false }: TabStyle,
  { theme, ascii }: Pick<Ctx, 'theme' | 'ascii'>,
): Line {
  const shownAt = tabs.findIndex(({ isShown }) => isShown);
  const nearest = tabs
    .map((_, index) => index)
    .sort((a, b) => Math.abs(a - shownAt) - Math.abs(b - shownAt))
    .slice(0, names);
  const hasNews = tabs.filter(({ isPolled }) => isPolled).length > 1;
  const cells = !hasNews ? GAP : ascii ? ASCII_NEWS_CELLS : NEWS_CELLS;
  const pieces: Array<readonly [string, Paint]> = [];
  for (const [index, tab] of tabs.entries()) {
    const { digit, timeframe, isShown, isPolled, news } = tab;
    if (isAlone && !isShown) continue;
    const name = isShown ? timeframe.toUpperCase() : timeframe;
    const label = isDigit ? String(digit) : isShown && isAlone && names === 0 ? name : `${digit} ${name}`;
    if (isShown) {
      const painted = (text: string) => theme.selectedTab(text.slice(1, -1));
      pieces.push(isAlone ? [` ${label}`, theme.title] : [` ${label} `, painted]);
      if (!isAlone) pieces.push([' '.repeat(cells - 1), unpainted]);
      continue;
    }
    const text = nearest.includes(index) ? label : String(digit);
    pieces.push([` ${text}`, isPolled ? unpainted : theme.muted]);
    const told = isPolled && news > 0 ? `•${news > MAX_NEWS ? `${MAX_NEWS}+` : news}` : '';
    // Without a blank before it where there is none to spare.
    const shown = told === '' || told.length >= cells ? told : ` ${told}`;
    pieces.push([shown, theme.accent], [' '.repeat(cells - shown.length), unpainted]);
  }
  return joinPieces(pieces, Number.POSITIVE_INFINITY);
}
