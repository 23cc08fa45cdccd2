import type { Cell, CellColor } from '../../test/support/emulator.ts';

const BACKGROUND = '#14171f';
const TEXT = '#dce1ec';
/** Black, red, green, yellow, blue, magenta, cyan, white, then their bright variants. */
const ANSI_COLORS = [
  ...['#2a303c', '#f2777a', '#7fcf8e', '#f0c674', '#6cb0f5', '#c792ea', '#62c8d8', '#c9cfdb'],
  ...['#6b7485', '#ff9a9c', '#a3e2ae', '#ffdf9a', '#93c8ff', '#dcb3f5', '#8ee0ec', '#ffffff'],
];
/** Channel values of the 6×6×6 colour cube in the 256-colour palette. */
const CUBE_STEPS = [0, 95, 135, 175, 215, 255];

const FONTS =
  "ui-monospace,'SF Mono',Menlo,'Cascadia Mono',Consolas,'DejaVu Sans Mono','Liberation Mono',monospace";
const CELL = { width: 8.4, height: 18 };
/** Distance from the top of a cell to the baseline. */
const BASELINE = 13.4;
const PADDING = 16;
const TITLE_HEIGHT = 34;

type Row = ReadonlyArray<Cell>;

/** Renders a terminal window as SVG. Its opaque background suits dark and light pages. */
export function renderPicture(title: string, rows: ReadonlyArray<Row>): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const width = Math.ceil(columns * CELL.width + 2 * PADDING);
  const height = Math.ceil(rows.length * CELL.height + TITLE_HEIGHT + 1.5 * PADDING);
  const middle = TITLE_HEIGHT / 2 + 1;
  const buttons = ['#f2777a', '#f0c674', '#7fcf8e'].map(
    (color, index) => `<circle cx="${20 + 19 * index}" cy="${middle}" r="5.5" fill="${color}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeText(title)}</title>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10" fill="${BACKGROUND}" stroke="#39404f"/>`,
    ...buttons,
    `<g font-family="${FONTS}" font-size="14">`,
    `<text x="${width / 2}" y="${middle + 4.5}" text-anchor="middle" font-size="13" fill="#a0a4af">${escapeText(title)}</text>`,
    `<g transform="translate(${PADDING} ${TITLE_HEIGHT + PADDING / 2})">`,
    ...rows.flatMap((row, y) => runsOf(row).flatMap((run) => renderRun(run, y * CELL.height))),
    '</g>',
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Adjacent cells with the same style. */
type Run = ReturnType<typeof runsOf>[number];

function runsOf(row: Row) {
  const styleOf = (cell: Cell | undefined) => JSON.stringify({ ...cell, text: '' });
  const starts = row.flatMap((cell, column) => (styleOf(cell) === styleOf(row[column - 1]) ? [] : [column]));
  return starts.flatMap((column, index) => {
    const [cell, ...others] = row.slice(column, starts[index + 1]);
    if (cell === undefined) return [];
    return [{ column, cell, text: cell.text + others.map(({ text }) => text).join('') }];
  });
}

/** Separates ASCII words from other characters, which may come from a font with another width. */
const PIECES = /[!-~]+(?: [!-~]+)*|([^ -~])\1*/g;

/** `textLength` fits the text to its cells, so that columns align and lines connect in any font. */
function renderRun({ column, text, cell }: Run, top: number): ReadonlyArray<string> {
  const { color, background } = colorsOf(cell);
  const xOf = (index: number) => round((column + index) * CELL.width);
  const fill = `<rect x="${xOf(0)}" y="${top}" width="${round(text.length * CELL.width)}" height="${CELL.height}" fill="${background}"/>`;
  const style = (cell.bold ? ' font-weight="700"' : '') + (cell.dim ? ' fill-opacity="0.6"' : '');
  const texts = [...text.matchAll(PIECES)].map(({ 0: piece, index }) =>
    [
      `<text x="${xOf(index)}" y="${round(top + BASELINE)}"`,
      `textLength="${round(piece.length * CELL.width)}" lengthAdjust="spacingAndGlyphs"`,
      `fill="${color}"${style}>${escapeText(piece)}</text>`,
    ].join(' '),
  );
  return [...(background === BACKGROUND ? [] : [fill]), ...texts];
}

function colorsOf(cell: Cell) {
  const [text, fill] = [hexOf(cell.color) ?? TEXT, hexOf(cell.background) ?? BACKGROUND];
  return cell.inverse ? { color: fill, background: text } : { color: text, background: fill };
}

function hexOf(color: CellColor): string | null {
  if (typeof color !== 'number') return color;
  if (color < 16) return ANSI_COLORS[color] ?? null;
  if (color >= 232) return hex(new Array<number>(3).fill(8 + 10 * (color - 232)));
  return hex([36, 6, 1].map((unit) => CUBE_STEPS[Math.floor((color - 16) / unit) % 6] ?? 0));
}

function hex(channels: ReadonlyArray<number>): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Keeps one decimal, so that the file stays small. */
function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
