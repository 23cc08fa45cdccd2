import { describe, expect, test } from 'vitest';
import { TOPIC_NAMES } from '../../src/commands/help-topics.ts';
import { commandNames } from '../../src/commands/index.ts';
import { displayWidth } from '../../src/text/safe-text.ts';
import { runCli } from '../support/world.ts';

const WIDTHS = [30, 40, 60, 79];
const TOPICS = TOPIC_NAMES.filter((name) => name !== 'schema').map((name) => `help ${name}`);
const PAGES = [...commandNames().map((name) => `${name} --help`), 'config set --help', ...TOPICS];

async function pageAt(line: string, columns: number): Promise<string> {
  return (await runCli(line, { isTTY: true, columns })).stdout;
}

function wordsIn(page: string): ReadonlyArray<string> {
  return page.split(/\s+/);
}

describe.each(PAGES)('boards %s', (line) => {
  test('is broken between words, or in long ones after commas and slashes', async () => {
    const whole = await pageAt(line, 80);
    const known = new Set(wordsIn(whole));
    for (const columns of WIDTHS) {
      const page = await pageAt(line, columns);
      const lines = page.split('\n');
      expect(lines.filter((each) => displayWidth(each) > columns)).toEqual([]);
      expect(wordsIn(page).join('')).toBe(wordsIn(whole).join(''));
      const broken = wordsIn(page).filter((word) => !known.has(word) && !/[,/]/.test(word));
      expect(broken.length).toBeLessThan(3);
    }
  });
});

test.each([30, 40, 60])(
  'boards help conditions has each kind of term on its own in %i columns',
  async (columns) => {
    const page = (await pageAt('help conditions', columns)).split('\n');
    const start = page.findIndex((line) => line.startsWith('  change'));
    const terms = page.slice(start, page.indexOf('', start));
    const labels = terms.flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
    expect(labels).toEqual(['change', 'board', 'ticker', 'number']);
    const indent = columns === 30 ? 6 : 10;
    const texts = terms.filter((line) => columns !== 30 || line.startsWith('   '));
    expect(texts.map((line) => /^(?: {2}\S+)? *(?=\S)/.exec(line)?.[0].length)).toEqual(
      texts.map(() => indent),
    );
  },
);

test('boards --help fits, too', async () => {
  const lines = (await pageAt('--help', 40)).split('\n');
  expect(lines.filter((each) => displayWidth(each) > 40)).toEqual([]);
});

test('boards help schema stays, because programs read it', async () => {
  expect(await pageAt('help schema', 40)).toBe(await pageAt('help schema', 80));
});

test.each(PAGES)('boards %s has commands without backticks', async (line) => {
  const page = await pageAt(line, 80);
  expect(page).not.toBe('');
  expect(page).not.toContain('`');
});
