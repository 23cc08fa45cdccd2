import type { Output } from '../context.ts';
import { DEFAULT_STYLE, parseLine } from './painted-cells.ts';
import { changedSegments, styleChange, type Written } from './segments.ts';

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
  let pendingNotification = '';
  let isClosed = false;
  const writer = openWriter(output, () => {
    const notification = pendingNotification;
    pendingNotification = '';
    if (notification !== '') writer.write(notification);
    frames.paintPending();
  });
  const frames = createFrames(output, writer);

  writer.write(ALTERNATE_ON + CURSOR_OFF + WRAP_OFF + BRACKETED_PASTE_ON);
  return {
    paint(lines) {
      if (!isClosed) frames.paint(lines);
    },
    invalidate: frames.invalidate,
    ring() {
      if (!isClosed && !writer.isBlocked()) writer.write('\x07');
    },
    notify(sequence) {
      if (isClosed) return;
      if (writer.isBlocked()) pendingNotification = sequence;
      else writer.write(sequence);
    },
    copy(text) {
      if (isClosed || writer.isBlocked()) return false;
      writer.write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
      return true;
    },
    close(lines) {
      if (isClosed) return;
      isClosed = true;
      writer.close();
      const text = lines.map((line) => `${line}\n`).join('');
      output.write(SYNC_END + STYLE_OFF + BRACKETED_PASTE_OFF + WRAP_ON + CURSOR_ON + ALTERNATE_OFF + text);
    },
  };
}

interface Writer {
  write(text: string): void;
  /** True after a write that the output could not pass on, until it has. */
  isBlocked(): boolean;
  /** Stops listening to the output. */
  close(): void;
}

function openWriter(output: Output, onDrain: () => void): Writer {
  let isBlocked = false;
  const drained = () => {
    isBlocked = false;
    onDrain();
  };
  output.on?.('drain', drained);
  return {
    write(text) {
      if (!output.write(text)) isBlocked = true;
    },
    isBlocked: () => isBlocked,
    close: () => output.off?.('drain', drained),
  };
}

/** Writes frames as differences from the one shown. While the output is blocked, only the newest frame is kept. */
function createFrames(output: Pick<Output, 'columns'>, writer: Writer) {
  let shown: ReadonlyArray<string> | null = null;
  let pending: ReadonlyArray<string> | null = null;
  const paint = (lines: ReadonlyArray<string>) => {
    if (writer.isBlocked()) {
      pending = lines;
      return;
    }
    const changes = differences(shown, lines, output.columns ?? 0);
    shown = lines;
    if (changes !== '') writer.write(SYNC_BEGIN + changes + SYNC_END);
  };
  return {
    paint,
    paintPending() {
      const next = pending;
      pending = null;
      if (next !== null) paint(next);
    },
    invalidate() {
      shown = null;
    },
  };
}

/**
 * The escape sequences that turn one frame into another. `before` is null if the content of the screen is unknown, `columns`
 * is 0 if its width is.
 */
function differences(
  before: ReadonlyArray<string> | null,
  after: ReadonlyArray<string>,
  columns: number,
): string {
  const isShorter = before === null || before.length > after.length;
  let changes = '';
  let style = DEFAULT_STYLE;
  for (const [index, line] of after.entries()) {
    const old = before?.[index];
    // The last line also erases everything below it, because the cursor cannot move below the last row of the screen.
    const erasesBelow = isShorter && index === after.length - 1;
    if (old === line && !erasesBelow) continue;
    const segments = old === undefined || erasesBelow ? null : segmentsOf(index, old, line, columns, style);
    changes += segments?.text ?? styleChange(style, DEFAULT_STYLE) + wholeLine(index, line, erasesBelow);
    style = segments?.style ?? DEFAULT_STYLE;
  }
  return changes + styleChange(style, DEFAULT_STYLE);
}

/** The changed parts of a line; null if the line is written whole, because a terminal shows the end of a line that is too long. */
function segmentsOf(
  index: number,
  old: string,
  line: string,
  columns: number,
  style: string,
): Written | null {
  const before = parseLine(old);
  const after = parseLine(line);
  const isFitting = Math.max(before.width, after.width) <= columns;
  return isFitting ? changedSegments(index, before.cells, after.cells, style) : null;
}

function wholeLine(index: number, line: string, erasesBelow: boolean): string {
  // Erase before writing: after a line of full width the cursor stays on the last cell, which would be erased.
  return `\x1b[${index + 1};1H${erasesBelow ? '\x1b[J' : '\x1b[K'}${line}`;
}
