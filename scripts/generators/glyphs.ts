/** The size of a character cell, in the picture's units. */
export const CELL = { width: 8.4, height: 18 } as const;

/** Strokes from a cell's middle to its sides: left, right, up, down. */
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
/** How much of the cell's ground a block covers. */
const BLOCKS: Readonly<Record<string, number>> = { '█': 1, '▓': 0.75, '▒': 0.5, '░': 0.3 };

const LIGHT_WEIGHT = 1.2;
const HEAVY_WEIGHT = 2.4;

/** A run of the same character that is drawn, not written: so that lines meet whatever font the reader has. */
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

/** The elements for all drawings: one for each colour and weight of line, one for each block. */
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

/** At most one decimal: enough for the eye, and short. */
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
  // A heavy corner is closed: each arm reaches over the middle by half the stroke.
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
  // A little air, as between a terminal's lines.
  const inset = 3;
  return [
    `<rect x="${round(column * CELL.width)}" y="${round(row * CELL.height + inset)}"`,
    `width="${round(length * CELL.width)}" height="${CELL.height - 2 * inset}"`,
    `fill="${color}" fill-opacity="${BLOCKS[character]}"/>`,
  ].join(' ');
}
