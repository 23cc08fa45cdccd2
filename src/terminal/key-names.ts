/** Names of keys, by the parameters and the final character of their CSI sequence. */
const CSI_KEYS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  '1~': 'home',
  '4~': 'end',
  '5~': 'pageup',
  '6~': 'pagedown',
  Z: 'shift-tab',
};

const SS3_KEYS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
};

const CONTROL_KEYS: Readonly<Record<string, string>> = {
  '\x03': 'ctrl-c',
  '\x04': 'ctrl-d',
  '\x08': 'backspace',
  '\x09': 'tab',
  '\x0a': 'enter',
  '\x0d': 'enter',
  '\x15': 'ctrl-u',
  '\x17': 'ctrl-w',
  '\x1a': 'ctrl-z',
  '\x1b': 'escape',
  '\x1c': 'ctrl-\\',
  '\x7f': 'backspace',
};

/** Modifier bits; the modifier field of a sequence is their sum plus one. */
const SHIFT = 1;
const CONTROL = 4;
const LOCKS = 64 | 128;

const RELEASE_EVENT = '3';

/** The kitty protocol assigns codes in the private use area to keypad, media and modifier keys. */
const PRIVATE_USE = /\p{Co}/u;

/** The name of the key that sends a single character: the character itself, or null for an unnamed control character. */
export function keyOfCharacter(character: string): string | null {
  if (character >= ' ' && character !== '\x7f') return character;
  return CONTROL_KEYS[character] ?? null;
}

/** The name of the key that sends `ESC [ parameters final`; null for unnamed keys and for reports of the terminal. */
export function keyOfCsi(parameters: string, final: string): string | null {
  if (!/^(?:\d[\d:]*)?(?:;[\d:]*){0,2}$/.test(parameters)) return null;
  const [first = '', second = '', third = ''] = parameters.split(';');
  // xterm's modifyOtherKeys, then the kitty keyboard protocol.
  if (final === '~' && first === '27') return keyOfCode(Number(third), second);
  if (final === 'u') return keyOfCode(Number.parseInt(first, 10), second);
  if (heldModifiers(second) !== 0) return null;
  const number = first === '1' && final !== '~' ? '' : first;
  return CSI_KEYS[number + final] ?? null;
}

/** The name of the key that sends `ESC O final`; null for unnamed keys. */
export function keyOfSs3(final: string): string | null {
  return SS3_KEYS[final] ?? null;
}

function keyOfCode(code: number, modifiers: string): string | null {
  if (!(code > 0 && code <= 0x10ffff)) return null;
  const held = heldModifiers(modifiers);
  const character = String.fromCodePoint(code);
  if (held === CONTROL) return code < 64 || code > 127 ? null : keyOfCharacter(controlOf(code));
  if (PRIVATE_USE.test(character) || (held !== 0 && held !== SHIFT)) return null;
  const key = keyOfCharacter(held === SHIFT ? character.toUpperCase() : character);
  return key === 'tab' && held === SHIFT ? 'shift-tab' : key;
}

/** The control character that a terminal without key codes sends for Ctrl and a letter. */
function controlOf(code: number): string {
  return String.fromCharCode(code & 0x1f);
}

/** The modifier bits without Caps Lock and Num Lock; null for a key release, which is ignored. */
function heldModifiers(field: string): number | null {
  const [modifiers = '', event = ''] = field.split(':');
  if (event === RELEASE_EVENT) return null;
  return modifiers === '' ? 0 : (Number(modifiers) - 1) & ~LOCKS;
}
