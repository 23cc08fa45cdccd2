import { describe, expect, test } from 'vitest';
import { goldenFolder } from '../support/golden.ts';
import { type CommandLine, describeResult } from '../support/golden-runs.ts';
import { runCli } from '../support/world.ts';

const golden = goldenFolder('bad-input');

/** Command lines that are not understood. What a person sees is in a file for each group: the error, and what to do. */
const GROUPS: Readonly<Record<string, ReadonlyArray<CommandLine>>> = {
  format: [
    '--format {symbl}',
    '--format {chgg}',
    'top --format {metric}',
    '--format {symbol',
    '--format symbol}',
    ['--format', ''],
    '--format {}',
    '--format {symbol:rw}',
    '--format symbol',
    '--format',
  ],
  plain: ['--plain=yes', 'config list --plain'],
  at: [
    'top --at 25:00',
    'top --at 23:59',
    'top --at tomorrow',
    ['top', '--at', ''],
    'top --at 2026-02-30T10:00',
    'top --at 1d',
    'top --at',
    'top --sandbox --at 10',
    'watch --at 10:15',
  ],
  since: [
    'watch --since 0',
    'watch --since 5d',
    'watch --since strt',
    'watch --since 25h',
    'watch --since',
    'history NVDA --since last',
    'top --since 5m',
  ],
  from: [
    'replay --sandbox --from 9:99',
    'replay --sandbox --from 23:59',
    ['replay', '--sandbox', '--from', ''],
    'replay --from',
    'watch --from 10:15',
  ],
  for: ['watch --for 0', 'watch --for 2d', 'watch --for soon', 'watch --for', 'top --for 5m'],
  cooldown: [
    'watch --on topPlay --bell --cooldown 0',
    'watch --on topPlay --bell --cooldown 1d',
    'watch --cooldown 15m',
    'watch --cooldown',
  ],
  'until-and-on': [
    'watch --until nvdaa!',
    'watch --until boards>4',
    ['watch', '--until', ''],
    'watch --until',
    'watch --on topPlay',
    'watch --on boards --bell',
    'watch --on entred --bell',
    'top --on topPlay',
  ],
  'initial-and-notify': ['watch --initial', 'watch --json --initial', 'watch --notify', 'top --notify'],
  timezone: [
    ['config', 'set', 'timezone', ''],
    'config set timezone est',
    'config set timezone us/eastrn',
    'config set timezone Mars/Phobos',
    'config set timezone GMT+5',
    'config set timezone',
  ],
  'interval-and-timeout': [
    'watch -n 0',
    'watch -n 1d',
    'watch -n fast',
    'watch -n',
    'top --timeout 0',
    'top --timeout 11m',
    'top --timeout 10ms',
    'top --timeout',
  ],
  'option-as-value': [
    '-b --sandbox',
    '--symbol --sandbox',
    '-t --sandbox',
    '-t -q',
    '-qt --sandbox boards',
    '-t --',
    '--format --csv',
    '--sandbox top --at --sandbox',
    'watch --exec --bell',
    '-l -5',
    '-t=--sandbox',
  ],
  'of-sandbox': [
    'sandbox --fault oops',
    'sandbox --port 70000',
    'sandbox --latency -1',
    'sandbox --seed x',
    'sandbox --recompute 0',
  ],
  'of-another-command': [
    '--port 8080',
    '--since 5m',
    'watch --format {symbol}',
    'top -b movers',
    'history FNA --at 10:00',
    'config get limit --json',
    'help --json',
    '--first 3',
    'sandbox --fault',
    'replay --at 10:15',
  ],
  'sandbox-and-key': [
    'login --sandbox',
    '--sandbox login',
    'logout --sandbox',
    '--sandbox logout',
    '--sandbox config',
  ],
  'two-machine-formats': [
    '--csv --json',
    '--format {symbol} --csv',
    'watch --json --events',
    'replay --sandbox --json --events',
  ],
  'mistyped-words': [
    '--sandbox tpo',
    '--limit top',
    '--limit top top',
    '-t day wach',
    '--sandbox --csv top',
    'help jsn',
    'completion bsh',
    'config gt',
    'config get limt',
    'nvda',
    'BRK.B',
    'BORD',
    'bds',
    'movers',
    'moverss',
    'swing',
    'all',
    'version',
    'bords',
    'board',
    'Boards',
    'bord',
    'baords',
    'boards movers',
    '-v',
    '--column symbol',
    '--sandbx symbol NVDA',
    'boards top',
  ],
  'other-values': [
    '--sort chgg',
    '--sort bd',
    '--columns symbol,volum',
    'top --csv',
    'symbol NVDA --csv',
    'symbol NVDA --bias bullish',
    '-l',
    '-l 0',
    '-l 5x',
    ['-b', ''],
    '--min-boards x',
    'symbol',
    'symbol ,',
    'symbol NV$',
    'history',
    'watch --count 0',
    'watch --retries 99',
    'replay 2026-13-01',
    'replay 2026-11-20T10:15:00Z',
    'replay ./no.ndjson',
  ],
};

describe('command lines that are not understood', () => {
  // The clock shows 14:30 UTC.
  test.each(Object.entries(GROUPS))('%s', async (group, lines) => {
    const blocks: Array<string> = [];
    for (const line of lines) {
      const result = await runCli(line);
      const { exitCode, stdout, world } = result;
      const requests = world.requests.length;
      expect({ line, exitCode, stdout, requests }).toEqual({ line, exitCode: 2, stdout: '', requests: 0 });
      blocks.push(describeResult(line, result));
    }
    await golden.matches(group, blocks.join('\n'));
  });

  golden.hasNoOther();
});
