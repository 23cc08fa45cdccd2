/** Any part of a key with at least this many characters is redacted, because a service may return a key cut short. */
export const MIN_REDACTED_LENGTH = 8;

export type Redactor = (text: string) => string;

/** Returns a function that replaces the key, and every part of it with 8 or more characters, in any case, by `[redacted]`. */
export function createRedactor(apiKey: string): Redactor {
  const least = Math.min(apiKey.length, MIN_REDACTED_LENGTH);
  return (text) => (least === 0 ? text : redactParts(text, apiKey.toLowerCase(), least));
}

function redactParts(text: string, key: string, least: number): string {
  const isPart = (start: number, end: number) => key.includes(text.slice(start, end).toLowerCase());
  let result = '';
  let copied = 0;
  let start = 0;
  while (start + least <= text.length) {
    let end = start + least;
    // Where the key does not have these two characters, no part of it starts before the second.
    if (least > 2 && !isPart(end - 2, end)) start = end - 1;
    else if (!isPart(start, end)) start++;
    else {
      while (end < text.length && isPart(start, end + 1)) end++;
      result += `${text.slice(copied, start)}[redacted]`;
      copied = end;
      start = end;
    }
  }
  return result + text.slice(copied);
}

/** A word that may be a key is shortened to this many characters. */
const KEPT_CHARACTERS = 5;

/** A word that may be a key: it contains `_live_`, or it has 32 letters, digits, `_` and `-` or more, a digit among them. */
const KEY_WORD = /(?<![\w-])(?=[\w-]*_live_|(?=[\w-]*\d)[\w-]{32})[\w-]+/gi;

export function mayBeKey(text: string): boolean {
  return text.search(KEY_WORD) !== -1;
}

/** A text with five characters of each word that may be a key, except for the words of `paths`. */
export function shortenKeys(text: string, paths = ''): string {
  return text.replace(KEY_WORD, (word) =>
    paths.includes(word) ? word : `${word.slice(0, KEPT_CHARACTERS)}…`,
  );
}
