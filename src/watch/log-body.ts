import type { TimeframeLogEntry } from '../model/log.ts';
import {
  type LogOptions,
  passesLogFilter,
  renderEmptyLog,
  renderLogEntry,
  renderLogTitle,
  renderVisitRule,
} from '../view/log.ts';
import { isWithinLimit } from '../vocabulary.ts';
import type { BoardsBody, BodyInput, BodyStyle } from './body-input.ts';
import { linesBody } from './body-parts.ts';
import { clampScroll } from './scroll.ts';
import { placeOf } from './selected-row.ts';
import { LOG_BOARD, type ViewState } from './state.ts';
import type { ViewportTile } from './viewport.ts';

/** Only the lines on the screen are rendered: the log can have thousands. */
export function logBody({ log, state, tabs, nowMilliseconds }: BodyInput, style: BodyStyle): BoardsBody {
  const { theme, width } = style;
  const { filter: text, enteredOnly, pinnedOnly, pins } = state;
  const filter = { filter: text, enteredOnly, pinnedOnly: pinnedOnly ? pins : null };
  const selected = log.entries.flatMap((entry) => selectEntry(entry, state, style) ?? []);
  const entries = selected.filter((entry) => passesLogFilter(entry, filter));
  const newer = countNewer(entries, log.visitedAt);
  const tiles = tilesOf(entries, newer);
  const place = placeOf(state.selectedRow, tiles);
  const options: LogOptions = {
    width,
    theme,
    total: selected.length,
    startsAt: log.startsAt,
    pins,
    hasTimeframes: tabs.filter(({ isPolled }) => isPolled).length > 1,
    selected: place === null ? null : place.row + (place.tile === 1 ? newer : 0),
    nowMilliseconds,
  };
  if (entries.length === 0) {
    const empty = renderEmptyLog(selected.length > 0, options);
    return linesBody([renderLogTitle(0, options).painted, empty.painted]);
  }
  const lines = new Array<string>(entries.length + 2).fill('');
  const page = { pageLines: style.lines, totalLines: lines.length, blockStarts: [0] };
  const top = clampScroll(state.overlayScroll, page);
  for (let line = top; line < Math.min(lines.length, top + style.lines); line++) {
    lines[line] = lineAt(line, { entries, newer, options, visitedAt: log.visitedAt });
  }
  lines[0] = renderLogTitle(entries.length, options).painted;
  return { lines, blockStarts: [0], tiles, cutTo: null, zoomableKeys: [] };
}

/** The part of an entry that is about the selected boards, ranks and symbols; null if there is none. */
function selectEntry(
  entry: TimeframeLogEntry,
  state: ViewState,
  { selection, limit }: BodyStyle,
): TimeframeLogEntry | null {
  if (entry.kind === 'session' || entry.kind === 'topPlay' || entry.kind === 'bias') return entry;
  const symbols = selection.symbols ?? [];
  if (symbols.length > 0 && !symbols.includes(entry.symbol.toUpperCase())) return null;
  const boards = (selection.boards ?? []).map((key) => key.toLowerCase());
  const hidden = state.hiddenBoards[entry.timeframe] ?? [];
  const isShown = (board: string, rank: number) =>
    (boards.length === 0 || boards.includes(board.toLowerCase())) &&
    !hidden.includes(board) &&
    isWithinLimit(board, rank, limit);
  const entered = entry.entered.filter(({ board, rank }) => isShown(board, rank));
  const left = entry.left.filter(({ board, was }) => isShown(board, was));
  const isAbout =
    entered.length + left.length > 0 ||
    entry.places.some(({ board, rank }) => rank !== null && isShown(board, rank));
  if (!isAbout) return null;
  const kind = entry.kind === 'confluence' ? entry.kind : entered.length > 0 ? 'entered' : 'left';
  return { ...entry, kind, entered, left };
}

/** A title, the newer entries, a rule, the older entries. */
function lineAt(
  line: number,
  {
    entries,
    newer,
    options,
    visitedAt,
  }: {
    readonly entries: ReadonlyArray<TimeframeLogEntry>;
    readonly newer: number;
    readonly options: LogOptions;
    readonly visitedAt: number;
  },
): string {
  if (line === newer + 1) return renderVisitRule(visitedAt, options).painted;
  const index = line <= newer ? line - 1 : line - 2;
  const entry = entries[index];
  return entry === undefined ? '' : renderLogEntry(entry, index, options).painted;
}

function countNewer(entries: ReadonlyArray<TimeframeLogEntry>, visitedAt: number): number {
  const older = entries.findIndex(({ asOf }) => asOf <= visitedAt);
  return older < 0 ? entries.length : older;
}

/** Two tiles, one below the other, so that the selection passes over the rule between them. */
function tilesOf(entries: ReadonlyArray<TimeframeLogEntry>, newer: number): ReadonlyArray<ViewportTile> {
  const symbols = entries.map(({ symbol }) => symbol);
  const listed = new Set(symbols);
  return [
    { board: LOG_BOARD, column: 0, line: 0, firstRowLine: 1, symbols: symbols.slice(0, newer), listed },
    {
      board: LOG_BOARD,
      column: 0,
      line: newer + 1,
      firstRowLine: newer + 2,
      symbols: symbols.slice(newer),
      listed,
    },
  ];
}
