import { describe, expect, test } from 'vitest';
import type { BoardMovement } from '../../src/model/movement.ts';
import type { Since } from '../../src/model/since.ts';
import { MINUTE_MS } from '../../src/time-units.ts';
import { formatAgeText } from '../../src/view/age.ts';
import { NOTHING_REMEMBERED, remember } from '../../src/watch/remembered.ts';
import { snapshotAt } from '../support/generated-snapshots.ts';
import { memoryOf } from '../support/memory.ts';
import { rowOf } from '../support/snapshots.ts';

type Step = readonly [time: string, boards: string, fields?: { readonly [key: string]: unknown }];

const STEPS: ReadonlyArray<Step> = [
  ['14:00', 'movers: A B C', { breadth: { advancers: 100, decliners: 300, symbols: 400 } }],
  ['14:04', 'movers: B A; rvol: A'],
  ['14:08', 'movers: B A; rvol: A', { breadth: { advancers: 150, decliners: 250, symbols: 400 } }],
  ['14:12', 'movers: D B A; rvol: A'],
];

function rememberedOf(
  steps: ReadonlyArray<Step>,
  since: Since = 'last',
  last = new Map<string, BoardMovement>(),
) {
  const memory = memoryOf(steps.map((step) => snapshotAt(...step)));
  return remember(memory, since, last);
}

/** `B 2→1, D NEW, left C 3`. */
function summarize(movement: BoardMovement | undefined): string {
  const marks = [...(movement?.marks ?? [])].map(([symbol, { from, to }]) => `${symbol} ${from ?? ''}→${to}`);
  return [...marks, ...(movement?.left ?? []).map(({ symbol, was }) => `left ${symbol} ${was}`)].join(', ');
}

describe('what moved', () => {
  test.each<readonly [since: Since, movers: string, rvol: string, advancersBefore: number | undefined]>([
    ['start', 'D →1, A 1→3, left C 3', 'A →1', 100],
    [8 * MINUTE_MS, 'D →1', '', 231],
    [4 * MINUTE_MS, 'D →1', '', 150],
    [60 * MINUTE_MS, 'D →1, A 1→3, left C 3', 'A →1', 100],
  ])('since %s: movers %j, rvol %j, advancers before %s', (since, movers, rvol, advancers) => {
    const { movement, breadthBefore } = rememberedOf(STEPS, since);
    expect(summarize(movement.get('movers'))).toBe(movers);
    expect(summarize(movement.get('rvol'))).toBe(rvol);
    expect(breadthBefore?.advancers).toBe(advancers);
  });

  test('since the previous snapshot is known without memory', () => {
    const last = new Map([['movers', { marks: new Map(), left: [{ symbol: 'X', was: 9 }] }]]);
    expect(rememberedOf(STEPS, 'last', last).movement).toBe(last);
    expect(rememberedOf([], 'start', last).movement).toBe(last);
    expect(rememberedOf(STEPS.slice(0, 1), 'start', last).movement).toBe(last);
  });

  test('says with what it compares', () => {
    expect(rememberedOf(STEPS, 60 * MINUTE_MS).comparison).toMatchObject({
      index: 0,
      isMemoryTooShort: true,
    });
    expect(rememberedOf(STEPS, 8 * MINUTE_MS).comparison).toMatchObject({
      index: 1,
      isMemoryTooShort: false,
    });
    expect(rememberedOf(STEPS.slice(0, 1)).comparison).toBeNull();
  });
});

describe('a row', () => {
  test.each([
    ['movers', 'A', '≥12m', 'hold'],
    ['movers', 'B', '≥12m', 'hold'],
    ['movers', 'D', '<1m', 'new'],
    ['rvol', 'A', '8m', 'hold'],
  ])('of %s, %s: %s, %s', (board, symbol, age, word) => {
    const past = rememberedOf(STEPS).pastOf(board, symbol);
    expect(past === null ? null : [formatAgeText(past.age), past.trend.word]).toEqual([age, word]);
  });

  test.each([
    ['movers', 'C'],
    ['rvol', 'B'],
    ['forum', 'A'],
    ['__proto__', 'constructor'],
  ])('that is not there has none: %s, %s', (board, symbol) => {
    expect(rememberedOf(STEPS).pastOf(board, symbol)).toBeNull();
  });

  test('that left has a time', () => {
    const remembered = rememberedOf(STEPS);
    expect(remembered.leftAt('movers', 'C')).toBe(Date.UTC(2026, 10, 20, 14, 4));
    expect(remembered.leftAt('rvol', 'C')).toBeNull();
    expect(remembered.leftAt('movers', 'A')).toBeNull();
  });
});

describe('the confluence of a symbol', () => {
  const scored = (time: string, boards: number): Step => [
    time,
    '',
    { boards: { movers: [rowOf({ symbol: 'A', boards })] }, boardNames: ['movers'] },
  ];

  test.each<
    readonly [
      name: string,
      steps: ReadonlyArray<Step>,
      symbol: string,
      age: string | null,
      word: string | null,
    ]
  >([
    ['always the same', [scored('14:00', 3), scored('14:04', 3)], 'A', '≥4m', 'hold'],
    [
      'rose',
      [scored('14:00', 2), scored('14:04', 2), scored('14:08', 2), scored('14:12', 4), scored('14:15', 4)],
      'A',
      '3m',
      'rise',
    ],
    [
      'rose some time ago',
      [scored('14:00', 2), scored('14:04', 4), scored('14:08', 4), scored('14:12', 4)],
      'A',
      '8m',
      'rise',
    ],
    ['is nowhere', [scored('14:00', 3)], 'B', null, null],
  ])('%s', (_, steps, symbol, text, word) => {
    const { age, trend } = rememberedOf(steps).confluenceOf(symbol);
    expect([age === null ? null : formatAgeText(age), trend?.word ?? null]).toEqual([text, word]);
  });
});

test('nothing is known without a snapshot', () => {
  for (const { pastOf, confluenceOf, leftAt, breadthBefore } of [NOTHING_REMEMBERED, rememberedOf([])]) {
    expect(pastOf('movers', 'A')).toBeNull();
    expect(confluenceOf('A')).toEqual({ age: null, trend: null });
    expect(leftAt('movers', 'A')).toBeNull();
    expect(breadthBefore).toBeNull();
  }
});
