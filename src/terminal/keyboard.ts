import type { Context, Host } from '../context.ts';

export type TerminalInput =
  | { readonly type: 'key'; readonly key: string }
  /** A long paste arrives in several inputs. */
  | { readonly type: 'paste'; readonly text: string };

/** Pending input is flushed after this time, so that an incomplete sequence cannot block later keys. */
const FLUSH_AFTER_MS = {
  // Escape must feel immediate, but the rest of an arrow key can be late on a slow connection.
  escape: 50,
  sequence: 1000,
  // On a slow connection, the rest of a flushed paste would be handled as keys.
  paste: 3000,
} as const satisfies Record<Exclude<PendingInput, 'nothing'>, number>;

/** Ctrl-C, Ctrl-\ and Ctrl-Z end a paste that has no end marker. */
const STOP_KEYS = ['\x03', '\x1c', '\x1a'];

/**
 * Sets raw mode and calls `onInput` once per read. Returns a function that restores line mode, or null if
 * there is no terminal.
 */
export function listenToKeyboard(
  { stdin, clock, host }: Pick<Context, 'stdin' | 'clock'> & { readonly host: Pick<Host, 'openKeyboard'> },
  onInput: (inputs: ReadonlyArray<TerminalInput>) => void,
): (() => void) | null {
  const opened = stdin.isTTY === true ? null : host.openKeyboard();
  const input = stdin.isTTY === true ? stdin : opened;
  if (input === null) return null;
  const decoder = createKeyDecoder();
  const emit = (inputs: ReadonlyArray<TerminalInput>) => {
    if (inputs.length > 0) onInput(inputs);
  };
  let timer = new AbortController();
  const onData = (chunk: string | Uint8Array) => {
    timer.abort();
    const flushed =
      decoder.pending() === 'paste' && STOP_KEYS.includes(Buffer.from(chunk).toString())
        ? decoder.flush()
        : [];
    const inputs = [...flushed, ...decoder.decode(chunk)];
    const pending = decoder.pending();
    if (pending !== 'nothing') {
      timer = new AbortController();
      const { signal } = timer;
      clock
        .sleep(FLUSH_AFTER_MS[pending], signal)
        // If the process stalled, the rest may be unread: let the event loop read stdin before flushing.
        .then(() => clock.sleep(0, signal))
        .then(
          () => emit(decoder.flush()),
          () => undefined,
        );
    }
    emit(inputs);
  };
  input.setRawMode?.(true);
  input.on('data', onData);
  input.resume();
  return () => {
    timer.abort();
    input.off('data', onData);
    input.setRawMode?.(false);
    input.pause();
    opened?.destroy();
  };
}

/** `escape`: an ESC that is the Escape key or begins a sequence. */
type PendingInput = 'nothing' | 'escape' | 'sequence' | 'paste';

/** Keys by the rest of their sequence after ESC [ or ESC O. */
const SEQUENCE_KEYS: Readonly<Record<string, string>> = {
  ...{ A: 'up', B: 'down', C: 'right', D: 'left', H: 'home', F: 'end', Z: 'shift-tab' },
  ...{ '1~': 'home', '4~': 'end', '5~': 'pageup', '6~': 'pagedown' },
};
const CONTROL_KEYS: Readonly<Record<string, string>> = {
  ...{
    '\x03': 'ctrl-c',
    '\x04': 'ctrl-d',
    '\x0c': 'ctrl-l',
    '\x15': 'ctrl-u',
    '\x17': 'ctrl-w',
    '\x1a': 'ctrl-z',
  },
  ...{ '\x1c': 'ctrl-\\', '\x08': 'backspace', '\x7f': 'backspace' },
  ...{ '\x09': 'tab', '\x0a': 'enter', '\x0d': 'enter', '\x1b': 'escape' },
};
/** Matches a key of the kitty protocol: its code, then 1 plus its modifiers. Key releases do not match. */
const EXTENDED_KEY = /^(\d+)(?::[\d:]*)?(?:;(\d*)(?::[12])?(?:;[\d:]*)?)?u$/;
/** Matches the same key in the modifyOtherKeys mode of xterm. */
const XTERM_KEY = /^27;(\d+);(\d+)~$/;
const SHIFT = 1;
const CONTROL = 4;
/** Excludes Caps Lock and Num Lock. */
const MODIFIERS = 0b11_1111;
const FIRST_CODE_WITHOUT_CHARACTER = 0xe000;
/** A longer incomplete sequence cannot be a key; only its beginning is kept. */
const MAX_HELD = 64;
const ESC = '\x1b';
const PASTE_END = '\x1b[201~';

/** The patterns match bytes in Latin-1, because mouse reports are not UTF-8. */
const CHARACTER =
  '(?:[\\xc2-\\xdf][\\x80-\\xbf]|[\\xe0-\\xef][\\x80-\\xbf]{2}|[\\xf0-\\xf4][\\x80-\\xbf]{3}|[^])';
const CUT_CHARACTER = '(?:[\\xc2-\\xdf]|[\\xe0-\\xef][\\x80-\\xbf]?|[\\xf0-\\xf4][\\x80-\\xbf]{0,2})$';
/** Ctrl-C and other keys that work even inside an incomplete sequence. */
const STOPS = '\\x03\\x04\\x0c\\x15\\x17\\x1a\\x1c';
/** OSC, DCS, SOS, PM and APC, which end with ST or BEL. */
const STRING = `[\\]PX^_][^\\x07\\x1b${STOPS}]*`;
/** The beginning of an X10 mouse report, a CSI or SS3 sequence, or a string. */
const UNFINISHED = `(?:\\[M[ -\\xff]{0,2}|\\[\\[?[ -?]*|O|${STRING})`;
const PENDING = new RegExp(`^(?:\\x1b(?:${UNFINISHED}|${STRING}\\x1b*)?$|\\x1b?${CUT_CHARACTER})`);
/** Matches a key or a sequence to skip. An interrupted sequence ends before the key that interrupts it. */
const NEXT = new RegExp(
  `^(?:${[
    '(?<paste>\\x1b\\[200~)',
    '\\x1b\\[M[ -\\xff]{3}',
    // The Linux console sends F1 to F5 as ESC [ [ and a letter.
    '\\x1b\\[(?!M)(?<csi>\\[?[ -?]*[@-~])',
    '\\x1bO(?<ss3>[@-~])',
    `\\x1b${STRING}(?:\\x07|\\x1b+\\\\)`,
    `\\x1b${UNFINISHED}`,
    `(?<esc>\\x1b)(?=[\\x1b${STOPS}])`,
    // A key with Alt is skipped.
    `\\x1b${CHARACTER}`,
    `(?<key>${CHARACTER})`,
  ].join('|')})`,
);
/** Matches a possible beginning of the end marker, or a cut character, at the end of a paste chunk. */
const HELD_OF_PASTE = new RegExp(`\\x1b(?:\\[(?:2(?:01?)?)?)?$|${CUT_CHARACTER}|$`);

/** Decodes keys and pastes from a terminal in raw mode; drops the terminal's own reports. */
export function createKeyDecoder() {
  let held = '';
  let isPasting = false;
  const inputs: Array<TerminalInput> = [];
  const press = (key: string | undefined) => {
    if (key !== undefined) inputs.push({ type: 'key', key });
  };
  const paste = (length: number) => {
    if (length > 0) inputs.push({ type: 'paste', text: textOf(held.slice(0, length)) });
    held = held.slice(length);
  };
  const readNext = (): boolean => {
    if (isPasting) {
      const end = held.indexOf(PASTE_END);
      isPasting = end < 0;
      paste(isPasting ? held.search(HELD_OF_PASTE) : end);
      if (!isPasting) held = held.slice(PASTE_END.length);
      return !isPasting;
    }
    const found = PENDING.test(held) ? null : NEXT.exec(held);
    if (found === null) return false;
    const { esc, key, csi, ss3, paste: start } = found.groups ?? {};
    isPasting = start !== undefined;
    if (esc !== undefined) press('escape');
    else press(key === undefined ? sequenceKey(csi ?? ss3 ?? '') : keyOf(textOf(key)));
    held = held.slice(found[0].length);
    return true;
  };
  return {
    /** Returns the inputs that the chunk completes; a chunk may end inside a character or sequence. */
    decode(chunk: string | Uint8Array) {
      held += Buffer.from(chunk).toString('latin1');
      while (readNext());
      if (!isPasting && held.length > MAX_HELD)
        held = held.slice(0, MAX_HELD) + (held.endsWith(ESC) ? ESC : '');
      return inputs.splice(0);
    },
    pending(): PendingInput {
      if (isPasting) return 'paste';
      return held === ESC ? 'escape' : held.startsWith(ESC) ? 'sequence' : 'nothing';
    },
    /** Turns a pending ESC into the Escape key, drops an incomplete sequence, and returns a paste. */
    flush() {
      if (isPasting) paste(held.length);
      else if (held === ESC) press('escape');
      held = '';
      isPasting = false;
      return inputs.splice(0);
    },
  };
}

function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

function sequenceKey(sequence: string): string | undefined {
  return SEQUENCE_KEYS[sequence] ?? extendedKey(sequence.replace(XTERM_KEY, '$2;$1u'));
}

/** After a crash, a program can leave the terminal in a mode that sends Ctrl-C and others as sequences. */
function extendedKey(sequence: string): string | undefined {
  const [, digits, modifiers] = EXTENDED_KEY.exec(sequence) ?? [];
  const code = Number(digits ?? FIRST_CODE_WITHOUT_CHARACTER);
  if (code >= FIRST_CODE_WITHOUT_CHARACTER) return undefined;
  const character = String.fromCharCode(code);
  const held = (Number(modifiers || '1') - 1) & MODIFIERS;
  if (held === 0) return keyOf(character);
  if (held === SHIFT) return character === '\t' ? 'shift-tab' : keyOf(character.toUpperCase());
  const isControl = held === CONTROL && /[@-~]/.test(character);
  return isControl ? keyOf(String.fromCharCode(code & 0x1f)) : undefined;
}

function keyOf(character: string): string | undefined {
  return character >= ' ' && character !== '\x7f' ? character : CONTROL_KEYS[character];
}
