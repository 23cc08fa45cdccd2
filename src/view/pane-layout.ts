import { drawBox, joinBlocks, joinPieces, LIGHT, type Line, type Lines } from './box.ts';
import { fitText } from './fit.ts';
import { cleanText, clip, displayWidth, fitCell } from './safe-text.ts';
import { type Paint, type Theme, unpainted } from './theme.ts';

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

/** Joins blocks of lines side by side, `columns` in a row. All but the last of a row are padded to `width` cells. */
export function layOutRows(
  blocks: ReadonlyArray<ReadonlyArray<Line>>,
  { columns, width, gap }: { readonly columns: number; readonly width: number; readonly gap: number },
  heights: ReadonlyArray<number>,
): Lines {
  const widths = new Array<number>(columns).fill(width);
  return heights.flatMap((height, row) =>
    joinBlocks(blocks.slice(row * columns, (row + 1) * columns), { widths, gap }, height),
  );
}

export interface FooterKey {
  readonly label: string;
  readonly word: string;
  /** In place of the word, where that does not fit. */
  readonly short?: string;
  /** Leaves the footer after the position, as the first keys do. */
  readonly isLasting?: boolean;
}

/** The first keys of the footer never leave it: how to get out, and how to get help. */
const LASTING_KEYS = 2;

export interface Footer {
  readonly keys: ReadonlyArray<FooterKey>;
  /** What is shown of the boards, at the right: the first text that fits beside the lasting keys. */
  readonly positions: ReadonlyArray<string>;
  /** Replaces all but the first keys; empty for none. */
  readonly notice: string;
}

/** `q quit  ? help  / filter …     15 boards, 6 rows each`. Keys that do not fit are omitted. */
export function renderFooter({ keys, positions, notice }: Footer, width: number, theme: Theme): string {
  if (notice !== '') return renderNotice(keys, notice, width, theme);
  const lasting = keyPieces(lastingKeys(keys), width, theme);
  const end = fitText(width - lasting.cells - 2, ...positions, '');
  const { pieces, cells } = keyPieces(keys, width - displayWidth(end) - (end === '' ? 0 : 2), theme);
  const blanks = end === '' ? 0 : Math.max(1, width - cells - displayWidth(end));
  return joinPieces([...pieces, [' '.repeat(blanks), unpainted], [end, theme.muted]], width).painted;
}

/** The keys that leave the footer after the position, in their fewest cells. */
function lastingKeys(keys: Footer['keys']): Footer['keys'] {
  return keys
    .filter(({ isLasting }, index) => index < LASTING_KEYS || isLasting === true)
    .map(({ label, word, short = word }) => ({ label, word: short }));
}

/** The first keys, without their words where the notice would be cut, and the notice. */
function renderNotice(keys: Footer['keys'], notice: string, width: number, theme: Theme): string {
  const text = ` ${cleanText(notice)} `;
  const first = keys.slice(0, LASTING_KEYS);
  const worded = keyPieces(first, width, theme);
  const fits = worded.cells + 2 + displayWidth(text) <= width;
  const { pieces, cells } = fits
    ? worded
    : keyPieces(
        first.map(({ label }) => ({ label, word: '' })),
        width,
        theme,
      );
  const cell = fitCell(text.trimEnd(), Math.max(0, width - cells - 2));
  return joinPieces([...pieces, ['  ', unpainted], [cell, theme.banner]], width).painted;
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

/** The prompt for a time with the text entered so far. */
export function renderTimePrompt(text: string, width: number, theme: Theme): string {
  return joinPieces(
    [
      ['time: ', theme.muted],
      [text, theme.strong],
      ['▏', theme.accent],
      ['  10:15 or 15m ago; Enter go, Esc cancel', theme.muted],
    ],
    width,
  ).painted;
}

/** The filter prompt with the text entered so far, and what Enter does. */
export function renderFilterPrompt(text: string, enter: string, width: number, theme: Theme): string {
  return joinPieces(
    [
      ['filter symbols: ', theme.muted],
      [text, theme.strong],
      ['▏', theme.accent],
      [`  Enter ${enter}, Esc clear`, theme.muted],
    ],
    width,
  ).painted;
}

export interface BoardChoice {
  readonly title: string;
  readonly shown: boolean;
}

/** The list of boards, with a check box for each. */
export function renderChooser(
  choices: ReadonlyArray<BoardChoice>,
  cursor: number,
  width: number,
  theme: Theme,
): Lines {
  const inner = Math.min(width, 60) - 4;
  const lines = choices.map(({ title, shown }, index) => {
    const text = clip(`${index === cursor ? '▸' : ' '} [${shown ? 'x' : ' '}] ${cleanText(title)}`, inner);
    return joinPieces([[text, index === cursor ? theme.strong : unpainted]], inner);
  });
  const title = { text: 'Boards', paint: theme.title };
  return drawBox(lines, inner + 4, title, { pieces: LIGHT, paint: theme.muted });
}
