import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TimeframeSnapshot } from '../../src/api/snapshot.ts';
import type { JsonObject } from '../../src/json-object.ts';
import { findPlacements } from '../../src/model/placements.ts';
import { cleanText, displayWidth } from '../../src/view/safe-text.ts';
import { renderSymbol } from '../../src/view/symbol.ts';
import { createTheme } from '../../src/view/theme.ts';
import { BIASES, BOARD_CATALOGUE, TIMEFRAMES } from '../../src/vocabulary.ts';
import { rowOf } from '../support/snapshots.ts';
import { ranked, timeframeSnapshot } from '../support/timeframe-snapshots.ts';
import { ROLES } from './fixtures.ts';

const five = [
  timeframeSnapshot('scalp', {
    forum: ranked('NVDA', { boards: 1, bias: 'bearish', dayPct: -0.2, metric: '12 posts' }),
  }),
  timeframeSnapshot('day', {
    relStrength: ranked('A B NVDA', { boards: 3, metric: '+3.1 pts', dayPct: 4.56 }),
    forum: ranked('A B C D E NVDA', { boards: 3, metric: '1.2K posts' }),
    movers: ranked('NVDA', { boards: 3, metric: null }),
  }),
  timeframeSnapshot('swing', { forum: ranked('A NVDA', { boards: 1, dayPct: 12.3 }) }),
  timeframeSnapshot('position', { movers: ranked('A A A A A A A A A NVDA', { boards: 0, bias: null }) }),
  timeframeSnapshot('investing', { movers: ranked('OTHER') }),
];

function render(width: number, snapshots = five, ticker = 'NVDA'): string {
  const theme = createTheme('classic', 0);
  return findPlacements([ticker], snapshots)
    .flatMap((report) => renderSymbol(report, { width, theme }))
    .join('\n');
}

describe('a ticker across timeframes', () => {
  test('shows ranks and whole metrics in 100 columns', () => {
    expect(render(100)).toMatchInlineSnapshot(`
      "NVDA  Alpha Works                                     mixed, ▲ bullish in day
      $12.50  +4.56% day  vol 82.1M  ◆3 boards in day
      ────────────────── scalp ────── day ────────── swing ──── position  investing
      Forum              #1 12 posts  #6 1.2K posts  #2 4.2x    –         –
      Movers             –            #1             –          #10 4.2x  –
      Relative strength  –            #3 +3.1 pts    –          –         –
      ─────────────────────────────────────────────────────────────────────────────
      confluence         1            ◆3             1          0         –
      bias               ▼ bearish    ▲ bullish      ▲ bullish  –         –
      move               -0.20%       +4.56%         +12.30%    +4.56%    –
      NVDA: listed on 1 board in scalp, 3 in day, 1 in swing, 1 in position; bullish in day, swing;
      bearish in scalp."
    `);
  });

  test('shortens names to keep the metrics in 60 columns', () => {
    expect(render(60)).toMatchInlineSnapshot(`
      "NVDA  Alpha Works                    mixed, ▲ bullish in day
      $12.50  +4.56% day  vol 82.1M  ◆3 boards in day
      ─────────── sc ──────── dy ────────── sw ──── po ───── in ──
      forum       #1 12 posts #6 1.2K posts #2 4.2x –        –
      movers      –           #1            –       #10 4.2x –
      relStrength –           #3 +3.1 pts   –       –        –
      ────────────────────────────────────────────────────────────
      confluence  1           ◆3            1       0        –
      bias        ▼ bear      ▲ bull        ▲ bull  –        –
      move        -0.20%      +4.56%        +12.30% +4.56%   –
      NVDA: listed on 1 board in scalp, 3 in day, 1 in swing, 1 in
      position; bullish in day, swing; bearish in scalp."
    `);
  });

  test('shows ranks and no metric where one of the metrics does not fit', () => {
    expect(render(55)).toMatchInlineSnapshot(`
      "NVDA  Alpha Works               mixed, ▲ bullish in day
      $12.50  +4.56% day  vol 82.1M  ◆3 boards in day
      ────────────────── scalp ─ day ─── swing ── posn ── inv
      Forum              #1      #6      #2       –       –
      Movers             –       #1      –        #10     –
      Relative strength  –       #3      –        –       –
      ───────────────────────────────────────────────────────
      confluence         1       ◆3      1        0       –
      bias               ▼ bear  ▲ bull  ▲ bull   –       –
      move               -0.20%  +4.56%  +12.30%  +4.56%  –
      NVDA: listed on 1 board in scalp, 3 in day, 1 in swing,
      1 in position; bullish in day, swing; bearish in scalp."
    `);
  });

  test('shows ranks, signs of biases and board keys in 30 columns', () => {
    expect(render(30)).toMatchInlineSnapshot(`
      "NVDA  Alpha Works
      $12.50  +4.56% day  ◆3 boards
      ─────────── sc dy sw po  in ──
      forum       #1 #6 #2 –   –
      movers      –  #1 –  #10 –
      relStrength –  #3 –  –   –
      ──────────────────────────────
      confluence  1  ◆3 1  0   –
      bias        ▼  ▲  ▲  –   –
      NVDA: listed on 1 board in
      scalp, 3 in day, 1 in swing, 1
      in position; bullish in day,
      swing; bearish in scalp."
    `);
  });

  test('shows numbers without signs in the narrowest terminal', () => {
    expect(render(20)).toMatchInlineSnapshot(`
      "NVDA  Alpha Works
      $12.50  +4.56% day
      ───── sc dy sw po in
      forum 1  6  2  –  –
      move… –  1  –  10 –
      relS… –  3  –  –  –
      ────────────────────
      conf… 1  ◆3 1  0  –
      bias  ▼  ▲  ▲  –  –
      NVDA: listed on 1
      board in scalp, 3 in
      day, 1 in swing, 1
      in position; bullish
      in day, swing;
      bearish in scalp."
    `);
  });

  test('leaves space for the title when there is only one timeframe', () => {
    expect(render(100, five.slice(1, 2))).toMatchInlineSnapshot(`
      "NVDA  Alpha Works                           ▲ bullish in day
      $12.50  +4.56% day  vol 82.1M  ◆3 boards in day
      ────────────────── day ─────────────────────────────────────
      Movers             #1
      Relative strength  #3 +3.1 pts
      Forum              #6 1.2K posts
      ────────────────────────────────────────────────────────────
      confluence         ◆3
      bias               ▲ bullish
      move               +4.56%
      NVDA: listed on 3 boards in day; bullish."
    `);
  });

  test('reports a ticker that is on no board', () => {
    expect(render(30, five, 'ZZZ')).toMatchInlineSnapshot(`
      "ZZZ is on no board in scalp,
      day, swing, position,
      investing."
    `);
  });
});

function firstLines(fields: JsonObject, width = 80, more: ReadonlyArray<TimeframeSnapshot> = []) {
  const day = timeframeSnapshot('day', { movers: ranked('NVDA', fields) });
  return render(width, [day, ...more])
    .split('\n')
    .slice(0, 2);
}

describe('the title and the figures', () => {
  const swing = (bias: string | null) => timeframeSnapshot('swing', { movers: ranked('NVDA', { bias }) });

  test.each([
    ['all timeframes agree', 'bearish', 'bearish', '▼ bearish in both'],
    ['one bias is unknown', 'bearish', null, '▼ bearish in day'],
    ['they differ', 'bearish', 'neutral', 'mixed, ▼ bearish in day'],
    ['they differ, and that of the figures is unknown', null, 'bullish', '▲ bullish in swing'],
    ['none is known', null, null, 'Alpha Works'],
  ])('say the bias if %s', (_, bias, other, end) => {
    const [title] = firstLines({ bias }, 80, [swing(other)]);
    expect(title).toMatch(/^NVDA {2}Alpha Works/);
    expect(title?.endsWith(end)).toBe(true);
  });

  test.each([
    [60, 'NVDA  Alpha Works of the North       mixed, ▼ bearish in day'],
    [54, 'NVDA  Alpha Works of the North        ▼ bearish in day'],
    [47, 'NVDA  Alpha Works of the North'],
  ])('keep the name whole before the bias has room, in %i columns', (width, title) => {
    const fields = { bias: 'bearish', name: 'Alpha Works of the North' };
    expect(firstLines(fields, width, [swing('bullish')])[0]).toBe(title);
  });

  test.each([
    [{}, '$12.50  +4.56% day  vol 82.1M  2 boards in day'],
    [{ boards: 3 }, '$12.50  +4.56% day  vol 82.1M  ◆3 boards in day'],
    [{ boards: 1, volume: null }, '$12.50  +4.56% day  1 board in day'],
    [{ boards: 0 }, '$12.50  +4.56% day  vol 82.1M'],
    [{ dayPct: null }, '$12.50  vol 82.1M  2 boards in day'],
    [{ price: null, dayPct: null, volume: null, boards: 0 }, '–'],
    [{ price: 0, dayPct: 0, volume: 0, boards: 4 }, '$0.00  0.00% day  vol 0  ◆4 boards in day'],
  ])('show the figures of %j', (fields, figures) => {
    expect(firstLines(fields)[1]).toBe(figures);
  });

  test.each([
    [46, '$12.50  +4.56% day  vol 82.1M  ◆3 boards'],
    [40, '$12.50  +4.56% day  vol 82.1M  ◆3 boards'],
    [39, '$12.50  +4.56% day  ◆3 boards'],
    [28, '$12.50  +4.56% day'],
  ])('leave out figures in %i columns', (width, figures) => {
    expect(firstLines({ boards: 3 }, width)[1]).toBe(figures);
  });

  test('are painted by their roles', () => {
    const day = timeframeSnapshot('day', {
      movers: ranked('NVDA', { boards: 3, dayPct: -1, bias: 'bearish' }),
    });
    const [report] = findPlacements(['NVDA'], [day]);
    const lines = report === undefined ? [] : renderSymbol(report, { width: 60, theme: ROLES });
    expect(lines.slice(0, 2)).toEqual([
      '<highlight>NVDA</highlight>  Alpha Works                           <down>▼ bearish in day</down>',
      '<strong>$12.50</strong><down>  -1.00%</down><muted> day</muted><muted>  vol 82.1M</muted>' +
        '<highlight>  ◆3 boards</highlight><muted> in day</muted>',
    ]);
  });
});

/** Metrics start with a sign that nothing else has, so that a test can count them. */
const placed = fc.record({
  rank: fc.option(fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 10 }) }, fc.maxSafeInteger())),
  metric: fc.option(
    fc.string({ maxLength: 12, unit: fc.constantFrom(...'a1 .株\n') }).map((text) => `§${text}§`),
  ),
  boards: fc.option(fc.oneof({ weight: 9, arbitrary: fc.nat(12) }, fc.maxSafeInteger())),
  bias: fc.option(fc.constantFrom(...BIASES)),
  dayPct: fc.option(fc.double({ noNaN: true })),
  price: fc.option(fc.double({ noNaN: true })),
  name: fc.option(fc.string({ maxLength: 60 }).map((text) => text.replaceAll('§', ''))),
});
const keys = fc.constantFrom(
  ...BOARD_CATALOGUE.map(({ key }) => key),
  'quiteUnknownBoardOfTomorrow',
  '株式会社',
);
const reports = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...TIMEFRAMES), fc.dictionary(keys, placed, { maxKeys: 4 })), {
    selector: ([timeframe]) => timeframe,
    minLength: 1,
  })
  .map((timeframes) =>
    timeframes.map(([timeframe, boards]) =>
      timeframeSnapshot(
        timeframe,
        Object.fromEntries(Object.entries(boards).map(([key, row]) => [key, ranked('NVDA', row)])),
      ),
    ),
  );
const widths = fc.integer({ min: 30, max: 200 });

function metricsOf(snapshots: ReadonlyArray<TimeframeSnapshot>): ReadonlyArray<string> {
  const rows = snapshots.flatMap(({ snapshot }) => snapshot.boards.flatMap((board) => board.rows));
  return rows.flatMap(({ metric }) => (metric === null ? [] : [cleanText(metric)]));
}

describe('any symbol at any width', () => {
  test('fits, with all metrics whole or none', () => {
    fc.assert(
      fc.property(reports, widths, (snapshots, width) => {
        const text = render(width, snapshots);
        for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        const metrics = metricsOf(snapshots);
        const signs = text.split('§').length - 1;
        if (signs > 0) expect(signs).toBe(metrics.length * 2);
        for (const metric of signs > 0 ? metrics : []) expect(text).toContain(metric);
      }),
      { numRuns: 60 },
    );
  });

  test('shows no less in a wider terminal', () => {
    fc.assert(
      fc.property(reports, widths, widths, (snapshots, one, other) => {
        const narrow = render(Math.min(one, other), snapshots);
        const wide = render(Math.max(one, other), snapshots);
        for (const shown of ['§', '\nmove ', ' board', ' in ', '  vol ', 'mixed', '#']) {
          // The sentence may break elsewhere.
          if (narrow.includes(shown)) expect(`${wide}\n${wide.replaceAll('\n', ' ')}`).toContain(shown);
        }
        expect(wide.includes('…') && !narrow.includes('…')).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test.each([20, 1000])('fits in %i columns', (width) => {
    for (const line of render(width).split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  });
});

test('text from the service is clipped and cleaned', () => {
  const evil = {
    ['\u001b[31m'.repeat(9000)]: [
      rowOf({ symbol: 'EVIL', name: '\u001b]8;;x\u0007'.repeat(9000), metric: '\n'.repeat(32_000) }),
    ],
  };
  const lines = render(80, [timeframeSnapshot('day', evil)], 'EVIL').split('\n');
  expect(lines).toHaveLength(9);
  for (const line of lines) expect(line).toMatch(/^[^\p{Cc}]{1,80}$/u);
});

test('ranks that count for confluence are bold, and biases are coloured', () => {
  const theme = createTheme('classic', 1);
  const [report] = findPlacements(['NVDA'], five);
  const painted = report === undefined ? '' : renderSymbol(report, { width: 100, theme }).join('\n');
  expect(painted).toContain('\u001b[1m#3 +3.1 pts');
  expect(painted).toContain(' #6 1.2K posts');
  expect(painted).toContain('\u001b[31m▼ bearish');
});
