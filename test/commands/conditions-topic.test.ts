import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { minuteService } from '../support/minute-service.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli } from '../support/world.ts';

const { stdout: TOPIC } = await runCli('help conditions');
const EXAMPLES = [...TOPIC.matchAll(/^ {2}(--on|--until) "(.+?)" {2,}\S/gm)].map(
  ([, option = '', text = '']) => [option, text] as const,
);

/**
 * Takes symbols in order of rank, some with a number of boards: `NVDA:3 AMD`. dayPct is 9 for HOT, else 1.
 */
function rows(text: string): ReadonlyArray<JsonObject> {
  return text.split(' ').map((word, index) => {
    const [symbol = '', boards = '1'] = word.split(':');
    return rowOf({ symbol, rank: index + 1, boards: Number(boards), dayPct: symbol === 'HOT' ? 9 : 1 });
  });
}

const { topPlay } = bodyOf();
const breadth = (advancers: number) => ({ advancers, decliners: 100 - advancers, symbols: 400 });

/** The service sends these in turn, one each minute. The first snapshot fires nothing. */
const MINUTES: ReadonlyArray<JsonObject> = [
  { boards: { movers: rows('AAA BBB CCC NVDA FOUR:4'), rvol: rows('AAA:1 HOT:2 FOUR:4') } },
  // NVDA reaches the top 3, and four boards for the first time.
  { boards: { movers: rows('AAA BBB NVDA:4 CCC FOUR:4'), rvol: rows('AAA HOT:2 FOUR:4') } },
  // NEW enters the top 3, LOW enters below it, and FOUR leaves one of its four boards.
  { boards: { movers: rows('AAA NEW NVDA:4 BBB LOW'), rvol: rows('AAA HOT:2 FOUR:3') } },
  // HOT reaches a third board, and NVDA leaves the top 3.
  { boards: { movers: rows('AAA NEW BBB NVDA:4 LOW'), rvol: rows('AAA HOT:3 FOUR:3') } },
  // There is no top play now.
  { boards: { movers: rows('AAA NEW BBB NVDA:4 LOW'), rvol: rows('AAA HOT:3 FOUR:3') }, topPlay: null },
  // The market closes, and NVDA is back in the top 3.
  {
    boards: { movers: rows('AAA NEW NVDA:4 BBB LOW'), rvol: rows('AAA HOT:3 FOUR:3') },
    topPlay: null,
    session: 'afterhours',
  },
  // More symbols decline than advance.
  {
    boards: { movers: rows('AAA NEW NVDA:4 BBB LOW'), rvol: rows('AAA HOT:3 FOUR:3') },
    topPlay: null,
    session: 'afterhours',
    breadth: breadth(30),
  },
  // Still more symbols decline than advance.
  {
    boards: { movers: rows('AAA NEW NVDA:4 BBB LOW'), rvol: rows('AAA HOT:3 FOUR:3') },
    topPlay: null,
    session: 'afterhours',
    breadth: breadth(29),
  },
];

/** The events on which each example fires: minute, type and symbol. */
const FIRES: Readonly<Record<string, ReadonlyArray<string>>> = {
  'boards>=4': ['1 confluence NVDA'],
  'entered+movers+rank<=3': ['2 entered NEW'],
  'NVDA+rank<=3+held>=2m': ['7 listed NVDA'],
  'left+boards>=4': ['2 left FOUR'],
  'dayPct>=8+boards>=3,topPlay': ['3 confluence HOT', '4 topPlay null'],
  'session,breadth<=0.4': ['5 session null', '6 breadth null'],
};

const serve = () =>
  minuteService((minute) => ({ topPlay, breadth: breadth(60), ...(MINUTES[minute] ?? MINUTES.at(-1)) }));

function firesIn(stdout: string): ReadonlyArray<string> {
  const lines = stdout === '' ? [] : stdout.trimEnd().split('\n');
  return lines.map((line) => {
    const { asOf, type, symbol } = JSON.parse(line);
    return `${new Date(asOf).getUTCMinutes() - 30} ${type} ${symbol}`;
  });
}

describe('boards help conditions', () => {
  test('fits a terminal of 80 by 24, and has six quoted examples', () => {
    const lines = TOPIC.trimEnd().split('\n');
    expect(lines.length).toBeLessThan(24);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(EXAMPLES.map(([, text]) => text)).toEqual(Object.keys(FIRES));
  });

  test.each(EXAMPLES)('%s %s: --on fires only at these events', async (_, text) => {
    const args = ['watch', '--events', '-n', '60', '--count', String(MINUTES.length), '--on', text];
    const { exitCode, stdout } = await runCli(args, serve());
    expect({ exitCode, fires: firesIn(stdout) }).toEqual({ exitCode: 0, fires: FIRES[text] });
  });

  test.each(EXAMPLES)(
    '%s %s: --until ends at the first event if nothing holds at the start',
    async (_, text) => {
      // FOUR is on four boards at the start already.
      const hidden = text === 'boards>=4' ? ['-b', 'movers', '--symbol', 'NVDA'] : [];
      const args = ['watch', '--events', '-n', '60', '--on', text, '--until', text, ...hidden];
      const { exitCode, stdout } = await runCli(args, serve());
      const [first = ''] = FIRES[text] ?? [];
      expect({ exitCode, fires: firesIn(stdout) }).toEqual({ exitCode: 0, fires: [first] });
    },
  );

  test('hidden rows count as false, so a row fires when it is shown again', async () => {
    const service = () =>
      minuteService((minute) => ({ boards: { movers: rows(minute % 2 === 0 ? 'A HOT' : 'HOT A') } }));
    const fires = async (option: string) => {
      const { stdout } = await runCli(`watch --events -n 60 --count 4 --on dayPct>=8${option}`, service());
      return firesIn(stdout);
    };
    expect(await fires('')).toEqual([]);
    expect(await fires(' -l 1')).toEqual(['1 moved HOT', '3 moved HOT']);
  });

  test('a condition that holds at the start ends --until at once', async () => {
    const { exitCode, stdout, world } = await runCli('watch --events --until boards>=4', serve());
    expect({ exitCode, fires: firesIn(stdout) }).toEqual({ exitCode: 0, fires: ['0 confluence FOUR'] });
    expect(world.requests).toHaveLength(1);
  });
});

describe('a condition about hidden or unknown rows', () => {
  test.each([
    [
      '--on rvol+rank<=3 -b movers',
      '"rvol+rank<=3" never fires: board rvol is hidden',
      'Add it to -b, or to the preference boards.',
    ],
    [
      '--until topPlay,board:BUZZ -t scalp,day',
      '"board:BUZZ" never fires: buzz is not a board of scalp, day',
      'buzz exists in swing, position, investing: use -t swing',
    ],
  ])('is an error: %s', async (options, message, hint) => {
    const { exitCode, stdout, stderr, world } = await runCli(`watch --events ${options}`, serve());
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toBe(`error: ${message}\nhint: ${hint}\n`);
    expect(world.requests).toEqual([]);
  });

  test.each([
    ['--on rank>=4 -l 3', 2],
    ['--on rank>=3 -l 3', 0],
    ['--on rank<=9 -l 3', 0],
    ['--on boards>=4 -l 3', 0],
    ['--on rank>=4 -l 3 --sort price', 0],
    // The limit applies to each tier of money flow.
    ['--on moneyFlow+rank>=20 -l 3', 0],
    ['--on board:MOVERS+rank>=4 -b movers -l 3', 2],
    ['--on Movers+boards>=4 -b MOVERS', 0],
  ])('and a limit: with %s, the exit code is %i', async (options, exitCode) => {
    const ended = await runCli(`watch --events --count 1 ${options}`, serve());
    expect(ended.exitCode).toBe(exitCode);
    if (exitCode === 2)
      expect(ended.stderr).toMatch(
        /^error: ".*" never fires: a limit of 3 hides these ranks\nhint: Use a higher limit \(-l, or the preference limit\), or a condition on ranks within it\.\n$/,
      );
  });

  test('is noted if this version does not know the board', async () => {
    const { exitCode, stderr } = await runCli('watch --events --count 1 --on board:newOne+rank<=3', serve());
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringContaining('"board:newOne+rank<=3": this version does not know the board newOne'),
    });
  });
});
