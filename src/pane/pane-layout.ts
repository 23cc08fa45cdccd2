import { joinPieces, type Lines } from '../text/box.ts';
import { cleanText, clip, displayWidth, fitCell } from '../text/safe-text.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';

export interface PaneSize {
  readonly rows: number;
  readonly width: number;
}

/** The part of the pane that scrolls. */
export interface Body {
  readonly lines: Lines;
  /** The first line of each block (a row of tiles, a wide board), ascending. A page begins with a block, where it can. */
  readonly blockStarts: ReadonlyArray<number>;
}

export interface PaneParts {
  /** Fixed at the top. */
  readonly header: Lines;
  readonly body: Body;
  /** The first visible line of the body. */
  readonly scroll: number;
  readonly footer: string;
}

/** Number of body lines visible at a time. */
export function pageLines(header: Lines, { rows }: PaneSize): number {
  return Math.max(1, rows - header.length - 1);
}

/** Exactly `size.rows` lines: header, the visible part of the body, footer. */
export function composePane({ header, body, scroll, footer }: PaneParts, size: PaneSize): Lines {
  const page = pageLines(header, size);
  const visible = visibleLines(body, scroll, page);
  const blank = Array.from({ length: Math.max(0, page - visible.length) }, () => '');
  return [...header, ...visible, ...blank]
    .slice(0, Math.max(0, size.rows - 1))
    .concat(footer)
    .slice(-size.rows);
}

/**
 * A block that is taller than the page keeps its first line, the title, at the top while its other lines scroll. A page of
 * one line has no room for it.
 */
function visibleLines({ lines, blockStarts }: Body, scroll: number, page: number): Lines {
  const visible = lines.slice(scroll, scroll + page);
  if (page === 1) return visible;
  const start = blockStarts.findLast((line) => line <= scroll);
  const title = start === undefined || start === scroll ? undefined : lines[start];
  return title === undefined ? visible : [title, ...visible.slice(1)];
}

export interface FooterKey {
  readonly label: string;
  readonly word: string;
  /** In place of the word, where that does not fit. */
  readonly short?: string;
}

/** The first keys of the footer never leave it: how to get out, and how to get help. */
const LASTING_KEYS = 2;
const MAX_MESSAGE_WIDTH = 60;

export interface Footer {
  readonly keys: ReadonlyArray<FooterKey>;
  /** At the right: a message, or what is shown. The first text that fits beside the lasting keys. */
  readonly ends: ReadonlyArray<string>;
  /** Whether the words of the lasting keys give way to it. */
  readonly isUrgent: boolean;
}

/** `q quit  ? help  Enter card …     15 boards, 6 rows each`. Keys that do not fit are omitted. */
export function renderFooter({ keys, ends, isUrgent }: Footer, width: number, theme: Theme): string {
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

/** One highlighted line across the full width. */
export function renderBanner(text: string, width: number, theme: Theme): string {
  return theme.banner(fitCell(` ${cleanText(text)}`, width));
}

/** What the user is asked for, the text entered so far, and what ends it. */
export function renderPrompt(
  { label, text, hint }: { readonly label: string; readonly text: string; readonly hint: string },
  width: number,
  theme: Theme,
): string {
  return joinPieces(
    [
      [label, theme.muted],
      [text, theme.strong],
      ['▏', theme.accent],
      [`  ${hint}`, theme.muted],
    ],
    width,
  ).painted;
}
