import { describe, expect, test } from 'vitest';
import type { Board } from '../../src/api/snapshot.ts';
import type { BoardMovement } from '../../src/model/movement.ts';
import { splitMetrics } from '../../src/view/metric-words.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import type { Theme } from '../../src/view/theme.ts';
import { describeRow, renderBoardTitle, renderTile, type TileOptions, titleOf } from '../../src/view/tile.ts';
import { CLASSIC, pastOf, ROLES, rowsBoard } from './fixtures.ts';

const ALERTED = rowsBoard(
  [
    { symbol: 'TLLT', dayPct: -1.39, boards: 5, bias: 'bearish', metric: '255 alerts' },
    { rank: 2, symbol: 'K', dayPct: 1.26, bias: 'neutral', metric: '67 alerts' },
    { rank: 3, symbol: 'MOOL', dayPct: 1.65, boards: 0, bias: 'neutral', metric: '61 alerts' },
  ],
  'alerted',
);
const MOVEMENT: BoardMovement = {
  marks: new Map([
    ['TLLT', { from: null, to: 1 }],
    ['K', { from: 5, to: 2 }],
  ]),
  left: [],
};
const NONE = { index: null, symbol: null, pins: [] };

const tile = (board: Board, options: Partial<TileOptions> = {}) =>
  renderTile(board, {
    layout: { columns: 3, width: 38, rows: 6, hasHeaders: false },
    metrics: splitMetrics(board.rows),
    theme: CLASSIC,
    columns: null,
    movement: undefined,
    emphasis: NONE,
    pastOf: () => null,
    ...options,
  });
const draw = (board: Board, options?: Partial<TileOptions>) =>
  tile(board, options)
    .map(({ painted }) => painted)
    .join('\n');

describe('a tile', () => {
  test('has a title with the words of its metrics, and rows, but no frame', () => {
    expect(draw(ALERTED, { movement: MOVEMENT })).toMatchInlineSnapshot(`
      "Alerted ─────────────────────── alerts
       1 NEW TLLT     -1.39% ◆5▼ 255        
       2 ▲3  K        +1.26%  2· 67         
       3     MOOL     +1.65%   · 61         "
    `);
  });

  test('says since when a row is there if it did not move, coloured where it rises or fades', () => {
    const pasts = new Map([
      ['TLLT', pastOf(0, 'new')],
      ['K', pastOf(17, 'rise')],
      ['MOOL', pastOf(125, 'fade')],
    ]);
    const options = { movement: { ...MOVEMENT, marks: new Map([['TLLT', { from: null, to: 1 }]]) } };
    const remembered = { ...options, pastOf: (symbol: string) => pasts.get(symbol) ?? null };
    expect(draw(ALERTED, remembered)).toMatchInlineSnapshot(`
      "Alerted ─────────────────────── alerts
       1 NEW TLLT     -1.39% ◆5▼ 255        
       2 15m K        +1.26%  2· 67         
       3 2h  MOOL     +1.65%   · 61         "
    `);
    const marks = draw(ALERTED, { ...remembered, theme: ROLES })
      .split('\n')
      .slice(1);
    expect(marks.map((line) => line.match(/^<muted> \d<\/muted> (<.*?>) /)?.[1])).toEqual([
      '<accent>NEW</accent>',
      '<up>15m</up>',
      '<down>2h</down>',
    ]);
  });

  test('has headers where the layout has room for them', () => {
    const layout = { columns: 2, width: 58, rows: 10, hasHeaders: true };
    expect(draw(ALERTED, { layout })).toMatchInlineSnapshot(`
      "Alerted ─────────────────────────────────────────── alerts
       #     Symbol    Price      Chg    Vol Bds Metric
       1     TLLT      12.50   -1.39%  82.1M ◆5▼ 255            
       2     K         12.50   +1.26%  82.1M  2· 67             
       3     MOOL      12.50   +1.65%  82.1M   · 61             "
    `);
  });

  test('shows the first rows only where the layout has room for fewer', () => {
    const layout = { columns: 3, width: 38, rows: 2, hasHeaders: false };
    expect(draw(ALERTED, { layout })).toMatchInlineSnapshot(`
      "Alerted ─────────────────────── alerts
       1     TLLT     -1.39% ◆5▼ 255        
       2     K        +1.26%  2· 67         "
    `);
  });

  test('without rows says so, and has no headers', () => {
    const layout = { columns: 2, width: 58, rows: 10, hasHeaders: true };
    expect(draw(rowsBoard([], 'forum'), { layout })).toMatchInlineSnapshot(`
      "Forum ────────────────────────────────────────────────────
       no symbols"
    `);
  });

  test('shows the selected row, and the rows of its symbol on other boards', () => {
    const emphasis = { index: 1, symbol: 'K', pins: [] };
    expect(tile(ALERTED, { emphasis })[2]?.plain).toBe(' 2    ▸K        +1.26%  2· 67         ');
    expect(draw(ALERTED, { emphasis, theme: ROLES })).toContain('<selected>K</selected>');
    expect(draw(ALERTED, { emphasis: { index: null, symbol: 'K', pins: [] }, theme: ROLES })).toContain(
      '<related>K</related>',
    );
  });

  test('signs the pinned symbols, also the selected one', () => {
    const emphasis = { index: 1, symbol: 'K', pins: ['K', 'TLLT', 'NVDA'] };
    expect(draw(ALERTED, { emphasis })).toMatchInlineSnapshot(`
      "Alerted ─────────────────────── alerts
       1     TLLT*    -1.39% ◆5▼ 255        
       2    ▸K*       +1.26%  2· 67         
       3     MOOL     +1.65%   · 61         "
    `);
    expect(draw(ALERTED, { emphasis, theme: ROLES })).toContain('<selected>K</selected><pinned>*</pinned>');
    expect(draw(ALERTED, { emphasis, columns: ['price', 'symbol'] })).toMatchInlineSnapshot(`
      "Alerted ─────────────────────── alerts
       1         12.50 TLLT* 
       2    ▸    12.50 K*    
       3         12.50 MOOL  "
    `);
  });

  test('has only the chosen columns', () => {
    expect(draw(ALERTED, { columns: ['symbol', 'price'] })).toMatchInlineSnapshot(`
      "Alerted ─────────────────────── alerts
       1     TLLT       12.50
       2     K          12.50
       3     MOOL       12.50"
    `);
  });

  test('is painted by role: the title stands out, the rule does not', () => {
    expect(draw(ALERTED, { theme: ROLES }).split('\n')[0]).toBe(
      '<title>Alerted</title><muted> ─────────────────────── alerts</muted>',
    );
  });

  test('is never wider than its place', () => {
    const evil = '\x1b[2J漢字👩‍💻'.repeat(30);
    const board = rowsBoard(
      [{ symbol: evil, name: evil, metric: `1 ${evil}` }, { metric: `2 ${evil}` }],
      evil,
    );
    for (let width = 20; width <= 130; width++) {
      const layout = { columns: 1, width, rows: 10, hasHeaders: true };
      for (const { plain } of tile(board, { layout }))
        expect(displayWidth(plain), `at ${width}`).toBeLessThanOrEqual(width);
    }
  });
});

describe('a row without a symbol', () => {
  test('is never pinned', () => {
    const lines = tile(rowsBoard([{ symbol: null }]), { emphasis: { ...NONE, pins: ['', '–'] } });
    expect(lines[1]?.plain).not.toContain('*');
  });

  test('is not marked, and not related to a selected row without one', () => {
    const [row] = rowsBoard([{ symbol: null }]).rows;
    if (row === undefined) throw new Error('the test has no row');
    const movement = { marks: new Map([['', { from: null, to: 1 }]]), left: [] };
    expect(describeRow(row, 0, { movement, emphasis: NONE, pastOf: () => pastOf(5) })).toEqual({
      row,
      isPinned: false,
      mark: undefined,
      past: null,
      emphasis: 'none',
    });
  });
});

describe('the title of a board', () => {
  const title = (width: number, theme: Theme = CLASSIC) =>
    renderBoardTitle('Movers', 'move over the window', '10 ranks', width, theme);

  test.each([
    [60, 'Movers ─ move over the window ───────────────────── 10 ranks'],
    [41, 'Movers ─ move over the window ── 10 ranks'],
    [40, 'Movers ──────────────────────── 10 ranks'],
    [18, 'Movers ── 10 ranks'],
    [17, 'Movers ──────────'],
    [8, 'Movers ─'],
    [7, 'Movers '],
    [6, 'Movers'],
    [4, 'Mov…'],
  ])('in %d cells: %j', (width, text) => {
    expect(title(width).plain).toBe(text);
  });

  test('has exactly its width, and the same text painted', () => {
    for (let width = 1; width <= 80; width++) {
      expect(displayWidth(title(width).plain)).toBe(width);
      expect(title(width, ROLES).painted.replace(/<\/?\w+>/g, '')).toBe(title(width).plain);
    }
  });

  test.each([
    ['movers', null, 'Movers'],
    ['moneyFlow', 'blue', 'Money flow · blue'],
    ['moneyFlow', null, 'Money flow'],
    ['someNewBoard', null, 'someNewBoard'],
    ['__proto__', null, '__proto__'],
    ['\x1b[2J', null, '?[2J'],
  ])('%j, tier %j: %j', (key, tier, text) => {
    expect(titleOf({ key, tier })).toBe(text);
  });
});
