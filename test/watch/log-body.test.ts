import { describe, expect, test } from 'vitest';
import type { TimeframeLogEntry } from '../../src/model/log.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import type { Timeframe } from '../../src/vocabulary.ts';
import type { BodyInput, BodyStyle } from '../../src/watch/body-input.ts';
import { NO_DATA } from '../../src/watch/known-timeframe.ts';
import { logBody } from '../../src/watch/log-body.ts';
import { NOTHING_REMEMBERED } from '../../src/watch/remembered.ts';
import { initialViewState, LOG_BOARD, type ViewState } from '../../src/watch/state.ts';
import { CLASSIC, NOW, symbolEntry } from '../view/fixtures.ts';

const STYLE: BodyStyle = {
  theme: CLASSIC,
  columns: null,
  sortByPast: null,
  selection: {},
  limit: 10,
  width: 60,
  lines: 20,
};

/** An entry of a symbol that entered a board so many minutes ago. */
function entered(symbol: string, minutes: number, timeframe: Timeframe = 'day'): TimeframeLogEntry {
  const entries = [{ board: 'movers', symbol, rank: 3, isReturn: false, awayMilliseconds: null }];
  return {
    ...symbolEntry('entered', { symbol, asOf: NOW - minutes * MINUTE_MS, entered: entries }),
    timeframe,
  };
}

interface Scene {
  readonly visited?: number;
  readonly state?: Partial<ViewState>;
  readonly polled?: ReadonlyArray<Timeframe>;
  readonly style?: Partial<BodyStyle>;
}

function bodyOf(entries: ReadonlyArray<TimeframeLogEntry>, options: Scene = {}) {
  const { visited = 10, state = {}, polled = ['day'], style = {} } = options;
  const tab = { digit: 1, isShown: true, isPolled: true, news: 0 };
  const input: BodyInput = {
    known: NO_DATA,
    state: { ...initialViewState({ timeframes: polled }), view: 'log', ...state },
    remembered: NOTHING_REMEMBERED,
    log: { entries, startsAt: NOW - 30 * MINUTE_MS, visitedAt: NOW - visited * MINUTE_MS },
    past: null,
    card: null,
    tabs: polled.map((timeframe) => ({ ...tab, timeframe })),
    nowMilliseconds: NOW,
  };
  return logBody(input, { ...STYLE, ...style });
}

const draw = (entries: ReadonlyArray<TimeframeLogEntry>, options?: Scene) =>
  `\n${bodyOf(entries, options).lines.join('\n')}\n`;

const FOUR = [entered('AAA', 1), entered('BBB', 5), entered('CCC', 12), entered('AAA', 20)];

describe('the log', () => {
  test('has what is new above the rule, and what the reader has seen below', () => {
    expect(draw(FOUR)).toMatchInlineSnapshot(`
      "
      LOG  newest first · since 14:00 UTC · 4 entries
      14:29 +   AAA     movers 3
      14:25 +   BBB     movers 3
      ─────────────────── you were here 14:20 ────────────────────
      14:18 +   CCC     movers 3
      14:10 +   AAA     movers 3
      "
    `);
  });

  test('names timeframes where several are polled', () => {
    expect(
      draw([entered('AAA', 1), entered('BBB', 5, 'swing')], { polled: ['day', 'swing'] }),
    ).toMatchInlineSnapshot(`
      "
      LOG  newest first · since 14:00 UTC · 2 entries
      14:29 +   AAA     day    movers 3
      14:25 +   BBB     swing  movers 3
      ─────────────────── you were here 14:20 ────────────────────
      "
    `);
  });

  test.each([
    ['nothing is new: directly below the title', 0.5, 1],
    ['an entry of the time of the visit is not new', 5, 2],
    ['all is new: at the end', 60, 5],
  ])('with the rule where %s', (_, visited, line) => {
    const { lines } = bodyOf(FOUR, { visited });
    expect(lines.findIndex((text) => text.includes('you were here'))).toBe(line);
    expect(lines).toHaveLength(6);
  });

  test('filtered, the title says how many of how many', () => {
    const { lines } = bodyOf(FOUR, { state: { filter: 'AA' } });
    expect(lines[0]).toBe('LOG  newest first · since 14:00 UTC · 2 of 4');
    expect(lines).toHaveLength(4);
  });

  test('shows and counts changes of bias, which it gets of pinned symbols only', () => {
    const bias = { kind: 'bias', asOf: NOW, symbol: 'AAA', from: 'neutral', to: 'bullish' } as const;
    const { lines } = bodyOf([{ ...bias, timeframe: 'day' }, ...FOUR], { state: { pins: ['AAA'] } });
    expect(lines.slice(0, 4)).toEqual([
      'LOG  newest first · since 14:00 UTC · 5 entries',
      '14:30 ·   AAA*    bullish (was neutral)',
      '14:29 +   AAA*    movers 3',
      '14:25 +   BBB     movers 3',
    ]);
  });

  test('with pinnedOnly has the entries of pinned symbols, and says of how many', () => {
    const { lines } = bodyOf(FOUR, { state: { pins: ['AAA'], pinnedOnly: true } });
    expect(lines).toEqual([
      'LOG  newest first · since 14:00 UTC · 2 of 4',
      '14:29 +   AAA*    movers 3',
      expect.stringContaining(' you were here 14:20 '),
      '14:10 +   AAA*    movers 3',
    ]);
  });

  test.each([
    ['nothing has changed', [], {}, 'Nothing has changed yet.'],
    ['nothing matches', FOUR, { filter: 'ZZZ' }, 'No entry matches.'],
  ])('says that %s', (_, entries, state, reason) => {
    const { lines, tiles } = bodyOf(entries, { state });
    expect(lines[1]).toBe(reason);
    expect(lines).toHaveLength(2);
    expect(tiles).toEqual([]);
  });
});

describe('a long log', () => {
  const entries = Array.from({ length: 2000 }, (_, index) => entered(`S${index}`, index / 100));

  test.each([
    ['at the top', 0, 0, 9],
    ['in the middle', 1000, 1000, 1009],
    ['at the end', 5000, 1992, 2001],
  ])('is rendered only where it is seen, %s', (_, overlayScroll, first, last) => {
    const { lines } = bodyOf(entries, { state: { overlayScroll }, style: { lines: 10 } });
    expect(lines).toHaveLength(2002);
    const rendered = lines.flatMap((line, index) => (line === '' || index === 0 ? [] : [index]));
    expect([Math.max(1, first), last]).toEqual([rendered[0], rendered.at(-1)]);
    expect(lines[0]).toContain('2000 entries');
  });

  test('has the same lines wherever it is scrolled', () => {
    const whole = bodyOf(entries, { style: { lines: 3000 } }).lines;
    for (const overlayScroll of [0, 1, 990, 1001, 1992]) {
      const { lines } = bodyOf(entries, { state: { overlayScroll }, style: { lines: 10 } });
      for (const [index, line] of lines.entries()) if (line !== '') expect(line).toBe(whole[index]);
    }
  });
});

describe('a row is selected', () => {
  const selectedLines = (symbol: string | null, index: number, visited = 10) => {
    const selection = { board: LOG_BOARD, symbol, index };
    const { lines } = bodyOf(FOUR, { visited, state: { selectedRow: selection } });
    return lines.flatMap((line, at) => (line.includes('▸') ? [at] : []));
  };

  test.each([
    ['above the rule', 'BBB', 1, 10, [2]],
    ['below the rule', 'CCC', 2, 10, [4]],
    ['the older one of two with its symbol', 'AAA', 3, 10, [5]],
    ['the newer one of two with its symbol', 'AAA', 0, 10, [1]],
    ['below a rule at the top', 'AAA', 0, 0.5, [2]],
    ['above a rule at the end', 'AAA', 3, 60, [4]],
    ['the nearest, where the symbol has none any more', 'ZZZ', 1, 10, [2]],
  ])('%s', (_, symbol, index, visited, lines) => {
    expect(selectedLines(symbol, index, visited)).toEqual(lines);
  });

  test('in the order of the lines, over the rule', () => {
    const [above, below] = bodyOf(FOUR).tiles;
    expect([above?.firstRowLine, above?.symbols, below?.firstRowLine, below?.symbols]).toEqual([
      1,
      ['AAA', 'BBB'],
      4,
      ['CCC', 'AAA'],
    ]);
  });
});
