import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { renderPicture } from '../scripts/generators/picture.ts';
import { createEmulator } from './support/emulator.ts';
import { expectWellFormed } from './support/xml.ts';

const PICTURES = new URL('../.github/pictures/', import.meta.url);
const MAX_BYTES = 120 * 1024;

function fileOf(name: string): string {
  return fileURLToPath(new URL(`${name}.svg`, PICTURES));
}

describe.each([
  ['boards', ['boards --sandbox', 'SANDBOX', 'TOP PLAY', 'Relative volume', '▲']],
  ['watch', ['boards watch ', 'SANDBOX', '\nTOP\n', 'NEW', 'OUT', 'quit']],
  ['card', ['boards watch ', 'SANDBOX', 'trail since', 'change', 'investing']],
  ['log', ['boards watch ', 'LOG', 'since', 'in']],
  ['top', ['boards top ', 'SANDBOX', 'investing', 'timeframes']],
])('.github/pictures/%s.svg', (name, words) => {
  const read = () => readFileSync(fileOf(name), 'utf8');
  const readWords = () => read().replace(/<[^>]+>/g, '\n');

  test('is well-formed, small, and shows the expected text', () => {
    expectWellFormed(read());
    expect(statSync(fileOf(name)).size).toBeLessThan(MAX_BYTES);
    for (const word of words) expect(readWords()).toContain(word);
  });

  test('loads no external resources and contains no scripts', () => {
    expect(read().replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|href|url\(|@import|<script|<foreignObject|<image|\son\w+=/i,
    );
  });

  test('contains no paths or host names of the machine it was made on', () => {
    expect(readWords()).not.toMatch(/\/(?:home|root|tmp|Users|work)\b|\\Users|\w@\w|localhost|127\.0\.0/);
  });
});

describe('a picture', () => {
  async function draw(text: string): Promise<string> {
    const emulator = createEmulator({ columns: 12, rows: 1 });
    await emulator.write(text);
    return renderPicture({ title: 'a < b', rows: emulator.cells() });
  }

  test('places words at their cells', async () => {
    expect(await draw('ab cd  ef')).toMatch(
      /x="0" y="13.4" textLength="42"[^>]*>ab cd<[\s\S]*x="58.8" y="13.4" textLength="16.8"[^>]*>ef</,
    );
  });

  test('fits a rule to its cells', async () => {
    expect(await draw('────')).toMatch(/x="0" [^>]*textLength="33.6"[^>]*>────</);
  });

  test('renders all kinds of colours, bold, dim and inverse', async () => {
    const svg = await draw('\x1b[32ma\x1b[38;5;208mb\x1b[38;2;1;2;3mc\x1b[0;1md\x1b[0;2me\x1b[0;7mf');
    const fills = [...svg.matchAll(/fill="(#\w+)"(?: font-weight="(700)")?>(\w)</g)].map(
      ([, ...parts]) => parts,
    );
    expect(fills).toEqual([
      ['#7fcf8e', undefined, 'a'],
      ['#ff8700', undefined, 'b'],
      ['#010203', undefined, 'c'],
      ['#dce1ec', '700', 'd'],
      ['#8c909a', undefined, 'e'],
      ['#14171f', undefined, 'f'],
    ]);
  });

  test('escapes XML special characters', async () => {
    const svg = await draw('<&>');
    expectWellFormed(svg);
    expect(svg).toContain('&lt;&amp;&gt;');
    expect(svg).toContain('<title>a &lt; b</title>');
  });
});
