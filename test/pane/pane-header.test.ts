import { describe, expect, test } from 'vitest';
import { groupBy } from '../../src/group-by.ts';
import type { JsonObject } from '../../src/json.ts';
import type { Move, Movement } from '../../src/market/diff.ts';
import type { AsOf } from '../../src/market/timeline/as-of.ts';
import { renderPaneHeader } from '../../src/pane/header/pane-header.ts';
import type { Shown, ShownBoards } from '../../src/pane/view.ts';
import { TILES } from '../../src/pane/views/tiles.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import type { Ctx } from '../../src/text/ctx.ts';
import { MINUTE_MS } from '../../src/time.ts';
import { snapshotOf } from '../support/snapshots.ts';
import { ctxOf, NOW } from '../support/view-fixtures.ts';

type Changes = Omit<ShownBoards, 'all' | 'shown' | 'isNarrowed'> & { readonly baseline: '5m' | null };

/** Of the snapshots. */
const AS_OF = NOW - MINUTE_MS;
const REASONS = ['Repeated alerts', 'High relative volume', 'Trending in search'];
const TLLT: JsonObject = {
  symbol: 'TLLT',
  price: 91.53,
  dayPct: -1.39,
  boards: 5,
  bias: 'bearish',
  reasons: REASONS,
};
const NOTHING: JsonObject = {
  symbol: null,
  price: null,
  dayPct: null,
  boards: null,
  bias: null,
  reasons: null,
};
const MOVEMENT = movementOf(
  ['movers', 'OHL', null, 5],
  ['momentum', 'BRCE', 4, 1],
  ['alerted', 'QLO', 3, null],
);
const CHANGES: Changes = { baseline: '5m', topPlay: null, agreed: [], parted: [], movement: MOVEMENT };
const NO_CHANGES: Changes = { ...CHANGES, movement: new Map() };

/** Moves on boards: from which rank to which. */
function movementOf(
  ...moves: ReadonlyArray<
    readonly [board: string, symbol: string, from: number | null, to: number | null, isMarked?: boolean]
  >
): Movement {
  const all = moves.map(([board, symbol, from, to, isMarked = to !== null]): Move => {
    return {
      type: from === null ? 'entered' : to === null ? 'left' : 'moved',
      board,
      symbol,
      from,
      to,
      isMarked,
    };
  });
  return groupBy(all, ({ board }) => board);
}

/** What the tests are about. */
interface Sketch {
  readonly snapshot: Snapshot | null;
  readonly topPlay: AsOf['topPlay'];
  readonly changes: Changes;
}

/** The header of a replay of two timeframes, in a pane of 24 rows. */
function renderHeader(fields: JsonObject, { changes, ...others }: Partial<Sketch>, ctx: Ctx) {
  const sketch = {
    snapshot: snapshotOf({ topPlay: TLLT, ...fields }),
    topPlay: { since: AS_OF - 3 * MINUTE_MS, milliseconds: 3 * MINUTE_MS, isAtLeast: false, former: 'AME' },
    ...others,
  };
  const boards = changes ?? CHANGES;
  const comparison =
    boards.baseline === null ? null : { asOf: AS_OF - 5 * MINUTE_MS, isMemoryTooShort: false };
  const pane = { timeframe: 'day', timeframes: ['day'], isReplay: false, paused: false, pins: [] };
  const input = {
    ...{ ctx, boards, position: null, staleness: null, marks: [], isPast: false, rows: 24 },
    pane: {
      ...pane,
      available: ['scalp', 'day'],
      baseline: 5 * MINUTE_MS,
      visit: { at: AS_OF },
      stack: [{ view: TILES }],
    },
    known: { nextExpectedAt: null, isSimulated: true },
    snapshot: sketch.snapshot,
    completed: sketch.snapshot,
    remembered: { asOf: AS_OF, ...sketch },
    compared: { comparison },
    timeframes: { get: () => ({ news: new Set() }) },
  };
  return renderPaneHeader(input as unknown as Shown);
}

const topPlayLine = (width: number, fields: JsonObject | null = {}, others: Partial<Sketch> = {}) =>
  renderHeader({ topPlay: fields && { ...TLLT, ...fields } }, others, ctxOf(width))[1];
const changesLine = (width: number, fields: JsonObject = {}, others: Partial<Sketch> = {}) =>
  renderHeader(fields, others, ctxOf(width))[2];

/** The widths from 130 down to 20 from which on each text is shown. */
function widthsOf(lineOf: (width: number) => string | undefined): string {
  const found: Array<string> = [];
  for (let width = 130; width >= 20; width--) {
    const text = lineOf(width)?.replace(/ {2,}/g, '  ') ?? '';
    if (found.at(-1)?.endsWith(`: ${text}`)) found.pop();
    found.push(`from ${width}: ${text}`);
  }
  return found.join('\n');
}

describe('the top play', () => {
  test('drops what was before it, then reasons, then the duration', () => {
    expect(widthsOf(topPlayLine)).toMatchInlineSnapshot(`
      "from 108: TOP  TLLT $91.53 -1.39% ◆5-  Repeated alerts · High relative volume · Trending in search  for 3 min, was AME
      from 99: TOP  TLLT $91.53 -1.39% ◆5-  Repeated alerts · High relative volume · Trending in search  for 3 min
      from 78: TOP  TLLT $91.53 -1.39% ◆5-  Repeated alerts · High relative volume  for 3 min
      from 55: TOP  TLLT $91.53 -1.39% ◆5-  Repeated alerts  for 3 min
      from 40: TOP  TLLT $91.53 -1.39% ◆5-  for 3 min
      from 37: TOP TLLT $91.53 -1.39% ◆5-  for 3 min
      from 26: TOP TLLT $91.53 -1.39% ◆5-
      from 22: TOP TLLT $91.53 -1.39%
      from 21: TOP TLLT $91.53 -1.3…
      from 20: TOP TLLT $91.53 -1.…"
    `);
  });

  const START = 'TOP  TLLT $91.53 -1.39% ◆5-';
  const former = (symbol: string | null, milliseconds: number) => ({
    topPlay: { since: AS_OF - milliseconds, milliseconds, isAtLeast: false, former: symbol },
  });
  const unchanged = (milliseconds: number) => ({
    topPlay: { since: AS_OF - milliseconds, milliseconds, isAtLeast: true, former: null },
  });
  type Case = readonly [string, JsonObject | null, Partial<Sketch>, start: string, end: string];

  test.each<Case>([
    ['always the same', {}, unchanged(0), `${START}  Repeated alerts · High relative volume`, ''],
    ['as long as memory reaches', { reasons: [] }, unchanged(29 * MINUTE_MS), START, 'for 29 min or more'],
    ['as long, of a memory of hours', { reasons: [] }, unchanged(125 * MINUTE_MS), START, 'for 2 h or more'],
    ['as long, for a minute', { reasons: [] }, unchanged(MINUTE_MS), START, 'for 1 min or more'],
    ['as long, for less than a minute', { reasons: [] }, unchanged(MINUTE_MS - 1), START, ''],
    ['as long, one snapshot', { reasons: [] }, unchanged(0), START, ''],
    [
      'as long, with a reason',
      {},
      unchanged(29 * MINUTE_MS),
      `${START}  Repeated alerts`,
      'for 29 min or more',
    ],
    ['none before', { reasons: [] }, former(null, MINUTE_MS), START, 'for 1 min, was none'],
    ['another until now', { reasons: [] }, former('AME', 0), START, 'new, was AME'],
    ['another for hours', { reasons: [] }, former('AME', 125 * MINUTE_MS), START, 'for 2 h, was AME'],
    ['none now', null, {}, 'TOP  No symbol qualifies right now.', 'for 3 min, was AME'],
    ['never one', null, unchanged(0), 'TOP  No symbol qualifies right now.', ''],
    ['never one, for long', null, unchanged(29 * MINUTE_MS), 'TOP  No symbol qualifies right now.', ''],
    ['of null fields', NOTHING, unchanged(0), 'TOP  – –  – ', ''],
    ['a long reason', { reasons: ['x'.repeat(60), 'short'] }, unchanged(0), START, ''],
  ])('%s', (_, fields, others, start, end) => {
    const line = end === '' ? start : start.padEnd(75 - end.length) + end;
    expect(topPlayLine(75, fields, others)).toBe(line);
  });
});

describe('changes and breadth', () => {
  test('give way: OUT, then UP, and below 60 columns breadth', () => {
    expect(widthsOf(changesLine)).toMatchInlineSnapshot(`
      "from 100: 5m  NEW OHL Movers 5  UP BRCE Momentum 4→1  OUT QLO Alerted  60% up ▓▓▓▓▓▓░░░░
      from 68: 5m  NEW OHL Movers 5  UP BRCE Momentum 4→1  OUT QLO Alerted  60% up
      from 64: 5m  NEW OHL Movers 5  UP BRCE Momentum 4→1  (1 more: e)  60% up
      from 60: 5m  NEW OHL Movers 5  (2 more: e)  60% up
      from 59: 5m  NEW OHL Movers 5  UP BRCE Momentum 4→1  OUT QLO Alerted
      from 55: 5m  NEW OHL Movers 5  UP BRCE Momentum 4→1  (1 more: e)
      from 33: 5m  NEW OHL Movers 5  (2 more: e)
      from 20: 5m  NEW OHL Movers 5"
    `);
  });

  test('without changes there is only the baseline, and nothing at all with one snapshot', () => {
    expect(changesLine(40, {}, { changes: NO_CHANGES })).toBe('5m');
    expect(changesLine(60, {}, { changes: NO_CHANGES })).toBe(`5m${' '.repeat(51)} 60% up`);
    expect(changesLine(40, { breadth: null })).toBe('5m  NEW OHL Movers 5  (2 more: e)');
    expect(changesLine(40, { breadth: null }, { changes: { ...NO_CHANGES, baseline: null } })).toBe('');
    expect(changesLine(40, { breadth: null }, { changes: { ...CHANGES, baseline: null } })).toBe(
      'NEW OHL Movers 5  (2 more: e)',
    );
  });

  test('the top play and symbols on three boards come first, the most boards before others', () => {
    const agreed = [
      { symbol: 'PLTR', boards: 3 },
      { symbol: 'SONA', boards: 4 },
    ];
    expect(changesLine(80, { breadth: null }, { changes: { ...NO_CHANGES, topPlay: 'NVDA', agreed } })).toBe(
      '5m  ★ NVDA · ◆4 SONA · ◆3 PLTR',
    );
  });

  test('only ranks 1 to 5 are news', () => {
    const movement = movementOf(
      ...[['movers', 'AAA', null, 6] as const, ['movers', 'BBB', 9, 6] as const],
      ...[['movers', 'CCC', 9, 5] as const, ['movers', 'FFF', 6, 4, false] as const],
      ...[['movers', 'DDD', 6, null] as const, ['movers', 'EEE', 5, 7, false] as const],
    );
    const changes = { ...CHANGES, movement };
    expect(changesLine(80, { breadth: null }, { changes })).toBe(
      '5m  UP CCC Movers 9→5 · FFF Movers 6→4  OUT EEE Movers 5→7',
    );
  });
});
