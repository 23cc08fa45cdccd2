/** Any part of a key with at least this many characters is redacted, because a service may return a key cut short. */
export const MIN_REDACTED_LENGTH = 8;

export type Redactor = (text: string) => string;

/** Returns a function that replaces the key, and every part of it with 8 or more characters, by `[redacted]`. */
export function createRedactor(apiKey: string): Redactor {
  const least = Math.min(apiKey.length, MIN_REDACTED_LENGTH);
  return (text) => (least === 0 ? text : replaceParts(text, apiKey, least, () => '[redacted]'));
}

/** Replaces each part of a secret with at least `least` characters, in upper or lower case. */
export function replaceParts(
  text: string,
  secret: string,
  least: number,
  replacement: (part: string) => string,
): string {
  const wanted = secret.toLowerCase();
  const isPart = (start: number, end: number) => wanted.includes(text.slice(start, end).toLowerCase());
  let result = '';
  let copied = 0;
  let start = 0;
  while (start + least <= text.length) {
    let end = start + least;
    // Where the secret does not have these two characters, no part of it starts before the second.
    if (least > 2 && !isPart(end - 2, end)) start = end - 1;
    else if (!isPart(start, end)) start++;
    else {
      while (end < text.length && isPart(start, end + 1)) end++;
      result += text.slice(copied, start) + replacement(text.slice(start, end));
      copied = end;
      start = end;
    }
  }
  return result + text.slice(copied);
}
