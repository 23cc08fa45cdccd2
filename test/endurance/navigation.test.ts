import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardsOf, minuteService, START } from '../support/minute-service.ts';
import { type PaneOptions, play, press, type Script, shoot } from '../support/play.ts';

const SIZES = [
  [30, 6],
  [30, 8],
  [40, 12],
  [80, 24],
  [120, 40],
  [200, 50],
] as const;
type Size = (typeof SIZES)[number];
/** Between these there is nothing new for pages. */
const PAGED_SIZES: ReadonlyArray<Size> = [SIZES[0], SIZES[2], SIZES[3], SIZES[5]];
const PAGE_DOWN = '\x1b[6~';
const PAGE_UP = '\x1b[5~';

const KEYS = ['movers', 'rvol', 'forum', 'search', 'alerted', 'buzz', 'steady'];
const symbolsOf = (board: string, count = 10) =>
  Array.from({ length: count }, (_, index) => `${board.slice(0, 2).toUpperCase()}${index + 1}`);
const BOARDS = {
  ...boardsOf({
    ...Object.fromEntries(KEYS.map((key) => [key, symbolsOf(key).join(' ')])),
    moneyFlow: symbolsOf('Flow', 24).join(' '),
  }),
  topPlay: { symbol: 'MO1', reasons: Array.from({ length: 8 }, (_, index) => `a reason, number ${index}`) },
};

const REPLACED = boardsOf({
  ...Object.fromEntries(KEYS.slice(2).map((key) => [key, symbolsOf(key).join(' ')])),
  movers: 'AAA BBB CCC',
  rvol: symbolsOf('Other').join(' '),
  moneyFlow: symbolsOf('Flow', 24).join(' '),
});
/** Some symbols are replaced for a minute, so that the log has entries. Then there are no new snapshots any more. */
const CHANGING_MINUTES = 2;
const changingService = () =>
  minuteService((minute) => {
    const asOf = new Date(START + Math.min(minute, CHANGING_MINUTES) * 60_000).toISOString();
    return { ...BOARDS, ...(minute === 1 ? REPLACED : {}), asOf, session: 'closed' };
  });

/** The screens after these keys, which are pressed when the log has entries if they open it. */
async function screens(keys: ReadonlyArray<string>, size: Pick<PaneOptions, 'columns' | 'rows'>) {
  const isLog = keys[0]?.startsWith('e') === true;
  const service = isLog ? changingService() : minuteService(() => BOARDS);
  const start = isLog ? CHANGING_MINUTES * 60 + 40 : 10;
  const script = keys.flatMap((pressed, index): Script => {
    const at = start + index * 0.2;
    return [...(pressed === '' ? [] : [[at, press(pressed)] as const]), [at + 0.1, shoot(String(index))]];
  });
  const end = [start + 1 + keys.length * 0.2, press('\x03')] as const;
  const played = await play('watch', [...script, end], { ...service, ...size });
  const all: Array<string> = [];
  for (const index of keys.keys()) all.push(await played.screen(String(index)));
  return all;
}

/** Help and the list of boards have one line of the header, other views one for each three rows, up to three. */
const bodyOf = (screen: string, rows: number, isModal: boolean) =>
  screen.split('\n').slice(isModal ? 1 : Math.min(3, Math.floor(rows / 3)), -1);

const cases = (views: Readonly<Record<string, string>>, sizes: ReadonlyArray<Size> = SIZES) =>
  Object.entries(views).flatMap(([view, keys]) =>
    sizes.map(([columns, rows]) => ({ view, keys, columns, rows, name: `${view} in ${columns}x${rows}` })),
  );

describe.concurrent('▸ is on the screen after any arrow keys,', () => {
  const arrows = fc.array(fc.constantFrom('j', 'j', 'j', 'k', 'h', 'l', PAGE_DOWN, PAGE_UP, 'G'), {
    minLength: 16,
    maxLength: 16,
  });

  test.each(
    cases({
      tiles: '',
      zoomed: 'jjllz',
      log: 'e',
      confluence: 'c',
      'filtered log': 'e/1\r',
      'filtered confluence': 'c/1\r',
      filtered: '/1\r',
      'some boards hidden': 'b j \r',
      paused: ' ',
    }),
  )('$name', async ({ keys, columns, rows, view }) => {
    const [moves = []] = fc.sample(arrows, { numRuns: 1, seed: columns });
    const shown = await screens([keys, ...moves], { columns, rows });
    for (const [index, move] of moves.entries()) {
      // In the zoom, left and right show another board, of which no row is selected.
      if (!'jkhl'.includes(move) || (view === 'zoomed' && 'hl'.includes(move))) continue;
      const screen = shown[index + 1] ?? '';
      expect(screen.match(/▸/g) ?? [], `${moves.slice(0, index + 1).join(' ')}\n${screen}`).toHaveLength(1);
    }
  });
});

describe.concurrent('PgDn and PgUp show every row,', () => {
  const WHOLE = 300;
  /** Lines that a page may not advance by: header, footer, the title of a table, and a part of a board. Low panes have fewer. */
  const FIXED_LINES = 12;
  const MIN_PAGE = 2;

  /** The different lines of the body while paging through so many lines. */
  async function linesOf(keys: string, page: string, columns: number, rows: number, count = 0) {
    const pages = Array<string>(Math.ceil(count / Math.max(MIN_PAGE, rows - FIXED_LINES))).fill(page);
    const shown = await screens([keys, ...pages], { columns, rows });
    // Ages grow while the keys are pressed.
    const lines = shown
      .flatMap((screen) => bodyOf(screen, rows, /^[?b]/.test(keys)))
      .map((line) => line.replace('▸', ' ').replace(/≥\d+m|<1m/, '≥1m'));
    return new Set(lines.map((line) => line.trimEnd()).filter((line) => line !== ''));
  }

  test.each(
    cases(
      {
        zoomed: 'z',
        help: '?',
        'list of boards': 'b',
        log: 'e',
        confluence: 'c',
      },
      PAGED_SIZES,
    ),
  )('$name', async ({ keys, columns, rows }) => {
    const all = [...(await linesOf(keys, '', columns, WHOLE))].sort();
    const count = all.length;
    expect([...(await linesOf(keys, PAGE_DOWN, columns, rows, count))].sort()).toEqual(all);
    expect([...(await linesOf(`${keys}G`, PAGE_UP, columns, rows, count))].sort()).toEqual(all);
  });

  test.each(cases({ tiles: '', filtered: '/1\r' }))('$name', async ({ keys, columns, rows }) => {
    const count = (await linesOf(keys, '', columns, WHOLE)).size;
    for (const [start, page] of [
      [keys, PAGE_DOWN],
      [`${keys}G`, PAGE_UP],
    ] as const) {
      const shown = [...(await linesOf(start, page, columns, rows, count))].join(' ');
      const counts = KEYS.map((key) => {
        const symbols = symbolsOf(key).filter((symbol) => keys === '' || symbol.includes('1'));
        const count = symbols.filter((symbol) => shown.includes(` ${symbol} `)).length;
        for (const symbol of symbols.slice(0, count)) expect(shown).toContain(` ${symbol} `);
        return count;
      });
      expect(new Set(counts).size).toBe(1);
      expect(counts[0]).toBeGreaterThanOrEqual(keys === '' ? 4 : 2);
    }
  });
});
