import { isTopRank, isWithinLimit } from '../../market/catalogue.ts';
import { directionOf, type LogItem, type LogLine, logLines } from '../../market/log.ts';
import { matches, selectByKey } from '../../market/selection.ts';
import { isOneOf } from '../../market/ticker.ts';
import { renderLogLine } from '../../output/log-line.ts';
import { titleWith } from '../../output/pieces.ts';
import { formatMinute } from '../../text/format.ts';
import { joinTexts, type PaintedLines } from '../../text/lines.ts';
import { clip, displayWidth } from '../../text/safe-text.ts';
import type { Style } from '../../text/style.ts';
import { sinceWords } from '../baseline.ts';
import { rowsText } from '../footer.ts';
import { boardsToRender, filterText, matchesFilter, rowLimitOf } from '../frame-boards.ts';
import { summaryChanges } from '../header/changes-strip.ts';
import { rowOf } from '../selected-row.ts';
import { changeOpened, watchedTimeframes } from '../state.ts';
import { type Body, key, type Opened, type PaneState, type View, type ViewInput } from '../view.ts';
import { linesBody, listPlacesOf, noteBody } from './board-body.ts';
import { SIGNS } from './help-view.ts';
import { summaryLines } from './log-summary.ts';

const LOG_SCOPES = ['top ranks', 'all ranks', 'pins'] as const;
type LogScope = (typeof LOG_SCOPES)[number];

const ABSENCE: Readonly<Record<LogScope, string>> = {
  'top ranks': 'No line about ranks 1 to 5.',
  'all ranks': 'No line matches the filter.',
  pins: 'No line about a pinned symbol.',
};

export function logView(scope: LogScope = 'top ranks'): View {
  return {
    name: 'log',
    choice: scope,
    keys: [
      key('look', 'f', ['f'], 'top ranks, all ranks, or pins', {
        footer: ({ pane }) => nextScope(scope, pane),
        isFirst: () => scope !== 'top ranks',
        press: ({ pane }) => ({
          pane: changeOpened(pane, { view: logView(nextScope(scope, pane)), scroll: 0 }),
        }),
      }),
    ],
    help: {
      sample: [
        '14:31  ◆4    SONA    on 4 boards (was 3): in Momentum 2; Movers, Forum',
        'time, change, symbol, boards; above: a summary since the baseline',
      ],
      signs: [
        ...[SIGNS.climbs, SIGNS.topPlay, SIGNS.agreed, SIGNS.lost, SIGNS.biasOf],
        ...[SIGNS.timeframe, SIGNS.session, SIGNS.atLeast, SIGNS.pinned, SIGNS.selected],
      ],
    },
    draw: (input, opened) => draw(scope, input, opened),
  };
}

function nextScope(scope: LogScope, { pins }: PaneState): LogScope {
  const scopes = LOG_SCOPES.slice(0, pins.length > 0 ? 3 : 2);
  return scopes[scopes.indexOf(scope) + 1] ?? 'top ranks';
}

function draw(scope: LogScope, input: ViewInput, opened: Opened): Body {
  const { pane, timeframes, style } = input;
  if (input.snapshot === null) return linesBody([]);
  const polled = watchedTimeframes(pane);
  const log = timeframes.log(polled, pane.pastAt);
  const entries = logLines(
    log.filter((item) => isShown(item, scope, input)).map((item) => withSelectedBoards(item, input)),
  );
  const summary = logSummary(input, scope);
  if (entries.length === 0)
    return noteBody(log.length > 0 ? ABSENCE[scope] : 'Nothing has changed yet.', input, summary);
  const { at, time: visitedAt } = pane.visit;
  const older = entries.findIndex(({ first: { time } }) => time <= (visitedAt ?? at));
  const all: ReadonlyArray<LogLine | null> = entries;
  // In `rows`, null is the rule between the lines since the last visit and the older ones.
  const hasRule = !input.isPast && pane.visit.pause > 0;
  const rows = hasRule ? all.toSpliced(older < 0 ? all.length : older, 0, null) : all;
  const symbols = entries.map(({ first: { symbol } }) => symbol);
  const lineOf = (row: number) => summary.length + row;
  const rowLines = [...rows.keys()].filter((row) => rows[row] !== null).map(lineOf);
  const places = listPlacesOf(symbols, (index) => rowLines[index] ?? 0);
  const place = rowOf(opened.selected, places);
  const selected = place === null ? undefined : entries[places.indexOf(place)];
  const starts = [0, ...rowLines.slice(1)];
  const lineOptions = { pins: pane.pins, polled };
  // The log can have thousands of lines, so each is drawn only when it is on the screen.
  const lines = rows.map((entry) => () => {
    if (entry === null) return renderVisitRule(at, style);
    return renderLogLine(entry, style, { ...lineOptions, isSelected: entry === selected });
  });
  return {
    lines: [...summary, ...lines],
    lineIds: [...summary.map(() => ''), ...rows.map((entry) => (entry === null ? '' : idOf(entry)))],
    starts,
    rows: places,
    position: (page) => rowsText(places, page),
  };
}

function idOf({ first: { timeframe, time, symbol, type, board } }: LogLine): string {
  return `${timeframe} ${time} ${symbol} ${type} ${board}`;
}

/** Draws `──────── you were here 14:20 ────────`. */
function renderVisitRule(milliseconds: number, style: Style): string {
  const { width, theme } = style;
  const text = ` you were here ${formatMinute(milliseconds, style)} `;
  const room = Math.max(0, Math.min(width, 100) - displayWidth(text));
  const left = Math.floor(room / 2);
  return theme.muted(clip('─'.repeat(left) + text + '─'.repeat(room - left), width));
}

export function linesOn(
  board: string,
  log: ReadonlyArray<LogItem>,
  input: ViewInput,
): ReadonlyArray<LogLine> {
  const { timeframe } = input.pane;
  const found = log.filter((item) => item.board === board).map((item) => ({ ...item, timeframe }));
  return logLines(found.filter((item) => isShown(item, 'all ranks', input)));
}

/** Shows gaps and new market days in every scope, and changes of bias only for pins. */
function isShown(item: LogItem, scope: LogScope, input: ViewInput): boolean {
  const { pane, selection } = input;
  const { type, board, symbol, from } = item;
  if (type === 'gap' || type === 'day') return true;
  // A new top play also concerns the former one.
  const symbols = [symbol, type === 'topPlay' ? from : null].flatMap((each) => each?.toString() ?? []);
  if (pane.filter !== '' && !symbols.some((each) => matchesFilter(each, pane.filter))) return false;
  const isForPins = scope === 'pins' || type === 'bias';
  if (isForPins && !symbols.some((each) => isOneOf(pane.pins, each))) return false;
  const direction = directionOf(item);
  if (direction === null) return true;
  if (!matches({ symbol, bias: null, boards: null }, { symbols: selection.symbols })) return false;
  const isSelected = selectorOf(input);
  if (board === null) return item.boards?.some(isSelected) === true;
  const rank = Number(direction === 'in' ? item.to : from);
  const isInScope = scope !== 'top ranks' || isTopRank(rank);
  const isInLimit = selection.sort !== undefined || isWithinLimit(board, rank, rowLimitOf(selection));
  return isInScope && isSelected(board) && isInLimit;
}

/** Includes hidden boards, because hiding a board removes only its tile. */
function selectorOf({ selection }: ViewInput): (board: string) => boolean {
  return (board) => selectByKey([board], (each) => each, selection.boards).length > 0;
}

function withSelectedBoards(item: LogItem, input: ViewInput): LogItem {
  return item.boards === undefined ? item : { ...item, boards: item.boards.filter(selectorOf(input)) };
}

function logSummary(input: ViewInput, scope: LogScope): PaintedLines {
  const { pane, memory, style } = input;
  const { comparison } = input.compared;
  const { time, pause } = pane.visit;
  const then = comparison?.time ?? memory.time;
  // After a pause that is longer than the baseline, the summary begins at the last visit.
  const isHere = !input.isPast && (pause > memory.time - then || (time !== null && time <= then));
  const since = isHere ? { ...pane, baseline: 'here' as const } : pane;
  const data = isHere ? input.timeframes.choose(since) : input;
  const isOfPins = scope === 'pins' && pane.pins.length > 0;
  const selection = { ...input.selection, ...(isOfPins ? { symbols: pane.pins } : {}) };
  const boards = boardsToRender(data, pane, selection);
  const words = sinceWords({ ...data, pane: since }, style);
  const end = [watchedTimeframes(pane).length > 1 ? pane.timeframe : '', scope === 'top ranks' ? '' : scope];
  const texts = [...words.map((word) => joinTexts(' · ', word, ...end)), ...words.slice(-1)];
  const title = titleWith('LOG', texts, style.width, style.theme);
  const most = Math.floor(input.lines / 3) - [title].length;
  const changes = summaryChanges(boards);
  if (changes.length > 0) return [title, ...summaryLines(changes, most, style)];
  const nothing = joinTexts(' for ', '  nothing changed in ranks 1 to 5', filterText(pane.filter));
  return data.compared.comparison === null ? [title] : [title, style.theme.muted(clip(nothing, style.width))];
}
