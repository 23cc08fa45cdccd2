const REDACTED = '[redacted]';
/** Services echo keys whole or cut short; this many characters of one in a row give it away. */
const TELLING_RUN = 8;

export type Redact = (text: string) => string;

/** Takes the key out of any text, in whole or in part, because a service may echo it. */
export function createRedactor(apiKey: string): Redact {
  if (apiKey.length < TELLING_RUN) {
    return (text) => (apiKey === '' ? text : text.replaceAll(apiKey, REDACTED));
  }
  const runs = runsOf(apiKey, TELLING_RUN);
  const pairs = runsOf(apiKey, 2);
  return (text) => {
    let clean = '';
    let copied = 0;
    let start = 0;
    while (start + TELLING_RUN <= text.length) {
      const end = start + TELLING_RUN;
      if (!pairs.has(text.slice(end - 2, end))) {
        // No run contains this pair, so that none begins before its second character.
        start = end - 1;
      } else if (runs.has(text.slice(start, end))) {
        clean += text.slice(copied, start) + REDACTED;
        copied = endOfRuns(text, end, runs);
        start = copied;
      } else start++;
    }
    return clean + text.slice(copied);
  };
}

function runsOf(apiKey: string, length: number): ReadonlySet<string> {
  const starts = Array.from({ length: apiKey.length - length + 1 }, (_, start) => start);
  return new Set(starts.map((start) => apiKey.slice(start, start + length)));
}

function endOfRuns(text: string, firstEnd: number, runs: ReadonlySet<string>): number {
  let end = firstEnd;
  while (runs.has(text.slice(end + 1 - TELLING_RUN, end + 1))) end++;
  return end;
}
