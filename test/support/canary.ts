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

/** Possible keys, whole and in part: printable ASCII of every kind, without blanks and slashes. No part of them is a word of the program. */
export const KEY_FORMS: Readonly<Record<string, string>> = {
  'with the prefix of a live key': 'rb_live_Zq81xKv03LmPw7YtRd52NsGh64JcBf90UeAaTz',
  'without its prefix': 'Zq81xKv03LmPw7YtRd52NsGh64JcBf90UeAaTz',
  'its beginning': 'rb_live_Zq81xKv03',
  'its prefix in capitals': 'RB_LIVE_ZQ81XKV03LM',
  'its end': 'NsGh64JcBf90UeAaTz2q',
  'exactly 20 characters': 'Wq71zKb03RmPv7XtNd5f',
  'letters only': 'xqvzjkwphgtybnmfdlsrceuaioqw',
  'capitals only': 'XQVZJKWPHGTYBNMFDLSRCEUAIOQW',
  'digits only': '730915824660317729450183',
  hexadecimal: '9f86d081884c7d659a2feaa0c55ad015',
  'a UUID': '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  base64: 'Wm9yT3h+UXV4Qm3pZkxr+Vd2Y2hHag==',
  'base64 for addresses': 'Wm9yT3h-UXV4Qm3p_ZkxrVd2Y2hHag',
  'a token in three parts': 'eyJhbGciO.eyJzdWIiOiIx.NHVaYe26Mb',
  'with colons': 'trade:Zq81xKv:LmPw7YtRd52:NsGh6',
  'with an @': 'Zq81xKv03L@mPw7YtRd52Ns',
  'with commas and capitals': 'ZQ81XKV$,LMPW7YTRD52NSGH,64JC',
  'with semicolons': 'Zq81xKv0;3LmPw7Yt;Rd52NsGh',
  'with quotes': `Zq81x"Kv03L'mPw7Y"tRd52Ns`,
  'with backslashes': 'Zq81xKv0\\3LmPw7Y\\tRd52Ns',
  'with percent signs': 'Zq81%xKv03%20LmPw7%YtRd52',
  'with the signs of a shell': 'Zq81$xKv&03|LmP>w7Y`tRd52',
  'with brackets': '{Zq81xKv0}[3LmPw7Y](tRd52)',
  'with an equals sign': 'Zq81xKv03L=mPw7YtRd52Ns',
  'beginning with a dash': '-Zq81xKv03LmPw7YtRd52',
  'beginning with the name of an option': '-qZq81xKv03LmPw7YtRd',
  'beginning with two dashes': '--zqxkvlmpwytrdnsghjcb',
  'beginning with two dashes, with an equals sign': '--zqxkvlmpwyt=rdnsghjcbfuea',
  'beginning with a plus': '+Zq81xKv03LmPw7YtRd52',
  'with signs only': '!#%&*+.:;<=>?@^_|~!#%&*',
  'of 512 characters': 'Zq81xKv03LmPw7Yt'.repeat(32),
  'of 800 characters': 'Zq81xKv03LmPw7Yt'.repeat(50),
};
