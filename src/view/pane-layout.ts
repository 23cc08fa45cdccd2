import { drawBox, joinPieces, LIGHT, type Lines } from './box.ts';
import { cleanText, clip, displayWidth, fitCell } from './safe-text.ts';
import type { Paint, Theme } from './theme.ts';

const unpainted: Paint = (text) => text;

export interface PaneSize {
  readonly rows: number;
  readonly width: number;
}

export interface PaneParts {
  /** Fixed at the top. */
  readonly header: Lines;
  /** Scrolled by `scroll` lines. */
  readonly body: Lines;
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
  const visible = body.slice(scroll, scroll + page);
  const blank = Array.from({ length: Math.max(0, page - visible.length) }, () => '');
  return [...header, ...visible, ...blank]
    .slice(0, Math.max(0, size.rows - 1))
    .concat(footer)
    .slice(-size.rows);
}

export interface FooterKey {
  readonly label: string;
  readonly word: string;
}

/** `q quit  space pause …` with the scroll position at the right. Keys that do not fit are omitted. */
export function renderFooter(
  keys: ReadonlyArray<FooterKey>,
  position: string,
  width: number,
  theme: Theme,
): string {
  const room = width - displayWidth(position) - 1;
  const pieces: Array<readonly [string, Paint]> = [];
  let used = 0;
  for (const { label, word } of keys) {
    const gap = pieces.length === 0 ? '' : '  ';
    const cells = displayWidth(gap) + displayWidth(label) + 1 + word.length;
    if (used + cells > room) break;
    used += cells;
    pieces.push([gap, unpainted], [label, theme.strong], [` ${word}`, theme.muted]);
  }
  return joinPieces(
    [
      ...pieces,
      [' '.repeat(Math.max(1, width - used - displayWidth(position))), unpainted],
      [position, theme.muted],
    ],
    width,
  ).painted;
}

/** One highlighted line across the full width. */
export function renderBanner(text: string, width: number, theme: Theme): string {
  return theme.banner(fitCell(` ${cleanText(text)}`, width));
}

/** The filter prompt with the text entered so far. */
export function renderPrompt(text: string, width: number, theme: Theme): string {
  return joinPieces(
    [
      ['filter symbols: ', theme.muted],
      [text, theme.strong],
      ['▏', theme.accent],
      ['  Enter apply, Esc clear', theme.muted],
    ],
    width,
  ).painted;
}

/** The key bindings, one per line. */
export function renderHelp(keys: ReadonlyArray<FooterKey>, width: number, theme: Theme): Lines {
  const labelWidth = Math.max(...keys.map(({ label }) => displayWidth(label)));
  const inner = Math.min(width, 72) - 4;
  const lines = keys.map(({ label, word }) =>
    joinPieces(
      [
        [fitCell(label, labelWidth), theme.strong],
        [`  ${word}`, unpainted],
      ],
      inner,
    ),
  );
  return drawBox(
    lines,
    inner + 4,
    { text: 'Keys', paint: theme.title, detail: 'Esc to close' },
    frame(theme),
  );
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
  const title = { text: 'Boards', paint: theme.title, detail: 'space toggle, a all, Enter close' };
  return drawBox(lines, inner + 4, title, frame(theme));
}

function frame(theme: Theme) {
  return { pieces: LIGHT, paint: theme.muted };
}
