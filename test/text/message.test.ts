import { describe, expect, test } from 'vitest';
import { renderMessage } from '../../src/text/message.ts';
import { createWorld, runCli } from '../support/world.ts';

const TERMINAL = { isTTY: true, columns: 30 };
const PATH = '/home/trader/.config/ranked-boards/config.json';

describe('on a terminal, a message is wrapped at words and indented under its text', () => {
  test.each([
    ['a short one', 'nothing to wrap', ['note: nothing to wrap']],
    [
      'between words',
      'the service returns at most 10 rows per board; requesting 10',
      ['note: the service returns at', '      most 10 rows per board;', '      requesting 10'],
    ],
    [
      'not inside a command that fits a line',
      'Store it again with `boards login`.',
      ['note: Store it again with', '      `boards login`.'],
    ],
    [
      'inside a command that does not',
      'Run `boards config set timezone America/New_York`.',
      ['note: Run `boards config set', '      timezone', '      America/New_York`.'],
    ],
    [
      'a long word stays whole, for the terminal to break, so that it can be copied',
      `cannot read ${PATH} of it`,
      ['note: cannot read', `      ${PATH}`, '      of it'],
    ],
    ['a long word alone', PATH, [`note: ${PATH}`]],
    [
      'wide characters count two cells',
      '価格 価格 価格 価格 価格 価格 価',
      ['note: 価格 価格 価格 価格 価格', '      価格 価'],
    ],
    ['control characters', 'a\x1b[31m b\nc', ['note: a?[31m b?c']],
    ['no text', '', ['note: ']],
  ])('%s', (_, text, lines) => {
    expect(renderMessage(text, { label: 'note: ' }, TERMINAL, {})).toBe(`${lines.join('\n')}\n`);
  });

  test('signs are replaced before they are measured', () => {
    const env = { LC_ALL: 'C' };
    expect(renderMessage('below ▲ – or …', { label: 'note: ' }, TERMINAL, env)).toBe(
      'note: below ^ - or..\n',
    );
  });
});

const LONG = 'x '.repeat(100).trim();

test.each([
  ['30 columns', { isTTY: true, columns: 30 }, {}, 30],
  ['40 columns', { isTTY: true, columns: 40 }, {}, 40],
  ['80 columns', { isTTY: true, columns: 80 }, {}, 80],
  ['a terminal without a width', { isTTY: true, columns: 0 }, {}, 80],
  ['a terminal of unknown width', { isTTY: true }, {}, 80],
  ['a terminal with COLUMNS', { isTTY: true, columns: 80 }, { COLUMNS: '40' }, 80],
  ['a terminal of unknown width with COLUMNS', { isTTY: true }, { COLUMNS: '40' }, 40],
  ['COLUMNS=0', { isTTY: true }, { COLUMNS: '0' }, 80],
  ['COLUMNS that is no number', { isTTY: true }, { COLUMNS: 'x' }, 80],
  ['a pipe', { isTTY: false, columns: 30 }, {}, 206],
  ['a pipe with COLUMNS', {}, { COLUMNS: '40' }, 206],
])('the longest line on %s', (_, output, env, longest) => {
  const lines = renderMessage(LONG, { label: 'error: ' }, output, env).trimEnd().split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBe(longest);
});

describe('what a command prints', () => {
  const AT_30 = { isTTY: true, columns: 30, rows: 40 };

  test.each(['confluence -l 20 --json', 'config list --json', 'status --json'])(
    'one line a note with --json, on a terminal too: boards %s',
    async (line) => {
      const world = createWorld({ ...AT_30, config: '{' });
      const { stderr } = await runCli(line, world);
      const lines = stderr.trimEnd().split('\n');
      expect(
        lines.filter((each) => each.startsWith('note: the whole config file is ignored: ')),
      ).toHaveLength(1);
      expect(lines.filter((each) => !each.startsWith('note: '))).toEqual([]);
    },
  );

  test('one line an error with --json, on a terminal too', async () => {
    const { stderr } = await runCli('top --json --sort price', AT_30);
    expect(JSON.parse(stderr).error.message).toBe("unknown option '--sort'");
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
