import { describe, expect, test } from 'vitest';
import { rankByConfluence } from '../../src/model/confluence.ts';
import { type ConfluenceViewOptions, renderConfluence } from '../../src/view/confluence.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { createTheme } from '../../src/view/theme.ts';
import { type SymbolColumn, TIMEFRAMES } from '../../src/vocabulary.ts';
import { ranked, timeframeSnapshot } from '../support/timeframe-snapshots.ts';

const five = TIMEFRAMES.map((timeframe, index) =>
  timeframeSnapshot(timeframe, {
    movers: ranked(index === 0 ? 'BBB AAA' : 'AAA CCC', {
      boards: index,
      bias: index > 1 ? 'bullish' : 'bearish',
    }),
    rvol: ranked('CCC', { boards: 12, bias: 'neutral', price: 0.1234 }),
  }),
);

function render(width: number, options: Partial<ConfluenceViewOptions> = {}, snapshots = five): string {
  const entries = rankByConfluence(snapshots, {});
  return renderConfluence(entries, {
    width,
    theme: createTheme('classic', 0),
    timeframes: snapshots.map(({ timeframe }) => timeframe),
    columns: null,
    found: entries.length,
    ...options,
  }).join('\n');
}

const day = five.slice(1, 2);

describe('five timeframes', () => {
  test('have one column each, their sum, and the common bias', () => {
    expect(render(60)).toMatchInlineSnapshot(`
      "CONFLUENCE  3 symbols by number of boards
        # Symbol Price   Vol scalp day  swing posn inv  Sum Bias
        1 CCC    12.50 82.1M ◆12·  1▼   2▲    ◆3▲  ◆4▲   22 mixed
            rvol ×5  movers ×4
        2 AAA    12.50 82.1M 0▼    1▼   2▲    ◆3▲  ◆4▲   10 mixed
            movers ×5
        3 BBB    12.50 82.1M 0▼    –    –     –    –      0 ▼ bear
            movers"
    `);
  });

  test('have scores without bias in 30 columns', () => {
    expect(render(30)).toMatchInlineSnapshot(`
      "CONFLUENCE  3 symbols
        # Symbol sc dy sw po in Sum
        1 CCC    12 1  2  ◆3 ◆4  22
            rvol ×5  movers ×4
        2 AAA    0  1  2  ◆3 ◆4  10
            movers ×5
        3 BBB    0  –  –  –  –    0
            movers"
    `);
  });

  test('have a list of boards in a wide pane', () => {
    expect(render(150)).toMatchInlineSnapshot(`
      "CONFLUENCE  3 symbols by number of boards
        # Symbol Name        Price   Vol scalp day  swing position investing Sum Bias       On
        1 CCC    Alpha Works 12.50 82.1M ◆12·  1▼   2▲    ◆3▲      ◆4▲        22 mixed      rvol ×5  movers ×4
        2 AAA    Alpha Works 12.50 82.1M 0▼    1▼   2▲    ◆3▲      ◆4▲        10 mixed      movers ×5
        3 BBB    Alpha Works 12.50 82.1M 0▼    –    –     –        –           0 ▼ bearish  movers"
    `);
  });
});

describe('one timeframe', () => {
  test('shows the boards and ranks', () => {
    expect(render(80, {}, day)).toMatchInlineSnapshot(`
      "CONFLUENCE  2 symbols by number of boards
        # Symbol Name        Price    Chg   Vol Bds  On
        1 AAA    Alpha Works 12.50 +4.56% 82.1M  1▼  movers 1
        2 CCC    Alpha Works 12.50 +4.56% 82.1M  1▼  rvol 1  movers 2"
    `);
  });

  test('keeps symbol, move, boards and bias in 30 columns', () => {
    expect(render(30, {}, day)).toMatchInlineSnapshot(`
      "CONFLUENCE  2 symbols
        # Symbol Price    Chg Bds
        1 AAA    12.50 +4.56%  1▼
            movers 1
        2 CCC    12.50 +4.56%  1▼
            rvol 1  movers 2"
    `);
  });

  test('shows the requested columns in their order', () => {
    expect(render(60, { columns: ['boards', 'symbol', 'price'] }, day)).toMatchInlineSnapshot(`
      "CONFLUENCE  2 symbols by number of boards
      Bds Symbol     Price
        1 AAA        12.50
        1 CCC        12.50"
    `);
  });
});

test('# is the place among all, also as a chosen column', () => {
  for (const snapshots of [day, five]) {
    const text = render(60, { columns: ['rank', 'symbol', 'boards'] }, snapshots);
    expect(text.match(/^ +\d+(?= [A-Z]{3} )/gm)).toEqual(
      snapshots === day ? ['  1', '  2'] : ['  1', '  2', '  3'],
    );
  }
});

test('the title shows the number of symbols, and an empty table is labelled', () => {
  expect(render(60, { found: 318 })).toContain('3 of 318 symbols');
  expect(render(60, {}, [timeframeSnapshot('day', {})])).toBe('CONFLUENCE  0 symbols by number of boards');
});

describe('the boards of a symbol', () => {
  const names = 'alerted rvol search moneyFlow forum insiderBuys smartMoney'.split(' ');
  const boards = Object.fromEntries(names.map((name) => [name, ranked('BBB AAA')]));
  const snapshots = [timeframeSnapshot('day', boards)];

  test('are never cut, at the expense of price, volume and name', () => {
    for (let width = 30; width <= 200; width++) {
      const text = render(width, {}, snapshots);
      for (const name of names)
        expect(text.match(new RegExp(`${name} [12]`, 'g')), `at ${width}`).toHaveLength(2);
      expect(text.replace(/^.*/, ''), `at ${width}`).not.toContain('…');
    }
  });

  test('of several timeframes are never cut either', () => {
    for (const [timeframes, places] of [
      [five, 4],
      [five.slice(1, 3), 3],
    ] as const)
      for (let width = 30; width <= 200; width++) {
        const text = render(width, {}, timeframes);
        const [, header = ''] = text.split('\n');
        expect(text.match(/\b(movers|rvol)\b/g), `at ${width}`).toHaveLength(places);
        expect(text, `at ${width}`).not.toContain('…');
        // Beside the other columns, or on lines of their own.
        expect(header.endsWith('  On'), `at ${width}`).toBe(!/^ {6}(movers|rvol)/m.test(text));
      }
  });

  test('are never cut beside chosen columns, none of which they push out', () => {
    const choices: ReadonlyArray<ReadonlyArray<SymbolColumn>> = [['on'], ['symbol', 'on', 'boards']];
    for (const [timeframes, places] of [[day, 3] as const, [five, 4] as const])
      for (const columns of choices)
        for (let width = 30; width <= 120; width++) {
          const text = render(width, { columns }, timeframes);
          const lines = text.split('\n');
          const at = `${columns} at ${width}`;
          expect(text.match(/\b(movers|rvol)\b/g), at).toHaveLength(places);
          expect(text, at).not.toContain('…');
          expect(Math.max(...lines.map(displayWidth)), at).toBeLessThanOrEqual(width);
          if (columns.length > 1) expect(lines[1], at).toMatch(/^Symbol .*(Bds|Sum)/);
        }
  });

  test('stand below chosen columns where there is no room beside them', () => {
    const columns = ['symbol', 'price', 'on'] as const;
    expect(render(30, { columns }, snapshots)).toMatchInlineSnapshot(`
      "CONFLUENCE  2 symbols
      Symbol     Price
      BBB        12.50
            alerted 1  rvol 1
            search 1  moneyFlow 1
            forum 1  insiderBuys 1
            smartMoney 1
      AAA        12.50
            alerted 2  rvol 2
            search 2  moneyFlow 2
            forum 2  insiderBuys 2
            smartMoney 2"
    `);
    expect(render(80, { columns }, snapshots)).toMatchInlineSnapshot(`
      "CONFLUENCE  2 symbols by number of boards
      Symbol     Price  On
      BBB        12.50  alerted 1  rvol 1  search 1  moneyFlow 1  forum 1
                        insiderBuys 1  smartMoney 1
      AAA        12.50  alerted 2  rvol 2  search 2  moneyFlow 2  forum 2
                        insiderBuys 2  smartMoney 2"
    `);
  });

  test('stand on further lines in a narrow terminal, else beside the other columns', () => {
    expect(render(40, {}, snapshots)).toMatchInlineSnapshot(`
      "CONFLUENCE  2 symbols by boards
        # Symbol Price    Chg   Vol Bds
        1 BBB    12.50 +4.56% 82.1M  2▲
            alerted 1  rvol 1  search 1
            moneyFlow 1  forum 1
            insiderBuys 1  smartMoney 1
        2 AAA    12.50 +4.56% 82.1M  2▲
            alerted 2  rvol 2  search 2
            moneyFlow 2  forum 2
            insiderBuys 2  smartMoney 2"
    `);
    expect(render(80, {}, snapshots)).toMatchInlineSnapshot(`
      "CONFLUENCE  2 symbols by number of boards
        # Symbol Price    Chg   Vol Bds  On
        1 BBB    12.50 +4.56% 82.1M  2▲  alerted 1  rvol 1  search 1  moneyFlow 1
                                         forum 1  insiderBuys 1  smartMoney 1
        2 AAA    12.50 +4.56% 82.1M  2▲  alerted 2  rvol 2  search 2  moneyFlow 2
                                         forum 2  insiderBuys 2  smartMoney 2"
    `);
  });
});

test('what became of older symbols follows them, and other columns give way', () => {
  const sinceOf = () => ({ now: 'left >10:17', boards: null, changePct: -1.5 });
  expect([90, 40, 30].map((width) => render(width, { sinceOf }, day)).join('\n\n')).toMatchInlineSnapshot(`
    "CONFLUENCE  2 symbols by number of boards
      # Symbol Now          Since Name        Price    Chg   Vol Bds  On
      1 AAA    left >10:17 -1.50% Alpha Works 12.50 +4.56% 82.1M  1▼  movers 1
      2 CCC    left >10:17 -1.50% Alpha Works 12.50 +4.56% 82.1M  1▼  rvol 1  movers 2

    CONFLUENCE  2 symbols by boards
      # Symbol Now          Since    Chg Bds
      1 AAA    left >10:17 -1.50% +4.56%  1▼
          movers 1
      2 CCC    left >10:17 -1.50% +4.56%  1▼
          rvol 1  movers 2

    CONFLUENCE  2 symbols
      # Symbol Now          Since
      1 AAA    left >10:17 -1.50%
          movers 1
      2 CCC    left >10:17 -1.50%
          rvol 1  movers 2"
  `);
});

test('scores that have no room beside what became of the symbols give way to their sum', () => {
  const sinceOf = () => ({ now: 'left', boards: null, changePct: -1.5 });
  const headers = [30, 42].map((width) => render(width, { sinceOf }).split('\n')[1]);
  expect(headers).toEqual(['  # Symbol Now   Since Sum', '  # Symbol Now   Since sc dy sw po in Sum']);
});

describe('a wider terminal', () => {
  const names = 'alerted rvol search moneyFlow forum insiderBuys smartMoney'.split(' ');
  const many = (count: number) =>
    timeframeSnapshot(
      'day',
      Object.fromEntries(names.slice(0, count).map((name) => [name, ranked('BBB AAA', { price: 1234.5 })])),
    );
  const sinceOf = () => ({ now: 'left >10:17', boards: null, changePct: -1.5 });
  const columnsAt = (width: number, snapshots: typeof five, options: Partial<ConfluenceViewOptions> = {}) => {
    const [, header = ''] = render(width, options, snapshots).split('\n');
    return header.split(/ +/).filter((label) => label !== '' && label !== 'On');
  };

  test.each([
    ['of one board each', day],
    ['of three boards', [many(3)]],
    ['of seven boards', [many(7)]],
    ['of two timeframes', five.slice(1, 3)],
    ['of five timeframes', five],
    ['of five timeframes, on many boards', [...five.slice(1), many(7)]],
  ])('never shows fewer columns: symbols %s', (_, snapshots) => {
    for (const options of [{}, { sinceOf }]) {
      let narrower = 0;
      for (let width = 30; width <= 200; width++) {
        const columns = columnsAt(width, snapshots, options);
        expect(columns.length, `at ${width}: ${columns}`).toBeGreaterThanOrEqual(narrower);
        narrower = columns.length;
      }
    }
  });

  test('shows price and change from 40 columns on, and boards on one line from 80 on, whatever their number', () => {
    for (const count of [1, 3, 7])
      for (let width = 40; width <= 200; width++) {
        expect(columnsAt(width, [many(count)]), `at ${width}`).toEqual(
          expect.arrayContaining(['Price', 'Chg', 'Bds']),
        );
        if (width >= 80) expect(render(width, {}, [many(count)])).toContain('  On');
      }
  });
});

test('no line is wider than the terminal, whatever the service sends', () => {
  const hostile = timeframeSnapshot('day', {
    ['b'.repeat(99)]: ranked('SYMBOLSYMBOLSYMBOL', { name: 'n'.repeat(99), price: -1e300, volume: 1e300 }),
    '\x1b[2J': ranked('AAA'),
  });
  for (let width = 20; width <= 200; width++)
    for (const snapshots of [day, five, [hostile], [hostile, ...five]])
      for (const line of render(width, {}, snapshots).split('\n'))
        expect(displayWidth(line), `at ${width}`).toBeLessThanOrEqual(width);
});
