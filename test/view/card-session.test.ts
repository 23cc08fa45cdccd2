import { describe, expect, test } from 'vitest';
import type { PathPoint } from '../../src/model/symbol-path.ts';
import { renderCardSession } from '../../src/view/card-session.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import type { Theme } from '../../src/view/theme.ts';
import { pointsFrom } from './card-fixtures.ts';
import { CLASSIC, NOW, ROLES } from './fixtures.ts';

/** From one board to five, and from +1.80% to +6.12% with a dip. */
const HOUR = pointsFrom('13:30', 61, (minute) => ({
  boards: 1 + Math.floor(minute / 15),
  dayPct: 1.8 + minute * 0.072 - (minute > 20 && minute < 35 ? 1 : 0),
}));

const draw = (points: ReadonlyArray<PathPoint>, width = 110, theme: Theme = CLASSIC, now = NOW) =>
  `\n${renderCardSession(points, { width, theme, nowMilliseconds: now })
    .map(({ painted }) => painted)
    .join('\n')}\n`;

test('the session of a symbol is on one line, or on several in a narrow terminal', () => {
  expect(
    [110, 80, 60, 40, 30, 20].map((width) => `at ${width}:${draw(HOUR, width)}`).join(''),
  ).toMatchInlineSnapshot(`
    "at 110:
    boards ▂▂▂▂▂▂▃▃▃▃▃▃▃▄▄▄▄▄▄▅▅▅▅▅▅▅ 1 … 5   change ▁▁▂▂▂▃▃▃▃▂▂▃▃▃▃▅▆▆▆▆▇▇▇▇██ +1.80% … +6.12%   13:30–14:30 UTC
    at 80:
    boards ▂▂▃▃▃▄▄▄▅▅▅ 1 … 5   change ▂▂▃▂▃▃▅▆▇▇█ +1.80% … +6.12%   13:30–14:30 UTC
    at 60:
    boards ▂▂▂▂▂▂▂▃▃▃▃▃▃▃▃▄▄▄▄▄▄▄▅▅▅▅▅▅▅▅ 1 … 5
    change ▁▁▂▂▂▂▃▃▃▃▂▂▂▃▃▃▃▅▅▆▆▆▆▆▇▇▇▇██ +1.80% … +6.12%
    13:30–14:30 UTC
    at 40:
    boards ▂▂▂▂▂▂▃▃▃▃▃▃▃▄▄▄▄▄▄▄▅▅▅▅▅▅▅ 1 … 5
    change ▁▂▂▃▃▂▂▃▃▅▅▆▆▇▇██ +1.80% … +6.12%
    13:30–14:30 UTC
    at 30:
    boards ▂▂▂▂▃▃▃▃▄▄▄▄▅▅▅▅▅ 1 … 5
    change +1.80% … +6.12%
    13:30–14:30 UTC
    at 20:
    boards 1 … 5
    change +1.80% … +6.…
    13:30–14:30 UTC
    "
  `);
});

test('it is painted by role: the change by its direction', () => {
  const falling = HOUR.map((point) => ({ ...point, dayPct: -(point.dayPct ?? 0) }));
  expect(draw(HOUR, 80, ROLES) + draw(falling, 80, ROLES)).toMatchInlineSnapshot(`
    "
    <muted>boards </muted><accent>▂▂▃▃▃▄▄▄▅▅▅ </accent>1 … 5   <muted>change </muted><up>▂▂▃▂▃▃▅▆▇▇█ </up>+1.80% … +6.12%   <muted>13:30–14:30 UTC</muted>

    <muted>boards </muted><accent>▂▂▃▃▃▄▄▄▅▅▅ </accent>1 … 5   <muted>change </muted><down>▇▇▆▇▆▆▄▃▂▂▁ </down>-1.80% … -6.12%   <muted>13:30–14:30 UTC</muted>
    "
  `);
});

describe('what is not known', () => {
  test.each<readonly [name: string, points: ReadonlyArray<PathPoint>]>([
    ['no snapshot', []],
    ['a single snapshot', HOUR.slice(0, 1)],
    ['on no board all day', pointsFrom('13:30', 61, () => ({ boards: 0, dayPct: null }))],
  ])('%s: no line', (_, points) => {
    expect(draw(points)).toBe('\n\n');
  });

  test('a symbol that was away has a gap in its change, and no boards', () => {
    const away = pointsFrom('13:30', 61, (minute) =>
      minute > 20 && minute < 40 ? { boards: 0, dayPct: null } : { boards: 4, dayPct: 2 + minute / 20 },
    );
    expect(draw(away)).toMatchInlineSnapshot(`
      "
      boards ▅▅▅▅▅▅▅▅▅▁▁▁▁▁▁▁▁▅▅▅▅▅▅▅▅▅ 4 … 4   change ▁▁▂▂▂▃▃▃▃········▆▆▆▇▇▇▇██ +2.00% … +5.00%   13:30–14:30 UTC
      "
    `);
  });

  test('a hole in memory is a gap', () => {
    const hole = HOUR.filter((_, minute) => minute < 20 || minute > 40);
    expect(draw(hole)).toMatchInlineSnapshot(`
      "
      boards ▂▂▂▂▂▂▃▃▃▃▃······▄▄▅▅▅▅▅▅▅ 1 … 5   change ▁▁▂▂▂▃▃▃▃▃▃······▆▆▆▇▇▇▇██ +1.80% … +6.12%   13:30–14:30 UTC
      "
    `);
  });

  test('without changes of the day, only the boards are shown', () => {
    expect(draw(pointsFrom('13:30', 61, () => ({ boards: 3, dayPct: null })))).toMatchInlineSnapshot(`
      "
      boards ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄ 3 … 3   13:30–14:30 UTC
      "
    `);
  });

  test('with a score of 0, only the change is shown', () => {
    expect(
      draw(pointsFrom('13:30', 61, (minute) => ({ boards: 0, dayPct: minute / 10 }))),
    ).toMatchInlineSnapshot(`
      "
      change ▁▁▂▂▂▂▃▃▃▃▃▄▄▄▄▅▅▅▅▆▆▆▆▆▇▇▇▇██ 0.00% … +6.00%   13:30–14:30 UTC
      "
    `);
  });
});

test('two snapshots have a cell each', () => {
  expect(draw(HOUR.slice(0, 2))).toMatchInlineSnapshot(`
    "
    boards ▂▂ 1 … 1   change ▁█ +1.80% … +1.87%   13:30–13:31 UTC
    "
  `);
});

test('the date of another day is said once', () => {
  expect(draw(HOUR, 110, CLASSIC, NOW + 24 * 60 * 60_000)).toContain('   2026-06-03 13:30–14:30 UTC\n');
});

test('more boards than usual are never taller than the line', () => {
  const many = pointsFrom('13:30', 61, (minute) => ({ boards: minute, dayPct: null }));
  expect(draw(many)).toMatchInlineSnapshot(`
    "
    boards ▁▁▂▂▂▂▃▃▃▃▃▄▄▄▄▅▅▅▅▆▆▆▆▆▇▇▇▇██ 0 … 60   13:30–14:30 UTC
    "
  `);
});

test('both sparklines end at the same cell of time, whatever the width', () => {
  for (let width = 20; width <= 120; width++) {
    const lines = renderCardSession(HOUR, { width, theme: CLASSIC, nowMilliseconds: NOW });
    for (const { plain } of lines) expect(displayWidth(plain), `at ${width}`).toBeLessThanOrEqual(width);
    const sparks = lines.flatMap(({ plain }) => plain.match(/[▁-█]+/gu) ?? []);
    if (lines.length === 1) expect(new Set(sparks.map((spark) => spark.length)).size).toBe(1);
  }
});
