import type { TerminalInput } from './key-decoder.ts';

export interface Edit {
  /** The text so far. */
  readonly line: string;
  /** How the key that ended the line ends it; null while the line is being edited. */
  readonly end: 'enter' | 'end-of-input' | 'interrupt' | 'quit' | null;
}

export interface LineEditor {
  apply(inputs: ReadonlyArray<TerminalInput>): Edit;
}

/**
 * A minimal line editor: Backspace deletes a character, Ctrl-U and Ctrl-W clear the line, and Enter, Ctrl-C, Ctrl-\ and
 * Ctrl-D end it. A pasted text keeps its newlines. Arrow keys are ignored.
 */
export function createLineEditor(): LineEditor {
  let line = '';
  return {
    apply(inputs) {
      for (const input of inputs) {
        const end = input.type === 'key' ? endOf(input.key, line) : null;
        if (end !== null) return { line, end };
        line = input.type === 'key' ? edited(line, input.key) : line + input.text;
      }
      return { line, end: null };
    },
  };
}

const ENDS: Readonly<Record<string, Edit['end']>> = {
  enter: 'enter',
  'ctrl-c': 'interrupt',
  'ctrl-d': 'end-of-input',
  'ctrl-\\': 'quit',
};

/** As in a shell, Ctrl-D ends the input only on an empty line. */
function endOf(key: string, line: string): Edit['end'] {
  return key === 'ctrl-d' && line !== '' ? null : (ENDS[key] ?? null);
}

function edited(line: string, key: string): string {
  if (key === 'backspace') return [...line].slice(0, -1).join('');
  if (key === 'ctrl-u' || key === 'ctrl-w') return '';
  if (key === 'tab') return `${line}\t`;
  return isCharacter(key) ? line + key : line;
}

function isCharacter(key: string): boolean {
  return String.fromCodePoint(key.codePointAt(0) ?? 0) === key;
}
