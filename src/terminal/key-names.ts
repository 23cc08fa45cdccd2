/** Names of keys that are no character; a character is its own name. */
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

/** Bits of the modifier field, which is one more than their sum. */
const SHIFT = 1;
const CONTROL = 4;
const LOCKS = 64 | 128;

const RELEASE_EVENT = '3';

/** Keypad, media and modifier keys of the kitty protocol have numbers in the private use area. */
const PRIVATE_USE = /\p{Co}/u;

/** The key of a character outside of any sequence; null for a control character without a name. */
export function keyOfCharacter(character: string): string | null {
  if (character >= ' ' && character !== '\x7f') return character;
  return CONTROL_KEYS[character] ?? null;
}

/** The key of `ESC [ parameters final`; null for what is no key, such as a report of the terminal, or has no name here. */
export function keyOfCsi(parameters: string, final: string): string | null {
  if (!/^(?:\d[\d:]*)?(?:;[\d:]*){0,2}$/.test(parameters)) return null;
  const [first = '', second = '', third = ''] = parameters.split(';');
  // modifyOtherKeys of xterm, then the protocol of kitty.
  if (final === '~' && first === '27') return keyOfCode(Number(third), second);
  if (final === 'u') return keyOfCode(Number.parseInt(first, 10), second);
  if (heldModifiers(second) !== 0) return null;
  const number = first === '1' && final !== '~' ? '' : first;
  return CSI_KEYS[number + final] ?? null;
}

/** The key of `ESC O final`. */
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

/** What Ctrl with a letter sends where keys are not numbered. */
function controlOf(code: number): string {
  return String.fromCharCode(code & 0x1f);
}

/** The modifier bits without the locks; null, which equals none of them, when the key was released. */
function heldModifiers(field: string): number | null {
  const [modifiers = '', event = ''] = field.split(':');
  if (event === RELEASE_EVENT) return null;
  return modifiers === '' ? 0 : (Number(modifiers) - 1) & ~LOCKS;
}
