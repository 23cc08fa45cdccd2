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
interface Changes extends Pick<ShownBoards, 'topPlay' | 'agreed' | 'parted' | 'movement'> {
  /** `5m`; null without an older snapshot. */
  readonly baseline: string | null;
}

/** Changes of one kind, the most important first. */
interface Group {
  readonly word: '' | 'NEW' | 'UP' | 'OUT' | 'LOST';
  readonly role: 'accent' | 'muted';
  readonly changes: ReadonlyArray<Change>;
}

interface Change {
  /** `◆4 `, before the symbol. */
  readonly sign?: string;
  readonly symbol: string;
  /** `Movers 5` and `Search 3`, `Movers 6→4`, the boards that it left. */
  readonly places: ReadonlyArray<string>;
}

const GROUP_GAP = '  ';
export const CHANGE_GAP = ' · ';

/**
 * `5m  ◆4 PLTR  NEW OHL Movers 5 · CA Search 3  UP PIE Movers 6→4  OUT QLO Alerted  (7 more: e)`: what changed on ranks 1 to 5
 * of these boards, as much as fits. A group that has no room gives way before those on its left.
 */
export function renderStrip(changes: Changes, width: number, ctx: Ctx): Line {
  const groups = shortened(changes, width, ctx);
  const { pieces, rest } = stripOf(groups, chooseChanges(groups, changes, width, ctx), changes, ctx);
  return fitPieces(width, [...pieces, rest], pieces);
}

/**
 * Cells of what stays where breadth gives way, of what then has room: the first change, the first NEW, and the count of the
 * others; 0 if nothing changed.
 */
export function leastStripWidth(changes: Changes, width: number, ctx: Ctx): number {
  const groups = shortened(changes, width, ctx);
  if (groups.length === 0) return 0;
  const withNew = groups.filter(({ word }, index) => index === 0 || word === 'NEW');
  const strips = [withNew, groups.slice(0, 1)].map((some) =>
    stripOf(groups, new Set(some.flatMap((group) => group.changes.slice(0, 1))), changes, ctx),
  );
  return strips.map(cellsOf).find((cells) => cells <= width) ?? widthOf(strips[1]?.pieces ?? []);
}

/** Where the first change has no room beside the count of the others, one of its boards is named. */
function shortened(changes: Changes, width: number, ctx: Ctx): ReadonlyArray<Group> {
  const groups = groupsOf(changes, topSign(ctx));
  const [first, ...others] = groups;
  const [change] = first?.changes ?? [];
  if (first === undefined || change === undefined) return groups;
  if (cellsOf(stripOf(groups, new Set([change]), changes, ctx)) <= width) return groups;
  const short = { ...change, places: change.places.slice(0, 1) };
  return [{ ...first, changes: first.changes.with(0, short) }, ...others];
}

function topSign({ ascii }: Ctx): string {
  return ascii ? 'TOP' : '★';
}

/** In the order of their importance, without empty ones; for the summary of the log with what was before. */
export function groupsOf(
  { topPlay, agreed, parted, movement }: Omit<Changes, 'baseline'>,
  topPlayWord: string,
  isSummary = false,
): ReadonlyArray<Group> {
  const boards = [...movement];
  const groups: ReadonlyArray<Group> = [
    { word: '', role: 'accent', changes: reached(topPlay, agreed, topPlayWord) },
    { word: 'NEW', role: 'accent', changes: entered(boards) },
    { word: 'UP', role: 'accent', changes: climbed(boards) },
    { word: 'OUT', role: 'muted', changes: gone(boards, isSummary) },
    { word: 'LOST', role: 'muted', changes: isSummary ? lost(parted) : [] },
  ];
  return groups.filter(({ changes }) => changes.length > 0);
}

/** The first change in any case, then one of each group, then one more of each in turn, as long as they fit. */
function chooseChanges(
  groups: ReadonlyArray<Group>,
  named: Pick<Changes, 'baseline'>,
  width: number,
  ctx: Ctx,
): ReadonlySet<Change> {
  let chosen: ReadonlySet<Change> = new Set();
  let open = groups;
  for (let round = 0; open.length > 0; round++) {
    for (const [index, group] of open.entries()) {
      const change = group.changes[round];
      const more = new Set([...chosen, ...(change === undefined ? [] : [change])]);
      const fits = chosen.size === 0 || cellsOf(stripOf(groups, more, named, ctx)) <= width;
      if (fits && change !== undefined) chosen = more;
      else if (round > 0) open = open.filter((other) => other !== group);
      else {
        // A group whose first change does not fit gives way, and so do those after it.
        open = open.slice(0, index);
        break;
      }
    }
  }
  return chosen;
}

interface Strip {
  readonly pieces: Segment;
  /** The count of the changes that are not shown. */
  readonly rest: Piece;
}

function stripOf(
  groups: ReadonlyArray<Group>,
  shown: ReadonlySet<Change>,
  { baseline }: Pick<Changes, 'baseline'>,
  { theme }: Ctx,
): Strip {
  const pieces = groups.flatMap((group) => groupPieces(group, shown, theme));
  const count = groups.reduce((sum, { changes }) => sum + changes.length, -shown.size);
  return {
    // Without a name there is no gap behind it.
    pieces: baseline === null ? pieces.slice(1) : [[baseline, theme.muted], ...pieces],
    rest: [count > 0 ? `${GROUP_GAP}(${count} more: e)` : '', theme.muted],
  };
}

function cellsOf({ pieces, rest }: Strip): number {
  return widthOf([...pieces, rest]);
}

function groupPieces({ word, role, changes }: Group, shown: ReadonlySet<Change>, theme: Theme): Segment {
  return changes
    .filter((change) => shown.has(change))
    .flatMap(
      (change, index): Segment => [
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
    return { sign, symbol: symbolText(symbol), places: [] };
  });
}

/** `PLTR ◆3→2`, those that were on the most boards first. */
function lost(parted: Changes['parted']): ReadonlyArray<Change> {
  return parted
    .toSorted((one, other) => other.was - one.was)
    .map(({ symbol, boards, was }) => ({
      symbol: symbolText(symbol),
      places: [`${formatConfluence(was)}→${boards}`],
    }));
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
  const best = (found: ReadonlyArray<Place>) => Math.min(...found.map(({ rank }) => rank));
  return [...groupBy(places, ({ symbol }) => symbol)]
    .sort(([, one], [, other]) => other.length - one.length || best(one) - best(other))
    .map(([symbol, found]) => ({ symbol: symbolText(symbol), places: found.map(textOf) }));
}

/** Rows that climbed, and those that came to the first ranks because others left. The biggest climb of a symbol decides its place. */
function climbed(boards: Boards): ReadonlyArray<Change> {
  const climbs = boards
    .flatMap(([board, { marks, risen }]) => {
      const moved = [...marks].map(([symbol, mark]) => ({ symbol, ...mark }));
      return [...moved, ...risen.filter(({ symbol }) => !marks.has(symbol))].flatMap(
        ({ symbol, from, to }) =>
          from === null || from <= to || !isNews(to) ? [] : [{ board, symbol, from, to }],
      );
    })
    .sort((one, other) => one.to - one.from - (other.to - other.from) || one.to - other.to);
  return [...groupBy(climbs, ({ symbol }) => symbol)].map(([symbol, found]) => ({
    symbol: symbolText(symbol),
    places: found.map(({ board, from, to }) => `${boardTitle(board)} ${from}→${to}`),
  }));
}

function symbolText(symbol: string): string {
  return clip(cleanText(symbol), 12);
}
