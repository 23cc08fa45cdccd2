import { UsageError } from './errors.ts';
import { replaceParts } from './redact.ts';

/** No key is shorter; no command, option, ticker, board or number is as long. */
const MIN_KEY_CHARACTERS = 20;
/** Of what may be a key. */
const SHOWN_CHARACTERS = 5;
const MAX_QUOTED_CHARACTERS = 40;

/** True for a word that may be a key: the marker of a live key, or 20 characters without blanks or slashes. */
export function looksLikeKey(word: string): boolean {
  return /_live_/i.test(word) || (word.length >= MIN_KEY_CHARACTERS && !/[\s/]/.test(word));
}

/** True for a word with the marker of a live key, or with 32 letters, digits, `_` and `-` in a row, a digit among them. */
export function hasKey(word: string): boolean {
  const runs = word.match(/[\w-]{32,}/g) ?? [];
  return /_live_/i.test(word) || runs.some((run) => /\d/.test(run));
}

/** True where it is neither a list nor a time nor the name of a file, which are as long. */
export function isKeyAlone(word: string): boolean {
  return looksLikeKey(word) && (/_live_/i.test(word) || !/[,.:]/.test(word));
}

/** User input for an error, at most 40 characters of it. What may be a key is whole: `shortenKeys` finds it. */
export function quote(word: string): string {
  const isClipped = word.length > MAX_QUOTED_CHARACTERS && !looksLikeKey(word);
  return isClipped ? JSON.stringify(`${word.slice(0, MAX_QUOTED_CHARACTERS)}…`) : JSON.stringify(word);
}

/** The error for an invalid word: the message is `fault` followed by the quoted word. */
export function unexpected(fault: string, word: string, hint: string): UsageError {
  return new UsageError(`${fault} ${quote(word)}`, { hint });
}

/** Of an error, from the first quote on; before it, a part of a word may be a word of the message: `--columns=KEY` has "column". */
const QUOTED = /["'].*/g;

/**
 * A text with at most five characters of each word of the command line that may be a key. In what `inner` finds also of its parts, such
 * as one item of a list.
 */
export function shortenKeys(text: string, argv: ReadonlyArray<string>, inner = QUOTED): string {
  // As they are, and as they are quoted.
  const keys = argv.filter(looksLikeKey).flatMap((word) => [word, JSON.stringify(word).slice(1, -1)]);
  return keys.reduce(
    (shown, key) =>
      shown
        .replaceAll(key, shortened)
        .replace(inner, (found) => replaceParts(found, key, SHOWN_CHARACTERS + 1, shortened)),
    text,
  );
}

const shortened = (word: string) => `${word.slice(0, SHOWN_CHARACTERS)}…`;

/** The next step for a person who gave a key where none is accepted. */
export const KEY_HINT =
  'Enter a key at the prompt of `boards login`, pipe it to `boards login`, or set BOARDS_API_KEY.';

/** The error for a key where another value is expected. Quotes none of the input. */
export function keyRefused(): UsageError {
  return new UsageError('a key is not accepted on the command line', { hint: KEY_HINT });
}

/** The candidate most similar to the word, ignoring case; undefined if none is similar enough. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.slice(0, 64).toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor((wanted.length + 1) / 3)) + 1;
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    const distance = wanted.length > 1 && known.startsWith(wanted) ? 1 : editDistance(wanted, known);
    if (distance < bestDistance && distance < known.length) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The hint for an unknown value: `Did you mean swing? Valid: scalp, day, …`. `aliases` are accepted, too, but not listed. */
export function suggestionHint(
  word: string,
  candidates: ReadonlyArray<string>,
  aliases: ReadonlyArray<string> = [],
): string {
  const meant = nearest(word, [...candidates, ...aliases]);
  const valid = `Valid: ${candidates.join(', ')}.`;
  return meant === undefined ? valid : `Did you mean ${meant}? ${valid}`;
}

/** The Damerau–Levenshtein distance (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforeLast: Array<number> = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? 0;
}

/** A word for a command line of a shell: in quotes where it has anything that a shell may take for itself. */
export function shellWord(word: string): string {
  if (/^[\w./:@%+-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}
