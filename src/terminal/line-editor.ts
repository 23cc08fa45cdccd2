import type { TerminalInput } from './key-decoder.ts';

/** What typed text leads to; `line` is the text so far. */
export interface Edit {
  readonly line: string;
  readonly end: 'enter' | 'end-of-input' | 'interrupt' | 'quit' | null;
}

export interface LineEditor {
  type(inputs: ReadonlyArray<TerminalInput>): Edit;
}

/**
 * The least of a line editor: backspace, Ctrl-U and Ctrl-W clear, Enter, Ctrl-C, Ctrl-\, Ctrl-D. A paste keeps its line
 * ends; arrows and other keys that move do nothing.
 */
export function createLineEditor(): LineEditor {
  let line = '';
  return {
    type(inputs) {
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

/** Ctrl-D means the end only on an empty line, as in a shell. */
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
