import { beforeAll, describe, expect, test } from 'vitest';
import { type Pane, type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';

const SIZE: PaneOptions = { columns: 120, rows: 40 };

// Importing takes long in simulated time, while the timers go on.
beforeAll(async () => {
  await import('../../src/sandbox/service.ts');
  await import('../../src/commands/shared/recordings.ts');
});

/** The ages and trends of the first board, one for each row. */
const pastsOf = (screen: string) =>
  screen.split('\n').flatMap((line) => /(≥?\d+m|–) +[ ·▁-█]{7}[▁-█] /.exec(line)?.[0] ?? []);

describe('watch --sandbox', () => {
  test('shows the first snapshot, then how long its symbols have been there and what changed', async () => {
    const script: Script = [
      [0.004, shoot('first')],
      [5, shoot('filled')],
      [5.1, press('z')],
      [5.2, shoot('zoom')],
      [5.3, press('qe')],
      [5.4, shoot('log')],
      [5.5, press('c')],
      [5.6, shoot('confluence')],
      [6, press('qqq')],
    ];
    const played = await play('watch --sandbox', script, SIZE);
    expect(played).toMatchObject({ exitCode: 0, cooked: true });

    const first = await played.screen('first');
    expect(first).toMatch(/^1 {5}[A-Z]+ /m);
    expect(first).not.toMatch(/NEW|^5m/m);
    const filled = await played.screen('filled');
    expect(filled.split('\n')[2]).toMatch(/^5m .* in [A-Z]+ [A-Z]/);
    expect(filled).toMatch(/(?:^| {2})\d+ NEW [A-Z]+ /m);

    const zoom = pastsOf(await played.screen('zoom'));
    expect(zoom.length).toBeGreaterThan(4);
    expect(zoom.join('\n')).toMatch(/^≥(?:29|30)m/m);
    expect(zoom.join('\n')).not.toContain('<1m');

    const log = await played.screen('log');
    expect(log).toMatch(/^LOG {2}since 14:25 \(5 min\)$/m);
    expect(log).toMatch(/^14:2\d {2}in {4}[A-Z]+ /m);
    expect(await played.screen('confluence')).toMatch(/\d\dm/);
  });

  test('fills the memory of each of several timeframes', async () => {
    const script: Script = [
      [20, press('2z')],
      [20.5, shoot('day')],
      [21, press('1')],
      [21.5, shoot('scalp')],
      [22, press('\x03')],
    ];
    const played = await play('watch --sandbox -t scalp,day', script, SIZE);
    for (const name of ['day', 'scalp']) expect(pastsOf(await played.screen(name)).join('\n')).toMatch(/\dm/);
  });

  test('adds what is new to what it has filled in', async () => {
    const script: Script = [
      [5, press('z')],
      [305, shoot('later')],
      [306, press('\x03')],
    ];
    const played = await play('watch --sandbox', script, SIZE);
    expect(pastsOf(await played.screen('later')).join('\n')).toMatch(/≥3[45]m/);
  });

  test.each([
    ['q', 0],
    ['\x03', 130],
  ])('ends at once on %j while it is being filled', async (key, exitCode) => {
    for (const seconds of [0.004, 0.05]) {
      const played = await play(
        'watch --sandbox -t day,swing',
        [[seconds, (pane: Pane) => pane.press(key)]],
        SIZE,
      );
      expect(played).toMatchObject({ exitCode, cooked: true });
      expect(played.world.stderr()).toBe('');
      expect(played.world.clock.pending()).toBe(0);
      expect(played.world.clock.monotonic()).toBeLessThan(1000);
    }
  });

  test('writes nothing between two snapshots once it has been filled', async () => {
    const script: Script = [
      [15, shoot('before')],
      [18, shoot('after')],
      [19, press('\x03')],
    ];
    const played = await play('watch --sandbox -n 60', script, SIZE);
    expect(played.bytesBetween('before', 'after')).toBe(0);
  });
});

test('a service of its own is not asked for its past', async () => {
  const script: Script = [
    [20, shoot('tiles')],
    [21, press('e')],
    [22, shoot('log')],
    [23, press('\x03')],
  ];
  const played = await play('watch', script, SIZE);
  expect((await played.screen('tiles')).split('\n')[2]).toMatch(/^ +55% up ▓/);
  expect(await played.screen('log')).toContain('Nothing has changed yet.');
  expect(played.world.requests).toHaveLength(1);
});
