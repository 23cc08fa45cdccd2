import { joinPieces, type Line } from '../../text/box.ts';
import type { Ctx } from '../../text/ctx.ts';
import { formatMinute } from '../../text/format.ts';
import { displayWidth } from '../../text/safe-text.ts';
import type { ShownLogEntry } from './log-entries.ts';
import { renderLogLine } from './log-line.ts';

export interface LogOptions extends Ctx {
  /** Whether each line names its timeframe. */
  readonly hasTimeframes: boolean;
  readonly pins: ReadonlyArray<string>;
  /** Index of the selected entry. */
  readonly selected: number | null;
}

/** The entry at an index, as a line. */
export function renderLogEntry(entry: ShownLogEntry, index: number, options: LogOptions): Line {
  return renderLogLine(entry, {
    ...options,
    timeframe: options.hasTimeframes ? entry.timeframe : null,
    isSelected: index === options.selected,
    isPinned: entry.symbol !== null && options.pins.includes(entry.symbol),
  });
}

/** `──────── you were here 14:20 ────────`: below everything that is newer than the reader's last key press. */
export function renderVisitRule(milliseconds: number, ctx: Ctx): Line {
  const { width, theme } = ctx;
  const text = ` you were here ${formatMinute(milliseconds, ctx)} `;
  const room = Math.max(0, Math.min(width, 100) - displayWidth(text));
  const left = Math.floor(room / 2);
  const plain = '─'.repeat(left) + text + '─'.repeat(room - left);
  return joinPieces([[plain, theme.muted]], width);
}

/** The line of a log without entries. */
export function renderEmptyLog(
  hasFilter: boolean,
  { width, theme }: Pick<LogOptions, 'width' | 'theme'>,
): Line {
  const text = hasFilter ? 'No entry matches.' : 'Nothing has changed yet.';
  return joinPieces([[text, theme.muted]], width);
}
