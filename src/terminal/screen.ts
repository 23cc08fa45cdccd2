import type { Output } from '../context.ts';
import { changedSegments, DEFAULT_STYLE, parseLine, styleChange } from './painted-cells.ts';

const ALTERNATE_ON = '\x1b[?1049h';
const ALTERNATE_OFF = '\x1b[?1049l';
const CURSOR_OFF = '\x1b[?25l';
const CURSOR_ON = '\x1b[?25h';
// A line that is too long must not wrap and move the lines below.
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
// Lets the key decoder tell pasted text from keys.
const BRACKETED_PASTE_ON = '\x1b[?2004h';
const BRACKETED_PASTE_OFF = '\x1b[?2004l';
const SYNC_BEGIN = '\x1b[?2026h';
const SYNC_END = '\x1b[?2026l';
const STYLE_OFF = '\x1b[0m';

export interface Screen {
  /** Shows painted lines from the top of the screen. Writes only the parts that changed, in one write. */
  paint(lines: ReadonlyArray<string>): void;
  /** Makes the next paint write every line, because the content of the screen is unknown. */
  invalidate(): void;
  /** Rings the terminal's bell. */
  ring(): void;
  /** Writes what `notificationSequence` returns, between two frames. While the output is blocked, the newest one waits. */
  notify(sequence: string): void;
  /**
   * Asks the terminal to put a text on the clipboard (OSC 52); nothing says whether it did. Returns false, and asks nothing, while
   * the output is blocked.
   */
  copy(text: string): boolean;
  /** Restores the terminal and prints `lines` on the main screen. Further calls do nothing. */
  close(lines: ReadonlyArray<string>): void;
}

/** Switches to the alternate screen. The caller must call `close` on every code path. */
export function openScreen(output: Output): Screen {
  let shown: ReadonlyArray<string> | null = null;
  /** While the output is blocked, the newest frame and the newest notification wait. */
  let isBlocked = false;
  let pendingFrame: ReadonlyArray<string> | null = null;
  let pendingNotification = '';
  let isClosed = false;
  const write = (text: string) => {
    if (!output.write(text)) isBlocked = true;
  };
  const paint = (lines: ReadonlyArray<string>) => {
    if (isBlocked) {
      pendingFrame = lines;
      return;
    }
    const changes = differences(shown, lines, output.columns ?? 0);
    shown = lines;
    if (changes !== '') write(SYNC_BEGIN + changes + SYNC_END);
  };
  const onDrain = () => {
    isBlocked = false;
    const [notification, frame] = [pendingNotification, pendingFrame];
    pendingNotification = '';
    pendingFrame = null;
    if (notification !== '') write(notification);
    if (frame !== null) paint(frame);
  };
  output.on?.('drain', onDrain);
  write(ALTERNATE_ON + CURSOR_OFF + WRAP_OFF + BRACKETED_PASTE_ON);
  return {
    paint(lines) {
      if (!isClosed) paint(lines);
    },
    invalidate() {
      shown = null;
    },
    ring() {
      if (!isClosed && !isBlocked) write('\x07');
    },
    notify(sequence) {
      if (isClosed) return;
      if (isBlocked) pendingNotification = sequence;
      else write(sequence);
    },
    copy(text) {
      if (isClosed || isBlocked) return false;
      write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
      return true;
    },
    close(lines) {
      if (isClosed) return;
      isClosed = true;
      output.off?.('drain', onDrain);
      const text = lines.map((line) => `${line}\n`).join('');
      output.write(SYNC_END + STYLE_OFF + BRACKETED_PASTE_OFF + WRAP_ON + CURSOR_ON + ALTERNATE_OFF + text);
    },
  };
}

/**
 * The escape sequences that turn one frame into another. `shown` is null if the content of the screen is unknown, `columns`
 * is 0 if its width is.
 */
function differences(
  shown: ReadonlyArray<string> | null,
  lines: ReadonlyArray<string>,
  columns: number,
): string {
  const isShorter = shown === null || shown.length > lines.length;
  let changes = '';
  let style = DEFAULT_STYLE;
  for (const [index, line] of lines.entries()) {
    const old = shown?.[index];
    // The last line also erases everything below it, because the cursor cannot move below the last row of the screen.
    const erasesBelow = isShorter && index === lines.length - 1;
    if (old === line && !erasesBelow) continue;
    const [before, after] = [parseLine(old ?? ''), parseLine(line)];
    // A terminal shows the end of a line that is too long, so it is written whole.
    const isFitting = Math.max(before.width, after.width) <= columns;
    if (old !== undefined && !erasesBelow && isFitting) {
      const segments = changedSegments(index, before.cells, after.cells, style);
      changes += segments.text;
      style = segments.style;
      continue;
    }
    // Erase before writing: after a line of full width the cursor stays on the last cell, which would be erased.
    changes += `${styleChange(style, DEFAULT_STYLE)}\x1b[${index + 1};1H${erasesBelow ? '\x1b[J' : '\x1b[K'}${line}`;
    style = DEFAULT_STYLE;
  }
  return changes + styleChange(style, DEFAULT_STYLE);
}
