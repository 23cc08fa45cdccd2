import { describe, expect, test } from 'vitest';
import type { SymbolOutcome } from '../../src/market/symbol-outcomes.ts';
import { renderTopPlay, renderTopPlayLine } from '../../src/output/header-lines.ts';
import { renderTop } from '../../src/output/snapshot-lines.ts';
import { bodyOf, snapshotOf, topPlayOf } from '../support/snapshots.ts';
import { styleOf } from '../support/view-fixtures.ts';

const LATER = Date.UTC(2026, 5, 3, 14, 30);
const LEFT_AT = Date.UTC(2026, 5, 3, 14, 24);

function optionsFor(outcome: SymbolOutcome | null) {
  const outcomes = { newestAt: LATER, find: () => outcome };
  return { ...styleOf(70), isSimulated: false, isRecorded: true, outcomes };
}

describe('an older top play has its outcome', () => {
  const { topPlay } = snapshotOf({ topPlay: topPlayOf({ name: null, reasons: [] }) });
  const found = { rank: null, leftAt: null, shownAt: LATER };

  test.each<[string, SymbolOutcome | null, string, string]>([
    [
      'more boards',
      { ...found, boards: 5, changePct: 1.2 },
      'now ◆5 boards  gain +1.20%',
      'now 5 boards  gain +1.20%',
    ],
    [
      'one board',
      { ...found, boards: 1, changePct: 0 },
      'now 1 board  gain 0.00%',
      'now 1 board  gain 0.00%',
    ],
    [
      'it left',
      { ...found, boards: null, leftAt: LEFT_AT, changePct: -0.3 },
      'left 14:24  gain -0.30%',
      'left 14:24  gain -0.30%',
    ],
    ['nothing is known', null, '', 'now -  gain -'],
  ])('%s', (_, outcome, shown, plain) => {
    const options = optionsFor(outcome);
    const line = 'TOP  AAA $12.50 +4.56% ◆4+';
    expect(renderTopPlayLine(topPlay, options)).toBe(shown === '' ? line : `${line}  ${shown}`);
    const [, , figures, ...others] = renderTopPlay(topPlay, options);
    expect(figures).toBe(`┃ ${'$12.50  +4.56%  ◆4 boards  vol 82.1M'.padEnd(66)} ┃`);
    expect(others.slice(0, -1)).toEqual(shown === '' ? [] : [`┃ ${shown.padEnd(66)} ┃`]);
    expect(renderTopPlay(topPlay, { ...options, mode: 'plain' })).toEqual([
      `top play  AAA  ${plain}  -  12.50  +4.56%  4 boards  bullish`,
    ]);
  });
});

describe('a top play without values', () => {
  const values = {
    symbol: null,
    name: null,
    price: null,
    dayPct: null,
    volume: null,
    boards: null,
    bias: null,
  };
  const snapshot = snapshotOf({
    topPlay: { ...values, reasons: [] },
    breadth: { advancers: null, decliners: 154 },
  });
  const options = { ...styleOf(70), isSimulated: false };

  test('has dashes', () => {
    expect(renderTopPlayLine(snapshot.topPlay, options)).toBe('TOP  – –  –');
    expect(renderTop(snapshot, options)).toEqual([
      'DAY  ● open  as of 14:30:00 UTC, 12 s ago   – up 154 down',
      `┏━ TOP PLAY ${'━'.repeat(57)}┓`,
      `┃ –${' '.repeat(64)}– ┃`,
      `┃ ${'–  –  – boards  vol –'.padEnd(66)} ┃`,
      `┗${'━'.repeat(68)}┛`,
    ]);
  });

  test('has hyphens in plain output', () => {
    expect(renderTop(snapshot, { ...options, mode: 'plain' })).toEqual([
      'day  open  as of 2026-06-03 14:30:00 UTC',
      'advancers -  decliners 154  symbols -',
      'top play  -  -  -  -  -  -',
    ]);
  });
});

test.each([
  ['absent', undefined, false, 'The top play is unknown: it is not in this snapshot.'],
  ['null', null, false, 'No symbol qualifies right now.'],
  ['null in recorded data', null, true, 'No symbol qualified.'],
])('says why there is no top play: %s', (_, topPlay, isRecorded, expected) => {
  const snapshot = snapshotOf({ ...bodyOf(), topPlay });
  const options = { ...styleOf(70), isSimulated: false, isRecorded };
  expect(renderTopPlayLine(snapshot.topPlay, options)).toBe(`TOP  ${expected}`);
  expect(renderTopPlay(snapshot.topPlay, options)[1]).toBe(`┃ ${expected.padEnd(66)} ┃`);
  expect(renderTopPlay(snapshot.topPlay, { ...options, mode: 'plain' })).toEqual([`top play  ${expected}`]);
});
