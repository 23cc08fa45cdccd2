import { tickersOf } from './shown-boards.ts';
import { frontOf, open } from './state.ts';
import { namedSymbol } from './symbols.ts';
import type { Front, PaneState, Prompt, Step } from './view.ts';
import { cardView } from './views/card.ts';

interface PromptKind {
  readonly label: string;
  readonly maxLength: number;
  /** What nothing that is asked for has. */
  readonly notIn: RegExp;
  hint(front: Front): string;
  /** What follows while the user types. */
  change(pane: PaneState, text: string): PaneState;
  /** What Enter does, after the prompt is closed. */
  enter(front: Front, pane: PaneState, text: string): Step;
  /** What Esc does. */
  escape(pane: PaneState): PaneState;
}

export const PROMPTS: Readonly<Record<Prompt['kind'], PromptKind>> = {
  filter: {
    label: 'filter symbols: ',
    maxLength: 200,
    notIn: /[^\w.^=/,\s-]/g,
    hint: (front) => `Enter ${namedSymbol(front) === null ? 'apply' : 'card'}, Esc clear`,
    change: (pane, text) => ({ ...pane, filter: tickersOf(text).length === 0 ? '' : text }),
    enter(front, pane) {
      // Without the card that the prompt has uncovered, if it names no other.
      const symbol = namedSymbol(front);
      if (symbol !== null && symbol === pane.stack.at(-1)?.view.symbol) return { pane };
      if (symbol !== null) return { pane: open(pane, cardView(symbol)) };
      const depth = pane.stack.indexOf(frontOf(front.pane)) + 1;
      return { pane: { ...pane, stack: pane.stack.slice(0, depth) } };
    },
    escape: (pane) => ({ ...pane, filter: '' }),
  },
  time: {
    label: 'time: ',
    maxLength: 32,
    notIn: /[^\w:.+ -]/g,
    hint: () => '10:15 or 15m ago; Enter go, Esc cancel',
    change: (pane) => pane,
    enter(front, pane, text) {
      const found = front.shown.typedTime(text);
      if ('problem' in found) return { pane, message: found.problem };
      const { past, time } = found;
      if (pane.recorded === null) return { pane: { ...pane, past } };
      // In a replay a time after the newest snapshot is played to; stepping back to one before it stops playing.
      if (past === null) return { pane: { ...pane, past }, effect: { type: 'play-to', time } };
      return { pane: { ...pane, past, paused: true }, effect: { type: 'pause' } };
    },
    escape: (pane) => pane,
  },
};

export function openPrompt(pane: PaneState, kind: Prompt['kind']): PaneState {
  return PROMPTS[kind].change({ ...pane, prompt: { kind, text: '' } }, '');
}

/** Handles a key of an open prompt. Keys other than characters have longer names. */
export function typeKey(front: Front, { kind, text }: Prompt, key: string): Step {
  const { pane } = front;
  const closed = { ...pane, prompt: null };
  switch (key) {
    case 'enter':
      return PROMPTS[kind].enter(front, closed, text);
    case 'escape':
      return { pane: PROMPTS[kind].escape(closed) };
    case 'backspace':
      return { pane: withText(pane, kind, text.slice(0, -1)) };
    case 'ctrl-u':
      return { pane: withText(pane, kind, '') };
    default:
      return key.length === 1 ? { pane: typeText(pane, key) } : {};
  }
}

/** Appends typed or pasted text; without a prompt a paste is ignored. */
export function typeText(pane: PaneState, added: string): PaneState {
  if (pane.prompt === null) return pane;
  const { kind, text } = pane.prompt;
  const { notIn, maxLength } = PROMPTS[kind];
  const clean = added.replace(notIn, '').replace(/\s+/g, ' ');
  const typed = (text + (kind === 'filter' ? clean.toUpperCase() : clean)).slice(0, maxLength);
  return typed === text ? pane : withText(pane, kind, typed);
}

function withText(pane: PaneState, kind: Prompt['kind'], text: string): PaneState {
  return PROMPTS[kind].change({ ...pane, prompt: { kind, text } }, text);
}
