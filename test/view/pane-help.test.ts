import { describe, expect, test } from 'vitest';
import { type HelpSection, LEGEND, renderHelp } from '../../src/view/pane-help.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { keyHelp } from '../../src/watch/footer.ts';
import { CLASSIC, ROLES } from './fixtures.ts';

const KEYS: HelpSection = {
  title: 'Keys',
  entries: [
    { label: 'q', word: 'quit; in help, zoom and top play: back' },
    { label: 'PgDn PgUp', word: 'scroll a page' },
  ],
};
const SIGNS: HelpSection = {
  title: 'Signs',
  entries: [
    { label: '◆5', word: 'ranks 1 to 5 of this many boards; three or more stand out' },
    { label: '–', word: 'no value' },
    { label: '…', word: 'cut' },
  ],
};

const draw = (width: number, sections: ReadonlyArray<HelpSection> = [KEYS, SIGNS]) =>
  renderHelp(sections, width, CLASSIC).join('\n');

describe('the help', () => {
  test('has its sections side by side from 100 columns', () => {
    expect(draw(100)).toMatchInlineSnapshot(`
      "Keys ───────────────────────────────────────────   Signs ──────────────────────────────────────────
      q          quit; in help, zoom and top play:       ◆5  ranks 1 to 5 of this many boards; three or
                 back                                        more stand out
      PgDn PgUp  scroll a page                           –   no value
                                                         …   cut"
    `);
  });

  test('has them one below the other in a narrower terminal', () => {
    expect(draw(99)).toMatchInlineSnapshot(`
      "Keys ───────────────────────────────────────────────────────────────────────────────
      q          quit; in help, zoom and top play: back
      PgDn PgUp  scroll a page

      Signs ──────────────────────────────────────────────────────────────────────────────
      ◆5  ranks 1 to 5 of this many boards; three or more stand out
      –   no value
      …   cut"
    `);
  });

  test('breaks lines between words', () => {
    expect(draw(30)).toMatchInlineSnapshot(`
      "Keys ─────────────────────────
      q          quit; in help, zoom
                 and top play: back
      PgDn PgUp  scroll a page

      Signs ────────────────────────
      ◆5  ranks 1 to 5 of this many
          boards; three or more
          stand out
      –   no value
      …   cut"
    `);
  });

  test('is painted by role: titles and labels stand out', () => {
    expect(renderHelp([{ ...KEYS, entries: KEYS.entries.slice(1) }], 30, ROLES)).toEqual([
      '<title>Keys</title> <muted>─────────────────────────</muted>',
      '<strong>PgDn PgUp</strong>  scroll a page',
    ]);
  });

  test('of the pane is never wider than the terminal, and loses no word', () => {
    const words = (text: string) => text.split(/\s+/).sort();
    const all = [keyHelp(), LEGEND].flatMap(({ title, entries }) => [
      title,
      ...entries.flatMap(({ label, word }) => [label, word]),
    ]);
    for (let width = 20; width <= 200; width++) {
      const lines = renderHelp([keyHelp(), LEGEND], width, CLASSIC);
      for (const line of lines) expect(displayWidth(line), `at ${width}: ${line}`).toBeLessThanOrEqual(width);
      if (width >= 30)
        expect(words(lines.join(' ').replace(/─+/g, '')).filter((word) => word !== '')).toEqual(
          words(all.join(' ')),
        );
    }
  });
});

test('the legend explains every sign of the pane once', () => {
  // The sign of a pin and what a card adds.
  expect(renderHelp([LEGEND], 80, CLASSIC).slice(-9).join('\n')).toMatchInlineSnapshot(`
    "           these
    + - ★      in the log: entered, left, new top play; ◆4: now on four boards
    NVDA*      a pinned symbol
    ≤13:51     in a card: since then at least, when memory began
    9 7 –      in a card: the ranks of 30 minutes, five minutes each; – not on the
               board, · unknown
    scalp ?    in a card: no snapshot of this timeframe yet; –: on none of its
               boards
    ▸          the selected row; its symbol is underlined on other boards"
  `);
  const labels = LEGEND.entries.map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
  for (const sign of '◆ ▲ ▼ · NEW UP OUT • ~ ● ◐ ◑ ○ – … ▸ * ≤ ≥ ★ ▁'.split(' '))
    expect(
      LEGEND.entries.some(({ label, word }) => `${label} ${word}`.includes(sign)),
      sign,
    ).toBe(true);
});
