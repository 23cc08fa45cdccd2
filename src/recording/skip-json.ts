/**
 * Finds its way through the bytes of compact JSON without making values of it. Each function returns where what it was given
 * ends, or NOT_PLAIN for what is no JSON and for what only a full parse should judge: white space, keys with escapes, deep
 * nesting. So what has an end is valid JSON.
 */

export const NOT_PLAIN = -1;

const MAX_DEPTH = 16;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LETTER_E = 0x65;
const LETTER_U = 0x75;
const LOWER_CASE = 0x20;
const FIRST_PRINTABLE = 0x20;
const WORDS = ['true', 'false', 'null'].map((word) => Buffer.from(word));
const ESCAPED = new Set(Buffer.from('"\\/bfnrt'));
const FOUR_DIGITS = /^[\da-f]{4}$/i;

/** Walks an object. `walkMember` gets the beginnings of key and value, and returns the end of the value. */
export function walkObject(
  bytes: Buffer,
  start: number,
  walkMember: (key: number, value: number) => number,
): number {
  if (bytes[start] !== OPEN_BRACE) return NOT_PLAIN;
  let at = start + 1;
  if (bytes[at] === CLOSE_BRACE) return at + 1;
  for (;;) {
    const value = skipKey(bytes, at);
    const end = value < 0 ? NOT_PLAIN : walkMember(at, value);
    if (end < 0) return NOT_PLAIN;
    if (bytes[end] === CLOSE_BRACE) return end + 1;
    if (bytes[end] !== COMMA) return NOT_PLAIN;
    at = end + 1;
  }
}

/** Walks an array. `walkItem` gets the beginning of an item and returns its end. */
export function walkArray(bytes: Buffer, start: number, walkItem: (at: number) => number): number {
  if (bytes[start] !== OPEN_BRACKET) return NOT_PLAIN;
  let at = start + 1;
  if (bytes[at] === CLOSE_BRACKET) return at + 1;
  for (;;) {
    const end = walkItem(at);
    if (end < 0) return NOT_PLAIN;
    if (bytes[end] === CLOSE_BRACKET) return end + 1;
    if (bytes[end] !== COMMA) return NOT_PLAIN;
    at = end + 1;
  }
}

export function skipValue(bytes: Buffer, at: number, depth = 0): number {
  const byte = bytes[at] ?? 0;
  if (byte === QUOTE) return skipString(bytes, at);
  if (isDigit(byte) || byte === MINUS) return skipNumber(bytes, at);
  if (byte !== OPEN_BRACE && byte !== OPEN_BRACKET) return skipWord(bytes, at);
  if (depth === MAX_DEPTH) return NOT_PLAIN;
  return byte === OPEN_BRACE ? skipObject(bytes, at, depth + 1) : skipArray(bytes, at, depth + 1);
}

/** Apart, because a function with a closure allocates memory at each call. */
function skipArray(bytes: Buffer, start: number, depth: number): number {
  return walkArray(bytes, start, (item) => skipValue(bytes, item, depth));
}

/** As `walkObject`, without calls for members: most of a recording are the objects that this skips. */
function skipObject(bytes: Buffer, start: number, depth: number): number {
  let at = start + 1;
  if (bytes[at] === CLOSE_BRACE) return at + 1;
  for (;;) {
    const value = skipKey(bytes, at);
    const end = value < 0 ? NOT_PLAIN : skipValue(bytes, value, depth);
    if (end < 0) return NOT_PLAIN;
    const byte = bytes[end];
    if (byte !== COMMA) return byte === CLOSE_BRACE ? end + 1 : NOT_PLAIN;
    at = end + 1;
  }
}

/** Where the value of a key begins. */
function skipKey(bytes: Buffer, start: number): number {
  if (bytes[start] !== QUOTE) return NOT_PLAIN;
  for (let at = start + 1; ; at++) {
    const byte = bytes[at] ?? 0;
    // Most bytes are small letters.
    if (byte > BACKSLASH) continue;
    if (byte === QUOTE) return bytes[at + 1] === COLON ? at + 2 : NOT_PLAIN;
    if (byte === BACKSLASH || byte < FIRST_PRINTABLE) return NOT_PLAIN;
  }
}

function skipString(bytes: Buffer, start: number): number {
  for (let at = start + 1; ; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > BACKSLASH) continue;
    if (byte === QUOTE) return at + 1;
    if (byte < FIRST_PRINTABLE) return NOT_PLAIN;
    if (byte === BACKSLASH) {
      at = endOfEscape(bytes, at);
      if (at < 0) return NOT_PLAIN;
    }
  }
}

/** The last byte of an escape sequence. */
function endOfEscape(bytes: Buffer, at: number): number {
  const byte = bytes[at + 1] ?? 0;
  if (byte !== LETTER_U) return ESCAPED.has(byte) ? at + 1 : NOT_PLAIN;
  return FOUR_DIGITS.test(bytes.toString('latin1', at + 2, at + 6)) ? at + 5 : NOT_PLAIN;
}

function skipNumber(bytes: Buffer, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  let at = bytes[first] === ZERO ? first + 1 : skipDigits(bytes, first);
  if (at >= 0 && bytes[at] === POINT) at = skipDigits(bytes, at + 1);
  if (at < 0 || ((bytes[at] ?? 0) | LOWER_CASE) !== LETTER_E) return at;
  const sign = bytes[at + 1];
  return skipDigits(bytes, sign === PLUS || sign === MINUS ? at + 2 : at + 1);
}

/** At least one. */
function skipDigits(bytes: Buffer, start: number): number {
  let at = start;
  while (isDigit(bytes[at] ?? 0)) at++;
  return at > start ? at : NOT_PLAIN;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function skipWord(bytes: Buffer, at: number): number {
  for (const word of WORDS) {
    if (word[0] !== bytes[at]) continue;
    const end = at + word.length;
    for (let index = 1; index < word.length; index++) if (word[index] !== bytes[at + index]) return NOT_PLAIN;
    return end;
  }
  return NOT_PLAIN;
}
