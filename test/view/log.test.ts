import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../../src/model/log.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import {
  type LogOptions,
  passesLogFilter,
  renderEmptyLog,
  renderLogEntry,
  renderLogTitle,
  renderVisitRule,
} from '../../src/view/log.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { CLASSIC, NOW, ROLES, symbolEntry } from './fixtures.ts';

const OPTIONS: LogOptions = {
  width: 80,
  theme: CLASSIC,
  total: 214,
  startsAt: NOW - 35 * MINUTE_MS,
  hasTimeframes: false,
  pins: [],
  selected: null,
  nowMilliseconds: NOW,
};

describe('the title', () => {
  test.each<readonly [shown: number, options: Partial<LogOptions>, title: string]>([
    [18, {}, 'LOG  newest first · since 13:55 UTC · 18 of 214'],
    [214, {}, 'LOG  newest first · since 13:55 UTC · 214 entries'],
    [0, {}, 'LOG  newest first · since 13:55 UTC · 0 of 214'],
    [0, { total: 0, startsAt: null }, 'LOG  newest first · 0 entries'],
    [1, { total: 1 }, 'LOG  newest first · since 13:55 UTC · 1 entry'],
    [5, { startsAt: NOW - 1440 * MINUTE_MS }, 'LOG  newest first · since 2026-06-02 14:30 UTC · 5 of 214'],
    [18, { width: 30 }, 'LOG  newest first · since 13:…'],
  ])('of %d entries, %j: %s', (shown, options, title) => {
    expect(renderLogTitle(shown, { ...OPTIONS, ...options }).plain).toBe(title);
  });

  test('is painted by role', () => {
    expect(renderLogTitle(18, { ...OPTIONS, theme: ROLES }).painted).toBe(
      '<highlight>LOG</highlight><muted>  newest first</muted><muted> · since 13:55 UTC · 18 of 214</muted>',
    );
  });
});

describe('an entry', () => {
  const entry = { ...symbolEntry('left'), timeframe: 'swing' } as const;

  test('names its timeframe only where the log has several', () => {
    expect(renderLogEntry(entry, 0, OPTIONS).plain).not.toContain('swing');
    expect(renderLogEntry(entry, 0, { ...OPTIONS, hasTimeframes: true }).plain).toMatch(/EMLO +swing/);
  });

  test('is selected by its index', () => {
    const selected = [0, 1, 2].map(
      (index) => renderLogEntry(entry, index, { ...OPTIONS, selected: 1 }).plain,
    );
    expect(selected.map((line) => line.includes('▸'))).toEqual([false, true, false]);
  });
});

describe('a pinned symbol', () => {
  const signOf = (entry: LogEntry, pins: ReadonlyArray<string>) =>
    renderLogEntry({ ...entry, timeframe: 'day' }, 0, { ...OPTIONS, pins }).plain.match(/EMLO\*?/)?.[0];

  test('has its sign', () => {
    expect(signOf(symbolEntry('left'), ['NVDA', 'EMLO'])).toBe('EMLO*');
    expect(signOf(symbolEntry('left'), ['NVDA', 'EML', 'emlo'])).toBe('EMLO');
    expect(
      signOf({ ...symbolEntry('left'), kind: 'bias', symbol: 'EMLO', from: 'bearish', to: 'neutral' }, [
        'EMLO',
      ]),
    ).toBe('EMLO*');
  });

  test('is never that of an entry without one', () => {
    const session = {
      kind: 'session',
      asOf: NOW,
      symbol: null,
      from: null,
      to: 'open',
      timeframe: 'day',
    } as const;
    expect(renderLogEntry(session, 0, { ...OPTIONS, pins: ['', 'null'] }).plain).not.toContain('*');
  });
});

describe('the rule below what is new', () => {
  const rule = (width: number, at = NOW - 10 * MINUTE_MS) =>
    renderVisitRule(at, { width, theme: CLASSIC, nowMilliseconds: NOW }).plain;

  test.each([
    [40, '───────── you were here 14:20 ──────────'],
    [30, '──── you were here 14:20 ─────'],
    [21, ' you were here 14:20 '],
    [20, ' you were here 14:2…'],
  ])('in %d cells: %s', (width, text) => {
    expect(rule(width)).toBe(text);
  });

  test('is at most 100 cells, and dim', () => {
    expect(displayWidth(rule(200))).toBe(100);
    expect(renderVisitRule(NOW, { width: 30, theme: ROLES, nowMilliseconds: NOW }).painted).toBe(
      '<muted>──── you were here 14:30 ─────</muted>',
    );
  });

  test('has the date of another day', () => {
    expect(rule(40, NOW - 1440 * MINUTE_MS)).toContain(' you were here 2026-06-02 14:30 ');
  });
});

test('an empty log says why', () => {
  expect(renderEmptyLog(false, { width: 40, theme: ROLES }).painted).toBe(
    '<muted>Nothing has changed yet.</muted>',
  );
  expect(renderEmptyLog(true, { width: 40, theme: ROLES }).painted).toBe('<muted>No entry matches.</muted>');
});

describe('filters', () => {
  const asOf = NOW;
  const there = { milliseconds: 0, isAtLeast: false };
  const entered = [{ board: 'movers', symbol: 'EMLO', rank: 1, isReturn: false, awayMilliseconds: null }];
  const ENTRIES: Readonly<Record<string, LogEntry>> = {
    entered: symbolEntry('entered', { entered }),
    left: symbolEntry('left'),
    'confluence, entered': symbolEntry('confluence', { entered }),
    'confluence alone': symbolEntry('confluence'),
    'lower case': symbolEntry('left', { symbol: 'emlo.w' }),
    'another symbol': symbolEntry('entered', { symbol: 'NVDA', entered }),
    'top play': { kind: 'topPlay', asOf, symbol: 'EMLO', was: 'NVDA', there },
    'no top play': { kind: 'topPlay', asOf, symbol: null, was: 'EMLO', there },
    session: { kind: 'session', asOf, symbol: null, from: null, to: 'open' },
    bias: { kind: 'bias', asOf, symbol: 'EMLO', from: 'neutral', to: 'bullish' },
  };

  test.each([
    ['', false, 'all', Object.keys(ENTRIES)],
    ['', true, 'entered', ['entered', 'confluence, entered', 'another symbol']],
    [
      'EML',
      false,
      'its symbol',
      ['entered', 'left', 'confluence, entered', 'confluence alone', 'lower case', 'top play', 'bias'],
    ],
    ['EML', true, 'both', ['entered', 'confluence, entered']],
    ['ZZZ', false, 'nothing', []],
  ])('%j, entered only %s: %s', (filter, enteredOnly, _, expected) => {
    const passing = Object.entries(ENTRIES).filter(([, entry]) =>
      passesLogFilter(entry, { filter, enteredOnly, pinnedOnly: null }),
    );
    expect(passing.map(([name]) => name)).toEqual(expected);
  });

  test.each<
    readonly [
      pins: ReadonlyArray<string>,
      filter: string,
      enteredOnly: boolean,
      expected: ReadonlyArray<string>,
    ]
  >([
    [['NVDA'], '', false, ['another symbol']],
    [['NVDA', 'emlo.w'], '', false, ['lower case', 'another symbol']],
    [['EMLO'], '', true, ['entered', 'confluence, entered']],
    [['EMLO', 'NVDA'], 'NV', false, ['another symbol']],
    [['EMLO'], '', false, ['entered', 'left', 'confluence, entered', 'confluence alone', 'top play', 'bias']],
    [['EML'], '', false, []],
    [[], '', false, []],
  ])('pins %j, %j, entered only %s: %j', (pinnedOnly, filter, enteredOnly, expected) => {
    const passing = Object.entries(ENTRIES).filter(([, entry]) =>
      passesLogFilter(entry, { filter, enteredOnly, pinnedOnly }),
    );
    expect(passing.map(([name]) => name)).toEqual(expected);
  });
});
