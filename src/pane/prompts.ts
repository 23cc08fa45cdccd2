import { parseTime, secondsAgo } from '../cli/values/times.ts';
import { UsageError } from '../errors.ts';
import { describeOtherSeparators } from '../fields/notes.ts';
import { symbolsOn } from '../market/selection.ts';
import { inCapitals, splitTickers, tickerFault } from '../market/ticker.ts';
import { formatMinute } from '../text/format.ts';
import { fitText } from '../text/lines.ts';
import { cleanText, clip, displayWidth } from '../text/safe-text.ts';
import { armedFault, armedText, parseArmed } from './armed-alerts.ts';
import { matchesFilter } from './frame-boards.ts';
import { namedSymbol } from './selected-row.ts';
import { open, watchedTimeframes } from './state.ts';
import type { Front, KeyResult, PaneState, Prompt } from './view.ts';
import { cardView } from './views/card-view.ts';

interface PromptKind {
  readonly label: string;
  hint(front: Front): string;
  /** Returns the characters to add when a text is typed or pasted. */
  accept(added: string): string;
  /** Returns why a text is refused; null if it is accepted. */
  fault(text: string): string | null;
  change(pane: PaneState, text: string): PaneState;
  /** Runs after the prompt is closed. */
  enter(front: Front, pane: PaneState, text: string): KeyResult;
}

const MAX_LENGTH = 200;
const NOT_OF_A_TIME = /[^\w.,:+\s-]/g;

const PROMPTS: Readonly<Record<Prompt['kind'], PromptKind>> = {
  filter: {
    label: 'filter symbols: ',
    hint: (front) => `Enter ${namedSymbol(front) === null ? 'apply' : 'card'}, Esc clear`,
    // A column of a spreadsheet is pasted as lines.
    accept: (added) => inCapitals(added.replace(/[\r\n]+/g, ', ')),
    fault: (text) => splitTickers(text).flatMap((ticker) => tickerFault(ticker) ?? [])[0] ?? null,
    change: (pane, text) => ({ ...pane, filter: splitTickers(text).length === 0 ? '' : text }),
    enter(front, pane, text) {
      const symbol = namedSymbol(front);
      const opened = symbol === null ? pane : open(pane, cardView(symbol));
      const [message] = describeOtherSeparators(...unmatched(text, front));
      return message === undefined ? { pane: opened } : { pane: opened, message };
    },
  },
  time: {
    label: 'time: ',
    hint: () => '10:15 or 15m ago; Enter go, Esc cancel',
    accept: (added) => added.replace(NOT_OF_A_TIME, '').replace(/\s+/g, ' '),
    fault: () => null,
    change: (pane) => pane,
    enter(front, pane, text) {
      const typed = findTime(text, front);
      if (typeof typed === 'string') return { pane, message: typed };
      if (pane.playback !== null) return { pane: { ...pane, pastAt: typed } };
      const { time, position, count } = front.input.timeframes.at(pane.timeframe, typed);
      return { pane: { ...pane, pastAt: position === count ? null : time } };
    },
  },
  condition: {
    label: 'notify about: ',
    hint: () => 'pins, or boards>=4; Enter set, Esc cancel',
    accept: (added) => added.replace(/[\p{Cc}\s]+/gu, ' '),
    fault: () => null,
    change: (pane) => pane,
    enter({ input: { selection } }, pane, text) {
      try {
        const { armed, notes } = parseArmed(text, selection, watchedTimeframes(pane));
        return { pane: { ...pane, armed }, message: notes[0] ?? armedText(armed, pane.pins) };
      } catch (error) {
        return { pane: { ...pane, prompt: { kind: 'condition', text, fault: armedFault(error) } } };
      }
    },
  },
};

export function openPrompt(pane: PaneState, kind: Prompt['kind'], text = ''): PaneState {
  return PROMPTS[kind].change({ ...pane, prompt: { kind, text } }, text);
}

/** Keys for characters have names of one character; other keys have longer names. */
export function typeKey(front: Front, { kind, text }: Prompt, key: string): KeyResult {
  const { pane } = front;
  const closed = { ...pane, prompt: null };
  switch (key) {
    case 'enter':
      return PROMPTS[kind].enter(front, closed, text);
    case 'escape':
      return { pane: PROMPTS[kind].change(closed, '') };
    case 'backspace':
      return { pane: openPrompt(pane, kind, [...text].slice(0, -1).join('')) };
    case 'ctrl-u':
      return { pane: openPrompt(pane, kind) };
    case 'ctrl-w':
      return { pane: openPrompt(pane, kind, text.replace(/\S*\s*$/, '')) };
    default:
      return [...key].length === 1 ? { pane: typeText(pane, key) } : {};
  }
}

export function typeText(pane: PaneState, added: string): PaneState {
  if (pane.prompt === null) return pane;
  const { kind, text } = pane.prompt;
  const typed = text + PROMPTS[kind].accept(added);
  if (typed === text) return pane;
  const tooLong = typed.length > MAX_LENGTH ? `a ${kind} has at most ${MAX_LENGTH} characters` : null;
  const fault = PROMPTS[kind].fault(typed) ?? tooLong;
  return fault === null ? openPrompt(pane, kind, typed) : { ...pane, prompt: { kind, text, fault } };
}

export function renderPrompt(front: Front): string {
  const { prompt } = front.pane;
  const { width, theme } = front.input.style;
  if (prompt === null) return '';
  const { label: usual, hint } = PROMPTS[prompt.kind];
  const text = cleanText(prompt.text);
  // The end of the text stays visible, so that the user can correct it.
  const kept = Math.max(5, Math.min(displayWidth(text), Math.floor(width / 5)));
  const label = prompt.fault === undefined ? usual : `${clip(cleanText(prompt.fault), width - kept - 3)}: `;
  const room = Math.max(1, width - displayWidth(label) - 1);
  const typed = endOf(text, room);
  const end = fitText(room - displayWidth(typed), `  ${hint(front)}`, '');
  return theme.muted(label) + theme.strong(typed) + theme.accent('▏') + theme.muted(end);
}

function endOf(text: string, room: number): string {
  const characters = [...text];
  while (displayWidth(characters.join('')) > room) characters.shift();
  return characters.join('');
}

function unmatched(filter: string, { input: { snapshot } }: Front) {
  const symbols = symbolsOn(snapshot?.boards ?? []);
  const isMatched = (ticker: string) => symbols.some((symbol) => matchesFilter(symbol, ticker));
  return [splitTickers(filter).filter((ticker) => !isMatched(ticker)), symbols] as const;
}

/** Returns milliseconds since 1970, or a message that says why nothing can be shown. */
function findTime(text: string, { input }: Front): number | string {
  if (text.trim() === '') return 'no time given';
  const lower = text.toLowerCase();
  const isAgo = secondsAgo(lower) !== null;
  const { timeZone, now } = input.style;
  // In a replay, times up to the end of the recording are not in the future.
  const { startsAt, endsAt } = input.status.place;
  try {
    const reading = { now: isAgo ? now : (endsAt ?? now), option: 'time', timeZone };
    const time = parseTime(isAgo ? lower : text, reading);
    if (startsAt === null) return 'no snapshot yet';
    return time >= startsAt ? time : `no snapshots before ${formatMinute(startsAt, { timeZone, now })}`;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
