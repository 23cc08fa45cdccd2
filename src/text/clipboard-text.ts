const MAX_LENGTH = 32;

/**
 * What may be copied of a symbol: the characters of tickers, so that no text of the service can become a command where it is
 * pasted. Null if nothing is left.
 */
export function clipboardText(symbol: string): string | null {
  const text = symbol
    .replace(/[^\w.^=/-]/g, '')
    .replace(/^[-=]+/, '')
    .slice(0, MAX_LENGTH);
  return text === '' ? null : text;
}
