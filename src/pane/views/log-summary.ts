import { joinPieces, type Line } from '../../text/box.ts';
import type { Ctx } from '../../text/ctx.ts';
import { fitText } from '../../text/fit.ts';
import { flowLines } from '../../text/flow.ts';
import { formatDuration, formatMinute } from '../../text/format.ts';
import { cleanText, clip } from '../../text/safe-text.ts';
import { unpainted } from '../../text/theme.ts';
import type { ShownData } from '../../watch/timeframes.ts';
import { CHANGE_GAP, changePieces, groupsOf } from '../header/changes-strip.ts';
import { boardsToRender, type ShownBoards } from '../shown-boards.ts';
import { hiddenBoardsOf, timeframesToPoll } from '../state.ts';
import type { Shown } from '../view.ts';
import type { LogScope } from './log-entries.ts';

const WORDS = { '': '', NEW: 'in', UP: 'up', OUT: 'out', LOST: 'lost' } as const;
/** Narrower lines are indented less. */
const MIN_WIDTH_OF_INDENT = 48;

/** What the log begins with: since when, and all that is different from then on ranks 1 to 5, as in the strip. */
export function logSummary(shown: Shown, scope: LogScope): ReadonlyArray<Line> {
  const { pane, remembered, ctx } = shown;
  const { comparison } = shown.compared;
  const isHere = isLive(shown) && pane.visit.pause > remembered.asOf - (comparison?.asOf ?? remembered.asOf);
  const data = isHere ? shown.timeframes.shown({ ...pane, baseline: 'here' }) : shown;
  const isOfPins = scope === 'pins' && pane.pins.length > 0;
  const selection = { ...shown.style.selection, ...(isOfPins ? { symbols: pane.pins } : {}) };
  const boards = boardsToRender(data, {
    ...shown.style,
    selection,
    filter: pane.filter,
    hidden: hiddenBoardsOf(pane),
  });
  const ends = [
    timeframesToPoll(pane).length > 1 ? pane.timeframe : '',
    scope === 'top ranks' ? '' : scope,
  ].filter((text) => text !== '');
  const words = sinceWords(data, isHere ? 'here' : pane.baseline, pane.visit.at, ctx);
  const end = ends.map((text) => `${CHANGE_GAP}${text}`).join('');
  const room = ctx.width - 'LOG  '.length;
  const text = fitText(room, ...words.map((word) => word + end), ...words.slice(-1));
  const title = joinPieces(
    [
      ['LOG', ctx.theme.title],
      [`  ${text}`, ctx.theme.muted],
    ],
    ctx.width,
  );
  return [title, ...changeLines(boards, data, ctx)];
}

/** In a replay nobody was here before, and in the past not yet. */
export function isLive({ pane, past }: Shown): boolean {
  return pane.recorded === null && past === null;
}

/** `since you were here 14:20 (15 min)`, and shorter ones. */
function sinceWords(
  { compared: { comparison, movement }, remembered }: ShownData,
  baseline: Shown['pane']['baseline'],
  here: number,
  ctx: Ctx,
): ReadonlyArray<string> {
  // Snapshots without a time are compared with the one before.
  if (comparison === null) return [movement.size === 0 ? 'no older snapshot' : 'since the snapshot before'];
  const span = ` (${formatDuration(remembered.asOf - comparison.asOf)})`;
  const then = `since ${formatMinute(comparison.asOf, ctx)}`;
  if (typeof baseline === 'number' || comparison.isMemoryTooShort) return [then + span, then];
  if (baseline === 'last') return [`since the snapshot before${span}`, then];
  if (baseline === 'start')
    return [`since the start ${formatMinute(comparison.asOf, ctx)}${span}`, then + span, then];
  const time = formatMinute(here, ctx);
  return [`since you were here ${time}${span}`, `since here ${time}${span}`, `since here ${time}`];
}

function changeLines(
  boards: ShownBoards,
  { compared: { comparison, topPlayThen } }: ShownData,
  ctx: Ctx,
): ReadonlyArray<Line> {
  const { theme, width } = ctx;
  const margin = width < MIN_WIDTH_OF_INDENT ? '' : '  ';
  const groups = groupsOf(boards, 'top play', true);
  if (groups.length === 0)
    return comparison === null
      ? []
      : [joinPieces([[`${margin}nothing changed on ranks 1 to 5`, theme.muted]], width)];
  return groups.flatMap(({ word, role, changes }) => {
    const start = word === '' ? margin : `${margin}${WORDS[word].padEnd(5)}`;
    const parts = changes.map((change) => {
      const isTopPlay = word === '' && boards.topPlay !== null && change === changes[0];
      const was = topPlayThen === null ? 'none before' : `was ${clip(cleanText(topPlayThen), 12)}`;
      const whole = isTopPlay ? { ...change, places: [`(${was})`] } : change;
      return joinPieces(changePieces(whole, theme[role], theme), Math.max(1, width - start.length));
    });
    return flowLines(parts, width - start.length, CHANGE_GAP, theme.muted).map(
      ({ plain, painted }, index) => {
        const lead = index === 0 ? start : ' '.repeat(start.length);
        return {
          plain: lead + plain,
          painted: (index === 0 ? theme[role](lead) : unpainted(lead)) + painted,
        };
      },
    );
  });
}
