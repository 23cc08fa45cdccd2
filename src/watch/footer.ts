import type { HelpSection } from '../view/pane-help.ts';
import type { FooterKey } from '../view/pane-layout.ts';
import type { BoardsBody } from './body.ts';
import { KEY_BINDINGS } from './keys.ts';
import { clampScroll, shownScroll } from './scroll.ts';
import { hiddenBoardsOf, type Viewport, type ViewState } from './state.ts';

const BACK: FooterKey = { label: 'q', word: 'back' };

const CHOOSER_KEYS: ReadonlyArray<FooterKey> = [
  BACK,
  { label: 'space', word: 'show or hide' },
  { label: 'a', word: 'all or none' },
  { label: 'arrows', word: 'move' },
];

const HELP_KEYS: ReadonlyArray<FooterKey> = [BACK, { label: 'arrows', word: 'scroll' }];

const VIEW_KEYS: ReadonlyArray<FooterKey> = KEY_BINDINGS.flatMap(({ label, footer }) =>
  footer === undefined ? [] : [{ label, word: footer }],
);

/** The keys that work in what is shown, the most important first. */
export function footerKeys({ mode, zoom, topOnly }: ViewState): ReadonlyArray<FooterKey> {
  if (mode === 'boards') return CHOOSER_KEYS;
  if (mode === 'help') return HELP_KEYS;
  if (zoom === null && !topOnly) return VIEW_KEYS;
  const beside: ReadonlyArray<FooterKey> =
    zoom === null ? [] : [{ label: 'left right', word: 'other board' }];
  // The footer names one key that closes, and the top play has no board to zoom.
  const without = zoom === null ? ['z', 't'] : ['z'];
  const [, help, ...others] = VIEW_KEYS.filter(({ label }) => !without.includes(label));
  return [BACK, ...(help === undefined ? [] : [help]), ...beside, ...others];
}

export function keyHelp(): HelpSection {
  return { title: 'Keys', entries: KEY_BINDINGS.map(({ label, help }) => ({ label, word: help })) };
}

/** `15 boards, 6 rows each`, `boards 1-6/15`, with the filter and the number of hidden boards. */
export function describePosition(state: ViewState, boards: BoardsBody, viewport: Viewport): string {
  if (state.mode === 'help' || state.mode === 'boards' || state.topOnly) return linesText(state, viewport);
  const hidden = hiddenBoardsOf(state).length;
  const parts = [
    state.filter === '' ? '' : `filter ${state.filter}`,
    hidden === 0 ? '' : `${hidden} hidden`,
    boardsText(state, boards, viewport),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function boardsText(state: ViewState, { tiles, layout }: BoardsBody, viewport: Viewport): string {
  const { pageLines, totalLines } = viewport;
  if (tiles.length === 0) return '';
  if (totalLines <= pageLines) {
    const count = tiles.length === 1 ? '1 board' : `${tiles.length} boards`;
    const isCut = layout !== null && tiles.some(({ symbols }) => symbols.length >= layout.rows);
    return isCut && layout.rows < 10 ? `${count}, ${layout.rows} rows each` : count;
  }
  const top = clampScroll(shownScroll(state), viewport);
  const isVisible = ({ line, firstRowLine, symbols }: BoardsBody['tiles'][number]) =>
    line >= top && firstRowLine + symbols.length <= top + pageLines;
  const first = tiles.findIndex(isVisible);
  const last = tiles.findLastIndex(isVisible);
  if (first < 0) return linesText(state, viewport);
  const shown = first === last ? `board ${first + 1}` : `boards ${first + 1}-${last + 1}`;
  return `${shown}/${tiles.length}`;
}

function linesText(state: ViewState, viewport: Viewport): string {
  const { pageLines, totalLines } = viewport;
  if (totalLines <= pageLines) return '';
  const top = clampScroll(shownScroll(state), viewport);
  return `${top + 1}-${Math.min(totalLines, top + pageLines)}/${totalLines}`;
}
