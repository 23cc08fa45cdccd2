import { expect, test } from 'vitest';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { screensAfter } from '../support/play.ts';

const TWO = { movers: 'AAA', rvol: 'BBB' };

test('the confluence view of no symbols offers no other ones', async () => {
  const keys = ['c', 'f', '?'];
  const [empty, pressed, help] = await screensAfter(
    'watch',
    keys,
    minuteService(() => boardsOf({})),
  );
  expect(empty).toContain('The snapshot has no boards.');
  expect(empty).not.toContain(' f ');
  expect(pressed?.split('\n').at(-1)).toContain('no symbol here');
  expect(help).not.toContain('two boards or more, all, pins');
});

test.each([
  ['all boards are hidden', TWO, ['ba\r', 'c'], 'All boards are hidden; press b to choose.'],
  [
    'no symbol passes the filter',
    TWO,
    ['c', '/zz'],
    'No symbol matches. Press Enter for what is known of ZZ.',
  ],
  ['no board has a symbol', { movers: '' }, ['c'], 'No symbol is on a board.'],
])('the confluence view says that %s', async (_, boards, keys, reason) => {
  const screens = await screensAfter(
    'watch',
    keys,
    minuteService(() => boardsOf(boards)),
  );
  const lines = screens.at(-1)?.split('\n').slice(3, 6);
  expect(lines?.map((line) => line.trimEnd())).toEqual(['CONFLUENCE  0 symbols', reason, '']);
});
