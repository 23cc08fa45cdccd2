/**
 * Text of the service is hostile until cleaned: escapes, line breaks, text that turns direction, characters whose width
 * terminals dispute. After `cleanText` each character takes one cell, or two where every width table says so.
 */
const MOST_CHARACTERS = 400;
const PLAIN = /^[\x20-\x7e]*$/;
const SPACE = /\p{Zs}/u;
const PRINTABLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Emoji, but not the signs of names; then what one of the usual width tables counts as 0 or 2 cells, or joins to its neighbour. */
const DISPUTED =
  /(?![©®™])[\p{Emoji_Presentation}\p{Extended_Pictographic}\u06de\u0d4e\u0e33\u0eb3\u2630-\u2637\u268a-\u268f]/u;
const STAND_IN = '?';

/** One line of harmless text, cut after 400 characters; what cannot be shown is `?`, a line break or tab too. Its cells: see `clip`. */
export function cleanText(text: string): string {
  const short = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  if (PLAIN.test(short)) return short;
  let clean = '';
  for (const character of short.normalize('NFC')) clean += cleanCharacter(character);
  return clean;
}

function cleanCharacter(character: string): string {
  if (SPACE.test(character)) return character === '\u3000' ? character : ' ';
  const code = character.codePointAt(0) ?? 0;
  const kept = PRINTABLE.test(character) && (isWide(code) || (code < 0x2e80 && isSettled(code, character)));
  return kept ? character : STAND_IN;
}

/** True where the width tables of terminals agree on one cell. */
function isSettled(code: number, character: string): boolean {
  return (code < 0x1100 || code >= 0x1e00) && !DISPUTED.test(character);
}

/** Scripts of two cells in every width table: Han, Kana, Hangul syllables, full-width forms. */
function isWide(code: number): boolean {
  return (
    (code >= 0x3000 && code <= 0x3029) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a0 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff01 && code <= 0xff60)
  );
}

/** Cells that clean text takes in a terminal. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  return width;
}

/** Clean text cut to at most `width` cells, with `…` where something is missing. */
export function clip(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return '';
  let kept = '';
  let used = 0;
  for (const character of text) {
    const cells = displayWidth(character);
    if (used + cells > width - 1) break;
    kept += character;
    used += cells;
  }
  return `${kept.trimEnd()}…`;
}

export type Align = 'left' | 'right';

/** Clean text clipped and padded to exactly `width` cells. */
export function fitCell(text: string, width: number, align: Align = 'left'): string {
  const clipped = clip(text, width);
  const padding = ' '.repeat(Math.max(0, width - displayWidth(clipped)));
  return align === 'left' ? clipped + padding : padding + clipped;
}
