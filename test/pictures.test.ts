import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { renderAnimation, renderPicture } from '../scripts/generators/picture.ts';
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

function fileOf(name: string): string {
  return fileURLToPath(new URL(`${name}.svg`, PICTURES));
}

test.each([
  ['demo', 600],
  ['boards', 120],
  ['card', 120],
  ['log', 120],
  ['report', 120],
] as const)('docs/pictures/%s.svg is self-contained, and smaller than %i KB', (name, kilobytes) => {
  const picture = readFileSync(fileOf(name), 'utf8');
  const text = picture.replace(/<[^>]+>/g, '\n');
  expectWellFormed(picture);
  expect(statSync(fileOf(name)).size).toBeLessThan(kilobytes * 1000);
  expect(picture.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
    /https?:|href|url\(|@import|<script|<foreignObject|<image|\son\w+=/i,
  );
  // Nothing of the machine it was made on.
  expect(text).not.toMatch(/\/(?:home|root|tmp|Users|work)\b|\\Users|\w@\w|localhost|127\.0\.0/);
});

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

describe('an animation', () => {
  /** Draws one frame of one line for each text, each shown for two seconds. */
  async function animate(texts: ReadonlyArray<string>, still: number): Promise<string> {
    const frames = [];
    for (const text of texts) {
      const emulator = createEmulator({ columns: 12, rows: 1 });
      await emulator.write(text);
      frames.push({ title: 'demo', rows: emulator.cells(), seconds: 2 });
    }
    return renderAnimation(frames, still);
  }

  /** The classes of the group around a text; undefined for a text that is always shown. */
  const classesOf = (svg: string, text: string) =>
    new RegExp(`<g class="([^"]*)">(?:(?!</g>).)*>${text}<`, 's').exec(svg)?.[1]?.split(' ');

  test('shows each text in its frames, and a text of neighbouring frames once', async () => {
    const svg = await animate(['one', 'two', 'two', 'three'], 3);
    expectWellFormed(svg);
    expect(svg.match(/>two</g)).toHaveLength(1);
    const [, name = ''] = classesOf(svg, 'two') ?? [];
    expect(svg).toContain(
      `@keyframes ${name}{0%{visibility:hidden}25%{visibility:visible}75%{visibility:hidden}}`,
    );
    expect(svg).toContain(`animation:${name} 8s step-end infinite`);
  });

  test('is a still picture of one frame where motion is reduced', async () => {
    const svg = await animate(['one', 'two'], 1);
    expect(svg).toContain('@media (prefers-reduced-motion:reduce){.a{animation:none}}');
    expect(classesOf(svg, 'two')).toContain('still');
    expect(classesOf(svg, 'one')).not.toContain('still');
  });

  test('does not animate what all frames have', async () => {
    expect(classesOf(await animate(['same', 'same'], 0), 'same')).toBeUndefined();
  });
});
