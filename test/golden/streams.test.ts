import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/context.ts';
import { describeRun, goldenFolder } from '../support/golden.ts';
import { HOUR_DATE, HOUR_DIRECTORY, hourClock, hourTransport } from '../support/hour.ts';
import { responseOf } from '../support/responses.ts';
import { runCli } from '../support/world.ts';

const golden = goldenFolder('streams');
const TWO_HOURS = 7200;

/** What `replay` prints of the recorded hour. */
function replay(options: string) {
  const env = { BOARDS_DATA_DIR: HOUR_DIRECTORY, BOARDS_API_KEY: undefined };
  return runCli(`replay ${HOUR_DATE} ${options}`, { env, clock: hourClock(TWO_HOURS) });
}

/** What `watch` prints of a service that sends the recorded hour, a snapshot a minute. */
function watch(options: string) {
  const clock = hourClock();
  return runCli(`watch -n 60 ${options}`, { clock, transport: hourTransport(clock) });
}

type Run = Awaited<ReturnType<typeof runCli>>;

/** In place of stdout a line for each snapshot in NDJSON: how many lines of which type it has, their bytes, and a digest. */
function describeDigests(run: Run): string {
  const groups = new Map<string, Array<string>>();
  for (const line of run.stdout.split('\n').slice(0, -1)) {
    const { asOf, timeframe } = JSON.parse(line);
    const name = `${asOf} ${timeframe}`;
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  const lines = [...groups].map(([name, group]) => {
    const types = group.map((line) => String(JSON.parse(line).type ?? 'snapshot'));
    const counts = [...new Set(types)].map(
      (type) => `${types.filter((each) => each === type).length} ${type}`,
    );
    return `${name}  ${counts.join(', ')}  ${digestOf(group.join('\n'))}\n`;
  });
  return describeRun({ ...run, stdout: lines.join('') });
}

function digestOf(text: string): string {
  return `${Buffer.byteLength(text)} bytes ${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

/** As `describeRun`, with a digest in place of each part of stdout, which empty lines divide. */
function describeParts(run: Run): string {
  const parts = run.stdout.split('\n\n').map((part) => `${part.split('\n')[0]}  ${digestOf(part)}\n`);
  return describeRun({ ...run, stdout: parts.join('') });
}

const CONDITIONS = {
  'top-play': 'topPlay',
  'boards-at-least-4': 'boards>=4',
  'rank-on-a-board': 'rank<=3+movers',
  ticker: 'SO',
  'day-pct': 'dayPct>=12,dayPct<=-8',
  breadth: 'breadth<=0.71,session',
} as const;

describe('the recorded hour, byte by byte,', () => {
  test.each([
    ['events-of-three-boards', '--events -b movers,rvol,forum -l 5 -t day'],
    ['events-of-a-symbol-in-two-timeframes', '--events -t day,swing --symbol SO'],
    ['events-of-bearish-symbols-on-three-boards', '--events --bias bearish --min-boards 3 -t day'],
    ['events-from-a-time', '--events --from 22:25 -t swing -l 2'],
    ['events-with-a-cool-down', '--events -t day,swing --on boards>=4 --cooldown 15m'],
    ['json-of-one-row', '--json -t day,swing -b movers -l 1 --from 22:22'],
    ['plain-of-one-board', '-b movers -l 3 --from 22:10 -t day'],
    ['plain-of-two-timeframes', '--plain -t day,swing -b rvol,search -l 2 --from 22:24'],
    ['tables-of-one-board', '--no-plain -b movers,moneyFlow -l 2 --from 22:27 -t day'],
    ['tables-in-color', '--no-plain --color always -b rvol -l 2 --from 22:28 -t day'],
  ])('as %s in a replay', async (name, options) => {
    await golden.matches(name, describeRun(await replay(options)));
  });

  test.each(Object.entries(CONDITIONS))('as events --on %s', async (name, condition) => {
    const run = await replay(`--events -t day,swing --on ${condition}`);
    await golden.matches(`events-on-${name}`, describeRun(run));
  });

  test('as events --on all of these, replayed and live', async () => {
    const on = Object.values(CONDITIONS).join(',');
    const run = await replay(`--events -t day,swing --on ${on}`);
    await golden.matches('events-on-any', describeRun(run));
    const live = await watch(`--events -t day,swing --on ${on} --count 120`);
    expect(live).toMatchObject({ exitCode: 0, stdout: run.stdout, stderr: '' });
  });

  test('as whole snapshots, replayed and live', async () => {
    const run = await replay('--json -t day,swing');
    await golden.matches('json', describeDigests(run));
    expect((await watch('--json -t day,swing --count 120')).stdout).toBe(run.stdout);
  });

  test('as all events, replayed and live, whatever --since says', async () => {
    const run = await replay('--events -t day,swing');
    await golden.matches('events', describeDigests(run));
    expect((await watch('--events -t day,swing --count 120')).stdout).toBe(run.stdout);
    for (const since of ['5m', '1h', 'start'])
      expect((await replay(`--events -t day,swing --since ${since}`)).stdout).toBe(run.stdout);
    const live = await watch('--events --since 1h --count 10');
    expect((await replay('--events -t day')).stdout.startsWith(live.stdout)).toBe(true);
  });

  test('as plain tables and as tables, live', async () => {
    await golden.matches('plain', describeParts(await watch('-t day,swing --count 6')));
    await golden.matches('tables', describeParts(await watch('--no-plain -t day,swing --count 12')));
  });
});

describe('a watch of the recorded hour ends, byte by byte,', () => {
  test.each([
    ['initial', '--events --initial -b movers,rvol -l 2 --for 3m'],
    ['initial-on', '--events --initial --on rank<=1 --count 3'],
    ['count', '--json -b movers -l 1 --count 2'],
    ['for', '--events -b movers -l 2 --for 150s'],
    ['until-met-at-once', '--events --until boards>=5'],
    ['until-met-at-once-json', '--json -b alerted -l 1 --until boards>=5'],
    ['until-met-at-once-plain', '-b alerted -l 2 --until boards>=5'],
    ['until-an-event', '--events -t day,swing --on topPlay --until entered+rank<=5'],
    ['until-an-event-plain', '-b movers -l 1 --until moved+movers'],
    ['until-an-event-json', '--json -b movers -l 1 --until moved+movers'],
    ['until-not-met-for', '--events --on topPlay --until boards>=99 --for 5m'],
    ['until-not-met-count', '-b movers -l 1 --until boards>=99 --count 2'],
    ['until-not-met-json', '--json -b movers -l 1 --until boards>=99 --count 1'],
    ['until-about-a-hidden-board', '--events -b movers --until rvol+boards>=2 --count 3'],
    ['unknown-board', '--events -b movers,nonsuch --count 2'],
    ['unknown-board-of-two-timeframes', '--events -t day,swing -b movers,lowFloat --count 3'],
    ['quiet', '--events -q -b movers,nonsuch --count 3'],
  ])('with %s', async (name, options) => {
    await golden.matches(`end-${name}`, describeRun(await watch(options)));
  });

  test('with failures between snapshots', async () => {
    const clock = hourClock();
    const send = hourTransport(clock);
    const start = clock.monotonic();
    const transport: Transport = async (request) =>
      clock.monotonic() - start > 50_000 && clock.monotonic() - start < 170_000
        ? responseOf(503, { error: 'rebuilding' })
        : send(request);
    const run = await runCli('watch -n 60 --events -b movers -l 1 --count 3', { clock, transport });
    await golden.matches('end-after-failures', describeRun(run));
  });
});
