import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shownText, toAscii } from '../../src/view/ascii.ts';
import { renderCard } from '../../src/view/card.ts';
import { cleanText, displayWidth } from '../../src/view/safe-text.ts';
import { anyText } from '../support/any-text.ts';
import { GONE, NVDA, otherTimeframe, UNKNOWN } from './card-fixtures.ts';
import { CLASSIC, NOW } from './fixtures.ts';

const SOURCE = new URL('../../src/', import.meta.url);
/** These name characters that the program does not draw. */
const TABLES = ['view/ascii.ts', 'view/safe-text.ts', 'view/csv.ts'];

describe('toAscii', () => {
  test.each([
    ['a mark', '1 ▲2 NVDA', '1 ^2 NVDA'],
    ['confluence and bias', '◆5▼ 2· · neut', '*5v 2. . neut'],
    ['the session', '◐ premarket ● open ◑ afterhours ○ closed', '( premarket o open ) afterhours x closed'],
    ['a light frame', '╭─ Movers ─╮ │ │ ╰─╯', '+- Movers -+ | | +-+'],
    ['a heavy frame', '┏━ TOP PLAY · DAY ━┓ ┃ ┃ ┗━┛', '+= TOP PLAY . DAY =+ | | +=+'],
    ['breadth', '▲ 231 ██████▓▓░░░░ 154 ▼', '^ 231 ########.... 154 v'],
    ['a sparkline', '▁▂▃▄▅▆▇█', '_,,--==#'],
    ['null, a range, a cut', '– 9–16 Aldermo…', '- 9-16 Aldermo~'],
    ['ranks over time', '6→4 ≥41m ×3', '6>4 >41m x3'],
    ['tabs', '3 swing •4  ◀ RECORDED', '3 swing +4  < RECORDED'],
    ['a prompt and a list', 'NV▏ ▸ [x] ★', 'NV| > [x] !'],
    ['accents', 'Société Générale Čez Ångström Ǿre', 'Societe Generale Cez Angstrom Ore'],
    ['letters without a base', 'Ørsted Łódź Straße Æon', 'Orsted Lodz Strase Aon'],
    ['typography', '“Bob’s” — ‹A›', '"Bob\'s" - <A>'],
    ['wide characters', '株式　ＡＢ한', '????  ??????'],
    ['other scripts and signs', 'Газпром ≠ € ™', '??????? ? ? ?'],
    ['lone surrogates and C1 controls', 'a\ud83db\ude00c\x9b', 'a?b?c?'],
    ['ASCII', '\x1b[1mA\x1b[22m ~\n', '\x1b[1mA\x1b[22m ~\n'],
    ['painted text', '\x1b[36m◆5\x1b[39m', '\x1b[36m*5\x1b[39m'],
    ['nothing', '', ''],
  ])('%s', (_, text, ascii) => {
    expect(toAscii(text)).toBe(ascii);
  });

  test('keeps the order of a sparkline', () => {
    const levels = [...toAscii('▁▂▃▄▅▆▇█')].map((sign) => '_,-=#'.indexOf(sign));
    expect(levels).toEqual(levels.toSorted((a, b) => a - b));
    expect(new Set(levels).size).toBe(5);
    expect(toAscii('▁▂▃▄▅▆▇█')).not.toContain(toAscii('·'));
  });

  test('has a replacement for every sign that the program draws', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.ts') && !TABLES.includes(file));
    const signs = new Set(
      files.flatMap((file) => readFileSync(new URL(file, SOURCE), 'utf8').match(/\P{ASCII}/gu) ?? []),
    );
    expect(signs.size).toBeGreaterThan(15);
    expect([...signs].filter((sign) => toAscii(sign) === '?')).toEqual([]);
  });

  test('any clean text becomes printable ASCII of the same width', () => {
    const text = fc.oneof(
      anyText({ maxLength: 12 }),
      fc.string({ unit: fc.integer({ min: 0x80, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
    );
    fc.assert(
      fc.property(text.map(cleanText), (clean) => {
        const ascii = toAscii(clean);
        expect(ascii).toMatch(/^[ -~]*$/);
        expect(ascii.length).toBe(displayWidth(clean));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the card of a symbol', () => {
  const draw = (card: typeof NVDA, width: number) =>
    renderCard(card, { width, theme: CLASSIC, nowMilliseconds: NOW, lines: 40 }).map(({ plain }) => plain);

  test('can be read in ASCII', () => {
    expect(
      `\n${draw({ ...NVDA, isPinned: true }, 80)
        .map(toAscii)
        .join('\n')}\n`,
    ).toMatchInlineSnapshot(`
      "
      NVDA  NVIDIA Corporation * pinned                                      ^ bullish
      $182.40  +6.12%  vol 214.0M  *4 boards  (3 until 14:27; first 3 at 11:02)

      boards ,,,----,,,- 1 ~ 4   change ,-,,,--=##= +1.80% ~ +6.12%   09:31-14:30 UTC

      board      rank  best   since  there  trail, 30 min      trend  metric
      movers        1     1   13:51    39m   9  7  4  3  2  1  rise   +6.1%
      rvol          2     1  <09:31  >4h59   2  2  1  2  2  2  hold   8.4x
      moneyFlow    12     5   14:04    26m   .  -  5  8 11 12  fade   3 buys, $1.8M
      forum         4     4   14:27     3m   -  -  -  -  -  4  new    41 mentions

      left today: search 12:15 (was 5), lowFloat after 10:40 (was 8)
      scalp *3^   swing 2. 14:20   position ?   investing ?   (a asks)
      "
    `);
  });

  test('has no character outside ASCII, and keeps its places', () => {
    const failed = otherTimeframe('swing', { failure: 'délai dépassé', boards: 0, bias: 'bearish' });
    const cards = [NVDA, GONE, UNKNOWN, { ...NVDA, name: '株式会社 Ørsted…', others: [failed] }];
    for (const card of cards) {
      for (let width = 20; width <= 130; width++) {
        for (const line of draw(card, width)) {
          const ascii = toAscii(line);
          expect(ascii).toMatch(/^[ -~]*$/);
          expect(ascii.length).toBe(displayWidth(line));
        }
      }
    }
  });
});

test('shownText replaces characters only where the terminal needs it', () => {
  expect(shownText('▲ 1', { LANG: 'C' })).toBe('^ 1');
  expect(shownText('▲ 1', { LANG: 'en_US.UTF-8' })).toBe('▲ 1');
});
