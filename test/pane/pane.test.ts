import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { boardsOf, minuteService, START, swapping } from '../support/minute-service.ts';
import { type Pane, play, press, type Script, screensAfter, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';

describe('with fresh data, the pane', () => {
  test('writes nothing on an unchanged poll, and only the changed lines of a new snapshot', async () => {
    const script: Script = [
      [29, shoot('first')],
      [59, shoot('unchanged')],
      [61, shoot('second')],
      [62, press('q')],
    ];
    const played = await play('watch -n 30', script, minuteService(swapping));
    expect(played.bytesBetween('first', 'unchanged')).toBe(0);
    expect(played.bytesBetween('unchanged', 'second')).toBeGreaterThan(0);
    expect(played.bytesBetween('unchanged', 'second')).toBeLessThan(1500);
    expect((await played.screen('second')).split('\n')[0]).toContain('14:31:00');
    expect(played).toMatchObject({ exitCode: 0, cooked: true });
  });

  test.each([401, 402, 403])(
    'goes on after a response %d of a firewall, and says what to check',
    async (status) => {
      const page = responseOf(status, '<html>Blocked by policy</html>');
      const service = minuteService(swapping, (minute) => (minute === 1 ? page : null));
      const script: Script = [
        [62, shoot('refused')],
        [190, shoot('later')],
        [191, press('q')],
      ];
      const played = await play('watch --interval 60', script, { ...service, columns: 160 });
      const reason = `another server responded (${status}); check base URL and proxy`;
      expect(await played.screen('refused')).toContain(
        `stale: last data 14:30:00, 1 min old (${reason}); next try`,
      );
      expect(await played.screen('refused')).toMatch(/1 +AAA/);
      expect(await played.screen('later')).not.toContain('stale');
      expect(played.exitCode).toBe(0);
    },
  );

  test.each([
    ['asOf five hours ahead of a correct Date header', 5 * 3_600_000, 0],
    ['a Date header of 1970', 0, -START],
  ])('polls every minute despite %s', async (_, ahead, dateOff) => {
    const clock = createFakeClock(START);
    const transport: Transport = async () => {
      const minute = Math.floor(clock.monotonic() / 60_000);
      const asOf = new Date(START + minute * 60_000 + ahead).toISOString();
      return responseOf(200, bodyOf({ asOf }), { date: new Date(clock.now() + dateOff).toUTCString() });
    };
    const played = await play('watch', [[600, press('q')]], { clock, transport });
    expect(played.world.requests.length).toBeGreaterThanOrEqual(6);
    expect(played.world.requests.length).toBeLessThanOrEqual(12);
  });
});

describe('the pane', () => {
  test('redraws at most 20 times for 1,000 resizes in a second, ends with the right size, and sends no request', async () => {
    const script: Script = [
      [10, shoot('before')],
      ...Array.from(
        { length: 1000 },
        (_, index) =>
          [10 + index / 1000, (pane: Pane) => pane.resize(50 + (index % 70), 20 + (index % 9))] as const,
      ),
      [
        11,
        (pane) => {
          pane.shoot('last resize');
          pane.resize(72, 18);
        },
      ],
      [12, shoot('after')],
      [13, press('q')],
    ];
    const played = await play('watch', script, minuteService(swapping));
    const frames = played.raw.split('\x1b[?2026h').length - 1;
    expect(frames).toBeLessThanOrEqual(2 + 20 + 1);
    const afterwards = await played.screen('after');
    const [fresh] = await screensAfter('watch', [''], { ...minuteService(swapping), columns: 72, rows: 18 });
    expect(afterwards).toBe(fresh);
    expect(afterwards).toMatch(/^Movers ─+ price /m);
    // A resize can change the contents of the terminal, so the pane must write every line again.
    expect(await played.repainted('last resize', 'after')).toBe(afterwards);
    expect(played.world.requests).toHaveLength(1);
  });

  test.each([
    ['the same row', 'A85', 'A85'],
    ['the nearest one, where it has no room', 'A86', 'A85'],
  ])('shows the selected row after a resize: %s', async (_, before, expected) => {
    const keys = 'movers rvol momentum emaTrend forum search lowFloat shorted smartMoney'.split(' ');
    const boards = Object.fromEntries(
      keys.map((key, board) => [key, [1, 2, 3, 4, 5, 6].map((rank) => `A${board}${rank}`).join(' ')]),
    );
    const script: Script = [
      [10, press(`jll${'j'.repeat(11 + Number(before.at(-1)))}`)],
      [11, shoot('before')],
      [11, (pane) => pane.resize(80, 14)],
      [12, shoot('resized')],
      [13, press('*')],
      [14, shoot('pinned')],
      [15, press('q')],
    ];
    const service = minuteService(() => boardsOf(boards));
    const played = await play('watch', script, { ...service, columns: 120, rows: 40 });
    expect(await played.screen('before')).toContain(`▸${before}`);
    expect(await played.screen('resized')).toContain(`▸${expected}`);
    expect(await played.screen('pinned')).toContain(`${expected} pinned`);
  });
});
