export type TerminalInput =
  | { readonly type: 'key'; readonly key: string }
  /** A bracketed paste, or a part of it. */
  | { readonly type: 'paste'; readonly text: string };

/** Incomplete input: an ESC, which may be the Escape key, an escape sequence, or a paste without its end. */
export type PendingInput = 'nothing' | 'escape' | 'sequence' | 'paste';

export interface KeyDecoder {
  /** Returns the inputs that the chunk completes. Chunks may split characters and sequences anywhere. */
  decode(chunk: string | Uint8Array): ReadonlyArray<TerminalInput>;
  pending(): PendingInput;
  /** Ends pending input: an ESC becomes the Escape key, an incomplete sequence is dropped, a paste is returned. */
  flush(): ReadonlyArray<TerminalInput>;
}

type State = 'ground' | 'escape' | 'csi' | 'ss3' | 'string' | 'string-escape' | 'mouse' | 'paste';

interface Machine {
  state: State;
  /** In a sequence: its parameters, up to `MAX_PARAMETERS` characters. In a paste: a possible prefix of its end. */
  collected: string;
  /** Remaining bytes of a mouse report. */
  missing: number;
  pasted: string;
  inputs: Array<TerminalInput>;
}

const ESC = '\x1b';
const PASTE_END = '\x1b[201~';
/** Follow ESC in OSC, DCS, SOS, PM and APC, which end with ST or BEL and are dropped. */
const STRING_INTRODUCERS = ']PX^_';
const MOUSE_REPORT_BYTES = 3;
/** In characters; longer than the parameters of any key. */
const MAX_PARAMETERS = 32;

/** Keys by the end of their sequence, ESC [ or ESC O. */
const ARROWS: Readonly<Record<string, string>> = {
  ...{ A: 'up', B: 'down', C: 'right', D: 'left', H: 'home', F: 'end' },
};
const CSI_KEYS: Readonly<Record<string, string>> = {
  ...ARROWS,
  ...{ '1~': 'home', '4~': 'end', '5~': 'pageup', '6~': 'pagedown', Z: 'shift-tab' },
};
const CONTROL_KEYS: Readonly<Record<string, string>> = {
  ...{ '\x03': 'ctrl-c', '\x04': 'ctrl-d', '\x15': 'ctrl-u', '\x17': 'ctrl-w', '\x1a': 'ctrl-z' },
  ...{ '\x1c': 'ctrl-\\', '\x1b': 'escape', '\x08': 'backspace', '\x7f': 'backspace' },
  ...{ '\x09': 'tab', '\x0a': 'enter', '\x0d': 'enter' },
};

/** Decodes the input of a terminal in raw mode: keys and pastes. Reports of the terminal itself are dropped. */
export function createKeyDecoder(): KeyDecoder {
  const machine: Machine = { state: 'ground', collected: '', missing: 0, pasted: '', inputs: [] };
  const readCharacters = createCharacterReader(machine);
  const takeInputs = () => {
    endPaste(machine);
    const { inputs } = machine;
    machine.inputs = [];
    return inputs;
  };
  return {
    decode(chunk) {
      readCharacters(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
      return takeInputs();
    },
    pending() {
      const { state } = machine;
      if (state === 'escape' || state === 'paste') return state;
      return state === 'ground' ? 'nothing' : 'sequence';
    },
    flush() {
      if (machine.state === 'escape') press(machine, 'escape');
      else if (machine.state === 'paste') machine.pasted += machine.collected;
      enter(machine, 'ground');
      return takeInputs();
    },
  };
}

/** Decodes UTF-8, except in a mouse report, whose bytes are not text. */
function createCharacterReader(machine: Machine): (bytes: Uint8Array) => void {
  const utf8 = new TextDecoder();
  let isIncomplete = false;
  return (bytes) => {
    let at = 0;
    while (at < bytes.length) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80 && machine.state !== 'mouse') {
        const start = at;
        while ((bytes[at] ?? 0) >= 0x80) at++;
        for (const character of utf8.decode(bytes.subarray(start, at), { stream: true }))
          STEPS[machine.state](machine, character);
        isIncomplete = true;
        continue;
      }
      // An ASCII byte ends an incomplete character, which becomes U+FFFD.
      if (isIncomplete) for (const character of utf8.decode()) STEPS[machine.state](machine, character);
      isIncomplete = false;
      STEPS[machine.state](machine, String.fromCharCode(byte));
      at++;
    }
  };
}

const STEPS: Readonly<Record<State, (machine: Machine, character: string) => void>> = {
  ground(machine, character) {
    if (character === ESC) enter(machine, 'escape');
    else press(machine, keyOfCharacter(character));
  },
  escape(machine, character) {
    if (character === '[') enter(machine, 'csi');
    else if (character === 'O') enter(machine, 'ss3');
    else if (STRING_INTRODUCERS.includes(character)) enter(machine, 'string');
    else if (character === ESC) press(machine, 'escape');
    else {
      enter(machine, 'ground');
      // ESC and any other character is a key pressed with Alt, which is ignored.
      if (!isControlKey(character)) return;
      press(machine, 'escape');
      press(machine, keyOfCharacter(character));
    }
  },
  csi(machine, character) {
    const { collected } = machine;
    // The Linux console sends F1 to F5 as ESC [ [ and a letter.
    const isParameter = (character >= ' ' && character <= '?') || (character === '[' && collected === '');
    if (isParameter) {
      if (collected.length < MAX_PARAMETERS) machine.collected += character;
    } else if (character < '@' || character > '~') interrupt(machine, character);
    else if (character === 'M' && collected === '') {
      enter(machine, 'mouse');
      machine.missing = MOUSE_REPORT_BYTES;
    } else if (character === '~' && collected === '200') enter(machine, 'paste');
    else {
      enter(machine, 'ground');
      press(machine, CSI_KEYS[collected + character] ?? null);
    }
  },
  ss3(machine, character) {
    if (character < '@' || character > '~') return interrupt(machine, character);
    enter(machine, 'ground');
    press(machine, ARROWS[character] ?? null);
  },
  string(machine, character) {
    if (character === '\x07') enter(machine, 'ground');
    else if (character === ESC) enter(machine, 'string-escape');
    else if (isControlKey(character)) interrupt(machine, character);
  },
  'string-escape'(machine, character) {
    if (character === ESC) return;
    if (character === '\\') return enter(machine, 'ground');
    enter(machine, 'escape');
    STEPS.escape(machine, character);
  },
  mouse(machine, character) {
    if (character < ' ') return interrupt(machine, character);
    machine.missing--;
    if (machine.missing === 0) enter(machine, 'ground');
  },
  paste(machine, character) {
    const held = machine.collected + character;
    if (held === PASTE_END) return enter(machine, 'ground');
    const isEnding = PASTE_END.startsWith(held);
    machine.collected = isEnding ? held : character === ESC ? ESC : '';
    if (!isEnding) machine.pasted += character === ESC ? held.slice(0, -1) : held;
  },
};

function enter(machine: Machine, state: State): void {
  endPaste(machine);
  machine.state = state;
  machine.collected = '';
}

/** Drops the sequence in progress and handles the character, which cannot be part of it, on its own. */
function interrupt(machine: Machine, character: string): void {
  enter(machine, 'ground');
  STEPS.ground(machine, character);
}

function press(machine: Machine, key: string | null): void {
  if (key !== null) machine.inputs.push({ type: 'key', key });
}

function endPaste(machine: Machine): void {
  if (machine.pasted === '') return;
  machine.inputs.push({ type: 'paste', text: machine.pasted });
  machine.pasted = '';
}

/** True for Ctrl-C and similar keys, which must work even inside an incomplete sequence. */
function isControlKey(character: string): boolean {
  return character < ' ' && keyOfCharacter(character)?.startsWith('ctrl-') === true;
}

/** The name of the key that sends a single character: the character itself, or null for an unnamed control character. */
function keyOfCharacter(character: string): string | null {
  if (character >= ' ' && character !== '\x7f') return character;
  return CONTROL_KEYS[character] ?? null;
}
