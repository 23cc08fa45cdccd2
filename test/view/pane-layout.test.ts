import { describe, expect, test } from 'vitest';
import type { Line } from '../../src/view/box.ts';
import {
  type Body,
  composePane,
  type Footer,
  layOutRows,
  pageLines,
  renderBanner,
  renderChooser,
  renderFilterPrompt,
  renderFooter,
} from '../../src/view/pane-layout.ts';
import { displayWidth } from '../../src/view/safe-text.ts';
import { clampScroll, pageScroll, scrollTo } from '../../src/watch/scroll.ts';
import { CLASSIC, ROLES } from './fixtures.ts';

const FOOTER: Footer = {
  keys: [
    { label: 'q', word: 'quit' },
    { label: '?', word: 'help' },
    { label: '/', word: 'filter' },
    { label: 'Enter', word: 'card' },
    { label: 'z', word: 'zoom' },
  ],
  positions: ['15 boards, 6 rows each'],
  notice: '',
};
const EVIL = '\x1b]8;;http://evil\x07漢字👩‍💻\u202e'.repeat(9);

describe('the footer', () => {
  const footer = (width: number, parts: Partial<Footer> = {}) =>
    renderFooter({ ...FOOTER, ...parts }, width, CLASSIC);

  test('loses keys from the right, then the position; q and ? are the last to leave', () => {
    const shown = new Map<string, number>();
    for (let width = 80; width >= 1; width--) shown.set(footer(width).replace(/ {2,}(?=15)/, '  '), width);
    expect([...shown].map(([text, width]) => `from ${width}: ${text}`).join('\n')).toMatchInlineSnapshot(`
      "from 68: q quit  ? help  / filter  Enter card  z zoom  15 boards, 6 rows each
      from 60: q quit  ? help  / filter  Enter card  15 boards, 6 rows each
      from 48: q quit  ? help  / filter  15 boards, 6 rows each
      from 38: q quit  ? help  15 boards, 6 rows each
      from 36: q quit  ? help  / filter  Enter card
      from 24: q quit  ? help  / filter
      from 14: q quit  ? help
      from 6: q quit
      from 1: "
    `);
  });

  test('a lasting key leaves after the position, and is shorter before', () => {
    const since = { label: 's', word: 'since: 1h (2m)', short: '1h (2m)', isLasting: true };
    const keys = [...FOOTER.keys.slice(0, 2), since, ...FOOTER.keys.slice(2)];
    const shown = new Map<string, number>();
    for (let width = 90; width >= 1; width--)
      shown.set(footer(width, { keys }).replace(/ {2,}(?=15)/, '  '), width);
    expect([...shown].map(([text, width]) => `from ${width}: ${text}`).join('\n')).toMatchInlineSnapshot(`
      "from 86: q quit  ? help  s since: 1h (2m)  / filter  Enter card  z zoom  15 boards, 6 rows each
      from 78: q quit  ? help  s since: 1h (2m)  / filter  Enter card  15 boards, 6 rows each
      from 66: q quit  ? help  s since: 1h (2m)  / filter  15 boards, 6 rows each
      from 56: q quit  ? help  s since: 1h (2m)  15 boards, 6 rows each
      from 49: q quit  ? help  s 1h (2m)  15 boards, 6 rows each
      from 42: q quit  ? help  s since: 1h (2m)  / filter
      from 32: q quit  ? help  s since: 1h (2m)
      from 25: q quit  ? help  s 1h (2m)
      from 14: q quit  ? help
      from 6: q quit
      from 1: "
    `);
  });

  test('the position is at the right, and a filter is a part of it', () => {
    expect(footer(80)).toMatch(/^q quit {2}\? help .* zoom {14}15 boards, 6 rows each$/);
    expect(footer(60, { positions: ['filter NV, boards 1-6/15'] })).toMatch(
      /^q quit .* filter NV, boards 1-6\/15$/,
    );
    expect(footer(60, { positions: [] })).toBe('q quit  ? help  / filter  Enter card  z zoom');
  });

  test('a notice stands beside q and ?, in place of the other keys and the position', () => {
    expect(footer(50, { notice: 'polled 3 s ago' })).toBe(`q quit  ? help   polled 3 s ago${' '.repeat(19)}`);
    expect(renderFooter({ ...FOOTER, notice: 'copied' }, 30, ROLES)).toBe(
      '<strong>q</strong><muted> quit</muted>  <strong>?</strong><muted> help</muted>  <banner> copied       </banner>',
    );
  });

  test('where a notice would be cut, q and ? lose their words', () => {
    const shown = new Map<string, number>();
    for (let width = 60; width >= 18; width--)
      shown.set(footer(width, { notice: 'polled 3 s ago' }).trimEnd(), width);
    expect([...shown].map(([text, width]) => `from ${width}: ${text}`).join('\n')).toMatchInlineSnapshot(`
      "from 32: q quit  ? help   polled 3 s ago
      from 21: q  ?   polled 3 s ago
      from 20: q  ?   polled 3 s a…
      from 18: q  ?   polled 3 s…"
    `);
  });

  test('of several positions, the first that fits beside q and ? is shown', () => {
    const positions = ['filter NV, 2 hidden, boards 1-6/15', 'filter NV, 2 hidden', 'filter NV', 'NV'];
    const shown = new Map<string, number>();
    for (let width = 60; width >= 18; width--) {
      const end = positions.find((text) => footer(width, { positions }).endsWith(`  ${text}`)) ?? 'none';
      shown.set(end, width);
    }
    expect([...shown].map(([text, width]) => `from ${width}: ${text}`).join('\n')).toMatchInlineSnapshot(`
      "from 50: filter NV, 2 hidden, boards 1-6/15
      from 35: filter NV, 2 hidden
      from 25: filter NV
      from 18: NV"
    `);
  });

  test('keys stand out, their words and the position do not', () => {
    expect(renderFooter(FOOTER, 40, ROLES)).toBe(
      '<strong>q</strong><muted> quit</muted>  <strong>?</strong><muted> help</muted>    <muted>15 boards, 6 rows each</muted>',
    );
  });

  test('is never wider than the terminal', () => {
    for (let width = 20; width <= 120; width++) {
      for (const parts of [
        {},
        { notice: EVIL },
        { notice: 'x'.repeat(200) },
        { positions: ['x'.repeat(50), EVIL] },
      ])
        expect(displayWidth(footer(width, parts)), `at ${width}`).toBeLessThanOrEqual(width);
    }
  });
});

describe('the pane', () => {
  const header = ['header 1', 'header 2'];
  /** A block of six lines and one of three. */
  const body: Body = {
    lines: ['Movers', 'm1', 'm2', 'm3', 'm4', 'm5', 'Search', 's1', 's2'],
    blockStarts: [0, 6],
  };
  /** A block of 14 lines and one of three. */
  const rows = Array.from({ length: 13 }, (_, index) => `row ${index}`);
  const long: Body = { lines: ['Movers', ...rows, 'Search', 's1', 's2'], blockStarts: [0, 14] };
  const compose = (scroll: number, height = 7, part: Body = body) =>
    composePane({ header, body: part, scroll, footer: 'footer' }, { rows: height, width: 80 });

  test('is the header, the visible part of the body, and the footer', () => {
    expect(compose(0)).toEqual(['header 1', 'header 2', 'Movers', 'm1', 'm2', 'm3', 'footer']);
    expect(compose(6)).toEqual(['header 1', 'header 2', 'Search', 's1', 's2', '', 'footer']);
  });

  test.each([
    ['at the start of a tall block', 0, ['Movers', 'm1', 'm2', 'm3']],
    ['one line below', 1, ['Movers', 'm2', 'm3', 'm4']],
    ['at its end', 2, ['Movers', 'm3', 'm4', 'm5']],
  ])('keeps the title of a block above its rows: %s', (_, scroll, lines) => {
    expect(compose(scroll).slice(2, -1)).toEqual(lines);
  });

  test.each([2, 3, 4, 5, 6, 7, 20])('of %d body lines shows every line, paging down or up', (lines) => {
    const page = { pageLines: lines, totalLines: long.lines.length, blockStarts: long.blockStarts };
    for (const [first, step] of [
      [0, 1],
      [long.lines.length, -1],
    ] as const) {
      const seen = new Set<string>();
      for (let scroll = clampScroll(first, page), before = -1; scroll !== before; ) {
        for (const line of compose(scroll, lines + 3, long).slice(2, -1)) seen.add(line);
        before = scroll;
        scroll = pageScroll(scroll, step, page);
      }
      seen.delete('');
      expect([...seen].sort()).toEqual([...long.lines].sort());
    }
  });

  test.each([2, 3, 4, 5, 6, 7, 20])('of %d body lines shows the row that was selected', (lines) => {
    const page = { pageLines: lines, totalLines: long.lines.length, blockStarts: long.blockStarts };
    const rowLines = [...long.lines.keys()].filter((line) => !long.blockStarts.includes(line));
    for (const line of rowLines) {
      for (let scroll = 0; scroll <= long.lines.length; scroll++) {
        const shown = compose(scrollTo(line, scroll, page), lines + 3, long);
        expect(shown, `line ${line} from ${scroll}`).toContain(long.lines[line]);
      }
    }
  });

  test('scrolls lines that are blocks of their own without repeating any', () => {
    const help = { lines: ['a', 'b', 'c', 'd', 'e', 'f'], blockStarts: [0, 1, 2, 3, 4, 5] };
    expect(compose(2, 7, help).slice(2, -1)).toEqual(['c', 'd', 'e', 'f']);
  });

  test.each([1, 2, 3, 4, 7, 40])('has exactly %d lines, the last one being the footer', (height) => {
    const lines = compose(0, height);
    expect(lines).toHaveLength(height);
    expect(lines.at(-1)).toBe('footer');
    expect(pageLines(header, { rows: height, width: 80 })).toBe(Math.max(1, height - 3));
  });

  test('without a body is blank between header and footer', () => {
    expect(compose(0, 5, { lines: [], blockStarts: [] })).toEqual(['header 1', 'header 2', '', '', 'footer']);
  });
});

describe('blocks side by side', () => {
  const block = (...texts: ReadonlyArray<string>): ReadonlyArray<Line> =>
    texts.map((plain) => ({ plain, painted: plain.toUpperCase() }));

  test('start at the same cell in every line, whatever stands before them', () => {
    const blocks = [block('aaaa', 'a', 'a'), block('bb'), block('cccc', '', 'c')];
    expect(layOutRows(blocks, { columns: 3, width: 4, gap: 3 }, [3])).toEqual([
      'AAAA   BB     CCCC',
      'A',
      'A             C',
    ]);
  });

  test('stand in rows of the given heights', () => {
    const blocks = [block('a', 'a'), block('b'), block('c')];
    expect(layOutRows(blocks, { columns: 2, width: 1, gap: 3 }, [3, 1])).toEqual(['A   B', 'A', '', 'C']);
  });

  test('of double-width characters too', () => {
    const blocks = [block('漢字', '字'), block('b', 'b')];
    expect(layOutRows(blocks, { columns: 2, width: 6, gap: 1 }, [2])).toEqual(['漢字   B', '字     B']);
  });
});

describe('other lines', () => {
  test('the banner fills the line', () => {
    expect(renderBanner('paused', 12, CLASSIC)).toBe(' paused     ');
    expect(renderBanner('paused; press space to resume', 12, CLASSIC)).toBe(' paused; pr…');
    expect(renderBanner('\x1b[2J', 8, ROLES)).toBe('<banner> ?[2J   </banner>');
  });

  test('the prompt shows what was typed', () => {
    expect(renderFilterPrompt('NV', 'apply', 60, CLASSIC)).toBe(
      'filter symbols: NV▏  Enter apply, Esc clear',
    );
    expect(displayWidth(renderFilterPrompt('N'.repeat(80), 'apply', 30, CLASSIC))).toBe(30);
  });

  test('the list of boards has a box for each', () => {
    const choices = [
      { title: 'Movers', shown: true },
      { title: 'Search', shown: false },
      { title: '\x1b[2J', shown: true },
    ];
    expect(renderChooser(choices, 1, 40, CLASSIC).join('\n')).toMatchInlineSnapshot(`
      "╭─ Boards ─────────────────────────────╮
      │   [x] Movers                         │
      │ ▸ [ ] Search                         │
      │   [x] ?[2J                           │
      ╰──────────────────────────────────────╯"
    `);
    for (let width = 20; width <= 120; width++) {
      for (const line of renderChooser([{ title: EVIL, shown: true }, ...choices], 0, width, CLASSIC))
        expect(displayWidth(line)).toBe(Math.min(60, width));
    }
  });
});
