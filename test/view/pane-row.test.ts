import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json-object.ts';
import type { RankMark } from '../../src/model/movement.ts';
import { splitMetrics } from '../../src/view/metric-words.ts';
import { cellText, type PaneRow, renderPaneLabels, renderPaneRow } from '../../src/view/pane-row.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { placeTileColumns } from '../../src/view/tile-columns.ts';
import { COLUMNS, type Column } from '../../src/vocabulary.ts';
import { CLASSIC, paneRowOf, pastOf, ROLES } from './fixtures.ts';

const TLLT = { symbol: 'TLLT', dayPct: -1.39, boards: 5, bias: 'bearish', metric: '255 alerts' };
const MOVED = { entered: { from: null, to: 5 }, climbed: { from: 6, to: 4 }, fell: { from: 4, to: 5 } };

function lineOf(row: PaneRow, width = 38, chosen: ReadonlyArray<Column> | null = null): string {
  return renderPaneRow(row, placeTileColumns(width, chosen), CLASSIC).plain;
}

const paint = (fields: JsonObject, others: Partial<PaneRow> = {}) =>
  renderPaneRow(paneRowOf(fields, others), placeTileColumns(38, null), ROLES).painted;

describe('a row of a tile', () => {
  test.each<readonly [name: string, fields: JsonObject, others: Partial<PaneRow>, line: string]>([
    ['as usual', TLLT, {}, ' 1     TLLT     -1.39% ◆5▼ 255 alerts '],
    ['entered', { ...TLLT, rank: 5 }, { mark: MOVED.entered }, ' 5 NEW TLLT     -1.39% ◆5▼ 255 alerts '],
    ['climbed', { ...TLLT, rank: 4 }, { mark: MOVED.climbed }, ' 4 ▲2  TLLT     -1.39% ◆5▼ 255 alerts '],
    ['fell', { ...TLLT, rank: 5 }, { mark: MOVED.fell }, ' 5 ▼1  TLLT     -1.39% ◆5▼ 255 alerts '],
    ['selected', TLLT, { emphasis: 'selected' }, ' 1    ▸TLLT     -1.39% ◆5▼ 255 alerts '],
    [
      'selected and entered',
      TLLT,
      { emphasis: 'selected', mark: MOVED.entered },
      ' 1 NEW▸TLLT     -1.39% ◆5▼ 255 alerts ',
    ],
    ['of the selected symbol', TLLT, { emphasis: 'related' }, ' 1     TLLT     -1.39% ◆5▼ 255 alerts '],
    ['on no board', { ...TLLT, boards: 0, bias: 'neutral' }, {}, ' 1     TLLT     -1.39%   · 255 alerts '],
    ['a long metric', { metric: '3 buys, $1.8M' }, {}, ' 1     AAA      +4.56%  2▲ 3 buys, $1…'],
    ['a long symbol', { symbol: 'ABCDEFGH' }, {}, ' 1     ABCDE…   +4.56%  2▲ 4.2x       '],
    ['rank 24', { rank: 24 }, {}, '24     AAA      +4.56%  2▲ 4.2x       '],
    ['a wide symbol', { symbol: '株式' }, {}, ' 1     株式     +4.56%  2▲ 4.2x       '],
  ])('%s', (_, fields, others, line) => {
    expect(lineOf(paneRowOf(fields, others))).toBe(line);
  });

  test('with every field null', () => {
    const nothing = Object.fromEntries(COLUMNS.map((column) => [column, null]));
    expect(lineOf(paneRowOf(nothing))).toBe(' –     –             –  –  –          ');
  });

  test('without the words that are in the title', () => {
    const rows = [TLLT, { ...TLLT, metric: '67 alerts' }].map((fields) => paneRowOf(fields));
    const metrics = splitMetrics(rows.map(({ row }) => row));
    expect(lineOf(paneRowOf(TLLT, { metrics }))).toBe(' 1     TLLT     -1.39% ◆5▼ 255        ');
  });

  test.each([
    [35, ' 4 ▲2  TLLT     -1.39% ◆5▼ 255 ale…'],
    [33, ' 4 ▲2  TLLT     -1.39% ◆5▼ 255 a…'],
    [32, '▲2  TLLT     -1.39% ◆5▼ 255 ale…'],
    [30, '▲2  TLLT     -1.39% ◆5▼ 255 a…'],
    [24, '▲2  TLLT     -1.39% ◆5▼'],
    [20, '▲2  TLLT     -1.39%'],
    [58, ' 4 ▲2  TLLT      12.50   -1.39%  82.1M ◆5▼ 255 alerts     '],
  ])('in %d cells: %j', (width, line) => {
    expect(lineOf(paneRowOf({ ...TLLT, rank: 4 }, { mark: MOVED.climbed }), width)).toBe(line);
  });
});

describe('text for a narrow column', () => {
  test.each<readonly [width: number, fields: JsonObject, chosen: ReadonlyArray<Column> | null, part: string]>(
    [
      [51, { price: 712_345.67 }, null, ' AAA      712.3K   +4.56% '],
      [68, { price: 712_345.67 }, null, ' AAA    712345.67   +4.56% '],
      [51, { price: 9999.99 }, null, ' AAA     9999.99   +4.56% '],
      [32, { bias: 'bearish' }, ['name', 'symbol', 'bias'], ' AAA    ▼ bear'],
      [40, { bias: 'bearish' }, ['symbol', 'bias'], ' AAA    ▼ bearish'],
    ],
  )('in %d cells, %j', (width, fields, chosen, part) => {
    expect(lineOf(paneRowOf(fields), width, chosen)).toContain(part);
  });
});

test.each<readonly [mark: RankMark | undefined, text: string]>([
  [undefined, ''],
  [{ from: null, to: 1 }, 'NEW'],
  [{ from: 6, to: 4 }, '▲2'],
  [{ from: 1, to: 2 }, '▼1'],
  [{ from: 24, to: 1 }, '▲23'],
])('%j is marked %j', (mark, text) => {
  expect(cellText('mark', paneRowOf({}, { mark }))).toBe(text);
});

describe('the mark of a row in a tile', () => {
  const unmoved = { past: pastOf(42), hasAgeInMark: true };

  test.each<readonly [name: string, others: Partial<PaneRow>, mark: string]>([
    ['that did not move: since when it is there', unmoved, '30m'],
    ['that moved', { ...unmoved, mark: MOVED.climbed }, '▲2'],
    ['that entered', { ...unmoved, past: pastOf(0, 'new'), mark: MOVED.entered }, 'NEW'],
    ['that is there for less than five minutes', { ...unmoved, past: pastOf(4.9, 'new') }, ''],
    [
      'that was there at the first snapshot',
      { ...unmoved, past: pastOf(75, 'hold', { isAtLeast: true }) },
      '1h',
    ],
    ['of which memory has nothing', { ...unmoved, past: null }, ''],
    ['where a column has the age', { ...unmoved, hasAgeInMark: false }, ''],
  ])('%s: %j', (_, others, mark) => {
    const row = paneRowOf(TLLT, others);
    expect(cellText('mark', row)).toBe(mark);
    expect(lineOf(row)).toBe(` 1 ${mark.padEnd(3)} TLLT     -1.39% ◆5▼ 255 alerts `);
  });
});

describe('the last 30 minutes of a row', () => {
  const cells = (past: PaneRow['past']) =>
    (['age', 'spark', 'trend'] as const).map((column) => cellText(column, paneRowOf({}, { past }))).join(' ');
  const _ = null;

  test.each<readonly [name: string, past: PaneRow['past'], text: string]>([
    ['rank 1 is the tall end', pastOf(41, 'rise', { ranks: [10, 9, 7, 6, 4, 3, 2, 1] }), '41m ▁▂▃▄▆▆▇█ rise'],
    ['a row that fades', pastOf(125, 'fade', { ranks: [1, 1, 2, 3, 5, 6, 8, 10] }), '2h05 ██▇▆▅▄▃▁ fade'],
    ['holes are gaps', pastOf(3, 'new', { ranks: [_, _, _, _, _, _, _, 3] }), '3m ·······▆ new'],
    ['nothing in the window', pastOf(0, 'back', { ranks: [_, _, _, _, _, _, _, _] }), '<1m ········ back'],
    ['always the same', pastOf(30, 'hold', { isAtLeast: true }), '≥30m ▆▆▆▆▆▆▆▆ hold'],
    ['ranks to 24', pastOf(30, 'rise', { ranks: [24, 24, 18, 12, 12, 6, 3, 1] }), '30m ▁▁▃▅▅▆▇█ rise'],
    ['memory has nothing', null, '  '],
  ])('%s: %j', (_name, past, text) => {
    expect(cells(past)).toBe(text);
  });

  test.each([
    ['rise', '<up>15m</up>', '<up>▆▆▆▆▆▆▆▆</up> <up>rise </up>'],
    ['fade', '<down>15m</down>', '<down>▆▆▆▆▆▆▆▆</down> <down>fade </down>'],
    ['hold', '<muted>15m</muted>', '<muted>▆▆▆▆▆▆▆▆</muted> <muted>hold </muted>'],
    ['new', '<muted>15m</muted>', '<muted>▆▆▆▆▆▆▆▆</muted> <muted>new  </muted>'],
    ['back', '<muted>15m</muted>', '<muted>▆▆▆▆▆▆▆▆</muted> <muted>back </muted>'],
  ] as const)('%s is painted in tiles and columns', (word, mark, columns) => {
    const past = pastOf(17, word);
    const wide = [
      { column: 'age', width: 5 },
      { column: 'spark', width: 8 },
      { column: 'trend', width: 5 },
    ] as const;
    expect(paint({}, { past, hasAgeInMark: true })).toContain(`<muted> 1</muted> ${mark} AAA`);
    const painted = columns.replace(/( +)(<\/\w+>)/g, '$2$1');
    expect(renderPaneRow(paneRowOf({}, { past }), wide, ROLES).painted).toBe(
      `<muted>  17m</muted> ${painted}`,
    );
  });
});

test('the labels stand above their columns, and the mark has none', () => {
  const label = (width: number) => renderPaneLabels(placeTileColumns(width, null), CLASSIC).plain;
  expect([label(38), label(30), label(80)].join('\n')).toMatchInlineSnapshot(`
    " #     Symbol      Chg Bds Metric
        Symbol      Chg Bds Metric
     #     Symbol Name            Price      Chg    Vol Bds Metric"
  `);
  expect(renderPaneLabels(placeTileColumns(38, null), ROLES).painted).toBe(`<muted>${label(38)}</muted>`);
});

describe('the parts of a row are painted by role', () => {
  test.each<readonly [name: string, fields: JsonObject, others: Partial<PaneRow>, part: string]>([
    ['rank', {}, {}, '<muted> 1</muted>     AAA '],
    ['a symbol on few boards', { boards: 2 }, {}, ' AAA    <up>'],
    ['a symbol on three boards', { boards: 3 }, {}, ' <strong>AAA</strong>    <up>'],
    [
      'the selected symbol',
      { boards: 3 },
      { emphasis: 'selected' },
      '<accent>▸</accent><selected>AAA</selected>    <up>',
    ],
    ['another row of it', { boards: 3 }, { emphasis: 'related' }, '     <related>AAA</related>    <up>'],
    ['entered', {}, { mark: MOVED.entered }, ' <accent>NEW</accent> AAA'],
    ['climbed', {}, { mark: MOVED.climbed }, ' <up>▲2</up>  AAA'],
    ['fell', {}, { mark: MOVED.fell }, ' <down>▼1</down>  AAA'],
    ['a rise', {}, {}, '<up>  +4.56%</up>'],
    ['a fall', { dayPct: -1 }, {}, '<down>  -1.00%</down>'],
    ['no change', { dayPct: 0 }, {}, ' AAA       0.00% '],
    ['boards and bias', { boards: 4, bias: 'neutral' }, {}, '<highlight>◆4</highlight><muted>·</muted> '],
    ['the metric', {}, {}, '</up> 4.2x       '],
  ])('%s', (_, fields, others, part) => {
    expect(paint(fields, others)).toContain(part);
  });
});

describe('a pinned symbol', () => {
  const pinned = (fields: JsonObject, others: Partial<PaneRow> = {}) =>
    paneRowOf(fields, { isPinned: true, ...others });

  test.each<readonly [name: string, fields: JsonObject, others: Partial<PaneRow>, line: string]>([
    ['has its sign behind it', TLLT, {}, ' 1     TLLT*    -1.39% ◆5▼ 255 alerts '],
    ['selected', TLLT, { emphasis: 'selected' }, ' 1    ▸TLLT*    -1.39% ◆5▼ 255 alerts '],
    ['on another board', TLLT, { emphasis: 'related' }, ' 1     TLLT*    -1.39% ◆5▼ 255 alerts '],
    ['entered', TLLT, { mark: MOVED.entered }, ' 1 NEW TLLT*    -1.39% ◆5▼ 255 alerts '],
    ['of six cells', { ...TLLT, symbol: 'ABCDEF' }, {}, ' 1     ABCDEF*  -1.39% ◆5▼ 255 alerts '],
    ['cut', { ...TLLT, symbol: 'ABCDEFGH' }, {}, ' 1     ABCDE…*  -1.39% ◆5▼ 255 alerts '],
    ['of one letter', { ...TLLT, symbol: 'K' }, {}, ' 1     K*       -1.39% ◆5▼ 255 alerts '],
    ['of wide characters', { ...TLLT, symbol: '株式' }, {}, ' 1     株式*    -1.39% ◆5▼ 255 alerts '],
  ])('%s', (_, fields, others, line) => {
    expect(lineOf(pinned(fields, others))).toBe(line);
  });

  test.each<readonly [name: string, symbol: string, symbolCells: string]>([
    ['has its sign where there is room', 'TLLT', 'TLLT* '],
    ['of six cells is not cut for its sign', 'ABCDEF', 'ABCDEF'],
    ['that is cut has no sign', 'ABCDEFGH', 'ABCDE…'],
  ])('in the last column %s', (_, symbol, cells) => {
    const columns = [
      { column: 'rank', width: 2 },
      { column: 'symbol', width: 6 },
    ] as const;
    expect(renderPaneRow(pinned({ symbol }), columns, CLASSIC).plain).toBe(` 1 ${cells}`);
  });

  test.each<readonly [name: string, fields: JsonObject, others: Partial<PaneRow>, part: string]>([
    ['stands out', {}, {}, '     <pinned>AAA</pinned><pinned>*</pinned>   <up>'],
    ['on three boards', { boards: 3 }, {}, ' <pinned>AAA</pinned><pinned>*</pinned>   <up>'],
    [
      'that is selected',
      {},
      { emphasis: 'selected' },
      '<accent>▸</accent><selected>AAA</selected><pinned>*</pinned>   <up>',
    ],
    [
      'on another board than the selected row',
      {},
      { emphasis: 'related' },
      ' <related><pinned>AAA</pinned></related><pinned>*</pinned>   <up>',
    ],
  ])('%s is painted by role', (_, fields, others, part) => {
    expect(renderPaneRow(pinned(fields, others), placeTileColumns(38, null), ROLES).painted).toContain(part);
  });

  test('never moves the columns behind it, at any width', () => {
    const symbols = fc.oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom('漢字漢字', 'A'));
    const emphases = fc.constantFrom('selected', 'related', 'none');
    fc.assert(
      fc.property(symbols, emphases, fc.integer({ min: 20, max: 160 }), (symbol, emphasis, width) => {
        const [plain, signed] = [false, true].map((isPinned) =>
          lineOf(paneRowOf({ symbol }, { isPinned, emphasis }), width),
        );
        const changed = [...(signed ?? '')].filter(
          (character, index) => character !== [...(plain ?? '')][index],
        );
        expect(changed.join('')).toBe('*');
      }),
      { numRuns: 80, seed: 15 },
    );
  });
});

test('every row has the width of its columns, whatever the service sends', () => {
  const evil = '\x1b]8;;http://evil\x07漢字👩‍💻\u202e'.repeat(20);
  const row = paneRowOf(
    {
      rank: -1e300,
      symbol: evil,
      name: evil,
      price: -1e308,
      dayPct: 1e308,
      volume: 1e308,
      boards: 1e308,
      metric: evil,
      tag: evil,
    },
    { mark: { from: 1e15, to: 1 }, emphasis: 'selected', past: pastOf(1e9), hasAgeInMark: true },
  );
  for (let width = 20; width <= 160; width++) {
    const columns = placeTileColumns(width, null);
    const { plain } = renderPaneRow(row, columns, CLASSIC);
    const cells = columns.reduce((sum, column) => sum + column.width + 1, -1);
    expect(displayWidth(plain), `at ${width}`).toBe(cells);
    expect(displayWidth(renderPaneRow({ ...row, isPinned: true }, columns, CLASSIC).plain)).toBe(cells);
    expect(plain).not.toMatch(/\p{C}/u);
  }
});
