import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A valid key, none of whose parts occurs anywhere else. */
export const CANARY_KEY = 'rb_live_Qz7Xw2Kv9Jt4Rm1Pn6Lh3Gd8Fs5Ba0CyEuTiOq';

/** The part of the canary key that no output may show. */
const CANARY_SECRET = CANARY_KEY.replace(/^rb_live_/, '');

/** An output may show this many characters of a key in a row: the mask and a quoted mistake do. */
const MAX_SHOWN = 5;

/**
 * The first part of a secret that a text shows, in lower case; null if it shows none. A part is more than `MAX_SHOWN`
 * characters in a row, in any case.
 */
export function leakIn(text: string, secret: string = CANARY_SECRET): string | null {
  const shown = text.toLowerCase();
  const hidden = secret.toLowerCase();
  for (let start = 0; start + MAX_SHOWN < hidden.length; start++) {
    const part = hidden.slice(start, start + MAX_SHOWN + 1);
    if (shown.includes(part)) return part;
  }
  return null;
}

/** The files below a directory that contain a part of the canary key. */
export function leakyFiles(directory: string): ReadonlyArray<string> {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => leakIn(readFileSync(file, 'latin1')) !== null);
}
