import type { Environment } from '../lib/environment.ts';
import { usesAscii } from './capabilities.ts';
import { displayWidth } from './safe-text.ts';

/** One-cell signs by the ASCII character that replaces them. `_ . : |` keep the order of sparkline levels. */
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

/** Signs whose ASCII form has another width. A longer form replaces the blanks after the sign but one. */
const GLYPHS: ReadonlyArray<readonly [sign: RegExp, ascii: string]> = [
  [/^[★●◐◑○] (?=\p{L}|$)/u, ''],
  [/★(?: {2}(?= ))?/g, 'TOP'],
  [/≥(\S*)(?: (?= ))?/g, '>=$1'],
  [/ ±/g, '+-'],
  [/•(\d+\+?)(?: (?= ))?/g, '($1)'],
  [/(?<! ) ·(?= |$)/g, ';'],
  // The gap of a sparkline.
  [/(?<=[·▁-█])·|·(?=[·▁-█])/g, ' '],
  // `#` replaces ◆, so it cannot also label the ranks.
  [/^#$/, ' '],
];

/** Each replacement is followed by letters that Unicode does not decompose into letter and accent. */
const LETTERS = ['AÆ', 'aæ', 'DĐÐ', 'dđð', 'HĦ', 'hħ', 'iı', 'LŁ', 'lł', 'OØŒ', 'oøœ', 'sß', 'TÞŦ', 'tþŧ'];

const REPLACEMENTS = new Map(
  [...Object.entries(SIGNS).map(([ascii, signs]) => ascii + signs), ...LETTERS].flatMap(
    ([ascii = '', ...characters]) => characters.map((character) => [character, ascii] as const),
  ),
);
const NOT_ASCII = /[^\p{ASCII}…]/gu;
const LETTER = /\p{L}/u;
const UNKNOWN = '?';

/** Replaces signs whose ASCII form has another width. `toAscii` replaces the other characters later. */
export function asciiGlyphs(text: string): string {
  return GLYPHS.reduce((changed, [sign, ascii]) => changed.replace(sign, ascii), text);
}

const COLOUR_CODE_START = String.raw`\x1b\[[\d;]*`;
/** Matches `…` with the character before it, unless that character ends a colour code. */
const CUT = new RegExp(`(?:(?<!${COLOUR_CODE_START})[ -~])?…`, 'g');

/** Keeps the width of clean text, painted or not. Characters without an equivalent become `?`. */
export function toAscii(text: string): string {
  return text.replace(NOT_ASCII, asciiOf).replace(CUT, ({ length }) => '.'.repeat(length));
}

export function shownText(text: string, env: Environment): string {
  return usesAscii(env) ? toAscii(asciiGlyphs(text)) : text;
}

function asciiOf(character: string): string {
  if (displayWidth(character) === 2) return character === '\u3000' ? '  ' : UNKNOWN.repeat(2);
  // Decompose only letters: `≠` would lose its stroke and become `=`.
  const [base = ''] = LETTER.test(character) ? character.normalize('NFD') : character;
  if (base < '\x80') return base;
  return REPLACEMENTS.get(base) ?? UNKNOWN;
}
