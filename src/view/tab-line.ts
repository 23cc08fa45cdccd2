import type { Timeframe } from '../vocabulary.ts';
import { joinPieces, type Line } from './box.ts';
import { displayWidth } from './safe-text.ts';
import { type Paint, type Theme, unpainted } from './theme.ts';

/** A timeframe in the first line of the pane. */
export interface PaneTab {
  readonly timeframe: Timeframe;
  /** The digit key that shows it. */
  readonly digit: number;
  readonly isShown: boolean;
  readonly isPolled: boolean;
  /** Symbols that entered its boards, or became its top play, since it was last shown. */
  readonly news: number;
}

/** From the widest to the narrowest: the names of other tabs give way first, then their digits, then what is new in them. */
export type TabStyle = 'names' | 'digits' | 'shown' | 'bare';

/** There are seldom more news. */
const RESERVED_NEWS = 99;

/** The cells of the tabs with all news that can come and go, so that a line keeps its style when they do. */
export function widestTabs(tabs: ReadonlyArray<PaneTab>, style: TabStyle, theme: Theme): number {
  return displayWidth(tabLine(tabs, style, theme, RESERVED_NEWS).plain);
}

/** The tabs, with cells for at least `leastNews` where there can be news. */
export function tabLine(tabs: ReadonlyArray<PaneTab>, style: TabStyle, theme: Theme, leastNews = 0): Line {
  const canHaveNews = ({ isPolled, isShown }: PaneTab) => isPolled && !isShown;
  const newsOf = (tab: PaneTab) => (canHaveNews(tab) ? Math.max(leastNews, tab.news) : tab.news);
  const sum = tabs.reduce((total, tab) => total + (tab.isShown ? 0 : tab.news), 0);
  const news = tabs.some(canHaveNews) ? Math.max(leastNews, sum) : sum;
  const pieces: Array<readonly [string, Paint]> = [];
  for (const tab of tabs) {
    if (style === 'shown' || style === 'bare') {
      if (!tab.isShown) continue;
      const name = tab.timeframe.toUpperCase();
      pieces.push([style === 'bare' ? name : `${tab.digit} ${name}`, theme.title]);
      if (style === 'shown') pieces.push([newsText(news, ' '), theme.accent]);
      continue;
    }
    if (pieces.length > 0) pieces.push([style === 'names' ? '  ' : ' ', unpainted]);
    const name = style === 'names' ? `${tab.digit} ${tab.timeframe}` : String(tab.digit);
    if (tab.isShown) {
      pieces.push([
        ` ${tab.digit} ${tab.timeframe.toUpperCase()} `,
        (text) => theme.selectedTab(text.slice(1, -1)),
      ]);
    } else {
      pieces.push([name, tab.isPolled ? unpainted : theme.muted]);
      pieces.push([newsText(newsOf(tab), style === 'names' ? ' ' : ''), theme.accent]);
    }
  }
  return joinPieces(pieces, Number.POSITIVE_INFINITY);
}

function newsText(news: number, gap: string): string {
  return news === 0 ? '' : `${gap}•${Math.min(news, 999)}`;
}
