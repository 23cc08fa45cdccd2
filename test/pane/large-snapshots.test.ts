import { expect, test } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
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
  const screens = await screensAfter('watch', ['', 'c', 'q', 'e'], serviceOf(5000, 2));
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

test('of thousands of rows, the pane has 100 and says so', async () => {
  const [tiles = '', zoom = ''] = await screensAfter('watch', ['', 'z'], serviceOf(1, 20_000));
  expect(tiles).toMatch(/^10 +S9 /m);
  expect(lastLine(tiles)).toMatch(/100 of 20000 rows/);
  expect(lastLine(zoom)).toMatch(/100 of 20000 rows/);
});

test('as many boards and rows as the service has are not counted', async () => {
  const [tiles = '', zoom = ''] = await screensAfter('watch', ['', 'z'], serviceOf(19, 24));
  expect(lastLine(tiles)).not.toMatch(/ of \d/);
  expect(lastLine(zoom)).not.toMatch(/ of \d/);
});

test('what was left out is said of an older snapshot, too', async () => {
  const clock = createFakeClock(Date.UTC(2026, 5, 3, 14, 30));
  const service = serviceOf(5000, 1);
  const transport = async () => {
    const response = await service.transport();
    const asOf = new Date(Math.floor(clock.now() / 60_000) * 60_000).toISOString();
    return responseOf(200, { ...JSON.parse(new TextDecoder().decode(response.body)), asOf });
  };
  const screens = await screensAfter('watch', [...Array(120).fill(''), '['], { transport, clock });
  const past = screens.at(-1) ?? '';
  expect(past).toMatch(/14:3\d:00/);
  expect(lastLine(past)).toMatch(/100 of 5000 boards/);
});
