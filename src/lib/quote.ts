import { UsageError } from '../errors.ts';

/** A word that may be a key is shortened to this many characters. */
const SHOWN_CHARACTERS = 5;

/** A word that may be a key: it contains `_live_`, or it has 32 letters, digits, `_` and `-` or more, a digit among them. */
const KEY_WORD = /(?<![\w-])(?=[\w-]*_live_|(?=[\w-]*\d)[\w-]{32})[\w-]+/gi;

export function mayBeKey(text: string): boolean {
  return text.search(KEY_WORD) !== -1;
}

/** A text with five characters of each word that may be a key, except for the words of `paths`. */
export function shortenKeys(text: string, paths = ''): string {
  return text.replace(KEY_WORD, (word) =>
    paths.includes(word) ? word : `${word.slice(0, SHOWN_CHARACTERS)}…`,
  );
}

/** User input for a message, with control characters escaped. A backslash stays as it is, so that a Windows path is as typed. */
export function quote(word: string): string {
  return JSON.stringify(word).replaceAll('\\\\', '\\');
}

/** The error for invalid words of a list: `unknown board "x"`, `unknown boards "x", "y"`. */
export function unknownValues(name: string, words: ReadonlyArray<string>, hint: string): UsageError {
  const plural = words.length > 1 ? 's' : '';
  return new UsageError(`unknown ${name}${plural} ${words.map(quote).join(', ')}`, { hint });
}

/** The error for an invalid word: the message is `fault` followed by the quoted word. */
export function unexpected(fault: string, word: string, hint: string): UsageError {
  return new UsageError(`${fault} ${quote(word)}`, { hint });
}

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

/**
 * The hint for unknown values: `Did you mean swing? Valid: scalp, day, …`. `aliases` are accepted, too, but not listed; `others` are
 * the values for words that are not similar to them.
 */
export function suggestionHint(
  words: string | ReadonlyArray<string>,
  candidates: ReadonlyArray<string>,
  aliases: ReadonlyArray<string> = [],
  others: Readonly<Record<string, string>> = {},
): string {
  const meant = [words]
    .flat()
    .flatMap((word) => named(word, others) ?? nearest(word, [...candidates, ...aliases]) ?? []);
  const valid = `Valid: ${candidates.join(', ')}.`;
  return meant.length === 0 ? valid : `Did you mean ${[...new Set(meant)].join(', ')}? ${valid}`;
}

const named = (word: string, values: Readonly<Record<string, string>>) =>
  Object.hasOwn(values, word.toLowerCase()) ? values[word.toLowerCase()] : undefined;

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
  if (/^[\w./:=,@%+-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}
