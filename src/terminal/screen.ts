import type { Output } from '../lib/streams.ts';
import { isWide } from '../text/wide-characters.ts';

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
/** Shows the alternate screen without saving the cursor of the main one again. */
const ALTERNATE_AGAIN = '\x1b[?1047h';
/** XTWINOPS: the terminal keeps its title, and shows it again. Some terminals do neither. */
const TITLE_SAVE = '\x1b[22;2t';
const TITLE_RESTORE = '\x1b[23;2t';
/** The modes that the pane needs. */
const MODES = CURSOR_OFF + WRAP_OFF + BRACKETED_PASTE_ON;

export type Screen = ReturnType<typeof openScreen>;

/** The sequence that sets the title of the terminal (OSC 2), to a text without control characters. */
function titleSequence(title: string): string {
  return `\x1b]2;${title.replace(/\p{C}/gu, '')}\x07`;
}

/** Switches to the alternate screen. The caller must call `close` on every code path. `hasTitle`: the terminal has one to set. */
export function openScreen(output: Output, hasTitle = false) {
  let shown: ReadonlyArray<string> | null = null;
  let shownTitle: string | null = null;
  /** While the output is blocked, the newest frame waits. */
  let isBlocked = false;
  let pendingFrame: (() => void) | null = null;
  let isClosed = false;
  const write = (text: string) => {
    if (!output.write(text)) isBlocked = true;
  };
  const paint = (lines: ReadonlyArray<string>, title: string) => {
    if (isBlocked) {
      pendingFrame = () => paint(lines, title);
      return;
    }
    const changes = differences(shown, lines, output.columns ?? 0);
    shown = lines;
    if (changes === '') return;
    const named = hasTitle && title !== shownTitle ? titleSequence(title) : '';
    shownTitle = title;
    write(named + SYNC_BEGIN + changes + SYNC_END);
  };
  const onDrain = () => {
    isBlocked = false;
    const frame = pendingFrame;
    pendingFrame = null;
    frame?.();
  };
  output.on?.('drain', onDrain);
  write((hasTitle ? TITLE_SAVE : '') + ALTERNATE_ON + MODES);
  return {
    /** Shows painted lines from the top of the screen. Writes only the parts that changed, in one write, with a new title. */
    paint(lines: ReadonlyArray<string>, title = '') {
      if (!isClosed) paint(lines, title);
    },
    /** Makes the next paint write every line, because the content of the screen is unknown. */
    invalidate() {
      shown = null;
    },
    /** As `invalidate`, after another program has written to the screen: it may have changed the style and the modes, too. */
    reset() {
      write(ALTERNATE_AGAIN + STYLE_OFF + MODES);
      shown = shownTitle = null;
    },
    /** Writes a short sequence that changes no cell, such as a bell, between two frames. */
    send(sequence: string) {
      if (!isClosed) write(sequence);
    },
    /**
     * Asks the terminal to put a text on the clipboard (OSC 52); nothing says whether it did. Returns false, and asks nothing,
     * while the output is blocked.
     */
    copy(text: string): boolean {
      if (isClosed || isBlocked) return false;
      write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
      return true;
    },
    /** Restores the terminal and prints `lines` on the main screen. Further calls do nothing. */
    close(lines: ReadonlyArray<string>) {
      if (isClosed) return;
      isClosed = true;
      output.off?.('drain', onDrain);
      const text = lines.map((line) => `${line}\n`).join('');
      // An empty title stays where the terminal did not keep its own.
      const title = hasTitle ? titleSequence('') + TITLE_RESTORE : '';
      output.write(
        title + SYNC_END + STYLE_OFF + BRACKETED_PASTE_OFF + WRAP_ON + CURSOR_ON + ALTERNATE_OFF + text,
      );
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

/** One column of a painted line. */
interface Cell {
  /** Empty for the second half of a wide character. */
  readonly text: string;
  /** The SGR parameters that turn the default style into this one, such as `1;32`. Equal styles are equal strings. */
  readonly style: string;
}

const DEFAULT_STYLE = '';
const BLANK: Cell = { text: ' ', style: DEFAULT_STYLE };

/** In the order of a style: what switches an attribute on, a colour with its parameters, and the codes that switch it off. */
const ATTRIBUTES = [
  { on: /^1$/, off: ['0', '22'] },
  { on: /^2$/, off: ['0', '22'] },
  { on: /^3$/, off: ['0', '23'] },
  { on: /^4$/, off: ['0', '24'] },
  { on: /^7$/, off: ['0', '27'] },
  { on: /^(?:3[0-8]|9[0-7])\b/, off: ['0', '39'] },
  { on: /^(?:4[0-8]|10[0-7])\b/, off: ['0', '49'] },
];

/** By the parameters of which they are the rest: taking them apart takes most of the time of parsing. */
const STYLES = new Map<string, string>();

/** Parses clean text with the escape sequences of chalk. The width has trailing blanks of the default style, the cells have not. */
function parseLine(line: string) {
  const cells: Array<Cell> = [];
  const [start = '', ...pieces] = line.split('\x1b[');
  addCells(cells, start, DEFAULT_STYLE);
  let style = DEFAULT_STYLE;
  for (const piece of pieces) {
    const end = piece.indexOf('m');
    style = styleAfter(style, piece.slice(0, end));
    addCells(cells, piece.slice(end + 1), style);
  }
  const last = cells.findLastIndex(({ text, style }) => text !== BLANK.text || style !== BLANK.style);
  return { cells: cells.slice(0, last + 1), width: cells.length };
}

function addCells(cells: Array<Cell>, text: string, style: string): void {
  for (const character of text) {
    cells.push({ text: character, style });
    if (isWide(character.codePointAt(0) ?? 0)) cells.push({ text: '', style });
  }
}

/** The style that SGR `parameters` leave behind. */
function styleAfter(style: string, parameters: string): string {
  const all = `${style};${parameters || '0'}`;
  const next = STYLES.get(all) ?? canonicalStyle(all);
  STYLES.set(all, next);
  return next;
}

/** The parameters with the same effect on the default style, without those that a later one revokes, in a fixed order. */
function canonicalStyle(parameters: string): string {
  // The parameters of a color from a palette or of a full color belong together.
  const codes = parameters.match(/(?:[34]8;(?:5|2;\d+;\d+);)?\d+/g) ?? [];
  const last = ATTRIBUTES.map(
    ({ on, off }) => codes.findLast((code) => on.test(code) || off.includes(code)) ?? '',
  );
  return last.filter((code, index) => ATTRIBUTES[index]?.on.test(code)).join(';');
}

/** Up to so many unchanged cells between two changes are written again: moving the cursor takes as many bytes. */
const MAX_GAP = 6;
const ERASE_TO_END = '\x1b[K';

/**
 * What turns the cells of a line into new ones, on a terminal whose current style is `style`, and the style in which it leaves the
 * terminal. `row` counts from 0. Both lines must fit on the screen: a terminal moves the cursor no further than to its last column.
 */
function changedSegments(
  row: number,
  before: ReadonlyArray<Cell>,
  after: ReadonlyArray<Cell>,
  style: string,
): { readonly text: string; readonly style: string } {
  const moveTo = (column: number) => `\x1b[${row + 1};${column + 1}H`;
  let text = '';
  let current = style;
  /** The column after the last one that is written. */
  let end = -Infinity;
  for (const [column, cell] of after.entries()) {
    const old = before[column] ?? BLANK;
    if (old.text === cell.text && old.style === cell.style) continue;
    // No segment begins at the second half of a wide character, old or new, because then the first half has changed too.
    const from = column - end > MAX_GAP ? column : end;
    if (from !== end) text += moveTo(from);
    for (const written of after.slice(from, column + 1)) {
      text += styleChange(current, written.style) + written.text;
      current = written.style;
    }
    end = column + 1;
  }
  if (before.length <= after.length) return { text, style: current };
  // Erased cells are better than blanks, which a terminal copies as text.
  const move = end === after.length ? '' : moveTo(after.length);
  return { text: text + move + styleChange(current, DEFAULT_STYLE) + ERASE_TO_END, style: DEFAULT_STYLE };
}

/** The SGR sequence from one style to another, or nothing if they are equal. */
function styleChange(from: string, to: string): string {
  if (from === to) return '';
  // An empty parameter stands for 0, which resets the style.
  return from === DEFAULT_STYLE || to === DEFAULT_STYLE ? `\x1b[${to}m` : `\x1b[;${to}m`;
}
