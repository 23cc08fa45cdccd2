import type { LogLine } from '../../market/log.ts';
import type { Ctx } from '../../text/ctx.ts';
import { formatMinute } from '../../text/format.ts';
import { clip, displayWidth } from '../../text/safe-text.ts';
import { rowsText } from '../footer.ts';
import { clampScroll } from '../scroll.ts';
import { placeOf } from '../selected-row.ts';
import { SIGNS } from '../signs.ts';
import { changeFront, timeframesToPoll } from '../state.ts';
import type { Body, Opened, PaneState, Shown, Tile, View } from '../view.ts';
import { linesBody, noteBody } from './board-body.ts';
import { LOG_SCOPES, type LogScope, shownLines } from './log-entries.ts';
import { renderLogLine } from './log-line.ts';
import { isLive, logSummary } from './log-summary.ts';

/** What reached and left boards, and what changed, the newest first. */
export function logView(scope: LogScope = 'top ranks'): View {
  return {
    name: 'log',
    about: scope,
    keys: [
      {
        keys: ['f'],
        label: 'f',
        group: 'look',
        help: 'top ranks, all ranks, or pins',
        footer: ({ pane }) => nextScope(scope, pane),
        // What undoes it stays longest.
        isFirst: () => scope !== 'top ranks',
        press: ({ pane }) => ({
          pane: changeFront(pane, { view: logView(nextScope(scope, pane)), scroll: 0 }),
        }),
      },
    ],
    help: {
      sample: [
        '14:31  ◆4     SONA    on 4 boards (was 3): in Momentum; Movers, Forum',
        'time, what happened, symbol, the boards (first all since the baseline)',
      ],
      signs: [
        ...[SIGNS.entered, SIGNS.churn, SIGNS.topPlay, SIGNS.agreed, SIGNS.biasOf],
        ...[SIGNS.session, SIGNS.atLeast, SIGNS.pinned, SIGNS.selected],
      ],
    },
    draw: (shown, opened) => draw(scope, shown, opened),
    keepInPlace,
  };
}

/** Without pins, there is nothing to show of them. */
function nextScope(scope: LogScope, { pins }: PaneState): LogScope {
  const scopes = LOG_SCOPES.slice(0, pins.length > 0 ? 3 : 2);
  return scopes[scopes.indexOf(scope) + 1] ?? 'top ranks';
}

/** Only the lines on the screen are rendered: the log can have thousands. */
function draw(scope: LogScope, shown: Shown, opened: Opened): Body {
  const { pane, timeframes, ctx } = shown;
  const visitedAt = isLive(shown) ? pane.visit.at : null;
  const visitedAsOf = pane.visit.asOf ?? visitedAt;
  if (shown.known.snapshot === null) return linesBody([]);
  const log = timeframes.log(timeframesToPoll(pane), pane);
  const entries = shownLines(log, scope, shown);
  // Without a visit, all entries stand above where the rule would be.
  const older =
    visitedAt === null ? -1 : entries.findIndex(({ first: { asOf } }) => asOf <= (visitedAsOf ?? 0));
  const newer = older < 0 ? entries.length : older;
  const summary = logSummary(shown, scope);
  if (entries.length === 0)
    return noteBody(log.length > 0 ? 'No entry matches.' : 'Nothing has changed yet.', shown, summary);
  const first = summary.length;
  const tiles = tilesOf(entries, first, newer);
  const place = placeOf(opened.selected, tiles);
  const selected = place === null ? null : place.row + (place.tile === 1 ? newer : 0);
  const style = { pins: pane.pins, hasTimeframe: timeframesToPoll(pane).length > 1 };
  /** The newer entries, a rule, the older entries. */
  const lineAt = (line: number) => {
    if (visitedAt !== null && line === newer) return renderVisitRule(visitedAt, ctx);
    const index = line < newer ? line : line - 1;
    const entry = entries[index];
    return entry === undefined
      ? ''
      : renderLogLine(entry, ctx, { ...style, isSelected: index === selected }).painted;
  };
  const rows = new Array<string>(entries.length + (visitedAt === null ? 0 : 1)).fill('');
  const lines = [...summary.map(({ painted }) => painted), ...rows];
  const blockStarts = [0];
  const top = clampScroll(opened.scroll, { pageLines: shown.lines, totalLines: lines.length, blockStarts });
  for (let line = Math.max(first, top); line < Math.min(lines.length, top + shown.lines); line++)
    lines[line] = lineAt(line - first);
  return { lines, blockStarts, tiles, position: (page) => rowsText(tiles, page) };
}

/** `──────── you were here 14:20 ────────`: below everything that is newer than the reader's last key press. */
function renderVisitRule(milliseconds: number, ctx: Ctx): string {
  const { width, theme } = ctx;
  const text = ` you were here ${formatMinute(milliseconds, ctx)} `;
  const room = Math.max(0, Math.min(width, 100) - displayWidth(text));
  const left = Math.floor(room / 2);
  return theme.muted(clip('─'.repeat(left) + text + '─'.repeat(room - left), width));
}

/** Two tiles, one below the other, so that the selection passes over the rule between them. */
function tilesOf(entries: ReadonlyArray<LogLine>, first: number, newer: number): ReadonlyArray<Tile> {
  const symbols = entries.map(({ first: { symbol } }) => symbol);
  const shared = { board: null, column: 0, listed: new Set(symbols) };
  const [line, below] = [first - 1, first + newer];
  return [
    { ...shared, line, firstRowLine: line + 1, symbols: symbols.slice(0, newer) },
    { ...shared, line: below, firstRowLine: below + 1, symbols: symbols.slice(newer) },
  ];
}

/** So many entries in a row do not stand in two places of a log; where some were folded since, so few must do. */
const ALIKE = [30, 8];

/** A log grows at its top. The lines on the screen stay in place, but at its top it shows what is new. */
function keepInPlace(scroll: number, before: Body, now: Body): number {
  if (scroll === 0) return scroll;
  const [old, current] = [before, now].map(({ tiles }) =>
    tiles.flatMap(({ symbols, firstRowLine }) =>
      symbols.map((symbol, row) => ({ symbol, line: firstRowLine + row })),
    ),
  );
  if (old === undefined || current === undefined) return scroll;
  for (const count of ALIKE) {
    const onScreen = old.findIndex(({ line }) => line >= scroll);
    const start = Math.max(0, Math.min(onScreen, old.length - count));
    const rows = old.slice(start, start + count);
    const found = current.findIndex((_, index) =>
      rows.every(({ symbol }, offset) => current[index + offset]?.symbol === symbol),
    );
    const added = (current[found]?.line ?? 0) - (rows[0]?.line ?? 0);
    if (found >= 0 && rows.length > 0) return Math.max(0, scroll + added);
  }
  return scroll;
}
