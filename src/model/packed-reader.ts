import { BIASES } from '../vocabulary.ts';
import type { SymbolState } from './observation.ts';
import { finiteOrNull, type PackedNames, type PackedParts, type PackedSymbols } from './packed-snapshot.ts';
import type { BoardRanks } from './ranks.ts';

/** The rows of one board: those from `from` up to but not including `to`. */
interface Group {
  readonly board: string;
  readonly from: number;
  readonly to: number;
}

/** Rank by symbol for each board, including boards without rows. */
export function readRanks(parts: PackedParts, names: PackedNames): BoardRanks {
  const boards = new Map<string, Map<string, number>>();
  for (const group of groupsOf(parts, names)) {
    const ranks = new Map<string, number>();
    visitRows(parts, names, group, (symbol, rank) => ranks.set(symbol, rank));
    boards.set(group.board, ranks);
  }
  return boards;
}

export function visitRanks(
  parts: PackedParts,
  names: PackedNames,
  visit: (board: string, symbol: string, rank: number) => void,
): void {
  for (const group of groupsOf(parts, names)) {
    visitRows(parts, names, group, (symbol, rank) => visit(group.board, symbol, rank));
  }
}

export function readSymbols(parts: PackedParts, { symbols }: PackedNames): ReadonlyMap<string, SymbolState> {
  const states = new Map<string, SymbolState>();
  for (const [place, id] of parts.symbols.entries()) {
    const symbol = symbols.nameOf(id);
    if (symbol !== null) states.set(symbol, stateAt(parts, place));
  }
  return states;
}

/** The state of each of some symbols; null for one that the snapshot does not have. */
export function readStates(
  parts: PackedSymbols,
  { symbols }: PackedNames,
  wanted: ReadonlyArray<string>,
): ReadonlyArray<SymbolState | null> {
  return wanted.map((symbol) => {
    const id = symbols.find(symbol);
    const place = id === null ? -1 : parts.symbols.indexOf(id);
    return place === -1 ? null : stateAt(parts, place);
  });
}

function groupsOf(parts: PackedParts, { boards }: PackedNames): ReadonlyArray<Group> {
  const groups: Array<Group> = [];
  let from = 0;
  for (const [index, id] of parts.boards.entries()) {
    const to = from + (parts.groupSizes[index] ?? 0);
    const board = boards.nameOf(id);
    if (board !== null) groups.push({ board, from, to });
    from = to;
  }
  return groups;
}

function visitRows(
  parts: PackedParts,
  { symbols }: PackedNames,
  { from, to }: Group,
  visit: (symbol: string, rank: number) => void,
): void {
  for (let row = from; row < to; row++) {
    const symbol = symbols.nameOf(parts.rowSymbols[row] ?? -1);
    if (symbol !== null) visit(symbol, parts.rowRanks[row] ?? 0);
  }
}

function stateAt({ confluence, biases, prices, changes }: PackedSymbols, place: number): SymbolState {
  return {
    boards: confluence[place] ?? 0,
    bias: BIASES[biases[place] ?? -1] ?? null,
    price: finiteOrNull(prices[place] ?? Number.NaN),
    dayPct: finiteOrNull(changes[place] ?? Number.NaN),
  };
}
