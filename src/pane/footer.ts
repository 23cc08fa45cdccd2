import { onlyText } from '../fields/notes.ts';
import type { Segment } from '../text/lines.ts';
import { fitLine, lastFirst, shortening } from '../text/parts.ts';
import { cleanText, clip } from '../text/safe-text.ts';
import { type Theme, unpainted } from '../text/theme.ts';
import { filterText } from './frame-boards.ts';
import { hiddenBoardsOf } from './state.ts';
import type { BodyRow, Front, HelpEntry, Key, Page } from './view.ts';

/** The first keys, `q` and `?`, never leave the footer. */
const LASTING_KEYS = 2;
/** The width of `q  ?  `: the keys that never leave the footer, without their words. */
const LEAST_WIDTH = 6;
const WITHOUT_KEYBOARD: HelpEntry = { label: 'Ctrl-C', word: 'quits' };

/** The parts with the lowest number are dropped first. */
const PRIORITY = { keys: 0, position: 1, words: 2 };

/** Draws `q quit  ? help …     15 boards, 6 rows`. Keys lose their words before a message is cut. */
export function renderFooter(front: Front, all: ReadonlyArray<Key>, message: string): string {
  const { pane, input } = front;
  const { width, theme } = input.style;
  const keys = input.status.hasKeyboard ? footerKeys(front, all) : [WITHOUT_KEYBOARD];
  const paint = message !== '' || pane.paused ? theme.strong : theme.muted;
  const room = Math.max(0, width - LEAST_WIDTH);
  const texts = message === '' ? [...positionTexts(front), ''] : [clip(cleanText(message), room)];
  const parts = keys.flatMap((entry, index) => keyParts(entry, index, theme));
  return fitLine(parts, width, [shortening(texts, paint, PRIORITY.position)]);
}

function keyParts({ label, word }: HelpEntry, index: number, { strong, muted }: Theme): Segment {
  const priority = index < LASTING_KEYS ? undefined : lastFirst(PRIORITY.keys, index);
  return [
    [index === 0 ? '' : '  ', unpainted, priority],
    [label, strong, priority],
    [` ${word}`, muted, priority ?? lastFirst(PRIORITY.words, index)],
  ];
}

function footerKeys(front: Front, keys: ReadonlyArray<Key>): ReadonlyArray<HelpEntry> {
  const named = keys.flatMap((key, index) => {
    const word = key.footer?.(front) ?? null;
    if (word === null || (key.disabled?.(front) ?? null) !== null) return [];
    const order = index < LASTING_KEYS ? 0 : key.isFirst?.(front) === true ? 1 : 2;
    return [{ label: key.label, word, order }];
  });
  return named.sort((one, other) => one.order - other.order);
}

function positionTexts(front: Front): ReadonlyArray<string> {
  const { pane, body, page } = front;
  if (body.position === undefined) return [linesText(page)];
  const hidden = hiddenBoardsOf(pane).length;
  const only = onlyText(front.input.selection);
  const parts = [
    pane.paused ? 'paused' : '',
    pane.filter === '' ? '' : `filter ${filterText(pane.filter)}`,
    only,
    hidden === 0 ? '' : `${hidden} hidden`,
    body.position(page),
  ].filter((part) => part !== '');
  const isFiltered = pane.filter !== '' || only !== '';
  return [
    ...parts.map((_, index) => parts.slice(0, parts.length - index).join(', ')),
    isFiltered ? 'filtered' : '',
  ];
}

/** Returns `1-6/18`; empty if all rows are on the screen. */
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
