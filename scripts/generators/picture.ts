import type { Cell } from '../../test/support/emulator.ts';
import { BACKGROUND, BORDER, mixColors, paintCell, TEXT } from './colors.ts';
import { CELL, type Drawing, isDrawn, renderDrawings, round } from './glyphs.ts';

export interface Picture {
  /** The command line, shown in the title bar. */
  readonly title: string;
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>;
}

const FONTS =
  "ui-monospace,'SF Mono',Menlo,'Cascadia Mono',Consolas,'DejaVu Sans Mono','Liberation Mono',monospace";
const FONT_SIZE = 14;
/** Distance from the top of a cell to the baseline. */
const BASELINE = 13.4;
const PADDING = 16;
const TITLE_HEIGHT = 34;
const RADIUS = 10;
const BUTTONS = ['#f2777a', '#f0c674', '#7fcf8e'];

/** Adjacent cells of a line with the same style. */
interface Run {
  readonly text: string;
  readonly column: number;
  readonly row: number;
  readonly color: string;
  readonly background: string;
  readonly bold: boolean;
}

/** A terminal window as a self-contained SVG with an opaque background, for dark and light pages. */
export function renderPicture({ title, rows }: Picture): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const width = Math.ceil(columns * CELL.width + 2 * PADDING);
  const height = Math.ceil(rows.length * CELL.height + TITLE_HEIGHT + 1.5 * PADDING);
  const runs = rows.flatMap((row, y) => splitRow(row, y));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeText(title)}</title>`,
    ...renderWindow(title, width, height),
    `<g transform="translate(${PADDING} ${TITLE_HEIGHT + PADDING / 2})">`,
    ...runs.filter(({ background }) => background !== BACKGROUND).map(renderBackground),
    ...renderDrawings(runs.flatMap(drawingOf)),
    `<g font-family="${FONTS}" font-size="${FONT_SIZE}">`,
    ...runs.filter(isText).map(renderRun),
    '</g>',
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function renderWindow(title: string, width: number, height: number): ReadonlyArray<string> {
  const middle = TITLE_HEIGHT / 2 + 1;
  const titleColor = mixColors(TEXT, BACKGROUND, 0.7);
  return [
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${RADIUS}" fill="${BACKGROUND}" stroke="${BORDER}"/>`,
    ...BUTTONS.map(
      (color, index) => `<circle cx="${20 + 19 * index}" cy="${middle}" r="5.5" fill="${color}"/>`,
    ),
    `<text x="${width / 2}" y="${middle + 4.5}" text-anchor="middle" font-family="${FONTS}" font-size="13" fill="${titleColor}">${escapeText(title)}</text>`,
  ];
}

/** Splits a line at style changes, gaps, drawn characters and non-ASCII characters. */
function splitRow(row: ReadonlyArray<Cell>, y: number): ReadonlyArray<Run> {
  const runs: Array<Run> = [];
  for (const [column, cell] of row.entries()) {
    const { bold, text } = cell;
    const run: Run = { text, column, row: y, bold, ...paintCell(cell) };
    const last = runs.at(-1);
    const isContinuation = last !== undefined && continues(last, run);
    if (isContinuation) runs[runs.length - 1] = { ...last, text: last.text + text };
    else runs.push(run);
  }
  return runs;
}

function continues(last: Run, next: Run): boolean {
  if (last.background !== next.background) return false;
  const isBlank = (text: string) => text.trim() === '';
  // One space between words belongs to the text; two or more are a gap.
  if (isBlank(next.text)) return isBlank(last.text) || (isAscii(last.text) && !last.text.endsWith(' '));
  if (last.color !== next.color || last.bold !== next.bold) return false;
  if (isDrawn(next.text)) return last.text.startsWith(next.text);
  return isAscii(next.text) && isAscii(last.text) && !last.text.endsWith('  ');
}

/** Whether a monospace font has these characters. Others can come from a fallback font and are positioned individually. */
function isAscii(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

function isText({ text }: Run): boolean {
  return text.trim() !== '' && !isDrawn(text[0] ?? '');
}

function drawingOf({ text, ...place }: Run): ReadonlyArray<Drawing> {
  const character = text[0] ?? '';
  return isDrawn(character) ? [{ ...place, character, length: text.length }] : [];
}

function renderBackground({ text, column, row, background }: Run): string {
  const [x, y, width] = [column * CELL.width, row * CELL.height, text.length * CELL.width].map(round);
  return `<rect x="${x}" y="${y}" width="${width}" height="${CELL.height}" fill="${background}"/>`;
}

/** `textLength` fits the text to its cells, so that columns align in any font. */
function renderRun({ text, column, row, color, bold }: Run): string {
  const shown = text.trim();
  const indent = text.length - text.trimStart().length;
  const attributes = [
    `x="${round((column + indent) * CELL.width)}" y="${round(row * CELL.height + BASELINE)}"`,
    `textLength="${round(shown.length * CELL.width)}" lengthAdjust="spacingAndGlyphs"`,
    `fill="${color}"`,
    ...(bold ? ['font-weight="700"'] : []),
  ];
  return `<text ${attributes.join(' ')}>${escapeText(shown)}</text>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
