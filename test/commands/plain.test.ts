import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { transportByTimeframe } from '../support/responses.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';
import { runCli, type WorldOptions } from '../support/world.ts';

const swing = bodyOf({ timeframe: 'swing', topPlay: null });
const transport = transportByTimeframe({ day: bodyOf(), swing });

function plain(line: string, options: WorldOptions = {}) {
  return runCli(line, { transport, columns: 80, ...options, env: { TZ: 'UTC', ...options.env } });
}

const escapeOf = (text: string) => text.includes('\x1b');

describe('plain text or tables', () => {
  const TABLE = /^Movers ─/m;
  const PLAIN = /^movers: move over the window$/m;

  test.each([
    ['boards', false, {}, PLAIN],
    ['boards', true, {}, TABLE],
    ['boards --plain', true, {}, PLAIN],
    ['boards --plain', false, {}, PLAIN],
    ['boards --no-plain', false, {}, TABLE],
    ['boards --no-plain', true, {}, TABLE],
    ['boards --no-plain --plain', false, {}, PLAIN],
    ['boards', true, { TERM: 'dumb' }, PLAIN],
    ['boards --no-plain', true, { TERM: 'dumb' }, TABLE],
  ])('%s, on a terminal: %s, with %j', async (line, isTTY, env, expected) => {
    expect(stripVTControlCharacters((await plain(line, { isTTY, env })).stdout)).toMatch(expected);
  });

  test.each([
    ['boards', true, true, PLAIN],
    ['boards --no-plain', true, true, TABLE],
    ['boards', false, false, TABLE],
    ['boards --plain', false, false, PLAIN],
    ['watch --count 1', true, true, PLAIN],
    ['watch --count 1', false, false, TABLE],
  ])('%s, on a terminal: %s, where the preference is %s', async (line, isTTY, preference, expected) => {
    const config = { plain: preference };
    expect(stripVTControlCharacters((await plain(line, { isTTY, config })).stdout)).toMatch(expected);
  });

  test.each([
    ['top', /^top play {2}AAA {2}/m],
    ['top -t all', /^timeframe {2}symbol/m],
    ['symbol AAA', /^AAA: /m],
    ['confluence', /^confluence: /m],
    ['history AAA --sandbox --last 5m', /^history {2}as of /m],
  ])('%s on a terminal with TERM=dumb is plain', async (line, expected) => {
    expect((await plain(line, { isTTY: true, env: { TERM: 'dumb' } })).stdout).toMatch(expected);
  });

  test.each([
    ['boards', {}, false],
    ['boards --color always', {}, true],
    ['boards', { FORCE_COLOR: '1' }, true],
    ['boards', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    ['boards --color always', { NO_COLOR: '1' }, true],
    ['boards --no-plain --color always', {}, true],
  ])('%s in a pipe with %j has colours: %s', async (line, env, isColored) => {
    const { stdout } = await plain(line, { env });
    expect(escapeOf(stdout)).toBe(isColored);
  });

  test('on a terminal the disclaimer does not look like a row', async () => {
    const { stdout } = await plain('boards --plain', { isTTY: true });
    expect(stripVTControlCharacters(stdout)).toMatch(/\n\nInformational only, not investment advice\.\n$/);
  });

  test('plain text is ASCII except for text of the service', async () => {
    expect((await plain('boards --sandbox')).stdout).not.toMatch(/\P{ASCII}/u);
    const named = transportByTimeframe({ day: bodyOf({ boards: { movers: [rowOf({ name: 'Žluť 漢' })] } }) });
    expect((await plain('boards', { transport: named })).stdout).toContain('AAA     Žluť 漢  12.50');
    const { stdout } = await plain('boards', { transport: named, env: { LC_ALL: 'C' } });
    expect(stdout).toContain('AAA     Zlut ??  12.50');
  });
});

describe('preferences do not change the machine formats', () => {
  const config = {
    timeframe: 'swing',
    limit: 1,
    boards: ['rvol'],
    columns: ['price'],
    wide: true,
    plain: true,
  };

  test.each([
    ['boards', '--json'],
    ['boards', '--csv'],
    ['boards', '--format', '{timeframe} {board} {rank} {tag}'],
    ['top', '--json'],
    ['top', '--format', '{symbol} {timeframe}'],
    ['symbol', 'AME', '--json'],
    ['confluence', '--csv'],
    ['confluence', '--json'],
    ['history', 'AME', '--sandbox', '--last', '5m', '--csv'],
    ['watch', '--json', '--count', '1'],
    ['watch', '--events', '--initial', '--count', '1'],
  ])('boards %s %s', async (...words) => {
    const isTTY = words.includes('--format');
    const [other, usual] = [await runCli(words, { config, isTTY }), await runCli(words, { isTTY })];
    expect(usual).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/./) });
    expect(other.stdout).toBe(usual.stdout);
  });

  test('but BOARDS_TIMEFRAME does', async () => {
    const { stdout } = await runCli('top --json', { config, env: { BOARDS_TIMEFRAME: 'scalp' } });
    expect(JSON.parse(stdout).timeframe).toBe('scalp');
  });

  test('and preferences change the output for people', async () => {
    const { stdout } = await runCli('boards', { config });
    expect(stdout).toMatch(/^swing /);
    expect(stdout.split('\n').filter((line) => /^\w+: /.test(line))).toHaveLength(1);
  });
});
