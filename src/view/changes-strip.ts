import { groupBy } from '../group-by.ts';
import type { BoardMovement } from '../model/movement.ts';
import { joinPieces, type Line } from './box.ts';
import { widthOf } from './fit.ts';
import type { Piece, Segment } from './flow.ts';
import { cleanText, clip } from './safe-text.ts';
import { type Theme, unpainted } from './theme.ts';

/** One group of the strip: its changes, the most important first, each as symbol and what happened. */
interface Group {
  readonly word: string;
  /** UP is not bold: bold green cannot be read on white. */
  readonly role: 'highlight' | 'up' | 'muted';
  readonly changes: ReadonlyArray<Change>;
}

interface Change {
  readonly symbol: string;
  /** `movers 5, search 3`, `6→4`, the board that it left. */
  readonly text: string;
  /** The order within a group, ascending. */
  readonly order: ReadonlyArray<number>;
}

const GROUP_GAP = '  ';
const CHANGE_GAP = ' · ';

type Movement = ReadonlyMap<string, BoardMovement>;

/**
 * `NEW OHL movers 5 · CA search 3  UP PIE movers 6→4  OUT QLO alerted +2`: what changed on these boards, as much as fits.
 * Changes that do not fit are counted; only the first one is cut. Empty if nothing changed.
 */
export function renderStrip(movement: Movement, width: number, theme: Theme): Line {
  const groups = groupChanges(movement);
  return joinPieces(stripPieces(groups, chooseCounts(groups, width, theme), theme), width);
}

/** Cells of the strip with one change only; 0 if nothing changed. */
export function leastStripWidth(movement: Movement, theme: Theme): number {
  return widthOf(stripPieces(groupChanges(movement), [1], theme));
}

/** In the order of their importance, without empty ones. */
function groupChanges(movement: Movement): ReadonlyArray<Group> {
  const boards = [...movement];
  const groups: ReadonlyArray<Group> = [
    { word: 'NEW', role: 'highlight', changes: entered(boards) },
    { word: 'UP', role: 'up', changes: climbed(boards) },
    { word: 'OUT', role: 'muted', changes: left(boards) },
  ];
  return groups.filter(({ changes }) => changes.length > 0);
}

/**
 * How many changes of each group to show: the first one in any case, then one of each group, then one more of each in turn.
 * A group whose first change does not fit gives way, and so do those after it.
 */
function chooseCounts(groups: ReadonlyArray<Group>, width: number, theme: Theme): ReadonlyArray<number> {
  let counts = groups.map(() => 0);
  const most = Math.max(0, ...groups.map(({ changes }) => changes.length));
  for (let round = 0; round < most; round++) {
    for (const [index, { changes }] of groups.entries()) {
      if (round >= changes.length || counts[index] !== round) continue;
      const more = counts.with(index, round + 1);
      if (widthOf(stripPieces(groups, more, theme)) <= width || (round === 0 && index === 0)) counts = more;
      else if (round === 0) break;
    }
  }
  return counts;
}

/** The first changes of each group, as many as `counts` says. */
function stripPieces(groups: ReadonlyArray<Group>, counts: ReadonlyArray<number>, theme: Theme): Segment {
  return groups.flatMap((group, index) => groupPieces(group, counts[index] ?? 0, theme)).slice(1);
}

function groupPieces({ word, role, changes }: Group, count: number, theme: Theme): Segment {
  if (count === 0) return [];
  const pieces: Array<Piece> = [
    [GROUP_GAP, unpainted],
    [word, theme[role]],
    [' ', unpainted],
  ];
  for (const [index, { symbol, text }] of changes.slice(0, count).entries()) {
    if (index > 0) pieces.push([CHANGE_GAP, theme.muted]);
    pieces.push([symbol, unpainted], [` ${text}`, theme.muted]);
  }
  const rest = changes.length - count;
  return [...pieces, [rest > 0 ? ` +${rest}` : '', theme.muted]];
}

type Boards = ReadonlyArray<readonly [key: string, movement: BoardMovement]>;

/** Where a symbol is new, or where it was. */
interface Place {
  readonly symbol: string;
  readonly board: string;
  readonly rank: number;
}

function entered(boards: Boards): ReadonlyArray<Change> {
  const places = boards.flatMap(([board, { marks }]) =>
    [...marks].flatMap(([symbol, { from, to }]) => (from === null ? [{ symbol, board, rank: to }] : [])),
  );
  return joinBySymbol(places, ({ board, rank }) => `${cleanText(board)} ${rank}`);
}

function left(boards: Boards): ReadonlyArray<Change> {
  const places = boards.flatMap(([board, movement]) =>
    movement.left.map(({ symbol, was }) => ({ symbol, board, rank: was })),
  );
  return joinBySymbol(places, ({ board }) => cleanText(board));
}

/** One change for each symbol: those on the most boards first, then by their best rank. */
function joinBySymbol(places: ReadonlyArray<Place>, textOf: (place: Place) => string): ReadonlyArray<Change> {
  return inOrder(
    [...groupBy(places, ({ symbol }) => symbol)].map(([symbol, found]) => ({
      symbol: symbolText(symbol),
      text: found.map(textOf).join(', '),
      order: [-found.length, Math.min(...found.map(({ rank }) => rank))],
    })),
  );
}

/** The biggest climbs first. */
function climbed(boards: Boards): ReadonlyArray<Change> {
  return inOrder(
    boards.flatMap(([board, { marks }]) =>
      [...marks].flatMap(([symbol, { from, to }]) =>
        from === null || from <= to
          ? []
          : [
              {
                symbol: symbolText(symbol),
                text: `${cleanText(board)} ${from}→${to}`,
                order: [to - from, to],
              },
            ],
      ),
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
