import { expect, test } from 'vitest';
import { screensAfter } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';

/** A service with boards `b0`, `b1` … of so many rows each. */
function serviceOf(boards: number, rows: number) {
  const list = Array.from({ length: rows }, (_, index) => rowOf({ rank: index + 1, symbol: `S${index}` }));
  const boardNames = Array.from({ length: boards }, (_, index) => `b${index}`);
  const body = bodyOf({ boards: Object.fromEntries(boardNames.map((key) => [key, list])), boardNames });
  return { transport: async () => responseOf(200, body) };
}

const lastLine = (screen: string) => screen.split('\n').at(-1);

test('of thousands of boards, the pane shows 100 and says so in each view', async () => {
  const screens = await screensAfter('watch', ['', 'z', 'q', 'c', 'q', 'e'], serviceOf(5000, 2));
  for (const screen of screens) expect(lastLine(screen)).toMatch(/100 of 5000 boards/);
  expect(screens[0]).toMatch(/boards 1-8\/100$/);
});

test('the boards of -b are among those that it shows', async () => {
  const [screen = ''] = await screensAfter('watch -b b4999,b7', [''], serviceOf(5000, 2));
  expect(
    screen
      .split('\n')
      .filter((line) => /^b\d+ ─/.test(line))
      .map((line) => line.split(' ')[0]),
  ).toEqual(['b4999', 'b7']);
  expect(lastLine(screen)).not.toMatch(/ of \d/);
});

test('of thousands of rows, the zoom says how many it shows', async () => {
  const [tiles = '', zoom = ''] = await screensAfter('watch', ['', 'z'], serviceOf(1, 20_000));
  expect(tiles).toMatch(/^10 +S9 /m);
  expect(lastLine(zoom)).toMatch(/10 of 20000 rows/);
});

test('as many boards and rows as the service has are not counted', async () => {
  const [tiles = '', zoom = ''] = await screensAfter('watch', ['', 'z'], serviceOf(19, 24));
  expect(lastLine(tiles)).not.toMatch(/ of \d/);
  expect(lastLine(zoom)).not.toMatch(/ of \d/);
});
