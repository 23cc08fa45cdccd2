import { formatConfluence } from '../../fields/fields.ts';
import { groupBy } from '../../group-by.ts';
import type { BoardMovement } from '../../market/diff.ts';
import { boardTitle } from '../../output/board.ts';
import type { Breadth } from '../../service/snapshot.ts';
import type { Ctx } from '../../text/ctx.ts';
import {
  fitPieces,
  joinPieces,
  joinTexts,
  type Line,
  type Piece,
  type Segment,
  widthOf,
} from '../../text/lines.ts';
import { cleanText, clip, displayWidth } from '../../text/safe-text.ts';
import { type Paint, type Theme, unpainted } from '../../text/theme.ts';
import { CONFLUENCE_RANKS } from '../../vocabulary.ts';
import type { ShownBoards } from '../view.ts';

/** What is different from the baseline, on the boards that are shown. */
type Changes = Pick<ShownBoards, 'topPlay' | 'agreed' | 'parted' | 'movement'>;

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
 * `5m  ◆4 PLTR  NEW OHL Movers 5 · CA Search 3  UP PIE Movers 6→4  OUT QLO Alerted  (7 more: e)      28% up ▓▓▓░░░░░░░`: what changed
 * on ranks 1 to 5 of these boards, as much as fits, and breadth at the right edge. Breadth gives way to the first change, the
 * first NEW and the count, and a group to those on its left. `baseline` is null without an older snapshot.
 */
export function renderStrip(
  changes: Changes,
  baseline: string | null,
  breadth: Breadth | null,
  ctx: Ctx,
): string {
  const { width, theme } = ctx;
  const groups = groupsOf(changes, ctx.ascii ? 'TOP' : '★');
  const whole = stripOf(groups, baseline, width, theme);
  const end = breadth === null ? null : shortBreadth(breadth, width >= MIN_WIDTH_OF_BAR, theme);
  if (end !== null) {
    const room = width - displayWidth(end.plain);
    const beside = stripOf(groups, baseline, room - GROUP_GAP.length, theme);
    const isWhole = JSON.stringify(whole.first) === JSON.stringify(beside.first);
    if (isWhole && beside.fits && (beside.isCounted || !whole.isCounted))
      return beside.line.painted + ' '.repeat(room - displayWidth(beside.line.plain)) + end.painted;
  }
  return whole.line.painted;
}

/** In the order of their importance, without empty ones; for the summary of the log with what was before. */
export function groupsOf(
  { topPlay, agreed, parted, movement }: Changes,
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
function stripOf(all: ReadonlyArray<Group>, baseline: string | null, width: number, theme: Theme) {
  let groups = all;
  const [first, ...others] = all;
  const [change] = first?.changes ?? [];
  // Where the first change has no room beside the count of the others, one of its boards is named.
  if (first !== undefined && change !== undefined && widthOf(piecesOf(new Set([change])).flat()) > width) {
    const short = { ...change, places: change.places.slice(0, 1) };
    groups = [{ ...first, changes: first.changes.with(0, short) }, ...others];
  }
  const shown = new Set<Change>();
  const full = new Set<Group>();
  for (let round = 0; round < Math.max(0, ...groups.map(({ changes }) => changes.length)); round++)
    for (const [index, group] of groups.entries()) {
      const next = group.changes[round];
      if (next === undefined || full.has(group)) continue;
      const fits = shown.size === 0 || widthOf(piecesOf(new Set([...shown, next])).flat()) <= width;
      if (fits) shown.add(next);
      // A group whose first change does not fit gives way, and so do those after it.
      else for (const other of round === 0 ? groups.slice(index) : [group]) full.add(other);
    }
  const [pieces, rest] = piecesOf(shown);
  return {
    /** What breadth gives way to. */
    first: groups
      .filter(({ word }, index) => index === 0 || word === 'NEW')
      .flatMap(({ changes }) => changes.slice(0, 1).filter((each) => shown.has(each))),
    fits: widthOf(pieces) <= width,
    isCounted: widthOf([...pieces, ...rest]) <= width,
    line: fitPieces(width, [...pieces, ...rest], pieces),
  };

  /** Baseline and changes, and the count of the changes that are not shown. */
  function piecesOf(some: ReadonlySet<Change>): readonly [Segment, Segment] {
    const pieces = groups.flatMap(({ word, role, changes }) =>
      changes
        .filter((each) => some.has(each))
        .flatMap((each, index): Segment => {
          const gap: Piece = index === 0 ? [GROUP_GAP, unpainted] : [CHANGE_GAP, theme.muted];
          const lead: Piece = [index === 0 && word !== '' ? `${word} ` : '', theme[role]];
          return [gap, lead, ...changePieces(each, theme[role], theme)];
        }),
    );
    const count = groups.reduce((sum, { changes }) => sum + changes.length, -some.size);
    return [
      // Without a name there is no gap behind it.
      baseline === null ? pieces.slice(1) : [[baseline, theme.muted], ...pieces],
      [[count > 0 ? `${GROUP_GAP}(${count} more: e)` : '', theme.muted]],
    ];
  }
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
function lost(parted: Changes['parted']): ReadonlyArray<Change> {
  return parted
    .toSorted((one, other) => other.was - one.was)
    .map(({ symbol, boards, was }) => ({
      symbol: symbolText(symbol),
      places: [`${formatConfluence(was)}→${boards}`],
    }));
}

type Boards = ReadonlyArray<readonly [key: string, movement: BoardMovement]>;

/** Where a symbol is new, has climbed, or was. */
interface Place {
  readonly symbol: string;
  readonly rank: number;
  readonly text: string;
}

const isNews = (rank: number) => rank <= CONFLUENCE_RANKS;

function entered(boards: Boards): ReadonlyArray<Change> {
  const places = boards.flatMap(([board, { marks }]) =>
    [...marks].flatMap(([symbol, { from, to: rank }]): ReadonlyArray<Place> => {
      if (from !== null || !isNews(rank)) return [];
      return [{ symbol, rank, text: `${boardTitle(board)} ${rank}` }];
    }),
  );
  return bySymbol(places).sort(byBoardsThenRank).map(changeOf);
}

function gone(boards: Boards, hasFormerRanks: boolean): ReadonlyArray<Change> {
  const places = boards.flatMap(([board, { left, fallen }]): ReadonlyArray<Place> => {
    const title = boardTitle(board);
    return [
      ...left
        .filter(({ was }) => isNews(was))
        .map(({ symbol, was }) => ({
          symbol,
          rank: was,
          text: hasFormerRanks ? `${title} (was ${was})` : title,
        })),
      ...fallen.map(({ symbol, from, to }) => ({ symbol, rank: from, text: `${title} ${from}→${to}` })),
    ];
  });
  return bySymbol(places).sort(byBoardsThenRank).map(changeOf);
}

/** Rows that climbed, and those that came to the first ranks because others left. The biggest climb of a symbol decides its place. */
function climbed(boards: Boards): ReadonlyArray<Change> {
  const climbs = boards.flatMap(([board, { marks, risen }]) => {
    const moved = [...marks].map(([symbol, mark]) => ({ symbol, ...mark }));
    return [...moved, ...risen.filter(({ symbol }) => !marks.has(symbol))].flatMap(({ symbol, from, to }) =>
      from === null || from <= to || !isNews(to)
        ? []
        : [{ symbol, rank: to, climb: from - to, text: `${boardTitle(board)} ${from}→${to}` }],
    );
  });
  return bySymbol(climbs.sort((one, other) => other.climb - one.climb || one.rank - other.rank)).map(
    changeOf,
  );
}

function bySymbol(places: ReadonlyArray<Place>): Array<ReadonlyArray<Place>> {
  return [...groupBy(places, ({ symbol }) => symbol).values()];
}

/** Symbols on the most boards first, then by their best rank. */
function byBoardsThenRank(one: ReadonlyArray<Place>, other: ReadonlyArray<Place>): number {
  const best = (places: ReadonlyArray<Place>) => Math.min(...places.map(({ rank }) => rank));
  return other.length - one.length || best(one) - best(other);
}

function changeOf(places: ReadonlyArray<Place>): Change {
  return { symbol: symbolText(places[0]?.symbol ?? ''), places: places.map(({ text }) => text) };
}

function symbolText(symbol: string): string {
  return clip(cleanText(symbol), 12);
}

/** Cells of the bar where there is room for it. */
const BAR = 10;
/** In a narrower pane the share alone is shown, so that it has no bar whatever the strip says. */
const MIN_WIDTH_OF_BAR = 100;

/** `28% up ▓▓▓░░░░░░░`: the share of advancers of advancers and decliners, always as wide. Null if it is not known. */
function shortBreadth({ advancers, decliners }: Breadth, hasBar: boolean, theme: Theme): Line | null {
  const total = (advancers ?? 0) + (decliners ?? 0);
  if (advancers === null || decliners === null || advancers < 0 || decliners < 0 || !(total > 0)) return null;
  const share = advancers / total;
  const filled = Math.round(BAR * share);
  const text = `${Math.round(share * 100)}% up`.padStart('100% up'.length);
  const bar: Segment = [
    [` ${'▓'.repeat(filled)}`, theme.up],
    ['░'.repeat(BAR - filled), theme.down],
  ];
  return joinPieces(
    [[text, share >= 0.5 ? theme.up : theme.down], ...(hasBar ? bar : [])],
    Number.POSITIVE_INFINITY,
  );
}
