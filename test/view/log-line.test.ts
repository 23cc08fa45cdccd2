import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../../src/model/log.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { describeEntry, type LogLineOptions, renderLogLine } from '../../src/view/log-line.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { anyText } from '../support/any-text.ts';
import { CLASSIC, NOW, ROLES, symbolEntry } from './fixtures.ts';

const there = (minutes: number, isAtLeast = false) => ({ milliseconds: minutes * MINUTE_MS, isAtLeast });
const place = (board: string, rank: number | null, was = rank) => ({ board, rank, was });
const entry = (
  board: string,
  rank: number,
  back: { isReturn?: boolean; awayMilliseconds?: number | null } = {},
) => ({
  board,
  symbol: 'EMLO',
  rank,
  isReturn: false,
  awayMilliseconds: null,
  ...back,
});
const departure = (board: string, was: number, minutes: number, isAtLeast = false) => ({
  board,
  symbol: 'EMLO',
  was,
  there: there(minutes, isAtLeast),
});
const line = (of: LogEntry, options: Partial<LogLineOptions> = {}) =>
  renderLogLine(of, {
    width: 80,
    theme: CLASSIC,
    timeframe: null,
    isSelected: false,
    isPinned: false,
    nowMilliseconds: NOW,
    ...options,
  });

const ENTERED = symbolEntry('entered', { entered: [entry('movers', 3)], firstSeen: 'today' });
const LEFT = symbolEntry('left', { symbol: 'RIVN', left: [departure('movers', 3, 22)] });
const TOP_PLAY = {
  kind: 'topPlay',
  asOf: NOW - MINUTE_MS,
  symbol: 'NVDA',
  was: 'TLLT',
  there: there(48),
} as const;
const FOUR = symbolEntry('confluence', {
  symbol: 'PLTR',
  confluence: { from: 3, to: 4 },
  places: [place('movers', 3), place('rvol', 2), place('momentum', 4, 5), place('forum', 1, null)],
  entered: [entry('forum', 1)],
});
const SESSION = {
  kind: 'session',
  asOf: NOW - MINUTE_MS,
  symbol: null,
  from: 'premarket',
  to: 'open',
} as const;
const BIAS = { kind: 'bias', asOf: NOW - MINUTE_MS, symbol: 'SOFI', from: 'bullish', to: 'neutral' } as const;

describe('a line of the log', () => {
  test.each<readonly [name: string, entry: LogEntry, line: string]>([
    ['confluence', FOUR, '14:29 ◆4  PLTR    on 4 boards (was 3): movers rvol momentum +forum'],
    ['entered', ENTERED, '14:29 +   EMLO    movers 3, new today'],
    ['left', LEFT, '14:29 -   RIVN    left movers (was 3, there 22m)'],
    ['top play', TOP_PLAY, '14:29 ★   NVDA    top play (was TLLT for 48m)'],
    ['no top play', { ...TOP_PLAY, symbol: null }, '14:29 ★           no top play (was TLLT for 48m)'],
    ['session', SESSION, '14:29 ●           market open (was premarket)'],
    ['bias', BIAS, '14:29 ·   SOFI    neutral (was bullish)'],
    ['a long symbol', { ...ENTERED, symbol: 'ABCDEFGH' }, '14:29 +   ABCDE…  movers 3, new today'],
    ['yesterday', { ...ENTERED, asOf: NOW - 1440 * MINUTE_MS }, '06-02 +   EMLO    movers 3, new today'],
    ['a time far ahead', { ...ENTERED, asOf: NOW + 60 * MINUTE_MS }, '–     +   EMLO    movers 3, new today'],
    ['no time', { ...ENTERED, asOf: Number.NaN }, '–     +   EMLO    movers 3, new today'],
  ])('%s', (_, of, text) => {
    expect(line(of).plain).toBe(text);
  });

  test('names its timeframe where the log has several', () => {
    expect(line(ENTERED, { timeframe: 'day' }).plain).toBe('14:29 +   EMLO    day    movers 3, new today');
    expect(line(ENTERED, { timeframe: 'position' }).plain).toBe(
      '14:29 +   EMLO    posn   movers 3, new today',
    );
  });

  test('says where colours are missing that it is selected', () => {
    expect(line(ENTERED, { isSelected: true }).plain).toBe('14:29 +  ▸EMLO    movers 3, new today');
  });

  test('has a sign behind a pinned symbol, and the words stay in place', () => {
    const lines = [
      line(ENTERED, { isPinned: true }),
      line({ ...ENTERED, symbol: 'ABCDEF' }, { isPinned: true }),
      line({ ...ENTERED, symbol: 'ABCDEFGH' }, { isPinned: true, isSelected: true }),
      line(BIAS, { isPinned: true, timeframe: 'day' }),
      line(BIAS, { timeframe: 'day' }),
    ];
    expect(lines.map(({ plain }) => plain).join('\n')).toMatchInlineSnapshot(`
      "14:29 +   EMLO*   movers 3, new today
      14:29 +   ABCDEF* movers 3, new today
      14:29 +  ▸ABCDE…* movers 3, new today
      14:29 ·   SOFI*   day    neutral (was bullish)
      14:29 ·   SOFI    day    neutral (was bullish)"
    `);
  });

  test('is painted by role where its symbol is pinned', () => {
    const pinned = [FOUR, ENTERED].flatMap((of) =>
      [false, true].map((isSelected) => line(of, { theme: ROLES, isPinned: true, isSelected }).painted),
    );
    expect(pinned.join('\n')).toMatchInlineSnapshot(`
      "<muted>14:29</muted> <highlight>◆4 </highlight> <pinned>PLTR</pinned><pinned>*</pinned>   on 4 boards (was 3): movers rvol momentum +forum
      <muted>14:29</muted> <highlight>◆4 </highlight><accent>▸</accent><selected>PLTR</selected><pinned>*</pinned>   on 4 boards (was 3): movers rvol momentum +forum
      <muted>14:29</muted> <up>+  </up> <pinned>EMLO</pinned><pinned>*</pinned>   <muted>movers 3, new today</muted>
      <muted>14:29</muted> <up>+  </up><accent>▸</accent><selected>EMLO</selected><pinned>*</pinned>   <muted>movers 3, new today</muted>"
    `);
  });

  test('is cut at the width', () => {
    const lines = [80, 40, 30, 20].map((width) => line(FOUR, { width }).plain);
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "14:29 ◆4  PLTR    on 4 boards (was 3): movers rvol momentum +forum
      14:29 ◆4  PLTR    on 4 boards (was 3):…
      14:29 ◆4  PLTR    on 4 boards…
      14:29 ◆4  PLTR    o…"
    `);
  });

  test('is painted by role', () => {
    const of = [SESSION, TOP_PLAY, FOUR, ENTERED, LEFT, BIAS];
    const lines = of.map((each) => line(each, { theme: ROLES, timeframe: 'day' }).painted);
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "<muted>14:29</muted> <strong>●  </strong>         <muted>day    </muted>market open (was premarket)
      <muted>14:29</muted> <highlight>★  </highlight> <strong>NVDA  </strong>  <muted>day    </muted>top play (was TLLT for 48m)
      <muted>14:29</muted> <highlight>◆4 </highlight> <strong>PLTR  </strong>  <muted>day    </muted>on 4 boards (was 3): movers rvol momentum +forum
      <muted>14:29</muted> <up>+  </up> EMLO    <muted>day    </muted><muted>movers 3, new today</muted>
      <muted>14:29</muted> <down>-  </down> RIVN    <muted>day    </muted><muted>left movers (was 3, there 22m)</muted>
      <muted>14:29</muted> <muted>·  </muted> SOFI    <muted>day    </muted><muted>neutral (was bullish)</muted>"
    `);
    expect(line(ENTERED, { theme: ROLES, isSelected: true }).painted).toContain(
      '<accent>▸</accent><selected>EMLO  </selected>',
    );
  });
});

describe('what happened, in words:', () => {
  const away = (minutes: number) => ({ isReturn: true, awayMilliseconds: minutes * MINUTE_MS });

  test.each<readonly [name: string, entry: LogEntry, text: string]>([
    [
      'on several boards',
      symbolEntry('entered', { entered: [entry('movers', 3), entry('search', 5)], firstSeen: 'today' }),
      'movers 3, search 5, new today',
    ],
    [
      'first seen, where memory does not reach back to the open',
      symbolEntry('entered', { entered: [entry('movers', 3)], firstSeen: 'memory' }),
      'movers 3, first seen',
    ],
    ['seen before on another board', symbolEntry('entered', { entered: [entry('movers', 3)] }), 'movers 3'],
    ['back', symbolEntry('entered', { entered: [entry('movers', 9, away(35))] }), 'movers 9, back after 35m'],
    [
      'back on one of two boards',
      symbolEntry('entered', { entered: [entry('movers', 9, away(35)), entry('rvol', 1)] }),
      'movers 9, rvol 1, back after 35m',
    ],
    [
      'back after different times',
      symbolEntry('entered', { entered: [entry('movers', 9, away(2)), entry('rvol', 1, away(125))] }),
      'movers 9, rvol 1, back after 2h05',
    ],
    [
      'back after less than a minute',
      symbolEntry('entered', { entered: [entry('movers', 9, away(0.2))] }),
      'movers 9, back after 1m',
    ],
    [
      'back after a hole',
      symbolEntry('entered', { entered: [entry('movers', 9, { isReturn: true })] }),
      'movers 9, back',
    ],
    [
      'from one board to another',
      symbolEntry('entered', { entered: [entry('rvol', 1)], left: [departure('movers', 3, 22)] }),
      'rvol 1, left movers (was 3, there 22m)',
    ],
    [
      'left two boards',
      symbolEntry('left', { left: [departure('movers', 3, 22), departure('rvol', 8, 130, true)] }),
      'left movers (was 3, there 22m), rvol (was 8, there ≥2h10)',
    ],
    [
      'left at once',
      symbolEntry('left', { left: [departure('movers', 3, 0)] }),
      'left movers (was 3, there –)',
    ],
    ['the first top play', { ...TOP_PLAY, was: null }, 'top play (none before)'],
    ['the session is unknown', { ...SESSION, to: null }, 'market unknown (was premarket)'],
    ['the session was unknown', { ...SESSION, from: null }, 'market open (was unknown)'],
    [
      'confluence falls',
      symbolEntry('confluence', {
        confluence: { from: 3, to: 1 },
        places: [place('rvol', 2), place('movers', null, 3), place('forum', null, 1)],
        left: [departure('movers', 3, 22), departure('forum', 1, 5)],
      }),
      'on 1 board (was 3): rvol -movers -forum',
    ],
    [
      'confluence falls to none',
      symbolEntry('confluence', {
        confluence: { from: 4, to: 0 },
        places: [place('movers', null, 3)],
        left: [departure('movers', 3, 22)],
      }),
      'on 0 boards (was 4): -movers',
    ],
    [
      'confluence by ranks alone: the boards that are counted, as many as the number says',
      symbolEntry('confluence', {
        confluence: { from: 2, to: 3 },
        places: [
          ...[place('alerted', 1), place('movers', 5, 6), place('rvol', 6), place('forum', 4, 1)],
          ...[place('search', 10, null), place('lowFloat', null, 7), place('moneyFlow', 24)],
        ],
      }),
      'on 3 boards (was 2): alerted +movers forum',
    ],
    [
      'confluence falls by ranks alone',
      symbolEntry('confluence', {
        confluence: { from: 3, to: 2 },
        places: [place('alerted', 1), place('rvol', 6, 5), place('moneyFlow', 5)],
      }),
      'on 2 boards (was 3): alerted moneyFlow -rvol',
    ],
    [
      'confluence of a service that counts in another way',
      symbolEntry('confluence', { confluence: { from: 2, to: 3 } }),
      'on 3 boards (was 2)',
    ],
  ])('%s', (_, of, text) => {
    expect(describeEntry(of)).toBe(text);
  });
});

test('the sign of confluence is a diamond from three boards on', () => {
  const signs = [0, 2, 3, 9, 12, 255].map(
    (to) =>
      line({ ...FOUR, confluence: { from: 1, to } }, { theme: ROLES }).painted.match(
        /<\/muted> (.*) <strong>PLTR/,
      )?.[1],
  );
  expect(signs.join('\n')).toMatchInlineSnapshot(`
    "<muted>0  </muted>
    <highlight>2  </highlight>
    <highlight>◆3 </highlight>
    <highlight>◆9 </highlight>
    <highlight>◆12</highlight>
    <highlight>◆2…</highlight>"
  `);
});

describe('whatever the service sends,', () => {
  const evil = fc.oneof(
    fc.constantFrom('\x1b]8;;http://evil\x07漢字👩‍💻\u202e', '\r\n\t', '', 'x'.repeat(500), '\u200b\u0301'),
    anyText({ maxLength: 20 }),
  );
  const number = fc.oneof(fc.nat(30), fc.maxSafeInteger(), fc.double());
  const age = fc.record({ milliseconds: fc.nat(1e9), isAtLeast: fc.boolean() });
  const entered = fc.record({
    board: evil,
    symbol: evil,
    rank: number,
    isReturn: fc.boolean(),
    awayMilliseconds: fc.option(fc.nat(1e9)),
  });
  const left = fc.record({ board: evil, symbol: evil, was: number, there: age });
  const asOf = fc.oneof(
    fc.nat(60 * MINUTE_MS).map((ago) => NOW - ago),
    fc.constantFrom(0, Number.NaN, 8e15),
  );
  const symbols = fc.record({
    kind: fc.constantFrom('confluence', 'entered', 'left'),
    asOf,
    symbol: evil,
    entered: fc.array(entered, { maxLength: 4 }),
    left: fc.array(left, { maxLength: 4 }),
    confluence: fc.option(fc.record({ from: number, to: number })),
    places: fc.array(fc.record({ board: evil, rank: fc.option(number), was: fc.option(number) }), {
      maxLength: 4,
    }),
    firstSeen: fc.constantFrom('today', 'memory', null),
  });
  const topPlays = fc.record({
    kind: fc.constant('topPlay'),
    asOf,
    symbol: fc.option(evil),
    was: fc.option(evil),
    there: age,
  });
  const entries: fc.Arbitrary<LogEntry> = fc.oneof(symbols, topPlays);
  const options = fc.record({
    width: fc.integer({ min: 20, max: 200 }),
    timeframe: fc.constantFrom('day', null),
    isSelected: fc.boolean(),
    isPinned: fc.boolean(),
  });

  test('a line is clean, never wider than the terminal, and the same text painted', () => {
    fc.assert(
      fc.property(entries, options, (of, shown) => {
        const { plain } = line(of, shown);
        expect(displayWidth(plain)).toBeLessThanOrEqual(shown.width);
        expect(plain).not.toMatch(/\p{C}/u);
        expect(line(of, { ...shown, theme: ROLES }).painted.replace(/<\/?[a-z]+>/g, '')).toBe(
          plain.replace(/<\/?[a-z]+>/g, ''),
        );
      }),
      { numRuns: 500, seed: 15 },
    );
  });
});
