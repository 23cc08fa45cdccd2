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

/** A screen of an animation, and the time for which it is shown. */
export interface Frame {
  readonly title: string;
  readonly rows: ReadonlyArray<Row>;
  readonly seconds: number;
}

/** Renders a terminal window as SVG. Its opaque background suits dark and light pages. */
export function renderPicture(title: string, rows: ReadonlyArray<Row>): string {
  const { width } = sizeOf(rows);
  return renderWindow(title, rows, [
    titleText(title, width),
    screen(rows.map(renderRow).filter((line) => line !== '')),
  ]);
}

/**
 * Renders frames of one size as an SVG that repeats them. Where motion is reduced, or a reader does not support it, the picture is the
 * frame with the index `still`.
 */
export function renderAnimation(frames: ReadonlyArray<Frame>, still: number): string {
  const [first] = frames;
  if (first === undefined) throw new Error('an animation needs a frame');
  const { width } = sizeOf(first.rows);
  const spans = new Map<string, string>();
  /** Draws one line of all frames. Frames that follow each other share a text that they have in common. */
  const drawLine = (texts: ReadonlyArray<string>) => {
    const starts = texts.flatMap((text, index) => (text === texts[index - 1] ? [] : [index]));
    return starts.flatMap((start, index) => {
      const end = starts[index + 1] ?? texts.length;
      const text = texts[start] ?? '';
      if (text === '' || starts.length === 1) return text || [];
      const name = `s${start}-${end}`;
      spans.set(name, visibleFrom(name, frames, start, end));
      const isStill = start <= still && still < end;
      return `<g class="a ${name}${isStill ? ' still' : ''}">${text}</g>`;
    });
  };
  const titles = drawLine(frames.map(({ title }) => titleText(title, width)));
  const lines = first.rows.flatMap((_, y) => drawLine(frames.map(({ rows }) => renderRow(rows[y] ?? [], y))));
  const rules = ['.a{visibility:hidden}', '.still{visibility:visible}', ...spans.values()];
  const style = `<style>${rules.join('')}@media (prefers-reduced-motion:reduce){.a{animation:none}}</style>`;
  return renderWindow(first.title, first.rows, [style, ...titles, screen(lines)]);
}

/** A CSS rule that shows the frames from `start` to before `end`. */
function visibleFrom(name: string, frames: ReadonlyArray<Frame>, start: number, end: number): string {
  const secondsUntil = (index: number) =>
    frames.slice(0, index).reduce((sum, { seconds }) => sum + seconds, 0);
  const total = secondsUntil(frames.length);
  const percent = (index: number) => `${round((100 * secondsUntil(index)) / total)}%`;
  const steps = [
    ...(start > 0 ? ['0%{visibility:hidden}'] : []),
    `${percent(start)}{visibility:visible}`,
    ...(end < frames.length ? [`${percent(end)}{visibility:hidden}`] : []),
  ];
  return `.${name}{animation:${name} ${round(total)}s step-end infinite}@keyframes ${name}{${steps.join('')}}`;
}

function sizeOf(rows: ReadonlyArray<Row>) {
  const columns = Math.max(...rows.map((row) => row.length));
  return {
    width: Math.ceil(columns * CELL.width + 2 * PADDING),
    height: Math.ceil(rows.length * CELL.height + TITLE_HEIGHT + 1.5 * PADDING),
  };
}

const MIDDLE = TITLE_HEIGHT / 2 + 1;

function renderWindow(title: string, rows: ReadonlyArray<Row>, content: ReadonlyArray<string>): string {
  const { width, height } = sizeOf(rows);
  const buttons = ['#f2777a', '#f0c674', '#7fcf8e'].map(
    (color, index) => `<circle cx="${20 + 19 * index}" cy="${MIDDLE}" r="5.5" fill="${color}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeText(title)}</title>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10" fill="${BACKGROUND}" stroke="#39404f"/>`,
    ...buttons,
    `<g font-family="${FONTS}" font-size="14">`,
    ...content,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function titleText(title: string, width: number): string {
  return `<text x="${width / 2}" y="${MIDDLE + 4.5}" text-anchor="middle" font-size="13" fill="#a0a4af">${escapeText(title)}</text>`;
}

function screen(lines: ReadonlyArray<string>): string {
  return [`<g transform="translate(${PADDING} ${TITLE_HEIGHT + PADDING / 2})">`, ...lines, '</g>'].join('\n');
}

function renderRow(row: Row, y: number): string {
  return runsOf(row)
    .flatMap((run) => renderRun(run, y * CELL.height))
    .join('\n');
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
