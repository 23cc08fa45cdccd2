import { describe, expect, test } from 'vitest';
import { hourClock, hourTransport } from '../support/hour.ts';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { play, press, type Script, shoot } from '../support/play.ts';
import { runCli } from '../support/world.ts';

const MINUTES = ['AAA BBB CCC', 'AAA CCC', 'AAA CCC DDD', 'DDD AAA CCC'];

/** Returns the zoomed board after four minutes, with the symbols that left. */
async function zoomedScreen(since: string): Promise<string> {
  const service = minuteService((minute) => boardsOf({ movers: MINUTES[minute] ?? MINUTES.at(-1) ?? '' }));
  const script: Script = [
    [229, press('z')],
    [230, shoot('end')],
    [231, press('\x03')],
  ];
  const played = await play(`watch ${since}`.trim(), script, service);
  const lines = (await played.screen('end')).split('\n');
  const marks = lines.flatMap((line) => /^ *\d+ (.{3}) (\w{3}) /.exec(line)?.slice(1).join(' ').trim() ?? []);
  return [...marks, ...lines.filter((line) => line.startsWith('left'))].join(' | ');
}

describe('--since', () => {
  test.each([
    ['', 'NEW DDD | AAA | CCC | left since 3m: BBB 14:31 (was 2)'],
    ['--since last', '▲2  DDD | AAA | CCC'],
    ['--since START', 'NEW DDD | AAA | CCC | left since start: BBB 14:31 (was 2)'],
    ['--since 15m', 'NEW DDD | AAA | CCC | left since 3m: BBB 14:31 (was 2)'],
    ['--since 2m', 'NEW DDD | AAA | CCC'],
    ['--since 90s', 'NEW DDD | AAA | CCC'],
    ['--since 1d', 'NEW DDD | AAA | CCC | left since 3m: BBB 14:31 (was 2)'],
  ])('%j: %s', async (since, expected) => {
    expect(await zoomedScreen(since)).toBe(expected);
  });

  test.each([
    '--events',
    '--events --on boards>=3,left+rank<=3',
    '--events --until rank<=1+NONE',
    '--json -l 2',
  ])('does not change the output of %s', async (output) => {
    const printed = async (since: string) => {
      const clock = hourClock();
      const transport = hourTransport(clock);
      const run = await runCli(`watch -n 60 -t day,swing ${output} --count 24 ${since}`, {
        clock,
        transport,
      });
      return { stdout: run.stdout, stderr: run.stderr, exitCode: run.exitCode };
    };
    const expected = await printed('');
    expect(expected.stdout.split('\n').length).toBeGreaterThan(5);
    for (const since of ['--since last', '--since 5m', '--since start'])
      expect(await printed(since)).toEqual(expected);
  });
});
