import { describe, expect, test } from 'vitest';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { type PaneOptions, screensAfter } from '../support/play.ts';
import { rowOf } from '../support/snapshots.ts';

const service = () =>
  minuteService(() => boardsOf({ movers: 'SONA NVDA BUEA', rvol: 'NVDA AMD', forum: 'BUEA' }));

async function screens(keys: ReadonlyArray<string>, options: PaneOptions = {}) {
  return screensAfter('watch', keys, { ...service(), columns: 120, ...options });
}

describe('/ takes several tickers,', () => {
  test.each([
    ['with a comma', '/sona, nvda\r'],
    ['pasted', '/\x1b[200~SONA\nNVDA\n\x1b[201~\r'],
  ])('%s', async (_, keys) => {
    const [screen = ''] = await screens([keys]);
    expect(screen).toMatch(/ SONA .*\n.* NVDA /);
    expect(screen).not.toMatch(/ AMD | BUEA /);
    expect(screen.split('\n').at(-1)).toMatch(/ filter SONA,? NVDA ?, 2 boards$/);
  });

  test('and opens a card only for a single ticker', async () => {
    const [several, one] = await screens(['/sona,amd\r', '/amd\r']);
    expect(several).toMatch(/^Movers ─/m);
    expect(one).toMatch(/^AMD {2}/m);
  });
});

describe('/ with any text', () => {
  const odd = () =>
    minuteService(() => ({
      boards: { movers: ['M&M', 'MM', 'A B', 'XAB', 'BRK.B', '𝒜1'].map((symbol) => rowOf({ symbol })) },
      boardNames: ['movers'],
      topPlay: null,
    }));
  const lastLines = async (keys: string, columns = 120) => {
    const [screen = ''] = await screensAfter('watch', [keys], { ...odd(), columns });
    const lines = screen.split('\n').map((line) => line.trimEnd());
    return {
      title: lines.find((line) => /^(?:\S.*) {2}Alpha Works| is on no board$/.test(line)),
      footer: lines.at(-1),
    };
  };
  const paste = (text: string) => `/\x1b[200~${text}\x1b[201~`;

  test('drops no character: M&M is not MM, and * pins it', async () => {
    const { title, footer } = await lastLines('/M&M\r*');
    expect(title).toMatch(/^M&M {2}Alpha Works \* pinned/);
    expect(footer).toMatch(/ M&M pinned$/);
  });

  test.each([
    ['/brk-b\r', /"BRK-B" is on no board, but "BRK\.B" is$/],
    ['/m-m\r', /"M-M" is on no board, but "M&M" and "MM" are$/],
    ['/zzz,A-B\r', /"A-B" is on no board, but "A B" is$/],
    ['/AB\r', / filter AB, 1 board$/],
  ])('%j: a message names tickers that differ only in their separator', async (keys, message) => {
    expect((await lastLines(keys)).footer).toMatch(message);
  });

  test('deletes whole characters', async () => {
    expect((await lastLines('/𝒜𝒜\x7f1')).footer).toMatch(/^filter symbols: \?1▏/);
  });

  test.each([
    ['the last word', '/NVDA, AMD\x17', 'filter symbols: NVDA, ▏'],
    ['a word and the blanks behind it', '/NVDA, AMD  \x17', 'filter symbols: NVDA, ▏'],
    ['word after word', '/NVDA, AMD\x17\x17', 'filter symbols: ▏'],
    ['nothing of an empty prompt', '/\x17', 'filter symbols: ▏'],
    ['a word of a time', '@yesterday 10:15\x17', 'time: yesterday ▏'],
  ])('Ctrl-W deletes %s', async (_, keys, footer) => {
    expect((await lastLines(keys)).footer?.startsWith(footer)).toBe(true);
  });

  const LONG = 'X'.repeat(64);

  test.each([
    ['a longer ticker', `/M${LONG.slice(1)}Y`, `a ticker has at most 64 characters: M${LONG.slice(1)}▏`],
    ['the same, which is pasted', paste(`${LONG}Y`), 'a ticker has at most 64 characters: ▏'],
    ['a control character', paste('A\x07B'), 'a ticker cannot contain control characters: ▏'],
    ['a tab', paste('A\tB'), 'a ticker cannot contain control characters: ▏'],
    ['a longer list', paste(`${`${LONG},`.repeat(3)}ABCDEF`), 'a filter has at most 200 characters: ▏'],
    ['nothing, once it is corrected', `/${LONG}Y\x7fZ`, `filter symbols: ${LONG.slice(1)}Z▏`],
  ])('refuses %s, and says so in the prompt', async (_, keys, footer) => {
    expect((await lastLines(keys)).footer?.startsWith(footer)).toBe(true);
  });

  test('shows the error in a narrow terminal, too', async () => {
    const { footer } = await lastLines(`/${LONG}Y`, 30);
    expect(footer).toBe('a ticker has at most…: XXXXXX▏');
  });
});

test('/ with the ticker of the open card leads back to that card, and q from there to the boards', async () => {
  const [, card, boards] = await screens(['/amd\r', '/amd\r', 'q']);
  expect(card).toMatch(/^AMD {2}/m);
  expect(boards).toMatch(/ AMD /);
  expect(boards).toMatch(/^Relative volume .*bds/m);
});

test('positions count the symbols of the confluence that are on the screen, also after a page', async () => {
  const symbols = Array.from({ length: 30 }, (_, index) => `S${index}`);
  const many = minuteService(() => boardsOf({ movers: symbols.join(' ') }));
  const found = await screens(['c', '\x1b[6~', 'G', '\x1b[5~'], { ...many, columns: 80, rows: 16 });
  for (const screen of found) {
    const shown = screen.split('\n').flatMap((line) => /^ *(\d+) S\d+ /.exec(line)?.[1] ?? []);
    expect(screen.split('\n').at(-1)).toMatch(new RegExp(` ${shown[0]}-${shown.at(-1)}/30$`));
  }
});

test('positions count the entries of the log that are on the screen, also after a page', async () => {
  const symbols = (minute: number) =>
    Array.from({ length: 10 }, (_, index) => `S${minute * 10 + index}`).join(' ');
  const changing = minuteService((minute) => boardsOf({ movers: symbols(minute) }));
  const keys = [...Array<string>(150).fill(''), 'e', '\x1b[6~', '\x1b[6~', '\x1b[5~'];
  const found = (await screens(keys, { ...changing, columns: 80, rows: 16 })).slice(150);
  for (const screen of found) {
    const entries = screen.split('\n').filter((line) => /^\d\d:\d\d /.test(line)).length;
    const [, first = '', last = ''] = / (\d+)-(\d+)\/\d+$/.exec(screen.split('\n').at(-1) ?? '') ?? [];
    expect(Number(last) - Number(first) + 1).toBe(entries);
  }
});

test('the prompt shows the end of a long text, where the cursor is', async () => {
  const [screen = ''] = await screens(['/RAVE, BELE, GRHB, BUMA, TSTD'], { columns: 40 });
  expect(screen.trimEnd().split('\n').at(-1)).toBe('filter symbols:  BELE, GRHB, BUMA, TSTD▏');
});
