import { describe, expect, test } from 'vitest';
import { responseOf, transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { createWorld, runCli } from '../support/world.ts';

const body = bodyOf({
  boards: { movers: [rowOf()], rvol: [rowOf({ symbol: 'BBB' })] },
  boardNames: ['movers', 'rvol'],
});
const transport = transportByTimeframe({ day: body, swing: { ...body, timeframe: 'swing' } });

const widthOf = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

describe('-l above the limit of the service', () => {
  test.each([
    ['10', ''],
    ['11', 'note: the service returns at most 10 rows per board; requesting 10\n'],
    ['9999999999999999', 'note: the service returns at most 10 rows per board; requesting 10\n'],
  ])('-l %s requests 10 rows', async (limit, note) => {
    const { exitCode, stderr, world } = await runCli(`boards -l ${limit}`, { transport });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: note });
    expect(world.requests.map(({ url }) => url.searchParams.get('limit'))).toEqual(['10']);
  });
});

describe('simulated data is labelled', () => {
  const LABEL = 'note: SANDBOX: simulated data\n';
  const simulated = async () => responseOf(200, body, { 'x-sandbox': '1' });

  test.each([
    ['boards --json'],
    ['boards --csv'],
    ['top --json'],
    ['symbol AAA -t day --json'],
    ['confluence --json'],
    ['confluence --csv'],
    ['status --json'],
  ])('%s: on stderr, even with --quiet, for --sandbox and for a server', async (args) => {
    const quiet = args.startsWith('status') ? '' : ' --quiet';
    expect((await runCli(`${args} --sandbox${quiet}`)).stderr).toBe(LABEL);
    expect((await runCli(`${args}${quiet}`, { transport: simulated })).stderr).toBe(LABEL);
    expect((await runCli(args, { transport })).stderr).toBe('');
  });

  test.each(['boards', 'top', 'symbol AAA -t day', 'confluence'])('%s: in the header', async (args) => {
    expect((await runCli(`${args} --sandbox`)).stdout).toContain('SANDBOX');
    expect((await runCli(args, { transport: simulated })).stdout).toContain('SANDBOX');
    expect((await runCli(args, { transport })).stdout).not.toContain('SANDBOX');
  });

  test('status --json: in the output, for a server', async () => {
    const { stdout } = await runCli('status --json', { transport: simulated });
    expect(JSON.parse(stdout).sandbox).toBe(true);
  });
});

describe('preferences', () => {
  test('boards and columns of the config file are used', async () => {
    const env = { BOARDS_CONFIG_DIR: createWorld().configDirectory };
    await runCli('config set boards rvol', { env });
    await runCli('config set columns price,symbol', { env });
    const { stdout } = await runCli('boards --no-plain', { transport, env });
    expect(stdout).toMatch(/^ # Price Symbol\n 1 12\.50 BBB$/m);
    expect(stdout).not.toContain('Movers');
  });

  test.each([
    ['60', 60],
    ['', 100],
    ['wide', 100],
  ])('COLUMNS=%s sets the width', async (COLUMNS, width) => {
    const { stdout } = await runCli('boards --wide --no-color', {
      transport,
      columns: 100,
      isTTY: true,
      env: { COLUMNS },
    });
    expect(widthOf(stdout)).toBe(width);
  });
});

describe('all columns, one board a row,', () => {
  const isWide = (stdout: string) => /^Relative volume ─ volume versus average/m.test(stdout);

  test('are shown with --wide, or with the preference wide, unless --no-wide', async () => {
    const env = { BOARDS_CONFIG_DIR: createWorld().configDirectory };
    const shown = async (args: string) =>
      (await runCli(`boards --no-plain ${args}`, { transport, env })).stdout;
    expect([isWide(await shown('')), isWide(await shown('-w'))]).toEqual([false, true]);
    await runCli('config set wide on', { env });
    expect([isWide(await shown('')), isWide(await shown('--no-wide'))]).toEqual([true, false]);
  });

  test('are shown for a single board', async () => {
    expect(isWide((await runCli('boards --no-plain -b rvol', { transport })).stdout)).toBe(true);
  });
});

test('separates several timeframes by one blank line', async () => {
  const { stdout } = await runCli('boards --no-plain -t day,swing', { transport, columns: 80 });
  expect(stdout.match(/4\.2x\n\nSWING /g)).toHaveLength(1);
  expect(stdout.split('\n\n')).toHaveLength(2);
  expect(stdout).not.toMatch(/\n\n$/);
});

describe('an unknown command', () => {
  test.each([
    ['NVDA', 'Did you mean `boards symbol NVDA`? Commands:'],
    ['BRK.B', 'Did you mean `boards symbol BRK.B`? Commands:'],
    ['WATCH', 'Did you mean `boards watch`? Commands:'],
    ['wach', 'Did you mean `boards watch`? Commands:'],
    ['nvda', 'Did you mean `boards symbol NVDA`? Commands:'],
    ['xyzzy', 'hint: Commands:'],
  ])('%s: %s', async (word, hint) => {
    const { exitCode, stderr, world } = await runCli(word, { transport });
    expect({ exitCode, requests: world.requests.length }).toEqual({ exitCode: 2, requests: 0 });
    expect(stderr).toContain(hint);
  });
});
