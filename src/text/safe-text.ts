import { stripVTControlCharacters } from 'node:util';
import { isWide } from './wide-characters.ts';

const MAX_CHARACTERS = 400;
const PLAIN = /^[\x20-\x7e]*$/;
/** Matches clean, unpainted text whose characters take one cell each. */
const IS_NARROW = /^[\x20-\x7e\xa0-\u2fff]*$/;
const SPACE = /\p{Zs}/u;
const PRINTABLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Emoji except ©, ® and ™, and characters that terminals draw in different widths or join to others. */
const AMBIGUOUS_WIDTH =
  /(?![©®™])[\p{Emoji_Presentation}\p{Extended_Pictographic}\u06de\u0d4e\u0e33\u0eb3\u2630-\u2637\u268a-\u268f]/u;
const REPLACEMENT = '?';

/**
 * Makes untrusted text from the service printable: every terminal gives each character the same one or two
 * cells. Control characters and characters of ambiguous width become `?`.
 */
export function cleanText(text: string): string {
  const short = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
  if (PLAIN.test(short)) return short;
  let clean = '';
  for (const character of short.normalize('NFC')) clean += cleanCharacter(character);
  return clean;
}

function cleanCharacter(character: string): string {
  if (SPACE.test(character)) return character === '\u3000' ? character : ' ';
  const code = character.codePointAt(0) ?? 0;
  const kept =
    PRINTABLE.test(character) && (isWide(code) || (code < 0x2e80 && hasSingleCellWidth(code, character)));
  return kept ? character : REPLACEMENT;
}

function hasSingleCellWidth(code: number, character: string): boolean {
  return (code < 0x1100 || code >= 0x1e00) && !AMBIGUOUS_WIDTH.test(character);
}

export function displayWidth(text: string): number {
  if (IS_NARROW.test(text)) return text.length;
  const shown = stripVTControlCharacters(text);
  if (IS_NARROW.test(shown)) return shown.length;
  let width = 0;
  for (const character of shown) width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  return width;
}

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

export function fitCell(text: string, width: number, align: Align = 'left'): string {
  const cells = displayWidth(text);
  const clipped = cells <= width ? text : clip(text, width);
  const padding = ' '.repeat(Math.max(0, width - (cells <= width ? cells : displayWidth(clipped))));
  return align === 'left' ? clipped + padding : padding + clipped;
}

/** Makes a symbol safe in shell commands: cmd.exe expands `%BOARDS_TEXT%` before it parses the line. */
export function symbolText(symbol: string): string {
  return symbol.replace(/[^\p{L}\p{M}\p{N} .^=/_:+-]/gu, REPLACEMENT);
}

/** Excludes characters with a meaning in shells, and first characters that begin an option or a formula. */
const PLAIN_TICKER = /^(?![-=+ ])[\p{L}\p{M}\p{N} .^=/_:+-]{1,64}$/u;
/** Allows `M&M` and `$SPX`, but no lower-case letters or blanks, which could form a command when pasted. */
const TICKER_WITH_SIGNS = /^[$~*]?[\p{Lu}\p{N}]{1,12}(?:[&'.][\p{Lu}\p{N}]{1,12}){0,3}$/u;

/** Returns null if the symbol has characters that tickers do not have. */
export function clipboardText(symbol: string): string | null {
  const isTicker = PLAIN_TICKER.test(symbol) || TICKER_WITH_SIGNS.test(symbol);
  return isTicker && /[\p{L}\p{N}]/u.test(symbol) ? symbol : null;
}
