/** Size of a character cell in SVG units. */
export const CELL = { width: 8.4, height: 18 } as const;

/** Strokes from the centre of a cell to its sides: any of `l`, `r`, `u`, `d`. */
type Arms = string;

const LIGHT_LINES: Readonly<Record<string, Arms>> = {
  '─': 'lr',
  '│': 'ud',
  '┌': 'rd',
  '┐': 'ld',
  '└': 'ru',
  '┘': 'lu',
  '├': 'rud',
  '┤': 'lud',
  '┬': 'lrd',
  '┴': 'lru',
  '┼': 'lrud',
};
const HEAVY_LINES: Readonly<Record<string, Arms>> = {
  '━': 'lr',
  '┃': 'ud',
  '┏': 'rd',
  '┓': 'ld',
  '┗': 'ru',
  '┛': 'lu',
};
const ARCS: Readonly<Record<string, Arms>> = { '╭': 'rd', '╮': 'ld', '╰': 'ru', '╯': 'lu' };
/** Opacity of block characters. */
const BLOCKS: Readonly<Record<string, number>> = { '█': 1, '▓': 0.75, '▒': 0.5, '░': 0.3 };

const LIGHT_WEIGHT = 1.2;
const HEAVY_WEIGHT = 2.4;

/** A run of one character that is drawn as a shape rather than text, so that lines connect in any font. */
export interface Drawing {
  readonly character: string;
  readonly column: number;
  readonly row: number;
  readonly length: number;
  readonly color: string;
}

export function isDrawn(character: string): boolean {
  return [LIGHT_LINES, HEAVY_LINES, ARCS, BLOCKS].some((table) => character in table);
}

/** SVG elements: one path per colour and line width, and one rectangle per block. */
export function renderDrawings(drawings: ReadonlyArray<Drawing>): ReadonlyArray<string> {
  const lines = drawings.filter(({ character }) => !(character in BLOCKS));
  const strokeOf = ({ character, color }: Drawing) =>
    `stroke="${color}" stroke-width="${weightOf(character)}"`;
  return [
    ...[...new Set(lines.map(strokeOf))].map((stroke) => {
      const path = lines.filter((line) => strokeOf(line) === stroke).map(lineOf);
      return `<path d="${path.join('')}" fill="none" ${stroke}/>`;
    }),
    ...drawings.filter(({ character }) => character in BLOCKS).map(renderBlock),
  ];
}

/** Formats a coordinate with at most one decimal, to keep the file small. */
export function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function weightOf(character: string): number {
  return character in HEAVY_LINES ? HEAVY_WEIGHT : LIGHT_WEIGHT;
}

function lineOf(drawing: Drawing): string {
  const { character, column, row, length } = drawing;
  const arc = ARCS[character];
  if (arc !== undefined) return arcOf(drawing, arc);
  const arms = LIGHT_LINES[character] ?? HEAVY_LINES[character] ?? '';
  const left = column * CELL.width;
  const top = row * CELL.height;
  const [x, y] = [left + CELL.width / 2, top + CELL.height / 2];
  // In a corner, each arm extends past the centre by half the stroke width to close the joint.
  const overlap = arms.length === 2 && !['lr', 'ud'].includes(arms) ? weightOf(character) / 2 : 0;
  const from = arms.includes('l') ? left : x - overlap;
  const to = arms.includes('r') ? left + length * CELL.width : x + overlap;
  const high = arms.includes('u') ? top : y;
  const low = arms.includes('d') ? top + CELL.height : y;
  return [
    /[lr]/.test(arms) ? `M${round(from)} ${round(y)}H${round(to)}` : '',
    high < low ? `M${round(x)} ${round(high)}V${round(low)}` : '',
  ].join('');
}

function arcOf({ column, row }: Drawing, arms: Arms): string {
  const x = (column + 0.5) * CELL.width;
  const y = (row + 0.5) * CELL.height;
  const side = arms.includes('r') ? 1 : -1;
  const end = arms.includes('d') ? 1 : -1;
  const radius = CELL.width / 2;
  return [
    `M${round(x)} ${round(y + (end * CELL.height) / 2)}`,
    `V${round(y + end * radius)}`,
    `Q${round(x)} ${round(y)} ${round(x + side * radius)} ${round(y)}`,
  ].join('');
}

function renderBlock({ character, column, row, length, color }: Drawing): string {
  // Leaves a gap between lines, as terminals do.
  const inset = 3;
  return [
    `<rect x="${round(column * CELL.width)}" y="${round(row * CELL.height + inset)}"`,
    `width="${round(length * CELL.width)}" height="${CELL.height - 2 * inset}"`,
    `fill="${color}" fill-opacity="${BLOCKS[character]}"/>`,
  ].join(' ');
}
