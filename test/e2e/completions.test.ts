import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/directories.ts';
import { until } from '../support/wait.ts';

const script = (name: string) => fileURLToPath(new URL(`../../completions/${name}`, import.meta.url));
const HOME = temporaryDirectory();
writeFileSync(join(HOME, 'recorded.ndjson'), '');
// The PATH does not contain the program, because completion must not start it.
const env = {
  PATH: '/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin',
  HOME,
  XDG_CONFIG_HOME: HOME,
  TERM: 'xterm',
};

const TAB = '\t';
const ALL = '\x14';
const REPORT = '\x0f';
const CLEAR = '\x15';

interface Shell {
  readonly file: string;
  /** The line after Tab. */
  tab(line: string): Promise<string>;
  /** All completions of the last word. */
  candidates(line: string): Promise<ReadonlyArray<string>>;
  close(): void;
}

/** A shell in a pseudo-terminal; `setup` binds ALL to insert every candidate and REPORT to print the line as <<line>>. */
function openLineEditor(file: string, args: ReadonlyArray<string>, setup: string): Shell {
  const child = pty.spawn(file, [...args], { cols: 400, rows: 50, env });
  let output = '';
  child.onData((data) => {
    output += data;
  });
  const printed = async (pattern: RegExp) => {
    await until(
      () => pattern.test(output),
      () => `${file} never printed ${pattern}: ${output}`,
    );
    const found = pattern.exec(output)?.[1] ?? '';
    output = '';
    return found;
  };
  // The split word keeps the terminal's echo of the command from matching as its output.
  child.write(`${setup}; printf 'rea%s\n' dy\n`);
  const ready = printed(/ready/);
  const edit = async (line: string, key: string) => {
    await ready;
    child.write(`${line}${key}${REPORT}`);
    const edited = await printed(/<<([^>]*)>>/);
    child.write(CLEAR);
    return edited;
  };
  return {
    file,
    tab: (line) => edit(line, TAB),
    async candidates(line) {
      const edited = await edit(line, ALL);
      return edited
        .slice(lastWordStart(line))
        .split(' ')
        .filter((word) => word !== '');
    },
    close: () => child.kill('SIGKILL'),
  };
}

function openBash(): Shell {
  const keys = String.raw`bind '"\C-t": insert-completions'; bind -x '"\C-o": printf "<<%s>>" "$READLINE_LINE"'`;
  return openLineEditor(
    'bash',
    ['--norc', '--noprofile', '-i'],
    `source '${script('boards.bash')}'; ${keys}`,
  );
}

const ZSH_KEYS = [
  'zle -C all complete-word _generic',
  "zstyle ':completion:all:*' completer _all_matches _complete",
  "zstyle ':completion:all:*' insert true",
  "bindkey '^T' all",
  'report() { print -rn -- "<<$BUFFER>>" }',
  "zle -N report && bindkey '^O' report",
].join('; ');

function openZshSourced(): Shell {
  const load = `autoload -Uz compinit && compinit -D -u; source '${script('boards.zsh')}'`;
  return openLineEditor('zsh', ['-f', '-i'], `${load}; ${ZSH_KEYS}`);
}

function openZshAutoloaded(): Shell {
  copyFileSync(script('boards.zsh'), join(HOME, '_boards'));
  const load = `fpath=('${HOME}' $fpath); autoload -Uz compinit && compinit -D -u`;
  return openLineEditor('zsh', ['-f', '-i'], `${load}; ${ZSH_KEYS}`);
}

/** Fish can list completions without a terminal. */
function openFish(): Shell {
  const candidates = async (line: string) => {
    const command = `source '${script('boards.fish')}'; complete -C '${line}'`;
    const { stdout } = spawnSync('fish', ['--no-config', '-c', command], { encoding: 'utf8', env });
    return stdout
      .split('\n')
      .flatMap((row) => row.split('\t').slice(0, 1))
      .filter((word) => word !== '');
  };
  return {
    file: 'fish',
    candidates,
    async tab(line) {
      const [only, ...others] = await candidates(line);
      return only === undefined || others.length > 0 ? line : line.slice(0, lastWordStart(line)) + only;
    },
    close: () => undefined,
  };
}

function lastWordStart(line: string): number {
  return line.lastIndexOf(' ') + 1;
}

/** Removes what only some shells add: an option before its value, and `=` or a comma at the end. */
function plain(words: ReadonlyArray<string>): ReadonlyArray<string> {
  return words.map((word) => word.replace(/^--[a-z-]+=(?=.)/, '').replace(/[=,]$/, '')).sort();
}

const SHELLS = [
  ['bash', openBash],
  ['zsh, sourced', openZshSourced],
  ['zsh, autoloaded', openZshAutoloaded],
  ['fish', openFish],
] as const;

describe.each(SHELLS)('%s', (name, open) => {
  const [file = ''] = name.split(',');
  // The bash of macOS is 3.2, which does not tell a key binding what the line is.
  const probe = file === 'bash' ? '[ "$BASH_VERSINFO" -ge 4 ]' : 'exit';
  const isMissing = spawnSync(file, ['-c', probe], { env }).status !== 0;
  if (isMissing) {
    test.skip(`${file} is not installed here, or too old`);
    return;
  }
  const shell = open();
  afterAll(() => shell.close());

  test.each([
    ['boards wat', 'boards watch'],
    ['ranked-boards conflu', 'ranked-boards confluence'],
    ['boards --vers', 'boards --version'],
    ['boards -t day,sw', 'boards -t day,swing'],
    ['boards top --retries 3 --palette col', 'boards top --retries 3 --palette colorblind'],
    ['boards -b movers,ema', 'boards -b movers,emaTrend'],
    ['boards config uns', 'boards config unset'],
    ['boards config set columns symbol,pri', 'boards config set columns symbol,price'],
    ['boards completion pow', 'boards completion powershell'],
    ['boards help exit', 'boards help exit-codes'],
    ['boards history NVDA --js', 'boards history NVDA --json'],
    ['boards watch --sort ag', 'boards watch --sort age'],
    ['boards watch --since st', 'boards watch --since start'],
    ['boards watch --until=conf', 'boards watch --until=confluence'],
    ['boards config set boards movers,rv', 'boards config set boards movers,rvol'],
    ['boards replay ~/rec', 'boards replay ~/recorded.ndjson'],
    ['boards --sandbox to', 'boards --sandbox top'],
    ['boards --base-url=http://a --debug to', 'boards --base-url=http://a --debug top'],
    ['boards --on entered --events wat', 'boards --on entered --events watch'],
    ['boards --sandbox -q watch --on sess', 'boards --sandbox -q watch --on session'],
    ['boards --debug config --json li', 'boards --debug config --json list'],
    ['boards --color never replay ~/rec', 'boards --color never replay ~/recorded.ndjson'],
    // Behind the value of an option, too.
    ['boards --palette mono wat', 'boards --palette mono watch'],
    ['boards --color=never wat', 'boards --color=never watch'],
    ['boards --base-url http://a:80 --timeout 5s to', 'boards --base-url http://a:80 --timeout 5s top'],
    ['boards --palette mono config --color never li', 'boards --palette mono config --color never list'],
    ['boards replay -t day ~/rec', 'boards replay -t day ~/recorded.ndjson'],
    [
      'boards --retries 3 watch --palette mono --on sess',
      'boards --retries 3 watch --palette mono --on session',
    ],
    ['boards --palette mono --sand', 'boards --palette mono --sandbox'],
    ['boards --palette watch --on', 'boards --palette watch --on'],
    // A command stands behind the name or an option of the program, not behind another word.
    ['boards -t swing wat', 'boards -t swing wat'],
  ])('%s', async (typed, completed) => {
    expect((await shell.tab(typed)).replace(/[ =,]$/, '')).toBe(completed);
  });

  test.each([
    ['boards -t ', ['all', 'day', 'investing', 'position', 'scalp', 'swing']],
    ['boards -t day,scalp,', ['all', 'investing', 'position', 'swing'].map((each) => `day,scalp,${each}`)],
    ['boards -b mo', ['momentum', 'moneyFlow', 'movers']],
    ['boards watch --on mov', ['moved', 'movers']],
    ['boards help s', ['sandbox', 'schema', 'status', 'symbol']],
    ['boards confluence --sort n', ['name', 'now']],
    ['boards --color=', ['always', 'auto', 'never']],
    ['boards watch --e', ['--events', '--exec']],
    ['boards --debug config --json ', ['get', 'list', 'path', 'set', 'unset']],
    ['boards --sandbox watch --e', ['--events', '--exec']],
    ['boards config set palette ', ['classic', 'colorblind', 'mono', 'red-up']],
    ['boards --sandbox completion ', ['bash', 'fish', 'powershell', 'zsh']],
  ])('%s(all)', async (typed, words) => {
    expect(plain(await shell.candidates(typed))).toEqual(words);
  });

  test.each([
    ['boards symbol ', 'any ticker is possible'],
    ['boards config set limit ', 'any number is possible'],
    ['boards nothing ', 'no command follows another word'],
    ['boards --json completion bash ', 'only one shell is possible'],
    ['boards completion bash ', 'only one shell is possible'],
    ['boards logout ', 'it has no arguments'],
    ['boards top --columns ', 'it has no such option'],
  ])('%s completes no word and no file: %s', async (typed) => {
    // If no word matches, zsh completes options.
    const words = await shell.candidates(typed);
    expect(words.filter((word) => !word.startsWith('-'))).toEqual([]);
  });
});
