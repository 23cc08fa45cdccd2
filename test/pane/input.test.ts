import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Transport, TransportResponse } from '../../src/context.ts';
import { createEmulator } from '../support/emulator.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createLoosePane } from '../support/loose-pane.ts';
import { boardsOf, minuteService, swapping } from '../support/minute-service.ts';
import { type Pane, type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, snapshotOf } from '../support/snapshots.ts';

/** Rejects when its request is aborted, as the real transport does. */
function abortable(respond: () => Promise<TransportResponse>): Transport {
  return ({ signal }) =>
    Promise.race([
      respond(),
      new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      ),
    ]);
}

function framesBetween(raw: string, [before, after]: ReadonlyArray<number>): number {
  return raw.slice(before, after).split('\x1b[?2026h').length - 1;
}

describe('one read of the keyboard', () => {
  test.each([
    ['4 KB of keys', 'jkt'.repeat(1367), 1],
    ['keys that change nothing', 'xuv'.repeat(1000), 0],
    ['4 KB of pasted text', `\x1b[200~${'jkt3 '.repeat(820)}\x1b[201~`, 0],
    ['pasted text in the filter', `/\x1b[200~${'ABC\n'.repeat(1000)}\x1b[201~`, 1],
    ['pasted text in the prompt for a time', `@\x1b[200~${'1:2\n'.repeat(1000)}\x1b[201~`, 1],
  ])('of %s draws at most one frame', async (_, chunk, frames) => {
    const lengths: Array<number> = [];
    const measure = (pane: { raw(): string }) => lengths.push(pane.raw().length);
    const script: Script = [
      [5, measure],
      [5.1, press(chunk)],
      [5.2, measure],
      [6, press('\x03')],
    ];
    const { raw, exitCode } = await play('watch', script);
    expect(framesBetween(raw, lengths)).toBe(frames);
    expect(exitCode).toBe(130);
  });

  test('with many timeframe and poll keys polls once, for the last timeframe', async () => {
    const script: Script = [
      [10, press('3452'.repeat(1000) + 'r'.repeat(1000))],
      [15, shoot('end')],
      [16, press('q')],
    ];
    const { world, screen } = await play('watch', script);
    expect(world.requests).toHaveLength(2);
    expect(await screen('end')).toMatch(/^ 1 scalp {3}2 DAY /);
  });
});

describe('keys in one read have the same result as one by one:', () => {
  /** Returns the screen without the time of the next poll, which has a random part. */
  async function screenAfter(
    args: string,
    writes: ReadonlyArray<string>,
    options: PaneOptions,
    seconds = 210,
  ) {
    const script: Script = [
      ...writes.map((keys, index) => [seconds + index / 1000, (pane: Pane) => pane.press(keys)] as const),
      [seconds + 2, shoot('last')],
      [seconds + 3, press('\x03')],
    ];
    const played = await play(args, script, options);
    return (await played.screen('last')).replace(/ +$/gm, '');
  }

  const BOARDS = { movers: 'AAA BBB CCC DDD EEE FFF', rvol: 'BBB CCC', forum: 'ABC BBB', search: 'CCC AAA' };
  const service = () => minuteService(() => boardsOf(BOARDS));

  test.each<[string, string, RegExp]>([
    ['zoom, then a row of the zoomed board', 'jlzj', /^Relative volume ─[\s\S]*▸CCC/m],
    ['zoom, then the boards beside it', 'zllh', /^Relative volume ─/m],
    ['a filter, then a row that matches', '/bc\rj', /▸ABC/],
    ['a filter, then the zoom of a board that matches', '/ab\rz', /^Forum ─[\s\S]*1 board$/m],
    ['the zoom, and back with the row that was selected', 'jjzjjjq', /▸BBB/],
    ['the list of boards, its second board and back', 'bj \rj', /▸AAA/],
    ['a card, and the one of another symbol', 'jj\rqj\r', /^CCC {2}Alpha Works/m],
    ['a card, and the zoom of its first board', 'jj\rz', /^Movers ─[\s\S]*▸BBB/m],
    ['the card of a filter for no symbol', '/zz\r\r', /^ZZ$[\s\S]*on no board of day/m],
    ['a card, scrolled and closed', 'jj\rjjjq', /▸BBB/],
    ['a pin, taken back and set again', 'jj***', /BBB\*.*[\s\S]*BBB pinned/],
    ['two copies', 'jyjy', /BBB copied, if the terminal allows it/],
    ['steps back and forward again', '[[]', / PAST 14:32:00 /],
    ['steps back beyond the oldest', '[[[[[[]', / PAST 14:31:00 /],
    ['a time, and a step back from it', '@14:32\r[', / PAST 14:31:00 /],
    ['a time, and back to live', '@14:32\rqj', /live 14:33:00 [\s\S]*▸AAA/],
    ['two times', '@14:32\r@14:31\r', / PAST 14:31:00 /],
    ['a time that does not exist, then one that does', '@25:61\r@14:31\r', / PAST 14:31:00 /],
    ['a row of an older snapshot', '[[jj', / PAST 14:31:00 [\s\S]*▸BBB/],
  ])('%s', async (_, keys, expected) => {
    const once = await screenAfter('watch', [keys], service());
    expect(once).toMatch(expected);
    expect(await screenAfter('watch', [...keys], service())).toBe(once);
  });

  test('any keys, in any size', async () => {
    const keys = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('j', 'k', 'h', 'l', '\x1b[6~', '\x1b[5~', 'g', 'G') },
        {
          weight: 2,
          arbitrary: fc.constantFrom('z', '?', 'b', ' ', '\t', '1', '2', '3'),
        },
        fc.constantFrom('/A\r', '/T\r', '/\x15\r', '/\x1b[200~L\x1b[201~\r', '/zz\r'),
        { weight: 2, arbitrary: fc.constantFrom('\r', '*', 'y', 'p', 'a', 'e', 'c', 's') },
        { weight: 2, arbitrary: fc.constantFrom('[', ']', ',', '@3m\r', '@14:31\r', '@x\r') },
      ),
      { minLength: 2, maxLength: 16 },
    );
    /**
     * Each timeframe has other boards and symbols, whose order changes every minute, so that nothing is new.
     */
    const boards = () =>
      minuteService((minute, timeframe) => {
        const length = timeframe.length;
        const symbols = (count: number) =>
          Array.from({ length: count }, (__, index) => {
            const place = (index + minute) % count;
            return 'ATLZ'[(place * length) % 4] + String(place % length);
          });
        const names = ['movers', 'rvol', 'forum', 'search', 'buzz', 'alerted', 'moneyFlow'];
        return boardsOf(
          Object.fromEntries(
            names
              .slice(length % 3)
              .map((name, index) => [name, symbols(name === 'moneyFlow' ? 24 : 10 - index).join(' ')]),
          ),
        );
      });
    const size = fc.constantFrom([30, 6], [30, 8], [40, 12], [80, 24], [120, 40]);
    await fc.assert(
      fc.asyncProperty(keys, size, async (pressed, [columns = 80, rows = 24]) => {
        const options = () => ({ ...boards(), columns, rows });
        const args = 'watch -t all';
        const once = await screenAfter(args, [pressed.join('')], options(), 150);
        expect(once).toBe(await screenAfter(args, pressed, options(), 150));
      }),
      { numRuns: 5, seed: 11 },
    );
  });

  test.each(['twz?3b', 'ec', 'zqe?q'])('each layout is drawn once, however often %s shows it', (keys) => {
    let readings = 0;
    const pane = createLoosePane({ now: () => ++readings });
    pane.receive(snapshotOf());
    pane.render();
    readings = 0;
    pane.press(...keys.repeat(600));
    // Each frame reads the clock four times.
    expect(readings).toBeLessThan(40);
  });
});

test('late reports of the terminal, also in two reads, are not handled as keys', async () => {
  const script: Script = [
    [5, shoot('before')],
    [6, (pane) => ['\x1b]11;rgb:11', '11/2222/3333\x1b', '\\', '\x1b[M', ' q3'].forEach(pane.press)],
    [7, shoot('after')],
    [8, press('q')],
  ];
  const played = await play('watch', script);
  expect(await played.screen('after')).toBe(await played.screen('before'));
  expect(played.exitCode).toBe(0);
});

describe('in', () => {
  const MODES = {
    view: '',
    filter: '/AB',
    time: '@10:',
    boards: 'b',
    help: '?',
    paused: ' ',
    zoom: 'z',
  };

  test.each(Object.entries(MODES))('%s, Ctrl-C, Ctrl-\\ and Ctrl-Z work', async (_, keys) => {
    const quit = await play('watch', [
      [5, press(keys)],
      [6, press('\x1c')],
    ]);
    expect(quit).toMatchObject({ exitCode: 131, cooked: true });
    const suspended = await play('watch', [
      [5, press(keys)],
      [6, press('\x1a')],
      [8, press('\x03')],
    ]);
    expect(suspended.raw.split('\x1b[?1049h')).toHaveLength(3);
    expect(suspended).toMatchObject({ exitCode: 130, cooked: true });
  });

  test.each([
    ...Object.entries(MODES),
    ['log', 'e'],
    ['confluence', 'c'],
    ['card', 'j\r'],
    ['unfinished report of the terminal', '\x1b]11;'],
  ])('%s, Ctrl-L writes the whole screen again', async (_, keys) => {
    let written = '';
    const redraw = (pane: Pane) => {
      const start = pane.raw().length;
      pane.press('\x0c');
      written = pane.raw().slice(start);
    };
    const { screen } = await play('watch', [
      [5, press(keys)],
      [5.5, shoot('before')],
      [5.6, redraw],
      [6, shoot('after')],
      [7, press('\x03')],
    ]);
    const { write, lines } = createEmulator({ columns: 100, rows: 30 });
    await write(`\x1b[7m${'Broadcast message\r\n'.repeat(40)}`);
    await write(written);
    const shown = await screen('before');
    expect(lines().join('\n').trimEnd()).toBe(shown.trimEnd());
    expect(await screen('after')).toBe(shown);
    // The pane sets its style and modes again.
    expect(written).toContain('\x1b[?1047h\x1b[0m\x1b[?25l\x1b[?7l\x1b[?2004h');
  });

  test('unfinished report of the terminal, Ctrl-C works', async () => {
    const played = await play('watch', [[5, press('\x1b]11;\x03')]]);
    expect(played).toMatchObject({ exitCode: 130, cooked: true });
  });
});

describe('r says why it does not poll:', () => {
  test.each<[string, string, () => Promise<TransportResponse>, RegExp]>([
    ['paused', ' r', async () => responseOf(200, bodyOf()), /paused; press space to resume *$/],
    ['polled too recently', 'r', async () => responseOf(200, bodyOf()), /polled 3 s ago/],
    [
      'rate limited',
      'r',
      async () => responseOf(429, {}, { 'retry-after': '15' }),
      /rate limited; the next poll is possible in 1[23] s/,
    ],
    ['polling', 'r', () => new Promise(() => undefined), /polling now/],
  ])('%s', async (_, keys, respond, words) => {
    const script: Script = [
      [3, press(keys)],
      [3.1, shoot('notice')],
      [4, press('q')],
    ];
    const played = await play('watch', script, { transport: abortable(respond) });
    expect((await played.screen('notice')).split('\n').at(-1)).toMatch(words);
    expect(played.world.requests).toHaveLength(1);
  });
});

test('r says that it polls, then that nothing is new or why it failed; new data needs no message', async () => {
  const script: Script = [
    [10, press('r')],
    [10.1, shoot('unchanged')],
    [62, press('r')],
    [62.1, shoot('new')],
    [130, press('r')],
    [130.1, shoot('polling')],
    [131, shoot('failed')],
    [132, press('q')],
  ];
  const service = minuteService(swapping, (minute) => (minute === 2 ? responseOf(503, {}) : null));
  const slow: Transport = async (request) => {
    if (service.clock.monotonic() > 129_000) await service.clock.sleep(500);
    return service.transport(request);
  };
  const played = await play('watch -n 10m', script, { ...service, transport: slow });
  const footer = async (name: string) => (await played.screen(name)).split('\n').at(-1);
  expect(await footer('unchanged')).toMatch(/ nothing new yet$/);
  expect(await footer('new')).toMatch(/ 1 board$/);
  expect(await played.screen('new')).toMatch(/ live 14:31:00 /);
  expect(await footer('polling')).toMatch(/ polling now$/);
  expect(await footer('failed')).toMatch(/ polling day failed: service unavailable \(503\)$/);
  expect(await played.screen('failed')).toMatch(/^ stale: last data 14:31:00/m);
});

test('r says each time that it failed, even if the data is too new for a banner', async () => {
  const script: Script = [
    [10, press('r')],
    [10.1, shoot('unavailable')],
    [20, press('r')],
    [20.1, shoot('refused')],
    [30, press('r')],
    [30.1, shoot('again')],
    [40, press('q')],
  ];
  let requests = 0;
  const refused = responseOf(403, { error: 'API key revoked.' });
  const responses = [responseOf(200, bodyOf()), responseOf(503, {}), refused, refused];
  const played = await play('watch -n 10m', script, {
    transport: async () => responses[requests++] ?? refused,
  });
  const footer = async (name: string) => (await played.screen(name)).split('\n').at(-1);
  expect(await footer('unavailable')).toMatch(/ polling day failed: service unavailable \(503\)$/);
  for (const name of ['refused', 'again'])
    expect(await footer(name)).toMatch(/ polling day failed: the key is revoked \(403\)$/);
  expect(requests).toBe(4);
});

test('r shows the whole reason of a failure, beside as many keys as fit', async () => {
  const script: Script = [
    [10, press('r')],
    [10.1, shoot('failed')],
    [20, press('q')],
  ];
  const pages = [responseOf(200, bodyOf()), responseOf(401, '<html>Sign in</html>')];
  const transport = async () => pages.shift() ?? responseOf(503, {});
  const played = await play('watch -n 10m', script, { transport, columns: 100 });
  expect((await played.screen('failed')).split('\n').at(-1)).toMatch(
    /^q quit {2}\? help .* polling day failed: another server responded \(401\); check base URL and proxy$/,
  );
});

test('resuming removes the notice that says how to resume', async () => {
  const script: Script = [
    [3, press(' r')],
    [3.1, shoot('paused')],
    [3.2, press(' ')],
    [3.3, shoot('resumed')],
    [4, press('q')],
  ];
  const played = await play('watch', script, { transport: async () => responseOf(200, bodyOf()) });
  expect((await played.screen('paused')).split('\n').at(-1)).toContain('press space to resume');
  expect(await played.screen('resumed')).not.toContain('press space to resume');
});

describe('a notice', () => {
  test.each([
    ['back', -3_600_000],
    ['forward', 1500],
  ])('disappears after 4 s even if the clock is set %s', async (_, milliseconds) => {
    const clock = createFakeClock();
    const script: Script = [
      [3, press('r')],
      [3.1, shoot('notice')],
      [3.2, () => clock.jumpSoon(milliseconds)],
      [6.5, shoot('still')],
      [9, shoot('over')],
      [10, press('q')],
    ];
    const played = await play('watch', script, { clock });
    expect(await played.screen('notice')).toContain('polled 3 s ago');
    expect(await played.screen('still')).toContain('polled 3 s ago');
    expect(await played.screen('over')).not.toContain('polled 3 s ago');
  });
});
