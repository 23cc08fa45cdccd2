import type { Environment } from '../lib/environment.ts';
import { usesAscii } from './capabilities.ts';
import { displayWidth } from './safe-text.ts';

/** Signs of one cell by the ASCII character that replaces them. The levels of a sparkline keep their order, `_ . : |`. */
const SIGNS: Readonly<Record<string, string>> = {
  '^': '▲↑',
  v: '▼↓',
  '>': '→▸▶›»≥',
  '<': '←◂◀‹«≤',
  '#': '◆▓',
  T: '★',
  '*': '•',
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

/** Signs that need more cells in ASCII, or fewer. Longer ones take blanks behind them, of which one stays. */
const GLYPHS: ReadonlyArray<readonly [sign: RegExp, ascii: string]> = [
  // Before the word that says the same.
  [/^[★●◐◑○] (?=\p{L}|$)/u, ''],
  [/★(?: {2}(?= ))?/g, 'TOP'],
  [/≥(\S*)(?: (?= ))?/g, '>=$1'],
  [/ ±/g, '+-'],
  [/•(\d+\+?)(?: (?= ))?/g, '($1)'],
  // Between two texts.
  [/(?<! ) ·(?= |$)/g, ';'],
  // Gaps of a sparkline.
  [/(?<=[·▁-█])·|·(?=[·▁-█])/g, ' '],
  // The label of ranks: # is what stands for ◆.
  [/^#$/, ' '],
];

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

/** A text of our own in the glyphs of ASCII, before it is painted. The others are replaced one for one when lines are written. */
export function asciiGlyphs(text: string): string {
  return GLYPHS.reduce((changed, [sign, ascii]) => changed.replace(sign, ascii), text);
}

/** A code of a colour, but for its last letter. */
const CODE = String.raw`\x1b\[[\d;]*`;
/** The cell before a cut, which is a part of it, unless a code ends there. */
const CUT = new RegExp(`(?:(?<!${CODE})[ -~])?…`, 'g');

/** Clean or painted text in ASCII, character by character and of the same width: letters without accents, `?` for what has no other. */
export function toAscii(text: string): string {
  return text.replace(NOT_ASCII, asciiOf).replace(CUT, ({ length }) => '.'.repeat(length));
}

/** Text for people that is not painted, in the characters that the terminal of `env` can show. */
export function shownText(text: string, env: Environment): string {
  return usesAscii(env) ? toAscii(asciiGlyphs(text)) : text;
}

function asciiOf(character: string): string {
  if (displayWidth(character) === 2) return character === '\u3000' ? '  ' : UNKNOWN.repeat(2);
  // Only letters: without its stroke, `≠` would be `=`.
  const [base = ''] = LETTER.test(character) ? character.normalize('NFD') : character;
  if (base < '\x80') return base;
  return REPLACEMENTS.get(base) ?? UNKNOWN;
}
