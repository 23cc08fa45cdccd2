import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Timeframe } from '../../src/market/catalogue.ts';
import { BOARD_CATALOGUE, MONEY_FLOW_TIERS, TIMEFRAMES } from '../../src/market/catalogue.ts';
import { createSandboxTransport, createService } from '../../src/sandbox/service.ts';
import { decodeSnapshot, type Snapshot } from '../../src/service/snapshot.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { marketFrom, recordedMarket } from '../support/market.ts';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const linesOf = async (command: string, options: WorldOptions) => {
  const { stdout } = await runCli(command, { isTTY: true, ...options });
  return stripVTControlCharacters(stdout).split('\n').slice(0, -1);
};

const marketLines = (command: string, options: WorldOptions) =>
  linesOf(command, { ...marketFrom('13:41:20'), ...options });

function simulated(at: string, seed: number): WorldOptions {
  const clock = createFakeClock(Date.parse(at));
  return { clock, transport: createSandboxTransport(createService({ seed, recomputeSeconds: 60 }), clock) };
}

async function snapshotIn(timeframe: Timeframe, options: WorldOptions): Promise<Snapshot> {
  const { stdout } = await runCli(`boards -t ${timeframe} --json`, options);
  const snapshot = decodeSnapshot(JSON.parse(stdout), timeframe);
  if (snapshot === null) throw new Error('not a snapshot');
  return snapshot;
}

/** Returns the first words of the rows by title, such as `7 QI`. */
function tilesIn(lines: ReadonlyArray<string>, columns: number, width: number) {
  const tiles = new Map<string, Array<string>>();
  for (let column = 0; column < columns; column++) {
    let rows: Array<string> = [];
    for (const line of lines) {
      const cells = line.slice(column * (width + 3), column * (width + 3) + width);
      const [, title] = /^(\S.*?) +─* *bds .*─$/.exec(cells) ?? [];
      if (title !== undefined) {
        rows = [];
        tiles.set(title, rows);
      } else {
        const [, rank, symbol] = /^ ?(\d+) (\S+) /.exec(cells) ?? [];
        if (rank !== undefined) rows.push(`${rank} ${symbol}`);
      }
    }
  }
  return tiles;
}

/** Returns the first three rows of each board, and of each tier of money flow. */
function leastTiles({ boards }: Snapshot) {
  return boards.flatMap(({ key, rows }) => {
    const title = BOARD_CATALOGUE.find((entry) => entry.key === key)?.title ?? key;
    const firstOf = (from: number) =>
      rows.slice(from, from + 3).map(({ rank, symbol }) => `${rank} ${symbol}`);
    return key === 'moneyFlow'
      ? MONEY_FLOW_TIERS.map((tier, index) => [`${title} ${tier}`, firstOf(6 * index)] as const)
      : [[title, firstOf(0)] as const];
  });
}

const TIMES = [
  '2026-06-03T14:31:10Z',
  '2026-06-03T19:59:05Z',
  '2026-11-20T09:02:30Z',
  '2026-11-21T02:50:59Z',
];
const CASES = TIMES.flatMap((at, index) =>
  TIMEFRAMES.map((timeframe) => ({ at, timeframe, seed: 3 * index + 1 })),
);

describe('boards over the simulated market', () => {
  const SCREENS = CASES.flatMap((each) =>
    each.timeframe === 'scalp'
      ? [
          { ...each, columns: 120 },
          { ...each, columns: 100 },
        ]
      : [{ ...each, columns: 120 }],
  );
  test.each(SCREENS)('shows all boards of $timeframe at $at on $columns × 40', async (each) => {
    const { at, timeframe, seed, columns } = each;
    const lines = await linesOf(`boards -t ${timeframe}`, { ...simulated(at, seed), columns, rows: 40 });
    const snapshot = await snapshotIn(timeframe, simulated(at, seed));
    expect(lines.length).toBeLessThan(40);
    expect(lines[0]).toMatch(new RegExp(`^${timeframe.toUpperCase()} .* \\d+ s ago .* down +SANDBOX $`));
    const top = snapshot.topPlay?.symbol;
    expect(lines.slice(1, 3).join('\n')).toMatch(
      top === undefined ? /^No symbol qualifies right now\./ : new RegExp(`^ {2}Symbol .* On\n★ ${top} `),
    );
    const [count, width] = columns === 120 ? [3, 38] : [2, 48];
    const tiles = tilesIn(lines, count, width);
    for (const [title, rows] of leastTiles(snapshot))
      expect(tiles.get(title)?.slice(0, rows.length), title).toEqual(rows);
    // The header, the rules and the legend end in the same column.
    const ends = lines.filter((line) => /SANDBOX $|─$/.test(line)).map(displayWidth);
    expect(new Set(ends.slice(0, -1)).size).toBe(1);
  });

  test.each(CASES)('says on the last screen of 80 × 24 what is hot in $timeframe at $at', async (each) => {
    const { at, timeframe, seed } = each;
    const lines = await linesOf(`boards -t ${timeframe}`, { ...simulated(at, seed), columns: 80, rows: 24 });
    const { topPlay } = await snapshotIn(timeframe, simulated(at, seed));
    const { stdout } = await runCli(
      `confluence -t ${timeframe} --min-boards 2 --format {symbol}`,
      simulated(at, seed),
    );
    const hottest = stdout.split('\n').filter((symbol) => symbol !== '' && symbol !== topPlay?.symbol);
    expect(lines.length).toBeGreaterThan(24);
    const last = lines.slice(-23).join('\n');
    expect(last).toContain(topPlay ? `TOP  ${topPlay.symbol} ` : 'TOP  No symbol qualifies right now.');
    expect(last).toMatch(new RegExp(`${timeframe}, .* \\d+ s ago .* SANDBOX`));
    const hot = /^HOT .*/m.exec(last)?.[0] ?? '';
    for (const symbol of hottest.slice(0, 3)) expect(hot).toContain(` ${symbol} `);
    expect(last).toContain(`live: boards watch -t ${timeframe}`);
  });
});

describe('boards on a terminal', () => {
  const ranksIn = (lines: ReadonlyArray<string>) => tilesIn(lines, 3, 38).get('Movers')?.length;

  test.each([
    ['as many ranks as fit', 'boards', {}, 80, 10],
    ['fewer where fewer fit', 'boards', {}, 54, 7],
    ['five where three do not fit', 'boards', {}, 20, 5],
    ['as many as -l says', 'boards -l 7', {}, 40, 7],
    ['as many as the preference limit says', 'boards', { limit: 2 }, 80, 2],
    ['ten with -l 10', 'boards -l 10', {}, 40, 10],
    ['ten where its height is unknown', 'boards', {}, 0, 10],
  ])('shows %s', async (_, command, config, rows, ranks) => {
    expect(ranksIn(await marketLines(command, { config, columns: 120, rows }))).toBe(ranks);
  });

  test('computes the hot list from all ranks, whatever -l is', async () => {
    const hot = async (command: string) =>
      (await marketLines(command, { columns: 120, rows: 0 })).slice(1, 9);
    expect(await hot('boards -l 1')).toEqual(await hot('boards'));
  });

  test('is as wide as the terminal; COLUMNS applies only to pipes', async () => {
    const env = { COLUMNS: '60' };
    const widest = async (command: string, options: WorldOptions) =>
      Math.max(...(await marketLines(command, { env, ...options })).map(displayWidth));
    expect(await widest('boards', { columns: 120, rows: 40 })).toBe(120);
    expect(await widest('boards --no-plain', { isTTY: false })).toBe(60);
  });

  test('shows prices and names in the tiles of three boards at 200 columns', async () => {
    const lines = await marketLines('boards -b movers,rvol,momentum', { columns: 200, rows: 40 });
    expect(lines.join('\n')).toMatch(/ 2 KITE +Kite \S+ .* 14\.01 +\+5\.61% .* 8\.8x/);
  });
});

/** Returns the words of the rows, except cut words, times and counts of further rows. */
function factsIn(lines: ReadonlyArray<string>): ReadonlySet<string> {
  const [text = ''] = lines.join('\n').split(/(?<=advice\.)/);
  const rows = text.split('\n').filter((line) => !/─/.test(line));
  const words = rows.flatMap((line) => line.replace(/ ◆3\+: .*/, '').split(/[ ·,]+/));
  return new Set(words.filter((word) => /^[\w$+-]/.test(word) && !/…|^more\)$|^UTC$|^\d\d:\d\d/.test(word)));
}

test.each(['boards', 'boards -b movers,rvol,momentum', 'boards -b search', 'boards --at 13:32'])(
  'a wider terminal shows no fewer facts of %s',
  async (command) => {
    const BOARDS_DATA_DIR = recordedMarket();
    let before: ReadonlySet<string> = new Set();
    for (let columns = 30; columns <= 250; columns += 4) {
      const shown = factsIn(await marketLines(command, { columns, rows: 0, env: { BOARDS_DATA_DIR } }));
      expect(
        [...before].filter((fact) => !shown.has(fact)),
        `in ${columns} columns`,
      ).toEqual([]);
      before = shown;
    }
    expect(before.size).toBeGreaterThan(30);
  },
);

describe('the hot list', () => {
  const shown = (topPlay: object | null, more: object = {}) => {
    const rows = ['AAA', 'BBB'].map((symbol, index) => rowOf({ symbol, rank: index + 1, boards: 2 - index }));
    const body = bodyOf({ topPlay, boards: { movers: rows, rvol: rows }, ...more });
    return { transport: transportByTimeframe({ day: body }), columns: 80, rows: 40 };
  };

  test('says that no symbol qualifies, without a star', async () => {
    const text = (await linesOf('boards', shown(null))).join('\n');
    expect(text).toMatch(/^No symbol qualifies right now\.\n {2}Symbol .*\n {2}AAA /m);
    expect(text).not.toMatch(/★|BBB .* On/);
  });

  test('has the top play first, even if it is on no board', async () => {
    const topPlay = { ...rowOf({ symbol: 'ZZZ', boards: 3 }), reasons: [] };
    const lines = await linesOf('boards', shown(topPlay));
    expect(lines.slice(2, 4).map((line) => line.slice(0, 5))).toEqual(['★ ZZZ', '  AAA']);
  });

  test('becomes one line with -b, filters or several timeframes', async () => {
    for (const command of ['boards -b movers,rvol', 'boards --min-boards 3', 'boards -t day,swing']) {
      const lines = await marketLines(command, { columns: 120, rows: 90 });
      expect(lines[1]).toBe('TOP  ECHO $74.98 +6.08% ◆5+');
    }
    expect((await marketLines('boards --symbol ZZZ', { columns: 80, rows: 40 })).join()).not.toContain(
      'ECHO',
    );
  });

  test('has the word TOP and a legend in ASCII', async () => {
    const lines = await marketLines('boards', { columns: 120, rows: 40, env: { LC_ALL: 'C' } });
    expect(lines.slice(1, 3).map((line) => line.slice(0, 10))).toEqual(['    Symbol', 'TOP ECHO  ']);
    expect(lines[8]).toMatch(/ +#3\+: on three boards in ranks 1 to 5, bullish/);
  });

  test('counts the boards of other symbols in a line below it, and the symbols left out', async () => {
    const symbols = ['TOP', 'AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', ...'GHIJ'.split('')];
    const rows = symbols.map((symbol, index) =>
      rowOf({ symbol, rank: 1, boards: index < 6 ? 4 : 2, bias: 'neutral' }),
    );
    const topPlay = { ...rows[0], reasons: ['One', 'Two'] };
    const body = bodyOf({ topPlay, boards: { movers: rows } });
    const world = { transport: transportByTimeframe({ day: body }), rows: 0 };
    const others = async (columns: number) =>
      (await linesOf('boards', { ...world, columns })).find((line) => line.startsWith('  EEE'));
    expect(await others(120)).toMatch(/^ {2}EEE ◆4 · FFF 2 · G 2 · H 2 · I 2 · J 2 +◆3\+: on three boards/);
    expect(await others(40)).toBe('  EEE ◆4 · FFF 2 · G 2 (3 more)');
    const { stdout } = await runCli('boards', world);
    expect(stdout).toContain('also on two boards or more: EEE 4, FFF 2, G 2');
  });

  test.each([
    ['other symbols and the legend where there is nothing to say', null],
    ['the boards of a top play that is on none', { ...rowOf({ symbol: 'ZZZ' }), reasons: [] }],
  ])('has no line for %s', async (_, topPlay) => {
    const lines = await linesOf('boards', { ...shown(topPlay), columns: 30 });
    expect(lines.filter((line) => line.trim() === '')).toEqual([]);
  });

  test.each([30, 40, 60])('keeps symbol, change, boards and ranks within %i columns', async (columns) => {
    const lines = await marketLines('boards', { columns, rows: 24 });
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
    const text = lines.join('\n');
    expect(text).toMatch(/^★ ECHO +\+6\.08% ◆5\+\s+Forum 1/m);
    expect(text).toMatch(/^ {2}NOVA +\+37\.66% ◆4\+\s+Alerted 1/m);
  });
});

describe('the reasons of a top play', () => {
  const reasons = ['Talked about on the forum', 'Fresh 52-week high', 'Funds adding', 'Top mover'];
  const body = bodyOf({ topPlay: { ...rowOf({ symbol: 'AAA' }), reasons } });
  const world = {
    transport: transportByTimeframe({ day: body, swing: { ...body, timeframe: 'swing' } }),
    rows: 40,
  };

  test('take as many lines as they need', async () => {
    const lines = await linesOf('top', { ...world, columns: 34 });
    for (const reason of reasons) expect(lines.join('\n')).toContain(reason);
  });

  test('are not cut in the table of several timeframes, which counts those left out', async () => {
    const lines = await linesOf('top -t day,swing', { ...world, columns: 80 });
    expect(lines.find((line) => line.startsWith('swing'))).toMatch(
      / {2}Talked about on the forum \(3 more\)$/,
    );
  });
});
