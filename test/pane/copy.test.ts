import { describe, expect, test } from 'vitest';
import { boardsOf, minuteService } from '../support/minute-service.ts';
import { type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';
import { ranked, rowOf } from '../support/snapshots.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
/** Returns every clipboard request (OSC 52) to the terminal. */
const copiesIn = (raw: string) =>
  raw
    .split('\x1b]52')
    .slice(1)
    .map((text) => text.slice(0, text.indexOf('\x07')));

async function copyAfter(keys: string, options: PaneOptions) {
  const script: Script = [
    [10, press(keys)],
    [10.5, shoot('view')],
    [20, shoot('later')],
    [21, press('\x03')],
  ];
  const played = await play('watch', script, { columns: 120, ...options });
  const footerOf = async (name: string) => (await played.screen(name)).split('\n').at(-1)?.trimEnd();
  return {
    copies: copiesIn(played.raw),
    footer: await footerOf('view'),
    later: await footerOf('later'),
  };
}

describe('y', () => {
  const service = () => minuteService(() => boardsOf({ movers: 'AAA NVDA BRK.B', rvol: '^SPX NVDA' }));

  test.each([
    ['the selected row of the tiles', 'jjy', 'NVDA'],
    ['the selected row of the zoom', 'jjjjzy', '^SPX'],
    ['the selected line of the confluence view', 'cjjy', '^SPX'],
    ['the card', 'jj\ry', 'NVDA'],
    ['the card of a symbol that is not listed', '/zzz\r\ry', 'ZZZ'],
    ['what the filter names', '/nvda\ry', 'NVDA'],
  ])('sends the symbol of %s to the terminal, once, and says so', async (_, keys, symbol) => {
    const { copies, footer, later } = await copyAfter(keys, service());
    expect(copies).toEqual([`;c;${base64(symbol)}`]);
    expect(footer).toMatch(
      new RegExp(
        `^q (?:quit|back) {2}\\? help .* ${symbol.replace(/\W/g, '\\$&')} copied, if the terminal allows it$`,
      ),
    );
    expect(later).not.toContain('copied');
  });

  test('sends nothing where no symbol is selected, and says so', async () => {
    const nameless = minuteService(() => ({
      boards: { movers: [rowOf({ symbol: null })] },
      boardNames: ['movers'],
      topPlay: null,
    }));
    for (const keys of ['jy', 'y']) {
      const { copies, footer } = await copyAfter(keys, nameless);
      expect(copies).toEqual([]);
      expect(footer).toContain('select a row first (arrows), or open a card');
    }
  });
});

describe('an unusual symbol', () => {
  const hostile = (symbol: string) =>
    minuteService(() => ({
      boards: { movers: ranked('AAA').concat(rowOf({ symbol, rank: 2 })) },
      boardNames: ['movers'],
      topPlay: null,
    }));

  test.each([
    ['M&M', [`;c;${base64('M&M')}`], 'M&M copied, if the terminal allows it'],
    ['ΟΤΕ', [`;c;${base64('ΟΤΕ')}`], 'ΟΤΕ copied, if the terminal allows it'],
    ['\x1b]52;c;evil\x07', [], 'this symbol cannot be copied'],
    ['A\x07\r\nid\r', [], 'this symbol cannot be copied'],
    ['\x9b\x07\x1b', [], 'this symbol cannot be copied'],
  ])('%j is either copied whole or refused', async (symbol, copies, notice) => {
    const found = await copyAfter('jjy', hostile(symbol));
    expect(found.copies).toEqual(copies);
    expect(found.footer).toContain(notice);
  });
});
