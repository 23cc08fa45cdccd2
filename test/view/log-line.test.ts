import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../../src/model/log.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { type LogLineOptions, renderLogLine } from '../../src/view/log-line.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { anyText } from '../support/any-text.ts';
import { CLASSIC, NOW, ROLES, symbolEntry } from './fixtures.ts';
import { BIAS, ENTERED, entry, FOUR, LEFT, SESSION, TOP_PLAY } from './log-fixtures.ts';

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
      14:29 ◆4 PLTR   was 3: movers rvol mome…
      14:29 ◆4 PLTR   was 3: movers…
      14:29 ◆4 PLTR   was…"
    `);
  });

  test('has in 30 columns the digit of its timeframe, the board and the rank', () => {
    const long = symbolEntry('entered', { symbol: 'ABCDEFGH', entered: [entry('relStrength', 10)] });
    const twelve = { ...FOUR, confluence: { from: 11, to: 12 } };
    const lines = [ENTERED, LEFT, long, FOUR, twelve, TOP_PLAY, SESSION, BIAS].map((of) => {
      const options = { timeframe: 'investing', isSelected: of === long, isPinned: of === long } as const;
      return line(of, { ...options, width: 30 }).plain;
    });
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "14:29 +  EMLO  5 movers 3, ne…
      14:29 -  RIVN  5 movers 3 (22…
      14:29 + ▸ABCD…*5 relStreng… 10
      14:29 ◆4 PLTR  5 was 3: mover…
      14:29 12 PLTR  5 was 11: move…
      14:29 ★  NVDA  5 top play (wa…
      14:29 ●        5 market open…
      14:29 ·  SOFI  5 neutral (was…"
    `);
  });

  test('has a blank behind a pinned symbol in 30 columns', () => {
    const five = { ...ENTERED, symbol: 'ABCDE' };
    expect(line(five, { width: 30, isPinned: true }).plain).toBe('14:29 +  ABCDE* movers 3, new…');
  });

  test('has short cells below 60 columns, and short words below 48', () => {
    const lines = [60, 59, 48, 47].map((width) => line(LEFT, { width, timeframe: 'scalp' }).plain);
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "14:29 -   RIVN    scalp  left movers (was 3, there 22m)
      14:29 -  RIVN  1 left movers (was 3, there 22m)
      14:29 -  RIVN  1 left movers (was 3, there 22m)
      14:29 -  RIVN  1 movers 3 (22m)"
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
      { numRuns: 200, seed: 15 },
    );
  });
});
