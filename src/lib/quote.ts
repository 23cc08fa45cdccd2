/** Keeps single backslashes, so that a Windows path looks as typed. */
export function quote(word: string): string {
  return JSON.stringify(word).replaceAll('\\\\', '\\');
}

/** Quotes a word of a command line if a shell could interpret any of its characters. Single quotes do not work in cmd.exe. */
export function shellWord(word: string): string {
  if (/^[\w./:=,@%+-]+$/.test(word)) return word;
  return /["$`!]|\\(\\|$)/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}
