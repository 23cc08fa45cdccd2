import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { renderPicture } from '../scripts/generators/picture.ts';
import { createEmulator } from './support/emulator.ts';

const PART =
  /<(?<close>\/)?(?<name>[\w:]+)(?<attributes>(?:\s+[\w:-]+="[^"<]*")*)\s*(?<empty>\/)?>|[^<&]+|&(?:amp|lt|gt);/y;

/** Checks the part of XML that the pictures use: nesting, quoted and unique attributes, escaped `<` and `&`. */
function expectWellFormed(xml: string): void {
  const open: Array<string> = [];
  let roots = 0;
  for (PART.lastIndex = 0; PART.lastIndex < xml.length; ) {
    const start = PART.lastIndex;
    const groups = PART.exec(xml)?.groups;
    expect(groups, `at ${start}: ${xml.slice(start, start + 80)}`).toBeDefined();
    const { close, name, attributes = '', empty } = groups ?? {};
    if (name === undefined) continue;
    const names = [...attributes.matchAll(/([\w:-]+)="/g)].map(([, attribute]) => attribute);
    expect(new Set(names).size, attributes).toBe(names.length);
    if (close !== undefined) expect(open.pop()).toBe(name);
    else if (open.length === 0) roots++;
    if (close === undefined && empty === undefined) open.push(name);
  }
  expect({ open, roots }).toEqual({ open: [], roots: 1 });
}

const PICTURES = new URL('../docs/pictures/', import.meta.url);
const MAX_BYTES = 120 * 1024;

function fileOf(name: string): string {
  return fileURLToPath(new URL(`${name}.svg`, PICTURES));
}

test.each(['boards', 'watch', 'card', 'log', 'top'])(
  'docs/pictures/%s.svg is small and self-contained',
  (name) => {
    const picture = readFileSync(fileOf(name), 'utf8');
    const text = picture.replace(/<[^>]+>/g, '\n');
    expectWellFormed(picture);
    expect(statSync(fileOf(name)).size).toBeLessThan(MAX_BYTES);
    expect(picture.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|href|url\(|@import|<script|<foreignObject|<image|\son\w+=/i,
    );
    // Nothing of the machine it was made on.
    expect(text).not.toMatch(/\/(?:home|root|tmp|Users|work)\b|\\Users|\w@\w|localhost|127\.0\.0/);
  },
);

describe('a picture', () => {
  async function draw(text: string): Promise<string> {
    const emulator = createEmulator({ columns: 12, rows: 1 });
    await emulator.write(text);
    return renderPicture('a < b', emulator.cells());
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
    const fills = [...svg.matchAll(/fill="(#\w+)"(?: (?:font-weight|fill-opacity)="([\d.]+)")?>(\w)</g)].map(
      ([, ...parts]) => parts,
    );
    expect(fills).toEqual([
      ['#7fcf8e', undefined, 'a'],
      ['#ff8700', undefined, 'b'],
      ['#010203', undefined, 'c'],
      ['#dce1ec', '700', 'd'],
      ['#dce1ec', '0.6', 'e'],
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
