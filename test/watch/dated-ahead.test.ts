import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/lib/time.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { boardsOf, minuteService, START } from '../support/minute-service.ts';
import { play, press, type Script, shoot } from '../support/play.ts';
import { responseOf, transportOf } from '../support/responses.ts';
import { bodyOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

const AHEAD = '2099-01-01T00:00:00Z';
const SAID = 'dated in the future';

/** Each minute has a symbol of its own; those of some minutes are dated ahead, or otherwise than they should be. */
function serviceWith(asOfOf: (minute: number) => string | undefined, from = 0, more = '') {
  return minuteService((minute) => {
    const asOf = asOfOf(minute + from) ?? new Date(START + (minute + from) * MINUTE_MS).toISOString();
    return { ...boardsOf({ movers: `AAA S${minute + from} ${more}`.trim() }), asOf };
  });
}

function recorded(directory: string): ReadonlyArray<string> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const lines = files
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').trim().split('\n'));
  return lines.map((line) => JSON.parse(line).asOf.slice(11, 16));
}

/** The pane at half of each minute, as a board with ages. */
async function watched(service: ReturnType<typeof serviceWith>, minutes: number, directory: string) {
  const shots = Array.from(
    { length: minutes },
    (_, minute) => [minute * 60 + 30, shoot(`${minute}`)] as const,
  );
  const script: Script = [[3, press('z')], ...shots, [minutes * 60, press('\x03')]];
  const env = { BOARDS_DATA_DIR: directory };
  return play('watch --record --interval 60', script, { ...service, env, columns: 120 });
}

const ageOf = (screen: string) => /^ +1 .{3} AAA .*?(≥?\d+m)/m.exec(screen)?.[1];

describe('a snapshot that is dated ahead', () => {
  test('is shown under a banner, not kept, and replaced by the next one; memory survives', async () => {
    const directory = temporaryDirectory();
    const screens = await watched(
      serviceWith((minute) => (minute === 4 ? AHEAD : undefined)),
      7,
      directory,
    );
    const [before, ahead, after] = [
      await screens.screen('3'),
      await screens.screen('4'),
      await screens.screen('5'),
    ];
    expect(before).not.toContain(SAID);
    expect(ahead).toMatch(/ S4 /);
    expect(ahead.split('\n')[2]).toMatch(new RegExp(`${SAID} \\(${AHEAD}\\)`));
    expect(ahead).toMatch(/live, time unknown/);
    expect(after).toMatch(/live 14:35:00 UTC/);
    expect(after).toMatch(/ S5 /);
    expect(after).not.toContain(SAID);
    expect(ageOf(after)).toBe('≥5m');
    expect(recorded(directory)).toEqual(['14:30', '14:31', '14:32', '14:33', '14:35', '14:36']);
  });

  test('as the first one does not keep memory from being filled by the second', async () => {
    const directory = temporaryDirectory();
    await watched(
      serviceWith(() => undefined),
      4,
      directory,
    );
    const service = serviceWith((minute) => (minute === 5 ? AHEAD : undefined), 5);
    service.clock.jumpSoon(5 * MINUTE_MS);
    const script: Script = [
      [2, press('z')],
      [90, shoot('second')],
      [91, press('\x03')],
    ];
    const env = { BOARDS_DATA_DIR: directory };
    const screens = await play('watch --interval 60', script, { ...service, env, columns: 120 });
    expect(ageOf(await screens.screen('second'))).toBe('≥6m');
  });

  test('does not let an older one of another server replace memory', async () => {
    const older = new Date(START + MINUTE_MS).toISOString();
    const asOf = ['', '', '', AHEAD, older];
    const screens = await watched(
      serviceWith((minute) => asOf[minute] || undefined),
      7,
      temporaryDirectory(),
    );
    expect(ageOf(await screens.screen('5'))).toBe('≥5m');
  });

  test('is not kept where it has too many boards to be shown', async () => {
    const boards = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`b${index}`, `S${index}`]));
    const service = minuteService((minute) => ({
      ...boardsOf({ movers: 'AAA', ...boards }),
      ...(minute === 1 ? { asOf: AHEAD } : {}),
    }));
    const screens = await watched(service, 4, temporaryDirectory());
    expect(await screens.screen('1')).toContain(SAID);
    expect(await screens.screen('3')).toMatch(/live 14:33:00 UTC/);
    expect(ageOf(await screens.screen('3'))).toBe('≥3m');
  });

  test.each(['', '--json', '--events --initial', '--plain'])('watch %s: a note says so', async (output) => {
    const times = [0, 1, 2].map((minute) => new Date(START + minute * MINUTE_MS).toISOString());
    const [first, , third] = times.map((asOf, index) =>
      responseOf(200, bodyOf({ asOf, ...boardsOf({ movers: `S${index}` }) })),
    );
    const ahead = responseOf(200, bodyOf({ asOf: AHEAD, ...boardsOf({ movers: 'FAR' }) }));
    const transport = transportOf(...[first, ahead, third].filter((each) => each !== undefined));
    const env = { BOARDS_DATA_DIR: temporaryDirectory() };
    const ended = await runCli(`watch --record --count 3 ${output}`, { transport, env });
    expect(ended.stderr.match(new RegExp(SAID, 'g'))).toHaveLength(1);
    for (const symbol of ['S0', 'FAR', 'S2']) expect(ended.stdout).toContain(symbol);
    expect(recorded(env.BOARDS_DATA_DIR)).toEqual(['14:30', '14:32']);
  });
});

describe('one-shot commands', () => {
  test.each([
    'boards',
    'boards --plain',
    'top',
    'symbol AAA -t day',
    'confluence',
    'boards --csv',
    'boards --json',
  ])('%s: the time of what is dated ahead is unknown, and a note says why', async (args) => {
    const transport = transportOf(responseOf(200, bodyOf({ asOf: AHEAD })));
    const { exitCode, stdout, stderr } = await runCli(args, { transport, isTTY: args === 'boards' });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('AAA');
    expect(stderr.replace(/\s+/g, ' ')).toMatch(`note: the day snapshot is ${SAID} (${AHEAD})`);
    if (/plain|confluence/.test(args)) expect(stdout).toContain('as of unknown');
    if (args === 'boards --json') expect(JSON.parse(stdout).asOf).toBe(AHEAD);
  });

  // Two minutes are the difference of two clocks; where the service's own clock agrees with it, this computer's may be wrong.
  test.each([
    [119, null, true],
    [121, null, false],
    [121, 2, true],
    [3600, 3600, true],
    [3600, 3400, false],
    [3600, -3600, false],
    [-3600, null, true],
  ])('%d s ahead, with a Date header %d s ahead: has a time: %s', async (seconds, headerSeconds, isTimed) => {
    const at = (ahead: number) => new Date(START + ahead * 1000);
    const headers = headerSeconds === null ? {} : { date: at(headerSeconds).toUTCString() };
    const transport = transportOf(responseOf(200, bodyOf({ asOf: at(seconds).toISOString() }), headers));
    const { stderr } = await runCli('boards', { transport });
    expect(stderr.includes(SAID)).toBe(!isTimed);
  });
});
