import { UsageError } from '../errors.ts';
import { parseTime, secondsAgo, splitTickers } from '../parse.ts';
import { formatMinute } from '../text/format.ts';
import { fitText } from '../text/lines.ts';
import { namedSymbol } from './selected-row.ts';
import { open } from './state.ts';
import type { Front, PaneState, Prompt, Step } from './view.ts';
import { cardView } from './views/card.ts';

interface PromptKind {
  readonly label: string;
  hint(front: Front): string;
  /** What follows while the user types. */
  change(pane: PaneState, text: string): PaneState;
  /** What Enter does, after the prompt is closed. */
  enter(front: Front, pane: PaneState, text: string): Step;
}

const MAX_LENGTH = 200;
/** What neither a ticker nor a time has. */
const NOT_ASKED_FOR = /[^\w.^=/,:+\s-]/g;

const PROMPTS: Readonly<Record<Prompt['kind'], PromptKind>> = {
  filter: {
    label: 'filter symbols: ',
    hint: (front) => `Enter ${namedSymbol(front) === null ? 'apply' : 'card'}, Esc clear`,
    change: (pane, text) => ({ ...pane, filter: splitTickers(text).length === 0 ? '' : text }),
    enter(front, pane) {
      const symbol = namedSymbol(front);
      return { pane: symbol === null ? pane : open(pane, cardView(symbol)) };
    },
  },
  time: {
    label: 'time: ',
    hint: () => '10:15 or 15m ago; Enter go, Esc cancel',
    change: (pane) => pane,
    enter(front, pane, text) {
      const typed = findTime(text, front);
      if (typeof typed === 'string') return { pane, message: typed };
      const { time, position, count } = front.timeframes.at(pane.timeframe, typed);
      const pastAt = position === count ? null : time;
      if (!pane.isReplay) return { pane: { ...pane, pastAt } };
      // In a replay a time after the newest snapshot is played to; stepping back to one before it stops playing.
      if (pastAt === null) return { pane: { ...pane, pastAt }, effect: { type: 'play-to', time: typed } };
      return { pane: { ...pane, pastAt, paused: true } };
    },
  },
};

/** Opens a prompt, or changes the text of an open one. */
export function openPrompt(pane: PaneState, kind: Prompt['kind'], text = ''): PaneState {
  return PROMPTS[kind].change({ ...pane, prompt: { kind, text } }, text);
}

/** Handles a key of an open prompt. Keys other than characters have longer names. */
export function typeKey(front: Front, { kind, text }: Prompt, key: string): Step {
  const { pane } = front;
  const closed = { ...pane, prompt: null };
  switch (key) {
    case 'enter':
      return PROMPTS[kind].enter(front, closed, text);
    case 'escape':
      return { pane: PROMPTS[kind].change(closed, '') };
    case 'backspace':
      return { pane: openPrompt(pane, kind, text.slice(0, -1)) };
    case 'ctrl-u':
      return { pane: openPrompt(pane, kind) };
    default:
      return key.length === 1 ? { pane: typeText(pane, key) } : {};
  }
}

/** Appends typed or pasted text; without a prompt a paste is ignored. */
export function typeText(pane: PaneState, added: string): PaneState {
  if (pane.prompt === null) return pane;
  const { kind, text } = pane.prompt;
  const clean = added.replace(NOT_ASKED_FOR, '').replace(/\s+/g, ' ');
  const typed = (text + (kind === 'filter' ? clean.toUpperCase() : clean)).slice(0, MAX_LENGTH);
  return typed === text ? pane : openPrompt(pane, kind, typed);
}

/** What the user is asked for, the text entered so far, and what ends it; empty without a prompt. */
export function renderPrompt(front: Front): string {
  const {
    pane: { prompt },
    ctx: { width, theme },
  } = front;
  if (prompt === null) return '';
  const { label, hint } = PROMPTS[prompt.kind];
  const room = Math.max(1, width - label.length - 1);
  // The end of a long text, where the cursor is.
  const typed = prompt.text.slice(-room);
  const end = fitText(room - typed.length, `  ${hint(front)}`, '');
  return theme.muted(label) + theme.strong(typed) + theme.accent('▏') + theme.muted(end);
}

/** The time that was typed, in milliseconds since 1970, or why there is nothing to show of it. */
function findTime(
  text: string,
  { pane, feed, ctx, remembered: { startsAt }, ...front }: Front,
): number | string {
  if (text.trim() === '') return 'no time given';
  const lower = text.toLowerCase();
  const isAgo = secondsAgo(lower) !== null;
  const { timeZone } = ctx;
  const now = front.now();
  // Of a recording, times after the present one of the replay have come, too.
  const end = feed.player?.times.get(pane.timeframe)?.at(-1) ?? now;
  try {
    const reading = { now: isAgo ? now : end, option: 'time', timeZone };
    const time = parseTime(isAgo ? lower : text, reading);
    if (startsAt === null) return 'no snapshot yet';
    return time >= startsAt ? time : `memory begins ${formatMinute(startsAt, { timeZone, now })}`;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
