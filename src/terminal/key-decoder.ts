import { keyOfCharacter, keyOfCsi, keyOfSs3 } from './key-names.ts';

export type TerminalInput =
  | { readonly type: 'key'; readonly key: string }
  /** Text from the clipboard, or a part of it. */
  | { readonly type: 'paste'; readonly text: string };

/** What the bytes so far leave open: an ESC, which may be the Escape key, a sequence, or a paste without its end. */
export type Unfinished = 'nothing' | 'escape' | 'sequence' | 'paste';

export interface KeyDecoder {
  /** The inputs that the bytes complete. How the bytes are split into chunks makes no difference. */
  decode(chunk: string | Uint8Array): ReadonlyArray<TerminalInput>;
  unfinished(): Unfinished;
  /** The rest is not coming: a lone ESC was the Escape key, and the beginning of a sequence is dropped. */
  giveUp(): ReadonlyArray<TerminalInput>;
}

type State = 'ground' | 'escape' | 'csi' | 'ss3' | 'string' | 'string-escape' | 'mouse' | 'paste';

interface Machine {
  state: State;
  /** Of a sequence: its parameters, a few at most; of a paste: what may be the beginning of its end. */
  collected: string;
  /** Of a mouse report: the bytes that are still to come. */
  missing: number;
  pasted: string;
  inputs: Array<TerminalInput>;
}

const ESC = '\x1b';
const PASTE_END = '\x1b[201~';
/** OSC, DCS, SOS, PM and APC: text up to ST or BEL. Nothing of it is kept. */
const STRING_INTRODUCERS = ']PX^_';
const MOUSE_REPORT_BYTES = 3;
/** No key has that many. */
const MAX_PARAMETERS = 32;

/** One decoder for all that a terminal in raw mode sends: keys, pastes, and the terminal's own reports, which it drops. */
export function createKeyDecoder(): KeyDecoder {
  const machine: Machine = { state: 'ground', collected: '', missing: 0, pasted: '', inputs: [] };
  const readCharacters = createCharacterReader(machine);
  const take = () => {
    endPaste(machine);
    const { inputs } = machine;
    machine.inputs = [];
    return inputs;
  };
  return {
    decode(chunk) {
      readCharacters(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
      return take();
    },
    unfinished() {
      const { state } = machine;
      if (state === 'escape' || state === 'paste') return state;
      return state === 'ground' ? 'nothing' : 'sequence';
    },
    giveUp() {
      if (machine.state === 'escape') press(machine, 'escape');
      else if (machine.state === 'paste') machine.pasted += machine.collected;
      enter(machine, 'ground');
      return take();
    },
  };
}

/** Bytes to characters; a mouse report has bytes that are none. */
function createCharacterReader(machine: Machine): (bytes: Uint8Array) => void {
  const utf8 = new TextDecoder();
  let isOpen = false;
  return (bytes) => {
    let at = 0;
    while (at < bytes.length) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80 && machine.state !== 'mouse') {
        const start = at;
        while ((bytes[at] ?? 0) >= 0x80) at++;
        for (const character of utf8.decode(bytes.subarray(start, at), { stream: true }))
          step(machine, character);
        isOpen = true;
        continue;
      }
      // A character that is cut off stays so.
      if (isOpen) for (const character of utf8.decode()) step(machine, character);
      isOpen = false;
      step(machine, String.fromCharCode(byte));
      at++;
    }
  };
}

function step(machine: Machine, character: string): void {
  const { state } = machine;
  if (character >= '\x80' && character <= '\x9f' && state !== 'paste' && state !== 'mouse') {
    // A control of eight bits stands for ESC and a letter.
    STEPS[state](machine, ESC);
    STEPS[machine.state](machine, String.fromCharCode(character.charCodeAt(0) - 0x40));
  } else {
    STEPS[state](machine, character);
  }
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
      // With any other character it is Alt and that key, which means nothing here.
      if (!isControlKey(character)) return;
      press(machine, 'escape');
      press(machine, keyOfCharacter(character));
    }
  },
  csi(machine, character) {
    const { collected } = machine;
    // F1 to F5 of the Linux console are ESC [ [ and a letter.
    const isMore = (character >= ' ' && character <= '?') || (character === '[' && collected === '');
    if (isMore) collect(machine, character);
    else if (character < '@' || character > '~') interrupt(machine, character);
    else if (character === 'M' && collected === '') {
      enter(machine, 'mouse');
      machine.missing = MOUSE_REPORT_BYTES;
    } else if (character === '~' && collected === '200') enter(machine, 'paste');
    else {
      enter(machine, 'ground');
      press(machine, keyOfCsi(collected, character));
    }
  },
  ss3(machine, character) {
    if (character >= '0' && character <= ';') collect(machine, character);
    else if (character < '@' || character > '~') interrupt(machine, character);
    else {
      const key = machine.collected === '' ? keyOfSs3(character) : null;
      enter(machine, 'ground');
      press(machine, key);
    }
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

/** A character that cannot be part of a sequence ends it and counts for itself. */
function interrupt(machine: Machine, character: string): void {
  enter(machine, 'ground');
  STEPS.ground(machine, character);
}

function collect(machine: Machine, character: string): void {
  if (machine.collected.length < MAX_PARAMETERS) machine.collected += character;
}

function press(machine: Machine, key: string | null): void {
  if (key !== null) machine.inputs.push({ type: 'key', key });
}

function endPaste(machine: Machine): void {
  if (machine.pasted === '') return;
  machine.inputs.push({ type: 'paste', text: machine.pasted });
  machine.pasted = '';
}

/** Ctrl-C and its like, which must be heard whatever came before. */
function isControlKey(character: string): boolean {
  return character < ' ' && keyOfCharacter(character)?.startsWith('ctrl-') === true;
}
