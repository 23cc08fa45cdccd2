import type { LogEntry, TimeframeLogEntry } from '../model/log.ts';
import { zoneName } from '../time-zone.ts';
import { joinPieces, type Line } from './box.ts';
import { fitText } from './fit.ts';
import { formatMinute } from './format.ts';
import { renderLogLine } from './log-line.ts';
import { displayWidth } from './safe-text.ts';
import type { Theme } from './theme.ts';

export interface LogOptions {
  readonly width: number;
  readonly theme: Theme;
  /** The number of entries before they were filtered. */
  readonly total: number;
  /** The time of the oldest snapshot in memory; null if there is none. */
  readonly startsAt: number | null;
  /** Whether each line names its timeframe. */
  readonly hasTimeframes: boolean;
  readonly pins: ReadonlyArray<string>;
  /** Index of the selected entry. */
  readonly selected: number | null;
  readonly nowMilliseconds: number;
}

/** `LOG  newest first · since 13:55 EST · 18 of 214`. */
export function renderLogTitle(shown: number, options: LogOptions): Line {
  const { total, startsAt, theme, width, nowMilliseconds } = options;
  const zone = theme.timeZone;
  const since = startsAt === null ? '' : ` · since ${formatMinute(startsAt, nowMilliseconds, zone)}`;
  const zoned = startsAt === null ? '' : `${since} ${zoneName(startsAt, zone)}`;
  const count = shown === total ? `${total} ${total === 1 ? 'entry' : 'entries'}` : `${shown} of ${total}`;
  const order = '  newest first';
  const end = fitText(width - 'LOG'.length - order.length, `${zoned} · ${count}`, `${since} · ${count}`);
  return joinPieces(
    [
      ['LOG', theme.highlight],
      [order, theme.muted],
      [end, theme.muted],
    ],
    width,
  );
}

/** The entry at an index, as a line. */
export function renderLogEntry(entry: TimeframeLogEntry, index: number, options: LogOptions): Line {
  return renderLogLine(entry, {
    ...options,
    timeframe: options.hasTimeframes ? entry.timeframe : null,
    isSelected: index === options.selected,
    isPinned: entry.symbol !== null && options.pins.includes(entry.symbol),
  });
}

/** `──────── you were here 14:20 ────────`: below everything that is newer than the reader's last key press. */
export function renderVisitRule(
  milliseconds: number,
  { width, theme, nowMilliseconds }: Pick<LogOptions, 'width' | 'theme' | 'nowMilliseconds'>,
): Line {
  const text = ` you were here ${formatMinute(milliseconds, nowMilliseconds, theme.timeZone)} `;
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

export interface LogFilter {
  /** Upper-case substring of the symbols to show; empty for all. */
  readonly filter: string;
  readonly enteredOnly: boolean;
  /** Null for all symbols. */
  readonly pinnedOnly: ReadonlyArray<string> | null;
}

/** Whether an entry passes the filter prompt, `f` (entered only) and `p` (pins only). */
export function passesLogFilter(entry: LogEntry, { filter, enteredOnly, pinnedOnly }: LogFilter): boolean {
  if (pinnedOnly !== null && (entry.symbol === null || !pinnedOnly.includes(entry.symbol))) return false;
  if (filter !== '' && entry.symbol?.toUpperCase().includes(filter) !== true) return false;
  if (!enteredOnly) return true;
  return (entry.kind === 'entered' || entry.kind === 'confluence') && entry.entered.length > 0;
}
