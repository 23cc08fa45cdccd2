import { cleanText } from '../text/safe-text.ts';

/** Tickers are whatever the service sends as symbols: any text. Everything that a user types is compared with them here. */

const MAX_CHARACTERS = 64;

/** The sentence that says why a text cannot be a ticker; null if it can. */
export function tickerFault(text: string): string | null {
  if (/\p{Cc}/u.test(text)) return 'a ticker has no control characters';
  return [...text].length > MAX_CHARACTERS ? `a ticker has at most ${MAX_CHARACTERS} characters` : null;
}

/** The tickers of a list, which commas separate, without the blanks around them. */
export function splitTickers(list: string): ReadonlyArray<string> {
  return list
    .split(',')
    .map((ticker) => ticker.replace(/^ +| +$/g, ''))
    .filter((ticker) => ticker !== '');
}

/**
 * A form that is the same for all spellings of a ticker, in every locale: letters in any case, composed or not, and blanks of any kind.
 * Symbols of snapshots are clean texts, so what the user types becomes one.
 * Like capitals it makes a sharp s two letters, and it has one i, with or without dots.
 */
export function tickerKey(ticker: string): string {
  if (/^[!-~]*$/.test(ticker)) return ticker.toUpperCase();
  const plain = ticker.normalize('NFC').replace(/\s/g, ' ').trim();
  return cleanText(plain.toLowerCase().toUpperCase().replaceAll('I\u0307', 'I'));
}

/** True if a symbol is one of some tickers, in any spelling. */
export function isOneOf(tickers: ReadonlyArray<string>, symbol: string): boolean {
  const key = tickerKey(symbol);
  return tickers.some((ticker) => tickerKey(ticker) === key);
}

/** A ticker in capitals, as most are. One whose capitals are other letters, such as ß, stays as it is. */
export function inCapitals(ticker: string): string {
  const capitals = ticker.toUpperCase();
  return capitals.length === ticker.length ? capitals : ticker;
}

/** The symbols that differ from a ticker by their separators alone, such as BRK.B from BRK-B; none if one of them is the ticker. */
export function separatedOtherwise(ticker: string, symbols: Iterable<string>): ReadonlyArray<string> {
  const letters = lettersOf(ticker);
  const similar = [...new Set(symbols)].filter((symbol) => letters !== '' && lettersOf(symbol) === letters);
  return isOneOf(similar, ticker) ? [] : similar;
}

/** The letters and digits of a ticker, in any spelling. */
function lettersOf(ticker: string): string {
  return tickerKey(ticker).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
