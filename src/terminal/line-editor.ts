/** What a chunk of typed text leads to; `line` is the text so far. */
export interface Edit {
  readonly line: string;
  readonly end: 'enter' | 'end-of-input' | 'interrupt' | 'quit' | null;
}

export interface LineEditor {
  type(chunk: string): Edit;
}

/** Escape sequences span chunks, so their state is kept: none, just after ESC, or inside `ESC [`. */
type Escape = 'none' | 'start' | 'sequence';

/**
 * The least of a line editor for a terminal in raw mode: backspace, Ctrl-U and Ctrl-W clear, Enter, Ctrl-C, Ctrl-\, Ctrl-D.
 * A bracketed paste loses its brackets and keeps its line ends; arrows and other keys that move do nothing.
 */
export function createLineEditor(): LineEditor {
  let line = '';
  let pending: Escape = 'none';
  let parameters = '';
  let isPasting = false;

  function escaped(character: string): void {
    if (pending === 'start') {
      pending = character === '[' || character === 'O' ? 'sequence' : 'none';
      parameters = '';
    } else if (character >= '@' && character <= '~') {
      pending = 'none';
      if (character === '~' && parameters === '200') isPasting = true;
      if (character === '~' && parameters === '201') isPasting = false;
    } else {
      parameters += character;
    }
  }

  function typed(character: string): Edit['end'] {
    if (character === '\x1b') pending = 'start';
    else if (pending !== 'none') escaped(character);
    else if (isPasting) line += character;
    else if (character in ENDS) return endOf(character, line);
    else line = edited(line, character);
    return null;
  }

  return {
    type(chunk) {
      for (const character of chunk) {
        const end = typed(character);
        if (end !== null) return { line, end };
      }
      return { line, end: null };
    },
  };
}

const ENDS: Readonly<Record<string, Edit['end']>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\x03': 'interrupt',
  '\x04': 'end-of-input',
  '\x1c': 'quit',
};

/** Ctrl-D means the end only on an empty line, as in a shell. */
function endOf(character: string, line: string): Edit['end'] {
  return character === '\x04' && line !== '' ? null : (ENDS[character] ?? null);
}

function edited(line: string, character: string): string {
  if (character === '\x7f' || character === '\b') return [...line].slice(0, -1).join('');
  if (character === '\x15' || character === '\x17') return '';
  return character < ' ' && character !== '\t' ? line : line + character;
}
