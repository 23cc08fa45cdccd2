/** A service may return only a part of the key, so every part of this length is redacted. */
export const MIN_REDACTED_LENGTH = 8;

export type Redactor = (text: string) => string;

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
    // If the key lacks these two characters, the next part of it begins at the second one or later.
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

const KEPT_CHARACTERS = 5;

/** Matches words that contain `_live_`, or have at least 32 characters and a digit, but no error code of OpenSSL. */
const KEY_WORD = /(?<![\w-])(?!ERR_SSL_)(?=[\w-]*_live_|(?=[\w-]*\d)[\w-]{32})[\w-]+/gi;

export function mayBeKey(text: string): boolean {
  return text.search(KEY_WORD) !== -1;
}

/** Does not shorten words that `paths` contains. */
export function shortenKeys(text: string, paths = ''): string {
  return text.replace(KEY_WORD, (word) =>
    paths.includes(word) ? word : `${word.slice(0, KEPT_CHARACTERS)}…`,
  );
}
