import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TIMEFRAMES } from '../../src/market/catalogue.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { closedPort, serveBoards } from '../support/loopback.ts';
import { type Ended, type Environment, endOf, PROGRAM } from '../support/program.ts';
import { recordedLines } from '../support/recordings.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { until } from '../support/wait.ts';

const PAGE = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8');

/** The blocks of the page in a language. */
const blocksIn = (language: string) =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) =>
    block.trimEnd(),
  );

const END_OF_CALL = 'end of the call';
/** A stand-in appends to a file its name, BOARDS_TEXT, its stdin and its arguments, each with a zero byte behind it. */
const STAND_IN = `#!/bin/sh
printf '%s\\0' "\${0##*/}" "$BOARDS_TEXT" "$(cat)" "$@" '${END_OF_CALL}' >> "$CALLS"
`;

interface Call {
  readonly name: string;
  readonly args: ReadonlyArray<string>;
  readonly stdin: string;
  readonly text: string;
}

/** A home directory with boards and Node below it, as nvm installs them, and stand-ins for other programs. */
function newHome(...programs: ReadonlyArray<string>) {
  const home = join(temporaryDirectory(), 'Ann Lee');
  const bin = join(home, '.nvm/versions/node/v22.0.0/bin');
  const standIns = join(home, 'stand-ins');
  for (const directory of [bin, standIns, join(home, '.config/ranked-boards')])
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  symlinkSync(process.execPath, join(bin, 'node'));
  symlinkSync(PROGRAM, join(bin, 'boards'));
  for (const program of programs) {
    writeFileSync(join(standIns, program), STAND_IN);
    chmodSync(join(standIns, program), 0o755);
  }
  const config = join(home, '.config/ranked-boards/config.json');
  // A poll every second instead of every minute.
  writeFileSync(config, JSON.stringify({ interval: 1 }), { mode: 0o600 });
  const calls = join(home, 'calls');
  writeFileSync(calls, '');
  const env = {
    HOME: home,
    PATH: `${standIns}:${bin}:/usr/bin:/bin`,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    CALLS: calls,
  };
  return {
    home,
    env,
    /** Without a call that is being written. */
    calls: (): ReadonlyArray<Call> =>
      readFileSync(calls, 'utf8')
        .split(`\0${END_OF_CALL}\0`)
        .slice(0, -1)
        .map((call) => {
          const [name = '', text = '', stdin = '', ...args] = call.split('\0');
          return { name, text, stdin, args };
        }),
  };
}

type Home = ReturnType<typeof newHome>;

/** Runs lines as a careful script would, with nothing on stdin; `isOver` says when a watch is interrupted. */
async function runLines(
  lines: string,
  { home, env }: Home,
  more: Environment,
  isOver?: () => boolean,
): Promise<Ended> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', lines], {
    cwd: home,
    env: { ...env, ...more },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = endOf(child);
  if (isOver !== undefined) {
    await until(isOver).finally(() => process.kill(-(child.pid ?? 0), 'SIGINT'));
  }
  return ended;
}

/** A service whose second response has another top play, which is on four boards. */
const rising = () =>
  serveBoards({
    fields: (index) => ({
      topPlay: { ...Object(bodyOf().topPlay), symbol: index < 1 ? 'AAA' : 'NVDA' },
      boards: { movers: [rowOf({ symbol: 'NVDA', boards: index < 1 ? 3 : 4 })] },
    }),
  });

const FOUR_BOARDS = 'boards day: NVDA on 4 boards (was 3)';
const TOP_PLAY = 'boards day: NVDA top play (was AAA)';

/** What each program gets. */
const EXPECTED: Readonly<Record<string, { readonly args: ReadonlyArray<string>; readonly stdin?: unknown }>> =
  {
    'notify-send': { args: ['boards', FOUR_BOARDS] },
    osascript: {
      args: [
        '-e',
        'on run argv',
        '-e',
        'display notification (item 1 of argv)',
        '-e',
        'end run',
        FOUR_BOARDS,
      ],
    },
    paplay: { args: ['/usr/share/sounds/freedesktop/stereo/message.oga'] },
    afplay: { args: ['/System/Library/Sounds/Ping.aiff'] },
    'spd-say': { args: ['--wait', TOP_PLAY] },
    say: { args: [TOP_PLAY] },
    'curl to a topic': { args: ['-fsS', '--netrc', '-d', FOUR_BOARDS, 'https://ntfy.example/boards'] },
    'curl to a chat': {
      args: ['-fsS', '-H', 'Content-Type: application/json', '-d', '@-', 'https://chat.example/hook'],
      stdin: { text: FOUR_BOARDS },
    },
    powershell: { args: ['-NoProfile', '-ExecutionPolicy', 'Bypass', '-File', 'boards-alert.ps1'] },
  };

/** The alerts of the page, each with the program that it calls. */
const alerts = blocksIn('sh')
  .flatMap((block) => block.split(/\n(?=boards )/))
  .filter((line) => line.includes('--exec'))
  .map((line) => {
    const [, first = ''] = /--exec ["'](\S+)/.exec(line) ?? [];
    const program = first === 'jq' ? 'curl' : first;
    return {
      line,
      program,
      name: program === 'curl' ? `curl to a ${first === 'jq' ? 'chat' : 'topic'}` : program,
    };
  });

test('each alert of the page is tried', () => {
  expect(alerts.map(({ name }) => name)).toEqual(Object.keys(EXPECTED));
});

describe.concurrent('an alert calls', () => {
  test.each(alerts)('$name', async ({ line, program, name }) => {
    const home = newHome(program);
    const { env } = await rising();
    const more = { ...env, CHAT_WEBHOOK: 'https://chat.example/hook' };
    const { stderr } = await runLines(line, home, more, () => home.calls().length > 0);
    expect(stderr).toBe('');
    const [call] = home.calls();
    const { args, stdin } = EXPECTED[name] ?? { args: [] };
    expect(call?.args).toEqual(args);
    if (stdin !== undefined) expect(JSON.parse(call?.stdin ?? '')).toEqual(stdin);
    if (program === 'powershell') expect(call?.text).toBe(FOUR_BOARDS);
  });
});

test('the rows for PowerShell are JSON with numbers', async () => {
  const [, block = ''] = blocksIn('powershell');
  const [, line = ''] = /^\((boards .*) \| ConvertFrom-Json\)/.exec(block) ?? [];
  const { stdout, exitCode } = await runLines(line, newHome(), (await rising()).env);
  expect({ exitCode, rows: JSON.parse(stdout) }).toEqual({
    exitCode: 0,
    rows: [{ symbol: 'NVDA', dayPct: 4.56 }],
  });
});

describe('the status line of tmux', () => {
  const [, line = ''] = /#\((.*)\)"$/m.exec(blocksIn('tmux')[0] ?? '') ?? [];

  test('has the top play, and no sign of a ticker that means something to tmux', async () => {
    const symbol = '#[fg=red]A#{pid}#(touch x)';
    const { env } = await serveBoards({ fields: { topPlay: { ...Object(bodyOf().topPlay), symbol } } });
    const { stdout, stderr } = await runLines(line, newHome(), env);
    expect({ stdout, stderr }).toEqual({
      stdout: expect.stringMatching(/^\?\[fg=red\]A\?\{pid\}\?\(touch x\) \+4\.56% ◆4 \d+\w *\n$/),
      stderr: '',
    });
  });

  test('is empty where the service is down', async () => {
    const env = { BOARDS_BASE_URL: `http://127.0.0.1:${await closedPort()}`, BOARDS_API_KEY: 'of-the-test' };
    expect(await runLines(line, newHome(), env)).toMatchObject({ exitCode: 7, stdout: '', stderr: '' });
  });
});

test('the service of systemd finds a program below the home directory, and records', async () => {
  const home = newHome('systemctl', 'loginctl');
  const block = blocksIn('sh').find((each) => each.includes('systemctl')) ?? '';
  expect(await runLines(block, home, {})).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  expect(home.calls().map(({ name, args }) => [name, ...args].join(' '))).toEqual([
    'systemctl --user daemon-reload',
    'systemctl --user enable boards',
    'systemctl --user restart boards',
    'loginctl enable-linger',
  ]);
  const unit = readFileSync(join(home.home, '.config/systemd/user/boards.service'), 'utf8');
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const [, path = ''] = /^Environment="PATH=(.*)"$/m.exec(unit) ?? [];
  // What a manager of user services knows of the environment.
  const { env } = await serveBoards();
  const known = {
    HOME: home.home,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    BOARDS_DATA_DIR: join(home.home, 'data'),
    ...env,
  };
  const words = command.split(' ');
  expect(spawnSync(words[0] ?? '', [...words.slice(1, 2), '--version'], { env: known }).status).toBe(127);
  const child = spawn(words[0] ?? '', words.slice(1), { env: { ...known, PATH: path }, stdio: 'ignore' });
  const ended = endOf(child);
  const isRecorded = () => {
    const lines = recordedLines(known.BOARDS_DATA_DIR);
    return TIMEFRAMES.every((timeframe) => lines.some((line) => line.includes(`"timeframe":"${timeframe}"`)));
  };
  await until(isRecorded).finally(() => child.kill('SIGTERM'));
  // systemd counts that as a clean stop.
  expect((await ended).signal).toBe('SIGTERM');
});
