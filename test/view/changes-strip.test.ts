import { describe, expect, test } from 'vitest';
import type { BoardMovement } from '../../src/model/movement.ts';
import { leastStripWidth, renderStrip } from '../../src/view/changes-strip.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { CLASSIC, ROLES } from './fixtures.ts';

/** What happened on a board: `OHL ->5` entered, `PIE 6>4` moved, `QLO 3>-` left. */
function movementOf(boards: Readonly<Record<string, string>>): ReadonlyMap<string, BoardMovement> {
  return new Map(
    Object.entries(boards).map(([key, text]) => {
      const changes = text.split(', ').filter((change) => change !== '');
      const parsed = changes.map((change) => {
        const [, symbol = '', from, to] = /^(.+) (-|\d+)>(-|\d+)$/.exec(change) ?? [];
        return { symbol, from: from === '-' ? null : Number(from), to: to === '-' ? null : Number(to) };
      });
      const marks = new Map(
        parsed.flatMap(({ symbol, from, to }) => (to === null ? [] : [[symbol, { from, to }] as const])),
      );
      const left = parsed.flatMap(({ symbol, from, to }) =>
        to === null && from !== null ? [{ symbol, was: from }] : [],
      );
      return [key, { marks, left }] as const;
    }),
  );
}

const strip = (boards: Readonly<Record<string, string>>, width = 200) =>
  renderStrip(movementOf(boards), width, CLASSIC).plain;

/** The changes of the sketch in screens.md. */
const SKETCH = {
  movers: 'OHL ->5, PIE 6>4',
  search: 'CA ->3',
  momentum: 'BRCE 4>1',
  alerted: 'QLO 3>-',
};

describe('what changed', () => {
  test.each([
    ['nothing', {}, ''],
    ['no board moved', { movers: '', search: '' }, ''],
    ['one entered', { movers: 'OHL ->5' }, 'NEW OHL movers 5'],
    ['one climbed', { movers: 'PIE 6>4' }, 'UP PIE movers 6→4'],
    ['one left', { movers: 'QLO 3>-' }, 'OUT QLO movers'],
    ['a fall is no news', { movers: 'PIE 4>6' }, ''],
    [
      'all of them',
      SKETCH,
      'NEW CA search 3 · OHL movers 5  UP BRCE momentum 4→1 · PIE movers 6→4  OUT QLO alerted',
    ],
    ['entered several boards', { movers: 'OHL ->5', search: 'OHL ->3' }, 'NEW OHL movers 5, search 3'],
    ['left several boards', { movers: 'QLO 9>-', search: 'QLO 3>-' }, 'OUT QLO movers, search'],
    ['climbed on several boards', { movers: 'PIE 6>4', rvol: 'PIE 9>1' }, 'UP PIE rvol 9→1 · PIE movers 6→4'],
    ['left one board and entered another', { movers: 'A 2>-', rvol: 'A ->2' }, 'NEW A rvol 2  OUT A movers'],
  ])('%s', (_, boards, text) => {
    expect(strip(boards)).toBe(text);
  });
});

describe('the most important of a group comes first', () => {
  test.each([
    [
      'those on the most boards, then the best rank',
      { movers: 'A ->2, B ->9, C ->1', rvol: 'B ->8' },
      'NEW B movers 9, rvol 8 · C movers 1 · A movers 2',
    ],
    [
      'the biggest climb, then the best rank',
      { movers: 'A 5>4, B 9>3, C 2>1' },
      'UP B movers 9→3 · C movers 2→1 · A movers 5→4',
    ],
    [
      'those that left most boards, then the best rank',
      { movers: 'A 2>-, B 9>-, C 1>-', rvol: 'B 8>-' },
      'OUT B movers, rvol · C movers · A movers',
    ],
  ])('%s', (_, boards, text) => {
    expect(strip(boards)).toBe(text);
  });
});

test('as much as fits, one of each group first; OUT gives way, then UP', () => {
  const shown = new Map<string, number>();
  for (let width = 90; width >= 20; width--) shown.set(strip(SKETCH, width), width);
  expect([...shown].map(([text, width]) => `from ${width}: ${text}`).join('\n')).toMatchInlineSnapshot(`
    "from 86: NEW CA search 3 · OHL movers 5  UP BRCE momentum 4→1 · PIE movers 6→4  OUT QLO alerted
    from 72: NEW CA search 3 · OHL movers 5  UP BRCE momentum 4→1 +1  OUT QLO alerted
    from 60: NEW CA search 3 +1  UP BRCE momentum 4→1 +1  OUT QLO alerted
    from 55: NEW CA search 3 · OHL movers 5  UP BRCE momentum 4→1 +1
    from 43: NEW CA search 3 +1  UP BRCE momentum 4→1 +1
    from 30: NEW CA search 3 · OHL movers 5
    from 20: NEW CA search 3 +1"
  `);
});

test('a group gives way to those before it, even if it is short', () => {
  const boards = { movers: 'AAAAAAA ->10', 'a board with a long key': 'B 9>1', rvol: 'C 1>-' };
  expect(strip(boards, 40)).toBe('NEW AAAAAAA movers 10');
});

test('the first change is cut rather than missing', () => {
  const boards = { alerted: 'TLLT ->1', movers: 'TLLT ->3, K ->4', rvol: 'TLLT ->2' };
  expect(strip(boards, 60)).toBe('NEW TLLT alerted 1, movers 3, rvol 2 · K movers 4');
  expect(strip(boards, 40)).toBe('NEW TLLT alerted 1, movers 3, rvol 2 +1');
  expect(strip(boards, 30)).toBe('NEW TLLT alerted 1, movers 3,…');
});

test.each([
  ['nothing', {}],
  ['entered', SKETCH],
  ['climbed', { movers: 'PIE 6>4, BRCE 4>1' }],
])('leastStripWidth is the width from which no change is cut: %s', (_, boards) => {
  const movement = movementOf(boards);
  const least = leastStripWidth(movement);
  expect(renderStrip(movement, least, CLASSIC).plain).not.toContain('…');
  if (least > 0) expect(renderStrip(movement, least - 1, CLASSIC).plain).toContain('…');
});

test('the words stand out, and boards and ranks do not', () => {
  expect(renderStrip(movementOf(SKETCH), 60, ROLES).painted).toMatchInlineSnapshot(
    `"<highlight>NEW</highlight> CA<muted> search 3</muted><muted> +1</muted>  <up>UP</up> BRCE<muted> momentum 4→1</muted><muted> +1</muted>  <muted>OUT</muted> QLO<muted> alerted</muted>"`,
  );
});

test('symbols and boards are clean, and the strip is never wider than its place', () => {
  const evil = '\x1b]8;;http://evil\x07漢字👩‍💻\u202e';
  const movement = new Map([
    [evil, { marks: new Map([[evil, { from: null, to: 1 }]]), left: [{ symbol: `${evil}1`, was: 1 }] }],
    ['movers', { marks: new Map([[evil.repeat(50), { from: 1e15, to: 1 }]]), left: [] }],
  ]);
  for (let width = 1; width <= 200; width++) {
    const { plain, painted } = renderStrip(movement, width, CLASSIC);
    expect(displayWidth(plain), `at ${width}`).toBeLessThanOrEqual(width);
    expect(painted).toBe(plain);
    expect(plain).not.toMatch(/\p{C}/u);
  }
});
