import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json-object.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import type { BodyInput, BodyStyle } from '../../src/watch/body-input.ts';
import { confluenceBody } from '../../src/watch/confluence-body.ts';
import { EMPTY_LOG } from '../../src/watch/frame-input.ts';
import { NO_DATA } from '../../src/watch/known-timeframe.ts';
import { NOTHING_REMEMBERED, type Remembered } from '../../src/watch/remembered.ts';
import { CONFLUENCE_BOARD, initialViewState, type ViewState } from '../../src/watch/state.ts';
import { rowOf, snapshotOf } from '../support/snapshots.ts';
import { CLASSIC, NOW } from '../view/fixtures.ts';

const BOARDS: JsonObject = {
  movers: [
    rowOf({ symbol: 'NVDA', boards: 3, dayPct: 6.12, price: 182.4 }),
    rowOf({ symbol: 'K', boards: 1, rank: 2 }),
    rowOf({ symbol: null, rank: 3 }),
  ],
  rvol: [
    rowOf({ symbol: 'TLLT', boards: 4, bias: 'bearish', dayPct: -1.45 }),
    rowOf({ symbol: 'NVDA', boards: 3, rank: 2, dayPct: 6.12, price: 182.4 }),
    rowOf({ symbol: 'NVDA', boards: 3, rank: 3 }),
  ],
  forum: [
    rowOf({ symbol: 'TLLT', boards: 4, bias: 'bearish' }),
    rowOf({ symbol: 'NVDA', boards: 3, rank: 2 }),
  ],
};
const STYLE: BodyStyle = {
  theme: CLASSIC,
  columns: null,
  sortByPast: null,
  selection: {},
  limit: 10,
  width: 110,
  lines: 20,
};

interface Scene {
  readonly boards?: JsonObject;
  readonly state?: Partial<ViewState>;
  readonly style?: Partial<BodyStyle>;
  readonly remembered?: Partial<Remembered>;
}

function bodyOf({ boards = BOARDS, state = {}, style = {}, remembered = {} }: Scene = {}) {
  const input: BodyInput = {
    known: { ...NO_DATA, snapshot: snapshotOf({ boards, boardNames: Object.keys(boards) }) },
    state: { ...initialViewState({ timeframes: ['day'] }), view: 'confluence', ...state },
    remembered: { ...NOTHING_REMEMBERED, ...remembered },
    log: EMPTY_LOG,
    past: null,
    card: null,
    tabs: [],
    nowMilliseconds: NOW,
  };
  return confluenceBody(input, { ...STYLE, ...style });
}

const draw = (scene?: Scene) =>
  `\n${bodyOf(scene)
    .lines.map((line) => line.trimEnd())
    .join('\n')}\n`;
const symbolsOf = (scene?: Scene) => bodyOf(scene).tiles[0]?.symbols;

describe('the confluence view', () => {
  test('has each symbol once, by the number of its boards', () => {
    expect(draw()).toMatchInlineSnapshot(`
      "
      CONFLUENCE  3 symbols by number of boards
        # Symbol    Price      Chg Bds   Age 30 min   Trend  On
        1 TLLT      12.50   -1.45% ◆4▼                       rvol 1  forum 1
        2 NVDA     182.40   +6.12% ◆3▲                       movers 1  rvol 2  rvol 3  forum 2
        3 K         12.50   +4.56%  1▲                       movers 2
      "
    `);
  });

  test('says since when, and whether the number rises', () => {
    const confluenceOf = (symbol: string) => ({
      age: { milliseconds: symbol === 'K' ? 0 : 41 * 60_000, isAtLeast: symbol === 'TLLT' },
      trend: { counts: [null, 1, 1, 2, 2, 3, 3, 3], word: 'rise' as const },
    });
    expect(draw({ remembered: { confluenceOf } })).toMatchInlineSnapshot(`
      "
      CONFLUENCE  3 symbols by number of boards
        # Symbol    Price      Chg Bds   Age 30 min   Trend  On
        1 TLLT      12.50   -1.45% ◆4▼  ≥41m ·▁▁▂▂▃▃▃ rise   rvol 1  forum 1
        2 NVDA     182.40   +6.12% ◆3▲   41m ·▁▁▂▂▃▃▃ rise   movers 1  rvol 2  rvol 3  forum 2
        3 K         12.50   +4.56%  1▲   <1m ·▁▁▂▂▃▃▃ rise   movers 2
      "
    `);
  });

  test('in 50 cells, with the selected symbol', () => {
    const selection = { board: CONFLUENCE_BOARD, symbol: 'NVDA', index: 0 };
    expect(draw({ style: { width: 50 }, state: { selectedRow: selection } })).toMatchInlineSnapshot(`
      "
      CONFLUENCE  3 symbols by number of boards
        # Symbol    Price      Chg Bds   Age Trend
        1 TLLT      12.50   -1.45% ◆4▼
            rvol 1  forum 1
        2▸NVDA     182.40   +6.12% ◆3▲
            movers 1  rvol 2  rvol 3  forum 2
        3 K         12.50   +4.56%  1▲
            movers 2
      "
    `);
  });

  test.each<readonly [name: string, scene: Scene, symbols: ReadonlyArray<string>]>([
    ['all', {}, ['TLLT', 'NVDA', 'K']],
    ['a filter', { state: { filter: 'L' } }, ['TLLT']],
    ['a filter that nothing passes', { state: { filter: 'ZZZ' } }, []],
    ['--min-boards', { style: { selection: { minBoards: 2 } } }, ['TLLT', 'NVDA']],
    ['--bias', { style: { selection: { bias: 'bearish' } } }, ['TLLT']],
    ['--sort is for boards', { style: { selection: { sort: 'symbol' } } }, ['TLLT', 'NVDA', 'K']],
    ['no boards', { boards: {} }, []],
  ])('shows %s: %j', (_, scene, symbols) => {
    expect(symbolsOf(scene)).toEqual(symbols);
  });

  test('names no hidden board, but counts it', () => {
    const [, , , nvda] = bodyOf({ state: { hiddenBoards: { day: ['rvol'] } } }).lines;
    expect(nvda).toMatch(/NVDA .* ◆3▲ .* movers 1 {2}forum 2$/);
  });

  test('is empty before the first snapshot', () => {
    const input: BodyInput = {
      known: NO_DATA,
      state: initialViewState({ timeframes: ['day'] }),
      remembered: NOTHING_REMEMBERED,
      log: EMPTY_LOG,
      past: null,
      card: null,
      tabs: [],
      nowMilliseconds: NOW,
    };
    expect(confluenceBody(input, STYLE).lines).toHaveLength(2);
  });
});

test('the selection knows on which line each symbol is', () => {
  for (const width of [30, 50, 110]) {
    const { lines, tiles } = bodyOf({ style: { width } });
    const [tile] = tiles;
    expect(tile?.rowLines?.map((line) => /\d (\w+)/.exec(lines[line] ?? '')?.[1])).toEqual(tile?.symbols);
  }
});

test('hostile symbols and boards come out clean, within any width', () => {
  const evil = '\x1b]8;;http://evil\x07\u202e漢字';
  const boards = {
    [`${evil}1`]: [rowOf({ symbol: evil }), rowOf({ symbol: '__proto__' })],
    ok: [rowOf({ symbol: evil })],
  };
  for (let width = 20; width <= 200; width++) {
    const { lines } = bodyOf({ boards, style: { width } });
    for (const line of lines) {
      expect(line).not.toMatch(/\p{C}/u);
      expect(displayWidth(line), `at ${width}: ${line}`).toBeLessThanOrEqual(width);
    }
  }
  expect(symbolsOf({ boards })).toContain('__proto__');
});
