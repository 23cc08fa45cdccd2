import type { Environment } from '../lib/environment.ts';
import { usesAscii } from './capabilities.ts';
import { displayWidth } from './safe-text.ts';

/** Signs by the ASCII character that replaces them. The levels of a sparkline keep their order, `_ . : |`. */
const SIGNS: Readonly<Record<string, string>> = {
  '^': '▲↑',
  v: '▼↓',
  '>': '→▸▶›»≥',
  '<': '←◂◀‹«≤',
  '#': '◆▓',
  T: '★',
  '(': '•',
  '+': '╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋',
  '-': '–—―−‐‑‒─',
  '=': '━',
  '|': '│┃▏▇█',
  ':': '▅▆',
  '.': '░▃▄',
  ';': '·',
  _: '▁▂',
  '~': '±',
  o: '●',
  p: '◐',
  a: '◑',
  c: '○',
  x: '×',
  "'": '‘’‚′',
  '"': '“”„″',
};

/** Letters that Unicode does not decompose into a base letter and an accent, behind what replaces them. */
const LETTERS = ['AÆ', 'aæ', 'DĐÐ', 'dđð', 'HĦ', 'hħ', 'iı', 'LŁ', 'lł', 'OØŒ', 'oøœ', 'sß', 'TÞŦ', 'tþŧ'];

const REPLACEMENTS = new Map(
  [...Object.entries(SIGNS).map(([ascii, signs]) => ascii + signs), ...LETTERS].flatMap(
    ([ascii = '', ...characters]) => characters.map((character) => [character, ascii] as const),
  ),
);
const NOT_ASCII = /[^\p{ASCII}…]/gu;
const LETTER = /\p{L}/u;
const UNKNOWN = '?';

const CODE = String.raw`\x1b\[[\d;]*m`;
const PAINT = `(?:${CODE})*`;
/** Signs that need more than one cell take those of the blanks beside them. */
const WORDS: ReadonlyArray<readonly [RegExp, string]> = [
  // Between two texts: no blank stands before a semicolon.
  [new RegExp(`(?<=\\S) (${PAINT})·(?=${PAINT}(?: |$))`, 'gm'), '$1; '],
  [new RegExp(`★(${PAINT}) {2}`, 'g'), 'TOP$1'],
  [new RegExp(String.raw`•(\d+\+?)(${PAINT}) `, 'g'), '($1)$2'],
  // At the beginning of a line, with one of two blanks behind it.
  [new RegExp(`^(${PAINT})≥([^\\s\\x1b]*)(${PAINT}) (?=${PAINT} )`, 'gm'), '$1>=$2$3'],
  [new RegExp(`^(${PAINT})≤([^\\s\\x1b]*)(${PAINT}) (?=${PAINT} )`, 'gm'), '$1<=$2$3'],
  // With the blank before it, or before its bracket: `>` alone would say something else.
  [new RegExp(` (${PAINT}\\(?)≥`, 'g'), '$1>='],
  [new RegExp(` (${PAINT}\\(?)≤`, 'g'), '$1<='],
  // An interval, also with the blank before it.
  [new RegExp(` (${PAINT})±`, 'g'), '+-$1'],
  // The header of the rank, because # is what stands for ◆.
  [new RegExp(`#(?=(?:${CODE}| )*Symbol)`, 'g'), ' '],
];
/** In a sparkline, where there was nothing. */
const GAPS = /(?<=[·▁-█])·|·(?=[·▁-█])/g;
const CUT = new RegExp(`[ -~]?(${PAINT})…|${CODE}`, 'g');

/** Clean or painted text in ASCII, of the same width: signs by their meaning, letters without accents, `?` for the rest. */
export function toAscii(text: string): string {
  if (!/\P{ASCII}/u.test(text) && !text.includes('#')) return text;
  const words = WORDS.reduce((changed, [sign, word]) => changed.replace(sign, word), text);
  return words
    .replace(GAPS, ' ')
    .replace(NOT_ASCII, asciiOf)
    .replace(CUT, (found, paint?: string) => (paint === undefined ? found : dotted(found, paint)));
}

/** A cut, of which the cell before it takes a part: an end of a word, or a blank. */
function dotted(found: string, paint: string): string {
  return `${found.length > paint.length + 1 ? '.' : ''}${paint}.`;
}

/** Text for people, in the characters that the terminal of `env` can show. */
export function shownText(text: string, env: Environment): string {
  return usesAscii(env) ? toAscii(text) : text;
}

function asciiOf(character: string): string {
  if (displayWidth(character) === 2) return character === '\u3000' ? '  ' : UNKNOWN.repeat(2);
  // Only letters: without its stroke, `≠` would be `=`.
  const [base = ''] = LETTER.test(character) ? character.normalize('NFD') : character;
  if (base < '\x80') return base;
  return REPLACEMENTS.get(base) ?? UNKNOWN;
}
