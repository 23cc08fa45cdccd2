import { boardTitle } from '../../fields/board-title.ts';
import { formatConfluence } from '../../fields/fields.ts';
import { groupBy } from '../../lib/group-by.ts';
import { isTopRank } from '../../market/catalogue.ts';
import { crossesTopRanks, type Move } from '../../market/diff.ts';
import { barPaint } from '../../output/header-lines.ts';
import type { Breadth } from '../../service/snapshot.ts';
import { joinTexts, type Segment } from '../../text/lines.ts';
import { fitLine, listParts } from '../../text/parts.ts';
import { clip } from '../../text/safe-text.ts';
import type { Style } from '../../text/style.ts';
import { type Theme, unpainted } from '../../text/theme.ts';
import { baselineText } from '../baseline.ts';
import { filterText } from '../frame-boards.ts';
import type { FrameBoards, ViewInput } from '../view.ts';

const MOVE_WORDS = ['in', 'out', 'up', 'down'] as const;
type MoveWord = (typeof MOVE_WORDS)[number];

export interface Change {
  readonly type: 'topPlay' | 'confluence' | MoveWord;
  readonly role: 'accent' | 'strong';
  readonly lead: string;
  readonly symbol: string;
  readonly details: ReadonlyArray<string>;
}

const MAX_CHANGES = 40;
const GAP = '  ';

/** Draws `5m  ◆4 PLTR  in OHL Movers 5  (7 more: e)      28% up ▓▓▓░░░░░░░`. */
export function renderStrip(input: ViewInput): string {
  const { snapshot, compared, style } = input;
  const { width } = style;
  const baseline = compared.comparison === null ? '' : baselineText(input, style) + GAP;
  const breadth = snapshot?.breadth ?? null;
  const room = breadth?.share == null ? width : roomBesideBreadth(width);
  const line = fitLine(changeParts(baseline, input), room);
  return fitLine([[line, unpainted]], width, breadthParts(breadth, style));
}

function changeParts(baseline: string, { boards, pane, style: { theme } }: ViewInput): Segment {
  const changes = stripChanges(boards, theme.glyphs('★'));
  const nothing = joinTexts(' for ', 'nothing changed', filterText(pane.filter));
  if (changes.length === 0) return [[baseline && baseline + nothing, theme.muted]];
  const items = changes
    .slice(0, MAX_CHANGES)
    .map((change, index): Segment => [[index === 0 ? '' : GAP, unpainted], ...changePieces(change(), theme)]);
  const hidden = changes.length - items.length;
  const more = (count: number) => `${GAP}(${count} more: e)`;
  return [[baseline, theme.muted], ...listParts(items, 0, { hidden, paint: theme.muted, more })];
}

export function changePieces({ lead, role, symbol, details }: Change, theme: Theme): Segment {
  return [
    [lead === '' ? '' : `${lead} `, theme[role]],
    [symbol, unpainted],
    [details.length === 0 ? '' : ` ${details.join(', ')}`, theme.muted],
  ];
}

/**
 * The top play comes first, then numbers of boards, then the first move of each kind, the second of each, and
 * so on. Each change is a function, because few of a thousand have room.
 */
function stripChanges(boards: FrameBoards, topPlaySign: string): ReadonlyArray<() => Change> {
  const { topPlay, confluence } = boards;
  const gain = confluence.find(({ symbol, from, to }) => symbol === topPlay?.to && to > from);
  const sign = joinTexts(' ', topPlaySign, gain === undefined ? '' : formatConfluence(gain.to));
  const counts = confluence.filter((each) => each !== gain).map((each) => () => confluenceChange(each));
  const moves = movesByWord(boards).map((own) =>
    own.map((each) => () => ({ ...movesChange(each), lead: each.word })),
  );
  const rounds = Array.from({ length: Math.max(...moves.map(({ length }) => length)) }, (_, round) =>
    moves.flatMap((each) => each.slice(round, round + 1)),
  );
  const top = topPlay === null ? [] : [() => ({ ...topPlayChange(topPlay), lead: sign, details: [] })];
  return [...top, ...counts, ...rounds.flat()];
}

/** Returns the changes of the strip kind by kind, with the former top play: `NVDA (was TLLT)`. */
export function summaryChanges(boards: FrameBoards): ReadonlyArray<Change> {
  const { topPlay, confluence } = boards;
  const top = topPlay === null ? [] : [topPlayChange(topPlay)];
  return [...top, ...confluence.map(confluenceChange), ...movesByWord(boards).flat().map(movesChange)];
}

function topPlayChange({ from, to }: NonNullable<FrameBoards['topPlay']>): Change {
  const was = from === null ? 'none before' : `was ${symbolText(from)}`;
  const change = { type: 'topPlay', lead: '', details: [`(${was})`] } as const;
  return to === null
    ? { ...change, role: 'strong', symbol: 'none' }
    : { ...change, role: 'accent', symbol: symbolText(to) };
}

function confluenceChange({ symbol, from, to }: FrameBoards['confluence'][number]): Change {
  const change = { type: 'confluence', symbol: symbolText(symbol) } as const;
  return to > from
    ? { ...change, role: 'accent', lead: formatConfluence(to), details: [] }
    : { ...change, role: 'strong', lead: 'lost', details: [`${formatConfluence(from)}→${to}`] };
}

interface SymbolMoves {
  readonly word: MoveWord;
  readonly symbol: string;
  readonly moves: ReadonlyArray<Move>;
}

function movesByWord({ movement }: FrameBoards): ReadonlyArray<ReadonlyArray<SymbolMoves>> {
  const sorted = [...movement.values()].flat().sort((one, other) => bestRank(one) - bestRank(other));
  const byWord = groupBy(sorted, wordOf);
  return MOVE_WORDS.map((word) =>
    [...groupBy(byWord.get(word) ?? [], ({ symbol }) => symbol)].map(([symbol, moves]) => ({
      word,
      symbol,
      moves,
    })),
  );
}

function movesChange({ word, symbol, moves }: SymbolMoves): Change {
  return {
    type: word,
    role: word === 'in' || word === 'up' ? 'accent' : 'strong',
    lead: '',
    symbol: symbolText(symbol),
    details: moves.map((move) => `${boardTitle(move.board)} ${ranksText(word, move)}`),
  };
}

/** Returns null for rows that only made room for others, and for ranks below 5. */
function wordOf(move: Move): MoveWord | null {
  const crossing = crossesTopRanks(move);
  if (crossing !== null || !move.isMarked || !isTopRank(move.to)) return crossing;
  return Number(move.to) < Number(move.from) ? 'up' : 'down';
}

function bestRank({ from, to }: Move): number {
  return Math.min(from ?? Infinity, to ?? Infinity);
}

function ranksText(word: MoveWord, { from, to }: Move): string {
  if (word === 'in') return String(to);
  return word === 'out' ? String(from) : `${from}→${to}`;
}

function symbolText(symbol: string): string {
  return clip(symbol, 12);
}

const MIN_WIDTH_OF_BREADTH = 60;
const BAR_CELLS = 10;
const MIN_WIDTH_OF_BAR = 100;

const SHARE_CELLS = '100% up'.length;

/** Returns the cells for changes. A wider pane has at least as many, even if breadth or its bar appears. */
function roomBesideBreadth(width: number): number {
  const besideShare = (columns: number) => columns - SHARE_CELLS - GAP.length;
  const besideBar = (columns: number) => besideShare(columns) - ' '.length - BAR_CELLS;
  if (width >= MIN_WIDTH_OF_BAR) return besideBar(width);
  if (width >= MIN_WIDTH_OF_BREADTH) return Math.min(besideShare(width), besideBar(MIN_WIDTH_OF_BAR));
  return Math.min(width, besideShare(MIN_WIDTH_OF_BREADTH));
}

/** Draws `28% up ▓▓▓░░░░░░░`, the share of advancers among advancers and decliners. */
function breadthParts(breadth: Breadth | null, { width, theme }: Style): Segment {
  const share = breadth?.share ?? null;
  if (share === null || width < MIN_WIDTH_OF_BREADTH) return [];
  const text = `${Math.round(share * 100)}% up`.padStart(SHARE_CELLS);
  return [
    [text, share >= 0.5 ? theme.up : theme.down],
    [width < MIN_WIDTH_OF_BAR ? '' : ' '.repeat(1 + BAR_CELLS), barPaint(share, theme)],
  ];
}
