const MAX_KEY_LENGTH = 512;

/** The fault of a key as the end of a sentence (`contains a space`), or null. A key must fit in an HTTP header: one word of printable ASCII. */
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

/** True for an argument that gives or precedes a key: `--api-key`, `--token=…`, `-k…`, `BOARDS_API_KEY=…`. */
export function isKeyOption(word: string): boolean {
  return /^-k|^--?(api[-_]?)?(key|token|secret|password)\b|^\w*key=/i.test(word);
}

/** `…abcd`: the last four characters, but at most a quarter of the key. */
export function maskKey(key: string): string {
  const shown = Math.min(4, Math.floor(key.length / 4));
  const tail = key.slice(key.length - shown);
  return /^[!-~]*$/.test(tail) ? `…${tail}` : '…';
}
