import { describe, expect, test } from 'vitest';
import { boardsOf, minuteService, swapping } from '../support/minute-service.ts';
import {
  type Pane,
  type PaneOptions,
  play,
  press,
  type Script,
  screensAfter,
  shoot,
} from '../support/play.ts';

/** Returns the last line of the screen after each of the keys. */
async function footers(keys: ReadonlyArray<string>, options: PaneOptions = {}, args = 'watch') {
  const boards = { movers: 'AAA BBB CCC DDD EEE', rvol: 'AAA', forum: 'BBB', search: 'NVDA' };
  const service = minuteService(() => boardsOf(boards));
  const screens = await screensAfter(args, keys, { ...service, columns: 120, ...options });
  return screens.map((screen) => screen.split('\n').at(-1) ?? '');
}

describe('the footer says', () => {
  test.each([
    [
      'how to get out and get help, whatever is shown',
      ['', '?', '?b', 'bz'],
      /^q (?:quit|back) {2}\? help|^q back/,
    ],
    ['the same in 20 columns', ['', 'z'], /^q (?:quit|back) {2}\? help/],
  ])('%s', async (title, keys, expected) => {
    for (const footer of await footers(keys, title.includes('20') ? { columns: 20 } : {}))
      expect(footer).toMatch(expected);
  });

  test('how to end where there is no keyboard', async () => {
    const boards = minuteService(() => boardsOf({ movers: 'AAA BBB' }));
    const end = (pane: Pane) => pane.world.stop('SIGINT');
    const options = { ...boards, columns: 40, isWithoutKeyboard: true };
    const { screen, exitCode } = await play(
      'watch',
      [
        [70, shoot('footer')],
        [71, end],
      ],
      options,
    );
    expect((await screen('footer')).split('\n').at(-1)).toMatch(/^Ctrl-C quits +1 board$/);
    expect(exitCode).toBe(130);
  });

  test('how many boards are shown, with all their rows', async () => {
    expect((await footers(['']))[0]).toMatch(/ 4 boards$/);
    expect((await footers([''], {}, 'watch -b movers'))[0]).toMatch(/ 1 board$/);
  });

  test('what keys do now: space resumes, ? closes the help and opens it from the list', async () => {
    const [tiles, paused, help, list, helpOfList] = await footers(['', ' ', ' ?', '?b', '?'], {
      columns: 140,
    });
    expect(tiles).toMatch(/z zoom .*space pause/);
    expect(paused).toMatch(/^q quit {2}\? help {2}space resume .*paused, 4 boards$/);
    expect(help).toMatch(/^q back {2}\? close$/);
    expect(list).toMatch(/^q back {2}\? help {2}space show or hide {2}a all or none {2}arrows move/);
    expect(helpOfList).toBe(help);
  });

  test.each([
    [120, 'filter B, 1 hidden, 1 board'],
    [40, 'filter B, 1 hidden'],
    [30, 'filter B'],
  ])('in %d columns, first of all what is left out: %s', async (columns, expected) => {
    const [footer = ''] = await footers(['/b\rbjj \r'], { columns });
    expect(footer.endsWith(`  ${expected}`), footer).toBe(true);
  });

  test('a notice beside q and ?, in every width', async () => {
    for (const columns of [20, 30, 40, 80]) {
      const [footer = ''] = await footers([' r'], { columns });
      expect(footer).toMatch(/^q(?: quit)? {2}\?(?: help)? .*paused; press/);
      expect(footer.endsWith('to resume')).toBe(columns >= 40);
    }
  });

  test('a message once the prompt or the list of boards is closed', async () => {
    for (const keys of ['/', 'b']) {
      const [waiting, shown] = await footers([`r${keys}`, '\x1b']);
      expect(waiting).not.toContain('nothing new yet');
      expect(shown).toContain('nothing new yet');
    }
  });

  test('a notice for four seconds, even if new data arrives meanwhile', async () => {
    const script: Script = [
      [60, press('y')],
      [61, shoot('before the data')],
      [63, shoot('with the data')],
      [65, shoot('over')],
      [66, press('q')],
    ];
    const { screen } = await play('watch', script, minuteService(swapping));
    const notice = 'select a row first';
    expect(await screen('before the data')).toMatch(new RegExp(`14:30:00[^]*${notice}`));
    expect(await screen('with the data')).toMatch(new RegExp(`14:31:00[^]*${notice}`));
    expect(await screen('over')).not.toContain(notice);
  });

  test.each([
    ['a time that is found', ['@99:99\r', '@14:30\r'], 'invalid time'],
    ['the same, pressed at once', ['@99:99\r', '@99:99\r@14:30\r'], 'invalid time'],
    ['another view', ['\r\r', 'e'], 'card already open'],
    ['another row', ['y', 'j'], 'select a row first'],
  ])('no message about an older key after %s', async (_, keys, message) => {
    const [first, second] = await footers(keys);
    expect(first).toContain(message);
    expect(second).not.toContain(message);
  });

  test('what s compares with, even if no symbol matches the filter', async () => {
    const [none, changed] = await footers(['/zz,yy\r', 's'], { columns: 140 });
    expect(none).toContain(' s since 5m ');
    expect(changed).toContain('no older snapshot');
  });

  test('the options that filter', async () => {
    const args = 'watch --bias bullish --min-boards 2 --symbol AAA,BBB';
    const [footer] = await footers([''], {}, args);
    expect(footer).toMatch(/ only AAA, BBB, bullish, 2\+ boards, \d boards?$/);
  });

  test.each(['watch --min-boards 2 --symbol AAA,BBB', 'watch --bias bullish --min-boards 2'])(
    'in a narrow pane that the options of %s filter',
    async (args) => {
      const [footer] = await footers([''], { columns: 30 }, args);
      expect(footer).toMatch(/^q quit {2}\? help +filtered$/);
    },
  );

  test('how many boards of this timeframe are hidden', async () => {
    const [, one, other, both] = await footers(['', 'b \r', '3', 'b j \r2'], {}, 'watch -t day,swing');
    expect(one).toMatch(/ 1 hidden, 3 boards$/);
    expect(other).toMatch(/ 4 boards$/);
    expect(both).toMatch(/ 1 hidden, 3 boards$/);
  });

  test('how many boards are hidden; money flow counts once for its four tiles', async () => {
    const flow = Array.from({ length: 24 }, (_, index) => `F${index}`).join(' ');
    const service = () => minuteService(() => boardsOf({ moneyFlow: flow, movers: 'AAA', forum: 'BBB' }));
    const [all, flowHidden, bothHidden] = await footers(['', 'b \r', 'bj \r'], { ...service(), rows: 40 });
    expect(all).toMatch(/ 3 boards$/);
    expect(flowHidden).toMatch(/ 1 hidden, 2 boards$/);
    expect(bothHidden).toMatch(/ 2 hidden, 1 board$/);
    expect((await footers(['ba\r'], { ...service(), rows: 40 }))[0]).toMatch(/ 3 hidden$/);
  });

  test('why none of the requested boards is shown', async () => {
    const service = () =>
      minuteService((_, timeframe) =>
        boardsOf(timeframe === 'day' ? { movers: 'AAA', rvol: 'BBB' } : { steady: 'CCC' }),
      );
    const [screen] = await screensAfter('watch -t day,swing -b steady,none', [''], service());
    expect(screen).toMatch(
      /^This snapshot has none of the boards chosen with -b or the preference boards\.$/m,
    );
  });
});
