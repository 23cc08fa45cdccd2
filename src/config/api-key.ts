/** Where a key is stored or sent it must be one word of printable ASCII, short enough for a header. */
const MAX_KEY_LENGTH = 512;

/** The fault of a key in words that follow its name (`contains a space`), or null when it is well-formed. */
export function checkKeyForm(key: string): string | null {
  if (key === '') return 'is empty';
  if (key.length > MAX_KEY_LENGTH) return `is longer than ${MAX_KEY_LENGTH} characters`;
  for (const character of key) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f) return 'contains a control character';
    if (code === 0x20) return 'contains a space';
    if (code > 0x7f) return 'contains a non-ASCII character';
  }
  return null;
}

/** True for a word of the command line that announces a key: `--api-key`, `--token=…`, `-k…`, `BOARDS_API_KEY=…`. */
export function namesKey(word: string): boolean {
  return /^-k|^--?(api[-_]?)?(key|token|secret|password)\b|^\w*key=/i.test(word);
}

/** `…abcd`: the last four characters, or fewer, so that never more than a quarter of a key is shown. */
export function maskKey(key: string): string {
  const shown = Math.min(4, Math.floor(key.length / 4));
  const tail = key.slice(key.length - shown);
  return /^[!-~]*$/.test(tail) ? `…${tail}` : '…';
}
