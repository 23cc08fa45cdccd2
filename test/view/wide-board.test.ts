import { describe, expect, test } from 'vitest';
import type { Board } from '../../src/api/snapshot.ts';
import type { BoardMovement } from '../../src/model/movement.ts';
import { splitMetrics } from '../../src/view/metric-words.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { renderWideBoard, WIDE_BOARD_EXTRA_LINES, type WideBoardOptions } from '../../src/view/wide-board.ts';
import { CLASSIC, pastOf, ROLES, rowsBoard } from './fixtures.ts';

const MOVERS = rowsBoard([
  { symbol: 'NVDA', name: 'NVIDIA Corporation', price: 182.4, dayPct: 6.12, boards: 5, metric: '+6.1%' },
  { rank: 2, symbol: 'SOFI', name: 'SoFi Technologies', price: 14.02, dayPct: 5.8, metric: '+5.8%' },
  { rank: 3, symbol: 'EMLO', boards: 3, bias: 'neutral', metric: '+5.4%', tag: 'low float' },
]);
const MOVEMENT: BoardMovement = {
  marks: new Map([
    ['NVDA', { from: 3, to: 1 }],
    ['EMLO', { from: null, to: 3 }],
  ]),
  left: [
    { symbol: 'AMD', was: 6 },
    { symbol: 'RIVN', was: 3 },
  ],
};

const PASTS = new Map([
  ['NVDA', pastOf(41, 'rise', { ranks: [8, 7, 6, 4, 4, 2, 2, 1] })],
  ['SOFI', pastOf(125, 'fade', { isAtLeast: true, ranks: [1, 1, 1, 1, 2, 2, 2, 2] })],
  ['EMLO', pastOf(0, 'new', { ranks: [null, null, null, null, null, null, null, 3] })],
]);
const LEFT_AT = new Map([
  ['AMD', '14:24'],
  ['RIVN', '14:29'],
]);
const remembered = (symbol: string) => PASTS.get(symbol) ?? null;
const leftAt = (symbol: string) => LEFT_AT.get(symbol) ?? '';

const wide = (board: Board, options: Partial<WideBoardOptions> = {}) =>
  renderWideBoard(board, {
    width: 100,
    rows: 4,
    timeframe: 'day',
    metrics: splitMetrics([]),
    theme: CLASSIC,
    columns: null,
    movement: MOVEMENT,
    emphasis: { index: null, symbol: null, pins: [] },
    pastOf: () => null,
    since: '',
    leftAt: () => '14:24',
    hasLeft: true,
    ...options,
  });
const draw = (board: Board, options?: Partial<WideBoardOptions>) =>
  `\n${wide(board, options)
    .map(({ painted }) => painted)
    .join('\n')}\n`;

describe('a wide board', () => {
  test('has all columns, all ranks and the symbols that left', () => {
    expect(draw(MOVERS)).toMatchInlineSnapshot(`
      "
      Movers ─ move over the window ────────────────────────────────────────────────────────────── 3 ranks
       #     Symbol Name                Price    Chg   Vol Bds Metric Tag
       1 ▲2  NVDA   NVIDIA Corporation 182.40 +6.12% 82.1M ◆5▲ +6.1%  –        
       2     SOFI   SoFi Technologies   14.02 +5.80% 82.1M  2▲ +5.8%  –        
       3 NEW EMLO   Alpha Works         12.50 +4.56% 82.1M ◆3· +5.4%  low float

      left: AMD (was 6), RIVN (was 3)
      "
    `);
  });

  test('with memory: since when each row is there, its ranks of 30 minutes, and whether it rises', () => {
    const options = { width: 120, pastOf: remembered, since: 'in 15m', leftAt };
    expect(draw(MOVERS, options)).toMatchInlineSnapshot(`
      "
      Movers ─ move over the window ────────────────────────────────────────────────────────────────────────────────── 3 ranks
       #     Symbol Name                Price    Chg   Vol Bds   Age 30 min   Trend Metric Tag
       1 ▲2  NVDA   NVIDIA Corporation 182.40 +6.12% 82.1M ◆5▲   41m ▃▃▄▆▆▇▇█ rise  +6.1%  –        
       2     SOFI   SoFi Technologies   14.02 +5.80% 82.1M  2▲ ≥2h05 ████▇▇▇▇ fade  +5.8%  –        
       3 NEW EMLO   Alpha Works         12.50 +4.56% 82.1M ◆3·   <1m ·······▆ new   +5.4%  low float

      left in 15m: AMD 14:24 (was 6), RIVN 14:29 (was 3)
      "
    `);
  });

  test('with memory in 60 cells: the word stays where the picture goes', () => {
    const options = { width: 60, pastOf: remembered, since: 'in 15m', leftAt };
    expect(draw(MOVERS, options)).toMatchInlineSnapshot(`
      "
      Movers ─ move over the window ────────────────────── 3 ranks
       #     Symbol  Price    Chg   Vol Bds   Age Trend Metric
       1 ▲2  NVDA   182.40 +6.12% 82.1M ◆5▲   41m rise  +6.1% 
       2     SOFI    14.02 +5.80% 82.1M  2▲ ≥2h05 fade  +5.8% 
       3 NEW EMLO    12.50 +4.56% 82.1M ◆3·   <1m new   +5.4% 

      left in 15m: AMD 14:24 (was 6), RIVN 14:29 (was 3)
      "
    `);
  });

  test('in 40 cells', () => {
    expect(draw(MOVERS, { width: 40 })).toMatchInlineSnapshot(`
      "
      Movers ─ move over the window ── 3 ranks
       #     Symbol  Price    Chg Bds Metric
       1 ▲2  NVDA   182.40 +6.12% ◆5▲ +6.1% 
       2     SOFI    14.02 +5.80%  2▲ +5.8% 
       3 NEW EMLO    12.50 +4.56% ◆3· +5.4% 

      left: AMD (was 6), RIVN (was 3)
      "
    `);
  });

  test('in 30 cells', () => {
    expect(draw(MOVERS, { width: 30 })).toMatchInlineSnapshot(`
      "
      Movers ─────────────── 3 ranks
          Symbol    Chg Bds Metric
      ▲2  NVDA   +6.12% ◆5▲ +6.1% 
          SOFI   +5.80%  2▲ +5.8% 
      NEW EMLO   +4.56% ◆3· +5.4% 

      left: AMD (was 6), RIVN (was…
      "
    `);
  });

  test('with only the chosen columns', () => {
    expect(draw(MOVERS, { width: 60, columns: ['symbol', 'bias', 'price'] })).toMatchInlineSnapshot(`
      "
      Movers ─ move over the window ────────────────────── 3 ranks
       #     Symbol Bias       Price
       1 ▲2  NVDA   ▲ bullish 182.40
       2     SOFI   ▲ bullish  14.02
       3 NEW EMLO   · neutral  12.50

      left: AMD (was 6), RIVN (was 3)
      "
    `);
  });

  test('without rows', () => {
    expect(draw(rowsBoard([]), { width: 60, movement: undefined })).toMatchInlineSnapshot(`
      "
      Movers ─ move over the window ────────────────────── 0 ranks
       no symbols





      "
    `);
  });

  test('is painted by role', () => {
    const lines = draw(MOVERS, { theme: ROLES, emphasis: { index: 1, symbol: 'SOFI', pins: [] } });
    expect(lines).toMatchInlineSnapshot(`
      "
      <title>Movers</title><muted> ─ move over the window ────────────────────────────────────────────────────────────── 3 ranks</muted>
      <muted> #     Symbol Name                Price    Chg   Vol Bds Metric Tag</muted>
      <muted> 1</muted> <up>▲2</up>  <strong>NVDA</strong>   NVIDIA Corporation 182.40 <up>+6.12%</up> <muted>82.1M</muted> <highlight>◆5</highlight><up>▲</up> +6.1%  <muted>–</muted>        
      <muted> 2</muted>    <accent>▸</accent><selected>SOFI</selected>   SoFi Technologies   14.02 <up>+5.80%</up> <muted>82.1M</muted> <muted> 2</muted><up>▲</up> +5.8%  <muted>–</muted>        
      <muted> 3</muted> <accent>NEW</accent> <strong>EMLO</strong>   Alpha Works         12.50 <up>+4.56%</up> <muted>82.1M</muted> <highlight>◆3</highlight><muted>·</muted> +5.4%  <muted>low float</muted>

      <muted>left: AMD (was 6), RIVN (was 3)</muted>
      "
    `);
  });

  test('signs the pinned symbols', () => {
    const emphasis = { index: 1, symbol: 'SOFI', pins: ['EMLO', 'SOFI'] };
    expect(draw(MOVERS, { emphasis })).toMatchInlineSnapshot(`
      "
      Movers ─ move over the window ────────────────────────────────────────────────────────────── 3 ranks
       #     Symbol Name                Price    Chg   Vol Bds Metric Tag
       1 ▲2  NVDA   NVIDIA Corporation 182.40 +6.12% 82.1M ◆5▲ +6.1%  –        
       2    ▸SOFI*  SoFi Technologies   14.02 +5.80% 82.1M  2▲ +5.8%  –        
       3 NEW EMLO*  Alpha Works         12.50 +4.56% 82.1M ◆3· +5.4%  low float

      left: AMD (was 6), RIVN (was 3)
      "
    `);
    expect(draw(MOVERS, { emphasis, width: 40, columns: ['rank', 'symbol'] })).toMatchInlineSnapshot(`
      "
      Movers ─ move over the window ── 3 ranks
       #     Symbol
       1 ▲2  NVDA  
       2    ▸SOFI* 
       3 NEW EMLO* 

      left: AMD (was 6), RIVN (was 3)
      "
    `);
    expect(draw(MOVERS, { emphasis, width: 40, theme: ROLES })).toMatchInlineSnapshot(`
      "
      <title>Movers</title><muted> ─ move over the window ── 3 ranks</muted>
      <muted> #     Symbol  Price    Chg Bds Metric</muted>
      <muted> 1</muted> <up>▲2</up>  <strong>NVDA</strong>   182.40 <up>+6.12%</up> <highlight>◆5</highlight><up>▲</up> +6.1% 
      <muted> 2</muted>    <accent>▸</accent><selected>SOFI</selected><pinned>*</pinned>   14.02 <up>+5.80%</up> <muted> 2</muted><up>▲</up> +5.8% 
      <muted> 3</muted> <accent>NEW</accent> <pinned>EMLO</pinned><pinned>*</pinned>   12.50 <up>+4.56%</up> <highlight>◆3</highlight><muted>·</muted> +5.4% 

      <muted>left: AMD (was 6), RIVN (was 3)</muted>
      "
    `);
  });

  test('keeps the words that its metrics share, because the title says what it ranks on', () => {
    const board = rowsBoard([{ metric: '255 alerts' }, { metric: '67 alerts' }], 'alerted');
    const [title, , ...rows] = wide(board).map(({ plain }) => plain);
    expect(title).toMatch(/^Alerted ─ alert count ─+ 2 ranks$/);
    expect(rows.slice(0, 2).map((row) => row.includes(' alerts'))).toEqual([true, true]);
  });
});

test.each([
  ['alerted', 'scalp', 'Alerted ─ alert count ──'],
  ['alerted', 'day', 'Alerted ─ alert count ──'],
  ['alerted', 'swing', 'Alerted ─ distance from 52-week high ──'],
  ['alerted', null, 'Alerted ─ alert count ──'],
  ['someNewBoard', 'day', 'someNewBoard ───'],
])('%s in %s has the title %j', (key, timeframe, title) => {
  expect(wide(rowsBoard([{}], key), { timeframe })[0]?.plain).toContain(title);
});

describe('the line of symbols that left', () => {
  const lastLine = (options: Partial<WideBoardOptions>) => wide(MOVERS, options).at(-1)?.plain;

  test.each<readonly [name: string, options: Partial<WideBoardOptions>, line: string]>([
    ['two', {}, 'left: AMD (was 6), RIVN (was 3)'],
    ['cut', { width: 24 }, 'left: AMD (was 6), RIVN…'],
    ['since an older one', { since: 'in 15m', leftAt }, 'left in 15m: AMD 14:24 (was 6), RIVN 14:29 (was 3)'],
    [
      'since the oldest one',
      { since: 'since the start', leftAt },
      'left since the start: AMD 14:24 (was 6), RIVN 14:29 (was 3)',
    ],
    ['at unknown times', { since: 'in 15m', leftAt: () => '' }, 'left in 15m: AMD (was 6), RIVN (was 3)'],
    ['cut, with times', { since: 'in 1h', leftAt, width: 34 }, 'left in 1h: AMD 14:24 (was 6), RI…'],
    ['none', { movement: { marks: new Map(), left: [] } }, ''],
    ['nothing to compare with', { movement: undefined }, ''],
    ['in another tier', { hasLeft: false }, ''],
    [
      'hostile',
      { movement: { marks: new Map(), left: [{ symbol: '\x1b[2J', was: 1 }] } },
      'left: ?[2J (was 1)',
    ],
  ])('%s', (_, options, line) => {
    expect(lastLine(options)).toBe(line);
  });
});

test('the boards below never move: always three lines more than there is room for rows', () => {
  for (const count of [0, 1, 3, 4, 10, 24]) {
    const board = rowsBoard(Array.from({ length: count }, (_, index) => ({ rank: index + 1 })));
    for (const rows of [4, 6, 10]) {
      for (const movement of [MOVEMENT, undefined])
        expect(wide(board, { rows, movement })).toHaveLength(rows + WIDE_BOARD_EXTRA_LINES);
    }
  }
});

test('no line is wider than the terminal, whatever the service sends', () => {
  const evil = '\x1b]0;x\x07漢字👩‍💻\u202e'.repeat(30);
  const board = rowsBoard([{}, { symbol: evil, name: evil, price: -1e308, metric: evil, tag: evil }], evil);
  const movement = { marks: new Map(), left: [{ symbol: evil, was: 1e15 }] };
  const memory = { pastOf: () => pastOf(1e9, 'rise', { isAtLeast: true }), since: 'in 15m' };
  for (let width = 20; width <= 200; width++) {
    for (const { plain } of [
      ...wide(board, { width, movement, emphasis: { index: 1, symbol: evil, pins: [evil] } }),
      ...wide(board, { width, movement, ...memory }),
    ]) {
      expect(displayWidth(plain), `at ${width}`).toBeLessThanOrEqual(width);
      expect(plain).not.toMatch(/\p{C}/u);
    }
  }
});
