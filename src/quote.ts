import { UsageError } from './errors.ts';

/** No key is shorter; no command, option, ticker, board or number is as long. */
const MIN_KEY_CHARACTERS = 20;
/** For one item of a list that may be a key containing commas. */
const MAX_QUOTED_KEY_CHARACTERS = 5;
const MAX_QUOTED_CHARACTERS = 40;
const HIDDEN = '"…"';

/**
 * True for text that may contain a key: the marker of a live key (api.md section 5), or 20 characters. White space does
 * not count, because a key in the place of a word may contain spaces. Matches every key of at least that length that
 * `checkKeyForm` accepts. Do not use it for free text (paths, URLs, commands), which would often match; such
 * text is never quoted in errors.
 */
export function looksLikeKey(text: string): boolean {
  return /[_\s-]live[_\s-]/i.test(text) || text.replace(/\s/g, '').length >= MIN_KEY_CHARACTERS;
}

/** True for text that contains a complete live key. Unlike `looksLikeKey`, reliable for URLs and commands too. */
export function containsLiveKey(text: string): boolean {
  return /_live_[a-z0-9]{24}/i.test(text);
}

/** Quotes user input for an error: at most 40 characters, and none of what may be a key. `whole` is the list that contains the word. */
export function quote(word: string, whole = word): string {
  if (looksLikeKey(word)) return HIDDEN;
  const length = looksLikeKey(whole) ? MAX_QUOTED_KEY_CHARACTERS : MAX_QUOTED_CHARACTERS;
  return clipQuoted(word, length);
}

/** In quotes, at most so many characters, of which an escaped one counts as those that stand for it. */
function clipQuoted(word: string, length: number): string {
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  if (escaped(word).length <= length) return `"${escaped(word)}"`;
  let shown = word.slice(0, length);
  while (escaped(shown).length > length) shown = shown.slice(0, -1);
  return `"${escaped(shown)}…"`;
}

/** The error for an invalid word: the message is `fault` followed by the quoted word. */
export function unexpected(fault: string, word: string, hint: string, whole?: string): UsageError {
  return looksLikeKey(word) ? keyRefused() : new UsageError(`${fault} ${quote(word, whole)}`, { hint });
}

/** The error for a key where another value is expected. Quotes none of the input; the hint shows how to enter a key. */
export function keyRefused(): UsageError {
  return new UsageError('this looks like an API key, which is not accepted here', {
    hint: 'Enter it at the prompt of `boards login`, pipe it to `boards login`, or set BOARDS_API_KEY.',
  });
}
