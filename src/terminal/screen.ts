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
/** XTWINOPS, which some terminals do not support. */
const TITLE_SAVE = '\x1b[22;2t';
const TITLE_RESTORE = '\x1b[23;2t';
const MODES = CURSOR_OFF + WRAP_OFF + BRACKETED_PASTE_ON;

export type Screen = ReturnType<typeof openScreen>;

function titleSequence(title: string): string {
  return `\x1b]2;${title.replace(/\p{C}/gu, '')}\x07`;
}

/** The caller must call `close` on every code path. */
export function openScreen(output: Output, hasTitle = false) {
  let shown: ReadonlyArray<string> | null = null;
  let shownTitle: string | null = null;
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
    const named = hasTitle && title !== shownTitle ? titleSequence(title) : '';
    shownTitle = title;
    if (changes === '') {
      if (named !== '') write(named);
      return;
    }
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
    /** Writes only the cells and the title that changed. */
    paint(lines: ReadonlyArray<string>, title = '') {
      if (!isClosed) paint(lines, title);
    },
    invalidate() {
      shown = null;
    },
    /** Also restores the style and the modes, which another program may have changed. */
    reset() {
      write(ALTERNATE_AGAIN + STYLE_OFF + MODES);
      shown = shownTitle = null;
    },
    /** Writes a sequence that changes no cell, such as a bell. */
    send(sequence: string) {
      if (!isClosed) write(sequence);
    },
    /** Copies with OSC 52, which reports no success. Returns false while the output is blocked. */
    copy(text: string): boolean {
      if (isClosed || isBlocked) return false;
      write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
      return true;
    },
    /** Restores the terminal and prints `lines` on the main screen. */
    close(lines: ReadonlyArray<string>) {
      if (isClosed) return;
      isClosed = true;
      output.off?.('drain', onDrain);
      const text = lines.map((line) => `${line}\n`).join('');
      // A terminal that did not save its title keeps the empty one.
      const title = hasTitle ? titleSequence('') + TITLE_RESTORE : '';
      output.write(
        title + SYNC_END + STYLE_OFF + BRACKETED_PASTE_OFF + WRAP_ON + CURSOR_ON + ALTERNATE_OFF + text,
      );
    },
  };
}

/** `shown` is null and `columns` is 0 if they are unknown. */
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
    // The last line also erases everything below it: the cursor cannot move below the last row.
    const erasesBelow = isShorter && index === lines.length - 1;
    if (old === line && !erasesBelow) continue;
    const [before, after] = [parseLine(old ?? ''), parseLine(line)];
    // Without wrapping, the end of a long line overwrites its last cell, so rewrite the whole line.
    const isFitting = Math.max(before.width, after.width) <= columns;
    if (old !== undefined && !erasesBelow && isFitting) {
      const segments = changedSegments(index, before.cells, after.cells, style);
      changes += segments.text;
      style = segments.style;
      continue;
    }
    // Erase before writing: after a full line the cursor stays on the last cell, which would be erased.
    changes += `${styleChange(style, DEFAULT_STYLE)}\x1b[${index + 1};1H${erasesBelow ? '\x1b[J' : '\x1b[K'}${line}`;
    style = DEFAULT_STYLE;
  }
  return changes + styleChange(style, DEFAULT_STYLE);
}

interface Cell {
  /** Empty for the second half of a wide character. */
  readonly text: string;
  /** SGR parameters from the default style, such as `1;32`. Equal styles are equal strings. */
  readonly style: string;
}

const DEFAULT_STYLE = '';
const BLANK: Cell = { text: ' ', style: DEFAULT_STYLE };

/** SGR parameters that switch each attribute on and off, in the order of a canonical style. */
const ATTRIBUTES = [
  { on: /^1$/, off: ['0', '22'] },
  { on: /^2$/, off: ['0', '22'] },
  { on: /^3$/, off: ['0', '23'] },
  { on: /^4$/, off: ['0', '24'] },
  { on: /^7$/, off: ['0', '27'] },
  { on: /^(?:3[0-8]|9[0-7])\b/, off: ['0', '39'] },
  { on: /^(?:4[0-8]|10[0-7])\b/, off: ['0', '49'] },
];

const CANONICAL_STYLES = new Map<string, string>();

/** Parses clean text with chalk's sequences. `width` includes trailing blanks, `cells` does not. */
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

function styleAfter(style: string, parameters: string): string {
  const all = `${style};${parameters}`;
  const next = CANONICAL_STYLES.get(all) ?? canonicalStyle(all);
  CANONICAL_STYLES.set(all, next);
  return next;
}

/** Drops parameters that a later one overrides, and sorts the others. */
function canonicalStyle(parameters: string): string {
  // Keep the parameters of a 256-colour or true-colour code together.
  const codes = parameters.match(/(?:[34]8;(?:5|2;\d+;\d+);)?\d+/g) ?? [];
  const last = ATTRIBUTES.map(
    ({ on, off }) => codes.findLast((code) => on.test(code) || off.includes(code)) ?? '',
  );
  return last.filter((code, index) => ATTRIBUTES[index]?.on.test(code)).join(';');
}

/** Rewriting so many unchanged cells takes no more bytes than moving the cursor. */
const MAX_GAP = 6;
const ERASE_TO_END = '\x1b[K';

/** `row` counts from 0. Both lines must fit the screen: the cursor cannot move past the last column. */
function changedSegments(
  row: number,
  before: ReadonlyArray<Cell>,
  after: ReadonlyArray<Cell>,
  style: string,
): { readonly text: string; readonly style: string } {
  const moveTo = (column: number) => `\x1b[${row + 1};${column + 1}H`;
  let text = '';
  let current = style;
  let end = -Infinity;
  for (const [column, cell] of after.entries()) {
    const old = before[column] ?? BLANK;
    if (old.text === cell.text && old.style === cell.style) continue;
    // No segment begins at the second half of a wide character: the first half has changed as well.
    const from = column - end > MAX_GAP ? column : end;
    if (from !== end) text += moveTo(from);
    for (const written of after.slice(from, column + 1)) {
      text += styleChange(current, written.style) + written.text;
      current = written.style;
    }
    end = column + 1;
  }
  if (before.length <= after.length) return { text, style: current };
  // A terminal would copy blanks as text, so erase instead.
  const move = end === after.length ? '' : moveTo(after.length);
  return { text: text + move + styleChange(current, DEFAULT_STYLE) + ERASE_TO_END, style: DEFAULT_STYLE };
}

function styleChange(from: string, to: string): string {
  if (from === to) return '';
  // An empty parameter stands for 0, which resets the style.
  return from === DEFAULT_STYLE || to === DEFAULT_STYLE ? `\x1b[${to}m` : `\x1b[;${to}m`;
}
