import { Unicode11Addon } from '@xterm/addon-unicode11';
import xterm, { type IBufferCell } from '@xterm/headless';

/** These tables of character widths differ in emoji and newer characters. */
export const UNICODE_VERSIONS = ['6', '11'] as const;
type UnicodeVersion = (typeof UNICODE_VERSIONS)[number];

export interface EmulatorOptions {
  readonly columns: number;
  readonly rows: number;
  readonly unicodeVersion?: UnicodeVersion;
}

/** A palette index, a `#rrggbb`, or null for the default colour. */
export type CellColor = number | string | null;

export interface Cell {
  /** Empty in the second cell of a wide character. */
  readonly text: string;
  readonly color: CellColor;
  readonly background: CellColor;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly inverse: boolean;
  readonly underline: boolean;
}

export interface Emulator {
  /** A line feed also returns to the first column, as in a tty. */
  write(text: string): Promise<void>;
  lines(): ReadonlyArray<string>;
  cells(): ReadonlyArray<ReadonlyArray<Cell>>;
  /** Returns the column of the last `character` in each visible line, or -1. */
  columnsOfLast(character: string): ReadonlyArray<number>;
  isAlternateScreen(): boolean;
  cursor(): { readonly x: number; readonly y: number };
  resize(columns: number, rows: number): void;
}

export function createEmulator({ columns, rows, unicodeVersion = '6' }: EmulatorOptions): Emulator {
  const terminal = new xterm.Terminal({ cols: columns, rows, convertEol: true, allowProposedApi: true });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = unicodeVersion;

  const visible = () => {
    const { active } = terminal.buffer;
    return Array.from({ length: terminal.rows }, (_, y) => active.getLine(active.baseY + y));
  };

  return {
    write: (text) => new Promise((resolve) => terminal.write(text, resolve)),
    lines: () => visible().map((line) => line?.translateToString(true) ?? ''),
    cells: () =>
      visible().map((line) =>
        Array.from({ length: terminal.cols }, (_, x) => line?.getCell(x)).map((cell) => readCell(cell)),
      ),
    columnsOfLast: (character) =>
      visible().map((line) => {
        let x = (line?.length ?? 0) - 1;
        while (x >= 0 && line?.getCell(x)?.getChars() !== character) x--;
        return x;
      }),
    isAlternateScreen: () => terminal.buffer.active.type === 'alternate',
    cursor: () => ({ x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY }),
    resize: (width, height) => terminal.resize(width, height),
  };
}

function readCell(cell: IBufferCell | undefined): Cell {
  return {
    text: cell?.getWidth() === 0 ? '' : cell?.getChars() || ' ',
    color: cell === undefined || cell.isFgDefault() ? null : colorOf(cell.getFgColor(), cell.isFgRGB()),
    background: cell === undefined || cell.isBgDefault() ? null : colorOf(cell.getBgColor(), cell.isBgRGB()),
    bold: Boolean(cell?.isBold()),
    dim: Boolean(cell?.isDim()),
    inverse: Boolean(cell?.isInverse()),
    underline: Boolean(cell?.isUnderline()),
  };
}

function colorOf(value: number, isFull: boolean): CellColor {
  return isFull ? `#${value.toString(16).padStart(6, '0')}` : value;
}
