import { formatConfluence } from '../../fields/fields.ts';
import { groupBy } from '../../group-by.ts';
import type { BoardMovement } from '../../market/movement.ts';
import { boardTitle } from '../../output/board.ts';
import type { Line } from '../../text/box.ts';
import type { Ctx } from '../../text/ctx.ts';
import { fitPieces, widthOf } from '../../text/fit.ts';
import type { Piece, Segment } from '../../text/flow.ts';
import { cleanText, clip } from '../../text/safe-text.ts';
import { type Paint, type Theme, unpainted } from '../../text/theme.ts';
import { CONFLUENCE_RANKS } from '../../vocabulary.ts';
import type { ShownBoards } from '../shown-boards.ts';

/** What is different from the baseline, on the boards that are shown. */
interface Changes extends Pick<ShownBoards, 'topPlay' | 'agreed' | 'movement'> {
  /** `5m`; null without an older snapshot. */
  readonly baseline: string | null;
}

/** Changes of one kind, the most important first. */
interface Group {
  readonly word: '' | 'NEW' | 'UP' | 'OUT';
  readonly role: 'highlight' | 'accent' | 'muted';
  readonly changes: ReadonlyArray<Change>;
}

interface Change {
  /** `◆4 `, before the symbol. */
  readonly sign?: string;
  readonly symbol: string;
  /** `Movers 5` and `Search 3`, `Movers 6→4`, the boards that it left. */
  readonly places: ReadonlyArray<string>;
  /** The order within a group, ascending. */
  readonly order: ReadonlyArray<number>;
}

const GROUP_GAP = '  ';
export const CHANGE_GAP = ' · ';

/**
 * `5m  ◆4 PLTR  NEW OHL Movers 5 · CA Search 3  UP PIE Movers 6→4  OUT QLO Alerted  (7 more: e)`: what changed on ranks 1 to 5
 * of these boards, as much as fits. A group that has no room gives way before those on its left.
 */
export function renderStrip(changes: Changes, width: number, ctx: Ctx): Line {
  const groups = shortened(groupsOf(changes, topSign(ctx)), changes.baseline, width, ctx);
  const counts = chooseCounts(changes.baseline, groups, width, ctx);
  const shown = stripPieces(changes.baseline, groups, counts, ctx);
  const rest = groups.reduce((sum, { changes: all }, index) => sum + all.length - (counts[index] ?? 0), 0);
  return fitPieces(width, [...shown, restPiece(rest, ctx)], shown);
}

/**
 * Cells of what stays where breadth gives way, of what then has room: the first change, the first NEW, and the count of the
 * others; 0 if nothing changed.
 */
export function leastStripWidth(changes: Changes, width: number, ctx: Ctx): number {
  const { baseline } = changes;
  const groups = shortened(groupsOf(changes, topSign(ctx)), baseline, width, ctx);
  if (groups.length === 0) return 0;
  const withNew = groups.map(({ word }, index) => (index === 0 || word === 'NEW' ? 1 : 0));
  const withCount = [withNew, [1]].map((counts) => stripWidth(baseline, groups, counts, ctx));
  return withCount.find((cells) => cells <= width) ?? widthOf(stripPieces(baseline, groups, [1], ctx));
}

/** Where the first change has no room beside the count of the others, one of its boards is named. */
function shortened(
  groups: ReadonlyArray<Group>,
  baseline: string | null,
  width: number,
  ctx: Ctx,
): ReadonlyArray<Group> {
  const [first, ...others] = groups;
  const [change] = first?.changes ?? [];
  if (first === undefined || change === undefined || stripWidth(baseline, groups, [1], ctx) <= width)
    return groups;
  const short = { ...change, places: change.places.slice(0, 1) };
  return [{ ...first, changes: first.changes.with(0, short) }, ...others];
}

function stripWidth(
  baseline: string | null,
  groups: ReadonlyArray<Group>,
  counts: ReadonlyArray<number>,
  ctx: Ctx,
): number {
  const rest = groups.reduce((sum, { changes }, at) => sum + changes.length - (counts[at] ?? 0), 0);
  return widthOf([...stripPieces(baseline, groups, counts, ctx), restPiece(rest, ctx)]);
}

function topSign({ ascii }: Ctx): string {
  return ascii ? 'TOP' : '★';
}

/** In the order of their importance, without empty ones; on request with the ranks of those that left a board. */
export function groupsOf(
  { topPlay, agreed, movement }: Omit<Changes, 'baseline'>,
  topPlayWord: string,
  hasFormerRanks = false,
): ReadonlyArray<Group> {
  const boards = [...movement];
  const groups: ReadonlyArray<Group> = [
    { word: '', role: 'highlight', changes: reached(topPlay, agreed, topPlayWord) },
    { word: 'NEW', role: 'highlight', changes: entered(boards) },
    { word: 'UP', role: 'accent', changes: climbed(boards) },
    { word: 'OUT', role: 'muted', changes: gone(boards, hasFormerRanks) },
  ];
  return groups.filter(({ changes }) => changes.length > 0);
}

/**
 * How many changes of each group to show: the first one in any case, then one of each group, then one more of each in turn.
 * A group whose first change does not fit gives way, and so do those after it.
 */
function chooseCounts(
  baseline: string | null,
  groups: ReadonlyArray<Group>,
  width: number,
  ctx: Ctx,
): ReadonlyArray<number> {
  let counts = groups.map(() => 0);
  const most = Math.max(0, ...groups.map(({ changes }) => changes.length));
  for (let round = 0; round < most; round++) {
    for (const [index, { changes }] of groups.entries()) {
      if (round >= changes.length || counts[index] !== round) continue;
      const more = counts.with(index, round + 1);
      const fits = stripWidth(baseline, groups, more, ctx) <= width;
      if (fits || (round === 0 && index === 0)) counts = more;
      else if (round === 0) break;
    }
  }
  return counts;
}

/** The first changes of each group, as many as `counts` says. */
function stripPieces(
  baseline: string | null,
  groups: ReadonlyArray<Group>,
  counts: ReadonlyArray<number>,
  ctx: Ctx,
): Segment {
  const { theme } = ctx;
  const pieces = groups.flatMap((group, index) => groupPieces(group, counts[index] ?? 0, ctx));
  // Without a name there is no gap behind it.
  return baseline === null ? pieces.slice(1) : [[baseline, theme.muted], ...pieces];
}

function restPiece(count: number, { theme }: Ctx): Piece {
  return [count > 0 ? `${GROUP_GAP}(${count} more: e)` : '', theme.muted];
}

function groupPieces({ word, role, changes }: Group, count: number, { theme }: Ctx): Segment {
  const shown = changes.slice(0, count);
  return shown.flatMap(
    (change, index): ReadonlyArray<Piece> => [
      index === 0 ? [GROUP_GAP, unpainted] : [CHANGE_GAP, theme.muted],
      [index === 0 && word !== '' ? `${word} ` : '', theme[role]],
      ...changePieces(change, theme[role], theme),
    ],
  );
}

export function changePieces({ sign, symbol, places }: Change, paint: Paint, theme: Theme): Segment {
  return [
    [sign === undefined ? '' : `${sign} `, paint],
    [symbol, unpainted],
    [places.length === 0 ? '' : ` ${places.join(', ')}`, theme.muted],
  ];
}

/** The top play first, and those on the most boards: `★ ◆4 PLTR` is both. */
function reached(
  topPlay: string | null,
  agreed: Changes['agreed'],
  topPlayWord: string,
): ReadonlyArray<Change> {
  const ofTopPlay = agreed.find(({ symbol }) => symbol === topPlay);
  const all = [
    ...(topPlay === null ? [] : [{ symbol: topPlay, boards: ofTopPlay?.boards ?? null }]),
    ...agreed.filter((one) => one !== ofTopPlay).toSorted((a, b) => b.boards - a.boards),
  ];
  return all.map(({ symbol, boards }) => {
    const signs = [symbol === topPlay ? topPlayWord : '', boards === null ? '' : formatConfluence(boards)];
    const sign = signs.filter((text) => text !== '').join(' ');
    return { sign, symbol: symbolText(symbol), places: [], order: [] };
  });
}

type Boards = ReadonlyArray<readonly [key: string, movement: BoardMovement]>;

/** Where a symbol is new, or where it was. */
interface Place {
  readonly symbol: string;
  readonly board: string;
  readonly rank: number;
  /** The rank below the first five that it has now. */
  readonly below?: number;
}

const isNews = (rank: number) => rank <= CONFLUENCE_RANKS;

function entered(boards: Boards): ReadonlyArray<Change> {
  const places = boards.flatMap(([board, { marks }]) =>
    [...marks].flatMap(([symbol, { from, to }]) =>
      from === null && isNews(to) ? [{ symbol, board, rank: to }] : [],
    ),
  );
  return joinBySymbol(places, ({ board, rank }) => `${boardTitle(board)} ${rank}`);
}

function gone(boards: Boards, hasFormerRanks: boolean): ReadonlyArray<Change> {
  const places = boards.flatMap(
    ([board, { left, fallen }]): ReadonlyArray<Place> => [
      ...left.filter(({ was }) => isNews(was)).map(({ symbol, was }) => ({ symbol, board, rank: was })),
      ...fallen.map(({ symbol, from, to }) => ({ symbol, board, rank: from, below: to })),
    ],
  );
  return joinBySymbol(places, ({ board, rank, below }) =>
    below !== undefined
      ? `${boardTitle(board)} ${rank}→${below}`
      : `${boardTitle(board)}${hasFormerRanks ? ` (was ${rank})` : ''}`,
  );
}

/** One change for each symbol: those on the most boards first, then by their best rank. */
function joinBySymbol(places: ReadonlyArray<Place>, textOf: (place: Place) => string): ReadonlyArray<Change> {
  return inOrder(
    [...groupBy(places, ({ symbol }) => symbol)].map(([symbol, found]) => ({
      symbol: symbolText(symbol),
      places: found.map(textOf),
      order: [-found.length, Math.min(...found.map(({ rank }) => rank))],
    })),
  );
}

/** The biggest climbs first. */
function climbed(boards: Boards): ReadonlyArray<Change> {
  return inOrder(
    boards.flatMap(([board, { marks }]) =>
      [...marks].flatMap(([symbol, { from, to }]) => {
        if (from === null || from <= to || !isNews(to)) return [];
        const places = [`${boardTitle(board)} ${from}→${to}`];
        return [{ symbol: symbolText(symbol), places, order: [to - from, to] }];
      }),
    ),
  );
}

function symbolText(symbol: string): string {
  return clip(cleanText(symbol), 12);
}

function inOrder(changes: ReadonlyArray<Change>): ReadonlyArray<Change> {
  return changes.toSorted((a, b) => {
    const index = a.order.findIndex((value, position) => value !== b.order[position]);
    return index < 0 ? 0 : (a.order[index] ?? 0) - (b.order[index] ?? 0);
  });
}
