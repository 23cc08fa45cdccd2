import type { Selection } from '../market/selection.ts';
import { formatTime } from '../text/format.ts';
import type { FooterKey } from './pane-layout.ts';
import { coveredLines } from './scroll.ts';
import { lineOf } from './selected-row.ts';
import { countHidden } from './shown-boards.ts';
import { hiddenBoardsOf } from './state.ts';
import type { Front, Key, Page, PaneState, Shown, Tile } from './view.ts';

/** Those that work now, the most important first. */
export function footerKeys(front: Front, keys: ReadonlyArray<Key>): ReadonlyArray<FooterKey> {
  const named = keys.flatMap((key): ReadonlyArray<FooterKey & { readonly isFirst: boolean }> => {
    const words = key.footer?.(front) ?? null;
    const reason = key.idle?.(front) ?? key.disabled?.(front, key.keys[0] ?? '') ?? null;
    if (words === null || reason !== null) return [];
    const [word, short] = typeof words === 'string' ? [words, words] : words;
    return [{ label: key.label, word, short, isFirst: key.isFirst?.(front) === true }];
  });
  const [lasting, others] = [named.slice(0, 2), named.slice(2)];
  return [
    ...lasting,
    ...others.filter(({ isFirst }) => isFirst),
    ...others.filter(({ isFirst }) => !isFirst),
  ];
}

/**
 * The end of the footer: `15 boards, 6 rows`, `filter TL, 2 hidden, boards 1-6/15`, and shorter texts for where that does
 * not fit. The last to go is that something is left out.
 */
export function describePosition({ pane, opened, shown, body, page }: Front): ReadonlyArray<string> {
  if (body.position === undefined) return [linesText(page)];
  const hidden = countHidden(shown.known, hiddenBoardsOf(pane));
  const filter = pane.filter === '' ? '' : `filter ${pane.filter.trim()}`;
  const missing = joinParts(hidden === 0 ? '' : `${hidden} hidden`, leftOutText(shown, opened.view.board));
  const only = optionsText(shown.style.selection);
  const filtered = filter === '' && only === '' ? '' : 'filtered';
  const paused = isPaused(pane) ? 'paused' : '';
  const asOf = shown.past === null ? (shown.known.snapshot?.asOfMilliseconds ?? null) : null;
  const since = paused === '' || asOf === null ? paused : `paused, data of ${formatTime(asOf, shown.ctx)}`;
  return [
    joinParts(since, filter, only, missing, body.position(page)),
    joinParts(since, filter, only, missing),
    joinParts(paused, filter, only, missing),
    joinParts(paused, filter, only),
    joinParts(paused, [filter, missing, filtered].find((text) => text !== '') ?? ''),
    paused === '' ? pane.filter : paused,
    paused === '' ? filtered : paused,
  ];
}

/** Whether polls are paused. Line 1 says what a replay does. */
export function isPaused({ paused, recorded }: PaneState): boolean {
  return paused && recorded === null;
}

/** The options of the command line that filter: `only SONA, bearish, 3+ boards`. */
function optionsText({ symbols, bias, minBoards }: Selection): string {
  const options = joinParts(
    (symbols ?? []).join(', '),
    bias ?? '',
    minBoards == null ? '' : `${minBoards}+ boards`,
  );
  return options === '' ? '' : `only ${options}`;
}

/** `100 of 5000 boards`, or of the rows of a zoomed board `10 of 20000 rows`; empty if nothing is left out. */
function leftOutText(
  { known: { leftOut: left }, style: { limit } }: Shown,
  zoom: string | undefined,
): string {
  if (left === null) return '';
  const { kept, all } = left.rowsOf.get(zoom ?? '') ?? left.rows;
  if (zoom !== undefined)
    return kept === all || !left.rowsOf.has(zoom) ? '' : `${Math.min(kept, limit)} of ${all} rows`;
  const { boards } = left;
  return joinParts(
    boards.kept < boards.all ? `${boards.kept} of ${boards.all} boards` : '',
    kept < all ? `${kept} of ${all} rows` : '',
  );
}

function joinParts(...parts: ReadonlyArray<string>): string {
  return parts.filter((part) => part !== '').join(', ');
}

/** Which of the rows of a list are on the screen: `1-6/18`; empty if all are. */
export function rowsText(tiles: ReadonlyArray<Tile>, page: Page): string {
  const { scroll, pageLines, totalLines } = page;
  if (totalLines <= pageLines) return '';
  const lines = tiles.flatMap(({ symbols }, tile) => symbols.map((_, row) => lineOf({ tile, row }, tiles)));
  const top = scroll + coveredLines(scroll, page);
  const isVisible = (line: number) => line >= top && line < scroll + pageLines;
  const first = lines.findIndex(isVisible);
  return first < 0 ? '' : `${first + 1}-${lines.findLastIndex(isVisible) + 1}/${lines.length}`;
}

export function linesText({ scroll, pageLines, totalLines }: Page): string {
  if (totalLines <= pageLines) return '';
  return `${scroll + 1}-${Math.min(totalLines, scroll + pageLines)}/${totalLines}`;
}
