import type { Output } from '../context.ts';

const ALTERNATE_ON = '\x1b[?1049h';
const ALTERNATE_OFF = '\x1b[?1049l';
const CURSOR_OFF = '\x1b[?25l';
const CURSOR_ON = '\x1b[?25h';
// A line that is a cell too long must not push the others down.
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
// A paste must not be taken for keys.
const PASTE_MARKS_ON = '\x1b[?2004h';
const PASTE_MARKS_OFF = '\x1b[?2004l';
const SYNC_BEGIN = '\x1b[?2026h';
const SYNC_END = '\x1b[?2026l';
const STYLE_OFF = '\x1b[0m';

export interface Screen {
  /** Shows the lines from the top; writes only those that differ from what stands there, in one write, or nothing. */
  paint(lines: ReadonlyArray<string>): void;
  /** Paints every line again at the next paint: after a resize, or when somebody else wrote. */
  invalidate(): void;
  /** Rings the terminal's bell. */
  ring(): void;
  /** Puts the terminal back; `keep` stays on the main screen. Safe to call twice. */
  leave(keep: ReadonlyArray<string>): void;
}

/** Takes over the terminal with its alternate screen. The caller owes a `leave` on every way out. */
export function enterScreen(output: Output): Screen {
  let shown: ReadonlyArray<string> | null = null;
  let waiting: ReadonlyArray<string> | null = null;
  let blocked = false;
  let left = false;

  const write = (text: string) => {
    if (!output.write(text)) blocked = true;
  };
  const paint = (lines: ReadonlyArray<string>) => {
    if (left) return;
    // A reader that does not read gets the newest frame when it is back, and none of those between.
    if (blocked) {
      waiting = lines;
      return;
    }
    const changes = differences(shown, lines);
    shown = lines;
    if (changes !== '') write(SYNC_BEGIN + changes + SYNC_END);
  };
  const drained = () => {
    blocked = false;
    const next = waiting;
    waiting = null;
    if (next !== null) paint(next);
  };

  output.on?.('drain', drained);
  write(ALTERNATE_ON + CURSOR_OFF + WRAP_OFF + PASTE_MARKS_ON);
  return {
    paint,
    invalidate: () => {
      shown = null;
    },
    ring: () => {
      if (!left && !blocked) write('\x07');
    },
    leave(keep) {
      if (left) return;
      left = true;
      output.off?.('drain', drained);
      const text = keep.map((line) => `${line}\n`).join('');
      output.write(SYNC_END + STYLE_OFF + PASTE_MARKS_OFF + WRAP_ON + CURSOR_ON + ALTERNATE_OFF + text);
    },
  };
}

/** The escape sequences that turn one frame into the other; null stands for a screen of unknown content. */
function differences(before: ReadonlyArray<string> | null, after: ReadonlyArray<string>): string {
  const isShorter = before === null || before.length > after.length;
  let changes = '';
  for (const [index, line] of after.entries()) {
    // What a longer frame left below goes with the last line: beyond it there may be no line to put the cursor on.
    const endsAll = isShorter && index === after.length - 1;
    if (before !== null && before[index] === line && !endsAll) continue;
    // Erased first: after a line of full width the cursor waits on the last cell, which an erasure would take.
    changes += `\x1b[${index + 1};1H${endsAll ? '\x1b[J' : '\x1b[K'}${line}`;
  }
  return changes;
}
