import type { Selection } from '../market/selection.ts';
import { formatTime } from '../text/format.ts';
import { joinPieces, joinTexts } from '../text/lines.ts';
import { cleanText, clip, displayWidth } from '../text/safe-text.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';
import { countHidden } from './shown-boards.ts';
import { hiddenBoardsOf } from './state.ts';
import type { BodyRow, Front, Key, Page, PaneState } from './view.ts';

interface FooterKey {
  readonly label: string;
  readonly word: string;
  /** In place of the word, where that does not fit. */
  readonly short?: string;
}

/** The first keys of the footer never leave it: how to get out, and how to get help. */
const LASTING_KEYS = 2;
const MAX_MESSAGE_WIDTH = 60;

/**
 * `q quit  ? help  Enter card …     15 boards, 6 rows`: the keys that work now, as many as fit, and at the right a message, or the
 * first text about what is shown that fits beside the lasting keys.
 */
export function renderFooter(front: Front, all: ReadonlyArray<Key>): string {
  const {
    pane,
    message,
    ctx: { width, theme },
  } = front;
  const keys = footerKeys(front, all);
  const ends = message === '' ? positionTexts(front) : [message];
  /** The words of the lasting keys give way to it. */
  const isUrgent = message !== '' || isPaused(pane);
  const texts = ends.map((text) => clip(cleanText(text), isUrgent ? MAX_MESSAGE_WIDTH : width));
  const first = keys.slice(0, LASTING_KEYS);
  const room = width - keyPieces(first, width, theme).cells - 2;
  const fitting = texts.find((text) => displayWidth(text) <= room);
  const bare = first.map(({ label }) => ({ label, word: '' }));
  const shown = isUrgent && fitting === undefined ? bare : keys;
  const rest = isUrgent ? width - keyPieces(bare, width, theme).cells - 2 : 0;
  const end = clip(fitting ?? texts.at(-1) ?? '', fitting === undefined ? Math.max(0, rest) : room);
  const { pieces, cells } = keyPieces(shown, width - displayWidth(end) - (end === '' ? 0 : 2), theme);
  const blanks = end === '' ? 0 : Math.max(1, width - cells - displayWidth(end));
  const paint = isUrgent ? theme.strong : theme.muted;
  return joinPieces([...pieces, [' '.repeat(blanks), unpainted], [end, paint]], width).painted;
}

function keyPieces(keys: ReadonlyArray<FooterKey>, room: number, theme: Theme) {
  const pieces: Array<readonly [string, Paint]> = [];
  let cells = 0;
  for (const { label, word, short = word } of keys) {
    const gap = pieces.length === 0 ? '' : '  ';
    const left = room - cells - displayWidth(gap + label);
    const text = [word, short].map(wordText).find((each) => displayWidth(each) <= left);
    if (text === undefined) break;
    cells = room - left + displayWidth(text);
    pieces.push([gap, unpainted], [label, theme.strong], [text, theme.muted]);
  }
  return { pieces, cells };
}

function wordText(word: string): string {
  return word === '' ? '' : ` ${word}`;
}

/** The keys that work now, the most important first. */
function footerKeys(front: Front, keys: ReadonlyArray<Key>): ReadonlyArray<FooterKey> {
  const named = keys.flatMap((key, index) => {
    const words = key.footer?.(front) ?? null;
    if (words === null || (key.disabled?.(front) ?? null) !== null) return [];
    const [word, short] = typeof words === 'string' ? [words, words] : words;
    const order = index < LASTING_KEYS ? 0 : key.isFirst?.(front) === true ? 1 : 2;
    return [{ label: key.label, word, short, order }];
  });
  return named.sort((one, other) => one.order - other.order);
}

/**
 * The end of the footer: `15 boards, 6 rows`, `filter TL, 2 hidden, boards 1-6/15`, and shorter texts for where that does
 * not fit. The last to go is that something is left out.
 */
function positionTexts(front: Front): ReadonlyArray<string> {
  const { pane, body, page, ctx, known } = front;
  if (body.position === undefined) return [linesText(page)];
  const hidden = countHidden(known, hiddenBoardsOf(pane));
  const filter = pane.filter === '' ? '' : `filter ${pane.filter.trim()}`;
  const missing = joinTexts(', ', hidden === 0 ? '' : `${hidden} hidden`, known.leftOut);
  const only = optionsText(front.selection);
  const filtered = filter === '' && only === '' ? '' : 'filtered';
  const paused = isPaused(pane) ? 'paused' : '';
  const asOf = front.past === null ? (known.snapshot?.asOfMilliseconds ?? null) : null;
  const since = paused === '' || asOf === null ? paused : `paused, data of ${formatTime(asOf, ctx)}`;
  return [
    joinTexts(', ', since, filter, only, missing, body.position(page)),
    joinTexts(', ', since, filter, only, missing),
    joinTexts(', ', paused, filter, only, missing),
    joinTexts(', ', paused, filter, only),
    joinTexts(', ', paused, [filter, missing, filtered].find((text) => text !== '') ?? ''),
    paused === '' ? pane.filter : paused,
    paused === '' ? filtered : paused,
  ];
}

/** Whether polls are paused. Line 1 says what a replay does. */
function isPaused({ paused, recorded }: PaneState): boolean {
  return paused && recorded === null;
}

/** The options of the command line that filter: `only SONA, bearish, 3+ boards`. */
function optionsText({ symbols, bias, minBoards }: Selection): string {
  const options = joinTexts(
    ', ',
    (symbols ?? []).join(', '),
    bias ?? '',
    minBoards == null ? '' : `${minBoards}+ boards`,
  );
  return options === '' ? '' : `only ${options}`;
}

/** Which of the rows of a list are on the screen: `1-6/18`; empty if all are. */
export function rowsText(rows: ReadonlyArray<BodyRow>, { scroll, pageLines, totalLines }: Page): string {
  if (totalLines <= pageLines) return '';
  const isVisible = ({ line }: BodyRow) => line >= scroll && line < scroll + pageLines;
  const first = rows.findIndex(isVisible);
  return first < 0 ? '' : `${first + 1}-${rows.findLastIndex(isVisible) + 1}/${rows.length}`;
}

export function linesText({ scroll, pageLines, totalLines }: Page): string {
  if (totalLines <= pageLines) return '';
  return `${scroll + 1}-${Math.min(totalLines, scroll + pageLines)}/${totalLines}`;
}
