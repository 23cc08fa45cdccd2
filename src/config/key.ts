import { UsageError } from '../errors.ts';

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

/**
 * True for a word of the command line that is or contains what is probably a key, and so must be neither used nor echoed:
 * a live prefix and what follows it (api.md section 5), or a long token of letters and digits. `--option=word` counts too.
 */
export function looksLikeKey(word: string): boolean {
  if (/[a-z0-9][_-]live[_-][\w-]{16,}/i.test(word)) return true;
  const token = word.replace(/^--?[A-Za-z][\w-]*=/, '').trim();
  return /^[\w-]{32,}$/.test(token) && /[a-z]/i.test(token) && /\d/.test(token);
}

/** True for a word of the command line that announces a key: `--api-key`, `--token=…`, `-k…`, `BOARDS_API_KEY=…`. */
export function namesKey(word: string): boolean {
  return /^-k|^--?(api[-_]?)?(key|token|secret|password)\b|^\w*key=/i.test(word);
}

/** Says how a key is given instead; without a word of what was given. */
export function keyRefused(): UsageError {
  return new UsageError('a key on the command line is refused: others can read it there', {
    hint: 'Type it at the prompt of boards login, pipe it to boards login on stdin, or set BOARDS_API_KEY.',
  });
}

/** `…abcd`: the last four characters, or fewer, so that never more than a quarter of a key is shown. */
export function maskKey(key: string): string {
  const shown = Math.min(4, Math.floor(key.length / 4));
  const tail = key.slice(key.length - shown);
  return /^[!-~]*$/.test(tail) ? `…${tail}` : '…';
}
