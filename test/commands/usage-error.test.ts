import { describe, expect, test } from 'vitest';
import { runCli } from '../support/world.ts';

async function errorOf(line: string): Promise<string> {
  const { exitCode, stdout, stderr, world } = await runCli(line);
  expect({ exitCode, stdout, requests: world.requests.length }).toEqual({
    exitCode: 2,
    stdout: '',
    requests: 0,
  });
  return stderr;
}

describe('a missing value or argument is answered with the usage of its command', () => {
  test.each([
    [
      '-t',
      'error: -t, --timeframe needs a value',
      'hint: Valid: scalp, day, swing, position, investing, all.',
      'hint: Usage: `boards --timeframe <names>`',
    ],
    [
      'symbol NVDA -t',
      'error: -t, --timeframe needs a value',
      'hint: Valid: scalp, day, swing, position, investing, all.',
      'hint: Usage: `boards symbol <ticker...> --timeframe <names>`',
    ],
    [
      'top --palette',
      'error: --palette needs a value',
      'hint: Valid: classic, colorblind, red-up, mono.',
      'hint: Usage: `boards top --palette <name>`',
    ],
    [
      'sandbox --port',
      'error: --port needs a value',
      'hint: For example: --port 8787',
      'hint: Usage: `boards sandbox --port <port>`',
    ],
    [
      'watch --since',
      'error: --since needs a value',
      'hint: Valid: last, start, or for example 15m.',
      'hint: Usage: `boards watch --since <duration>`',
    ],
    ['watch --exec', 'error: --exec needs a value', 'hint: Usage: `boards watch --exec <command>`'],
    [
      '--at',
      'error: --at needs a value',
      'hint: For example: --at 10:15',
      'hint: Usage: `boards --at <time>`',
    ],
    ['symbol', 'error: no ticker given', 'hint: Usage: `boards symbol <ticker...>`'],
    ['top --json=x', 'error: --json takes no value', 'hint: Usage: `boards top --json`'],
    ['history', 'error: no ticker given', 'hint: Usage: `boards history <ticker...>`'],
    [
      'config',
      'error: no config command given',
      'hint: Valid: list, get, set, unset, path.',
      'hint: Usage: `boards config <command>`',
    ],
    [
      'config set palette',
      'error: no value for palette given',
      'hint: Valid: classic, colorblind, red-up, mono.',
      'hint: Usage: `boards config set palette <value>`',
    ],
    [
      'config set pins',
      'error: no value for pins given',
      'hint: For example: `boards config set pins NVDA,AMD`',
    ],
    [
      'completion',
      'error: no shell given',
      'hint: Valid: bash, zsh, fish, powershell.',
      'hint: Usage: `boards completion <shell>`',
    ],
  ])('boards %s', async (line, ...lines) => {
    expect((await errorOf(line)).split('\n')).toEqual([...lines, '']);
  });

  test.each([
    ['config get', 'hint: Usage: `boards config get <name>`'],
    ['config set', 'hint: Usage: `boards config set <name> <value>`'],
    ['config unset', 'hint: Usage: `boards config unset <name>`'],
  ])('boards %s, with the preferences', async (line, usage) => {
    const [error, valid, last] = (await errorOf(line)).split('\n');
    expect(error).toBe('error: no name given');
    expect(valid).toMatch(/^hint: Valid: baseUrl, timeframe, .*palette/);
    expect(last).toBe(usage);
  });
});

test.each([
  ['config list day', 'too many arguments: `boards config list` takes no arguments', '`boards config list`'],
  [
    'completion bash zsh',
    'too many arguments: `boards completion` takes one argument',
    '`boards completion <shell>`',
  ],
  [
    'config get limit day',
    'too many arguments: `boards config get` takes one argument',
    '`boards config get <name>`',
  ],
  ['top NVDA', 'too many arguments: `boards top` takes no arguments', '`boards top`'],
])('boards %s names the usage', async (line, message, usage) => {
  expect(await errorOf(line)).toBe(`error: ${message}\nhint: Usage: ${usage}\n`);
});

describe('an option of other commands names them, and what to use instead', () => {
  test.each([
    ['top --csv', '--csv is for boards, confluence and history', 'Use --json here: `boards top --json`'],
    ['top --csv=x', '--csv is for boards, confluence and history', 'Use --json here: `boards top --json`'],
    ['history AMD --from 10:15', '--from is for replay', 'For example: `boards replay --from 10:15`'],
    [
      'login --sort price',
      '--sort is for boards, watch, confluence and replay',
      'See `boards login --help`.',
    ],
    ['symbol AMD --port 1', '--port is for sandbox', 'For example: `boards sandbox --port 8787`'],
    ['top -n 5', '-n is for watch', 'For example: `boards watch --interval 90s`'],
    ['--exec date', '--exec is for watch', 'Usage: `boards watch --exec <command>`'],
    ['top --jsn', 'unknown option "--jsn"', 'Did you mean --json? See `boards top --help`.'],
    ['config get limit --jsno', 'unknown option "--jsno"', 'See `boards config get --help`.'],
    ['watch --once-changed', 'unknown option "--once-changed"', 'Use --count 2. See `boards watch --help`.'],
    ['top --bogus', 'unknown option "--bogus"', 'See `boards top --help`.'],
    ['top -z', 'unknown option "-z"', 'See `boards top --help`.'],
  ])('boards %s', async (line, message, hint) => {
    expect(await errorOf(line)).toBe(`error: ${message}\nhint: ${hint}\n`);
  });
});

test.each([
  ['sandbox --port x', '--port must be a whole number from 0 to 65535, not "x"', 'For example: --port 8787'],
  [
    'confluence --first 0',
    '--first must be a whole number from 1 to 100000, not "0"',
    'For example: --first 10',
  ],
  ['symbol A$', 'invalid ticker "A$"', 'For example: `boards symbol NVDA AMD`'],
])('boards %s shows a sensible example', async (line, message, hint) => {
  expect(await errorOf(line)).toBe(`error: ${message}\nhint: ${hint}\n`);
});
