import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CANARY_KEY = 'rb_live_Qz7Xw2Kv9Jt4Rm1Pn6Lh3Gd8Fs5Ba0CyEuTiOq';

const CANARY_SECRET = CANARY_KEY.replace(/^rb_live_/, '');

/** Outputs may show this many characters of a key in a row, as masked keys do. */
const MAX_SHOWN = 5;

/** Returns the first run of more than `MAX_SHOWN` characters of the secret in a text, in any case. */
export function leakIn(text: string, secret: string = CANARY_SECRET): string | null {
  const shown = text.toLowerCase();
  const hidden = secret.toLowerCase();
  for (let start = 0; start + MAX_SHOWN < hidden.length; start++) {
    const part = hidden.slice(start, start + MAX_SHOWN + 1);
    if (shown.includes(part)) return part;
  }
  return null;
}

export function leakyFiles(directory: string): ReadonlyArray<string> {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => leakIn(readFileSync(file, 'latin1')) !== null);
}

/** The program must redact these words, because each may be a key. */
export const KEY_FORMS: Readonly<Record<string, string>> = {
  'with the prefix of a live key': 'rb_live_Zq81xKv03LmPw7YtRd52NsGh64JcBf90UeAaTz',
  'its beginning': 'rb_live_Zq81xKv03',
  'its prefix in capitals': 'RB_LIVE_ZQ81XKV03LM',
  'of 40 letters and digits': 'Zq81xKv03LmPw7YtRd52NsGh64JcBf90UeAaTzXo',
  'of 32 characters, one of them a digit': 'xqvzjkwphgtybnmfdlsrceuaioqwzkv7',
  'digits only': '73091582466031772945018364920571',
  hexadecimal: '9f86d081884c7d659a2feaa0c55ad015',
  'a UUID': '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  'base64 for addresses': 'Wm9yT3h-UXV4Qm3p_ZkxrVd2Y2hHagQ8Tz',
  'beginning with a dash': '-Zq81xKv03LmPw7YtRd52NsGh64JcBf90',
  'beginning with the name of an option': '-qZq81xKv03LmPw7YtRd52NsGh64JcBf90',
  'beginning with two dashes': '--zq8kvlmpwytrdnsghjcbxowiehfnvy',
  'of 512 characters': 'Zq81xKv03LmPw7Yt'.repeat(32),
  'of 800 characters': 'Zq81xKv03LmPw7Yt'.repeat(50),
};
