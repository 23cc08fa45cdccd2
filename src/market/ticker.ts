import { cleanText } from '../text/safe-text.ts';

/** The service can send any text as a symbol. Compare user input with it through these functions. */

const MAX_CHARACTERS = 64;

export function tickerFault(text: string): string | null {
  if (/\p{Cc}/u.test(text)) return 'a ticker cannot contain control characters';
  return [...text].length > MAX_CHARACTERS ? `a ticker has at most ${MAX_CHARACTERS} characters` : null;
}

export function splitTickers(list: string): ReadonlyArray<string> {
  return list
    .split(',')
    .map((ticker) => ticker.replace(/^ +| +$/g, ''))
    .filter((ticker) => ticker !== '');
}

/**
 * Returns the same key for all spellings of a ticker in every locale: case, composed letters, blanks. As in
 * capitals, ß becomes SS; the dot of İ is ignored.
 */
export function tickerKey(ticker: string): string {
  if (/^[!-~]*$/.test(ticker)) return ticker.toUpperCase();
  const plain = ticker.normalize('NFC').replace(/\s/g, ' ').trim();
  return cleanText(plain.toLowerCase().toUpperCase().replaceAll('I\u0307', 'I'));
}

export function isOneOf(tickers: ReadonlyArray<string>, symbol: string): boolean {
  const key = tickerKey(symbol);
  return tickers.some((ticker) => tickerKey(ticker) === key);
}

/** Leaves a ticker unchanged if its capitals are other letters, as with ß. */
export function inCapitals(ticker: string): string {
  const capitals = ticker.toUpperCase();
  return capitals.length === ticker.length ? capitals : ticker;
}

/** Finds BRK.B for BRK-B, for example. Returns none if one of the symbols is the ticker. */
export function separatedOtherwise(ticker: string, symbols: Iterable<string>): ReadonlyArray<string> {
  const letters = lettersOf(ticker);
  const similar = [...new Set(symbols)].filter((symbol) => letters !== '' && lettersOf(symbol) === letters);
  return isOneOf(similar, ticker) ? [] : similar;
}

function lettersOf(ticker: string): string {
  return tickerKey(ticker).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
