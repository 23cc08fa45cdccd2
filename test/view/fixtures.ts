import { type Board, decodeRow, type Snapshot } from '../../src/api/snapshot.ts';
import type { JsonObject } from '../../src/json-object.ts';
import type { LogEntry } from '../../src/model/log.ts';
import { splitMetrics } from '../../src/view/metric-words.ts';
import type { PaneRow, RowPast } from '../../src/view/pane-row.ts';
import { createTheme, type Theme } from '../../src/view/theme.ts';
import { rowOf, snapshotOf } from '../support/snapshots.ts';

export const NOW = Date.UTC(2026, 5, 3, 14, 30, 12);
export const CLASSIC = createTheme('classic', 0);

/** Wraps text in tags named after its role, so that a test can show how each part is painted. */
export const ROLES: Theme = {
  up: tag('up'),
  down: tag('down'),
  strong: tag('strong'),
  muted: tag('muted'),
  title: tag('title'),
  accent: tag('accent'),
  highlight: tag('highlight'),
  badge: tag('badge'),
  banner: tag('banner'),
  selected: tag('selected'),
  pinned: tag('pinned'),
  related: tag('related'),
  selectedTab: tag('selectedTab'),
  timeZone: 'UTC',
};

function tag(role: string) {
  return (text: string) => (text.trim() === '' ? text : `<${role}>${text}</${role}>`);
}

/** A board of default rows, each with the given fields replaced. */
export function rowsBoard(rows: ReadonlyArray<JsonObject>, key = 'movers'): Board {
  return { key, tier: null, rows: rows.map((fields) => decodeRow(rowOf(fields))) };
}

/** A row of the pane that did not move and is not selected, with the given fields of its board row replaced. */
export function paneRowOf(fields: JsonObject = {}, others: Partial<PaneRow> = {}): PaneRow {
  const metrics = splitMetrics([]);
  return {
    row: decodeRow(rowOf(fields)),
    mark: undefined,
    metrics,
    past: null,
    hasAgeInMark: false,
    isPinned: false,
    emphasis: 'none',
    ...others,
  };
}

/** What memory knows of a row that has been there for so many minutes, and never was at another rank than 3. */
export function pastOf(
  minutes: number,
  word: RowPast['trend']['word'] = 'hold',
  { isAtLeast = false, ranks = new Array<number | null>(8).fill(3) } = {},
): RowPast {
  return { age: { milliseconds: minutes * 60_000, isAtLeast }, trend: { ranks, word } };
}

type SymbolEntry = Extract<LogEntry, { readonly firstSeen: unknown }>;

/** An entry of the log about a symbol, a minute ago, without anything that is not given. */
export function symbolEntry(kind: SymbolEntry['kind'], fields: Partial<SymbolEntry> = {}): SymbolEntry {
  const nothing = { entered: [], left: [], confluence: null, places: [], firstSeen: null };
  return { kind, asOf: NOW - 60_000, symbol: 'EMLO', ...nothing, ...fields };
}

const ROWS: ReadonlyArray<JsonObject> = [
  rowOf({ symbol: 'ALDM', name: 'Aldermont Industries', boards: 4, tag: 'high of day' }),
  rowOf({ rank: 2, symbol: 'BORL', price: 0.0432, dayPct: -1.2, volume: 9400, boards: 1, bias: 'bearish' }),
  rowOf({
    rank: 3,
    symbol: 'CLDR',
    price: 712_345.67,
    dayPct: 0,
    boards: 12,
    bias: 'neutral',
    metric: '+12.1% in 30 min',
  }),
  { rank: 4, symbol: 'DUNE' },
];

/** A snapshot with known, unknown and empty boards. */
export function manySnapshot(fields: JsonObject = {}): Snapshot {
  return snapshotOf({
    topPlay: {
      ...rowOf({ symbol: 'ALDM', name: 'Aldermont Industries', boards: 4 }),
      reasons: [
        'top mover',
        'high relative volume',
        'forum buzz',
        'above all averages',
        'fresh 52-week high',
      ],
    },
    boards: { movers: ROWS, alerted: ROWS.slice(0, 2), newBoard: [] },
    ...fields,
  });
}
