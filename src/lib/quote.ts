/** User input for a message, with control characters escaped. A backslash stays as it is, so that a Windows path is as typed. */
export function quote(word: string): string {
  return JSON.stringify(word).replaceAll('\\\\', '\\');
}

/** A word for a command line of a shell: in quotes where it has anything that a shell may take for itself. */
export function shellWord(word: string): string {
  if (/^[\w./:=,@%+-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}
