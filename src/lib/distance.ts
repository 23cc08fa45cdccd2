/** Returns the candidate most similar to the word, ignoring case; undefined if none is similar enough. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.slice(0, 64).toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor((wanted.length + 1) / 3)) + 1;
  for (const candidate of candidates) {
    const lower = candidate.toLowerCase();
    const distance = wanted.length > 1 && lower.startsWith(wanted) ? 1 : editDistance(wanted, lower);
    if (distance < bestDistance && distance < lower.length) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `aliases` are suggested but not listed as valid; `others` maps words to candidates. */
export function suggestionHint(
  words: string | ReadonlyArray<string>,
  candidates: ReadonlyArray<string>,
  aliases: ReadonlyArray<string> = [],
  others: Readonly<Record<string, string>> = {},
): string {
  const meant = [words]
    .flat()
    .flatMap((word) => named(word, others, candidates) ?? nearest(word, [...candidates, ...aliases]) ?? []);
  const valid = `Valid: ${candidates.join(', ')}.`;
  return meant.length === 0 ? valid : `Did you mean ${[...new Set(meant)].join(', ')}? ${valid}`;
}

function named(word: string, values: Readonly<Record<string, string>>, candidates: ReadonlyArray<string>) {
  const value = Object.hasOwn(values, word.toLowerCase()) ? values[word.toLowerCase()] : undefined;
  return candidates.find((candidate) => candidate === value);
}

/** Computes the Damerau–Levenshtein distance (optimal string alignment). */
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
