import { formatConfluence } from '../../fields/fields.ts';
import { groupBy } from '../../group-by.ts';
import type { Move } from '../../market/diff.ts';
import { boardTitle } from '../../output/board.ts';
import type { Breadth } from '../../service/snapshot.ts';
import type { Ctx } from '../../text/ctx.ts';
import { ends, fitPieces, joinTexts, type Piece, type Segment, widthOf } from '../../text/lines.ts';
import { cleanText, clip } from '../../text/safe-text.ts';
import { type Paint, type Theme, unpainted } from '../../text/theme.ts';
import { isTopRank } from '../../vocabulary.ts';
import { baselineText } from '../baseline.ts';
import type { Shown, ShownBoards } from '../view.ts';

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

/** More have no room on any line. */
const MAX_OF_A_GROUP = 20;
const GROUP_GAP = '  ';
export const CHANGE_GAP = ' · ';

/**
 * `5m  ◆4 PLTR  NEW OHL Movers 5 · CA Search 3  UP PIE Movers 6→4  OUT QLO Alerted  (7 more: e)      28% up ▓▓▓░░░░░░░`: what changed
 * on ranks 1 to 5 of these boards, as much as fits, and breadth at the right edge. What fits in a pane fits in a wider one.
 */
export function renderStrip(shown: Shown): string {
  const { snapshot, boards, compared, ctx } = shown;
  const { width, theme } = ctx;
  // One snapshot is compared with nothing.
  const baseline = compared.comparison === null ? null : baselineText(shown, ctx);
  const groups = groupsOf(boards, ctx.ascii ? 'TOP' : '★');
  const ranked = rankedOf(groups);
  const end = shortBreadth(snapshot?.breadth ?? null, ctx);
  const room = end.length === 0 ? width : width - widthOf(end) - GROUP_GAP.length;
  const fewer = ranked.map((_, index) => lineOf(ranked.slice(0, ranked.length - index)));
  // Of the first change, what there is room for.
  const line = fitPieces(room, ...fewer, lineOf(ranked.slice(0, 1), false));
  return ends(width, [[line, unpainted]], end);

  /** Baseline and changes, and the count of the changes that are not shown. */
  function lineOf(some: ReadonlyArray<Change>, hasRest = true): Segment {
    const pieces = groups.flatMap(({ word, role, changes: all }) =>
      all
        .filter((each) => some.includes(each))
        .flatMap((each, index): Segment => {
          const gap: Piece = index === 0 ? [GROUP_GAP, unpainted] : [CHANGE_GAP, theme.muted];
          const lead: Piece = [index === 0 && word !== '' ? `${word} ` : '', theme[role]];
          return [gap, lead, ...changePieces(each, theme[role], theme)];
        }),
    );
    const rest = groups.reduce((sum, group) => sum + group.changes.length, -some.length);
    return [
      // Without a name there is no gap behind it.
      ...(baseline === null ? pieces.slice(1) : [[baseline, theme.muted] as const, ...pieces]),
      [hasRest && rest > 0 ? `${GROUP_GAP}(${rest} more: e)` : '', theme.muted],
    ];
  }
}

/** The changes that a line shows first: top plays and numbers of boards, then of each other group the first one, the second and so on. */
function rankedOf(groups: ReadonlyArray<Group>): ReadonlyArray<Change> {
  const [reached, others] = [
    groups.filter(({ word }) => word === ''),
    groups.filter(({ word }) => word !== ''),
  ];
  const rounds = Array.from({ length: MAX_OF_A_GROUP }, (_, round) =>
    others.flatMap(({ changes }) => changes.slice(round, round + 1)),
  );
  return [...reached.flatMap(({ changes }) => changes.slice(0, MAX_OF_A_GROUP)), ...rounds.flat()];
}

/** In the order of their importance, without empty ones; for the summary of the log with what was before. */
export function groupsOf(
  { topPlay, agreed, parted, movement }: ShownBoards,
  topPlayWord: string,
  isSummary = false,
): ReadonlyArray<Group> {
  const moves = [...movement.values()].flat();
  const entered = moves.filter(({ from, to }) => from === null && isTopRank(to));
  const gone = moves.filter(({ from, to }) => isTopRank(from) && !isTopRank(to));
  const groups: ReadonlyArray<Group> = [
    { word: '', role: 'accent', changes: reached(topPlay, agreed, topPlayWord) },
    { word: 'NEW', role: 'accent', changes: changesOf(byBoardsThenRank(entered), isSummary) },
    { word: 'UP', role: 'accent', changes: changesOf(bySymbol(climbs(moves)), isSummary) },
    { word: 'OUT', role: 'muted', changes: changesOf(byBoardsThenRank(gone), isSummary) },
    { word: 'LOST', role: 'muted', changes: isSummary ? lost(parted) : [] },
  ];
  return groups.filter(({ changes }) => changes.length > 0);
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
  agreed: ShownBoards['agreed'],
  topPlayWord: string,
): ReadonlyArray<Change> {
  const byCount = agreed.toSorted((one, other) => other.boards - one.boards);
  const boardsOf = new Map<string, number | null>(topPlay === null ? [] : [[topPlay, null]]);
  for (const { symbol, boards } of byCount) boardsOf.set(symbol, boards);
  return [...boardsOf].map(([symbol, boards]) => {
    const count = boards === null ? '' : formatConfluence(boards);
    const sign = joinTexts(' ', symbol === topPlay ? topPlayWord : '', count);
    return { sign, symbol: symbolText(symbol), places: [] };
  });
}

/** `PLTR ◆3→2`, those that were on the most boards first. */
function lost(parted: ShownBoards['parted']): ReadonlyArray<Change> {
  return parted
    .toSorted((one, other) => other.was - one.was)
    .map(({ symbol, boards, was }) => ({
      symbol: symbolText(symbol),
      places: [`${formatConfluence(was)}→${boards}`],
    }));
}

type Moves = ReadonlyArray<Move>;

/** Rows that climbed, and those that came to the first ranks because others left; the biggest climb first. */
function climbs(moves: Moves): Moves {
  const climbOf = ({ from, to }: Move) => Number(from) - Number(to);
  return moves
    .filter((move) => climbOf(move) > 0 && isTopRank(move.to) && (move.isMarked || !isTopRank(move.from)))
    .sort((one, other) => climbOf(other) - climbOf(one) || Number(one.to) - Number(other.to));
}

function bySymbol(moves: Moves): ReadonlyArray<Moves> {
  return [...groupBy(moves, ({ symbol }) => symbol).values()];
}

/** Symbols on the most boards first, then by their best rank, now or before. */
function byBoardsThenRank(moves: Moves): ReadonlyArray<Moves> {
  const best = (own: Moves) => Math.min(...own.map(({ from, to }) => from ?? to ?? 0));
  return bySymbol(moves).toSorted((one, other) => other.length - one.length || best(one) - best(other));
}

/** `Movers 5`, `Movers 6→4`, and of what is gone `Movers`, or `Movers (was 3)` in the summary. */
function changesOf(movesOfSymbols: ReadonlyArray<Moves>, isSummary: boolean): ReadonlyArray<Change> {
  const ranksOf = ({ from, to }: Move) => {
    if (from === null) return String(to);
    if (to !== null) return `${from}→${to}`;
    return isSummary ? `(was ${from})` : '';
  };
  return movesOfSymbols.map((moves) => ({
    symbol: symbolText(moves[0]?.symbol ?? ''),
    places: moves.map((move) => joinTexts(' ', boardTitle(move.board), ranksOf(move))),
  }));
}

function symbolText(symbol: string): string {
  return clip(cleanText(symbol), 12);
}

/** A narrower pane has no room for breadth beside a change. */
const MIN_WIDTH_OF_BREADTH = 60;
/** Cells of the bar where there is room for it. */
const BAR = 10;
/** In a narrower pane the share alone is shown, so that it has no bar whatever the strip says. */
const MIN_WIDTH_OF_BAR = 100;

/** `28% up ▓▓▓░░░░░░░`: the share of advancers of advancers and decliners, always as wide. Empty if it is not known. */
function shortBreadth(breadth: Breadth | null, { width, theme }: Ctx): Segment {
  const share = breadth?.share ?? null;
  if (share === null || width < MIN_WIDTH_OF_BREADTH) return [];
  const hasBar = width >= MIN_WIDTH_OF_BAR;
  const filled = Math.round(BAR * share);
  const text = `${Math.round(share * 100)}% up`.padStart('100% up'.length);
  return [
    [text, share >= 0.5 ? theme.up : theme.down],
    [hasBar ? ` ${'▓'.repeat(filled)}` : '', theme.up],
    [hasBar ? '░'.repeat(BAR - filled) : '', theme.down],
  ];
}
