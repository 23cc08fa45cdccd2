const REDACTED = '[redacted]';
/** Any part of a key with at least this many characters is redacted, because a service may return a key cut short. */
export const MIN_REDACTED_LENGTH = 8;

export type Redactor = (text: string) => string;

/** Returns a function that replaces the key, and every part of it with 8 or more characters, by `[redacted]`. */
export function createRedactor(apiKey: string): Redactor {
  if (apiKey.length < MIN_REDACTED_LENGTH) {
    return (text) => (apiKey === '' ? text : text.replaceAll(apiKey, REDACTED));
  }
  const substrings = substringsOf(apiKey, MIN_REDACTED_LENGTH);
  const pairs = substringsOf(apiKey, 2);
  return (text) => {
    let clean = '';
    let copied = 0;
    let start = 0;
    while (start + MIN_REDACTED_LENGTH <= text.length) {
      const end = start + MIN_REDACTED_LENGTH;
      if (!pairs.has(text.slice(end - 2, end))) {
        // The key does not contain this pair, so no part of the key can start before its second character.
        start = end - 1;
      } else if (substrings.has(text.slice(start, end))) {
        clean += text.slice(copied, start) + REDACTED;
        copied = endOfSecret(text, end, substrings);
        start = copied;
      } else start++;
    }
    return clean + text.slice(copied);
  };
}

function substringsOf(apiKey: string, length: number): ReadonlySet<string> {
  const starts = Array.from({ length: apiKey.length - length + 1 }, (_, start) => start);
  return new Set(starts.map((start) => apiKey.slice(start, start + length)));
}

function endOfSecret(text: string, firstEnd: number, substrings: ReadonlySet<string>): number {
  let end = firstEnd;
  while (substrings.has(text.slice(end + 1 - MIN_REDACTED_LENGTH, end + 1))) end++;
  return end;
}
