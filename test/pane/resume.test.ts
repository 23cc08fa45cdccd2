import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { play, press, type Script, shoot } from '../support/play.ts';
import { responseOf } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

const START = Date.UTC(2026, 5, 3, 14, 30);

/**
 * Since `START`, the service rebuilds each minute. NEW enters in the third minute, OLD leaves in the fourth.
 */
function serviceAt(time: number, topPlayIn: (minute: number) => string | null = () => null) {
  const clock = createFakeClock(time);
  const transport = async () => {
    const minute = Math.floor((clock.now() - START) / MINUTE_MS);
    const symbols = ['AAA', ...(minute >= 3 ? ['NEW'] : []), ...(minute < 4 ? ['OLD'] : [])];
    const movers = symbols.map((symbol, index) => rowOf({ symbol, rank: index + 1 }));
    const symbol = topPlayIn(minute);
    const topPlay = symbol === null ? null : { ...rowOf({ symbol }), reasons: [] };
    return responseOf(
      200,
      bodyOf({ asOf: new Date(START + minute * MINUTE_MS).toISOString(), boards: { movers }, topPlay }),
    );
  };
  return { clock, transport };
}

/** GONE is the top play for three minutes, then AAA. Returns the second line of a watch that records. */
async function topPlayLine(minutes: number, seconds: number, directory: string) {
  const service = serviceAt(START + minutes * MINUTE_MS + 5000, (minute) => (minute < 3 ? 'GONE' : 'AAA'));
  const script: Script = [
    [seconds, shoot('end')],
    [seconds + 1, press('\x03')],
  ];
  const env = { BOARDS_DATA_DIR: directory };
  const played = await play('watch --record', script, { ...service, env, columns: 120 });
  return (await played.screen('end')).split('\n')[1];
}

/** Returns the zoomed board and the log after `seconds` of a watch that began `minutes` after the service. */
async function watchFrom(minutes: number, seconds: number, directory: string, command = 'watch --record') {
  const service = serviceAt(START + minutes * MINUTE_MS + 5000);
  const script: Script = [
    [seconds, press('z')],
    [seconds + 1, shoot('boards')],
    [seconds + 2, press('e')],
    [seconds + 3, shoot('log')],
    [seconds + 4, press('\x03')],
  ];
  const env = { BOARDS_DATA_DIR: directory };
  const played = await play(command, script, {
    ...service,
    env,
    columns: 120,
  });
  return { boards: await played.screen('boards'), log: await played.screen('log'), played };
}

const ageOf = (screen: string, symbol: string) =>
  new RegExp(`^ ?\\d+ .{4}${symbol} .*?\\s(≥?\\d+m|–)\\s`, 'm').exec(screen)?.[1];
const entriesOf = (log: string) => log.split('\n').filter((line) => /^\d\d:\d\d /.test(line));

test('a pane that was ended and started again shows the same ages and the same log', async () => {
  const whole = await watchFrom(0, 12 * 60 + 20, temporaryDirectory());
  const directory = temporaryDirectory();
  await watchFrom(0, 5 * 60, directory);
  const resumed = await watchFrom(6, 6 * 60 + 20, directory);
  expect(ageOf(whole.boards, 'AAA')).toBe('≥12m');
  expect(ageOf(whole.boards, 'NEW')).toBe('9m');
  expect(ageOf(resumed.boards, 'AAA')).toBe('≥12m');
  expect(ageOf(resumed.boards, 'NEW')).toBe('9m');
  expect(entriesOf(resumed.log)).toEqual(entriesOf(whole.log));
  expect(entriesOf(resumed.log).join('\n')).toContain('NEW');
});

test('line 1 says RECORDED for snapshots from a file, and PAST for those received since the start', async () => {
  const directory = temporaryDirectory();
  await watchFrom(0, 5 * 60, directory);
  const service = serviceAt(START + 6 * MINUTE_MS + 5000);
  const script: Script = [
    [120, press('[')],
    [121, shoot('second')],
    [122, press('[')],
    [123, shoot('first')],
    [124, press('[')],
    [125, shoot('before')],
    [126, press('\x03')],
  ];
  const env = { BOARDS_DATA_DIR: directory };
  const played = await play('watch', script, { ...service, env, columns: 120 });
  const placeOf = async (name: string) => /◀ .*/.exec(await played.screen(name))?.[0].trimEnd();
  expect(await placeOf('second')).toBe('◀ PAST 14:37:00 UTC, 1m ago   8 of 9');
  expect(await placeOf('first')).toBe('◀ PAST 14:36:00 UTC, 2m ago   7 of 9');
  expect(await placeOf('before')).toBe('◀ RECORDED 14:35:00 UTC, 3m ago   6 of 9');
});

test('a pane that was closed for an hour still has earlier snapshots, without --record', async () => {
  const BOARDS_DATA_DIR = join(temporaryDirectory(), 'data');
  const before = await watchFrom(0, 20 * 60, BOARDS_DATA_DIR, 'watch');
  const service = serviceAt(START + 80 * MINUTE_MS + 5000);
  const script: Script = [
    [10, press('e')],
    [11, shoot('log')],
    [12, press('q/AAA\r')],
    [13, shoot('card')],
    [14, press('q')],
    [15, press('\x1b')],
    [16, press('[z')],
    [17, shoot('past')],
    [18, press('\x03')],
  ];
  const played = await play('watch', script, { ...service, env: { BOARDS_DATA_DIR }, columns: 120 });
  expect(entriesOf(before.log).length).toBeGreaterThan(1);
  expect(entriesOf(await played.screen('log'))).toEqual(expect.arrayContaining(entriesOf(before.log)));
  expect(await played.screen('card')).toMatch(/^\$.* price .* since 14:30/m);
  const past = await played.screen('past');
  expect(/◀ .*/.exec(past)?.[0]).toMatch(/^◀ RECORDED 14:50:00 UTC, 1h00 ago {3}21 of 22/);
  expect(ageOf(past, 'NEW')).toBe('17m');
  const { stdout } = await runCli('boards --at 14:32 --format {symbol}', {
    ...service,
    env: { BOARDS_DATA_DIR },
  });
  expect(stdout).toBe('AAA\nOLD\n');
});

test('line 2 names the previous top play after a restart, too', async () => {
  const directory = temporaryDirectory();
  expect(await topPlayLine(0, 4 * 60, directory)).toMatch(/^TOP {2}AAA .* {2}for 1 min, was GONE$/);
  expect(await topPlayLine(5, 20, directory)).toMatch(/^TOP {2}AAA .* {2}for 2 min, was GONE$/);
});

test('the first frame does not wait for the recording', async () => {
  const directory = temporaryDirectory();
  await watchFrom(0, 5 * 60, directory);
  const service = serviceAt(START + 6 * MINUTE_MS);
  const script: Script = [
    [0.001, shoot('first')],
    [5 * 60 + 19, press('z')],
    [5 * 60 + 20, shoot('later')],
    [5 * 60 + 21, press('\x03')],
  ];
  const env = { BOARDS_DATA_DIR: directory };
  const played = await play('watch', script, { ...service, env, columns: 120 });
  const baselineOf = (screen: string) => screen.split('\n')[2]?.slice(0, 4);
  expect(baselineOf(await played.screen('first'))).toBe('    ');
  expect(baselineOf(await played.screen('later'))).toBe('5m  ');
  expect(ageOf(await played.screen('later'), 'AAA')).toBe('≥11m');
});

test('unreadable recordings are reported in a notice, and the watch goes on', async () => {
  const script: Script = [
    [1, shoot('notice')],
    [95, press('z')],
    [96, shoot('later')],
    [97, press('\x03')],
  ];
  const env = { BOARDS_DATA_DIR: `/${'x'.repeat(300)}` };
  const played = await play('watch', script, { ...serviceAt(START), env, columns: 120 });
  expect(await played.screen('notice')).toContain('recordings cannot be read: ENAMETOOLONG');
  expect(ageOf(await played.screen('later'), 'AAA')).toBe('≥1m');
});
