import { Chalk } from 'chalk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TIMEFRAMES } from '../../src/market/catalogue.ts';
import { openScreen } from '../../src/terminal/screen.ts';
import { createEmulator, UNICODE_VERSIONS } from '../support/emulator.ts';
import { createLoosePane } from '../support/loose-pane.ts';
import { rowOf, snapshotOf } from '../support/snapshots.ts';

type Lines = ReadonlyArray<string>;

const chalk = new Chalk({ level: 3 });
const { bold, dim, green, red, inverse } = chalk;

/** What is written for each of the frames, which follow one another. */
function writesOf(frames: ReadonlyArray<Lines>, columns: number | undefined): Lines {
  let text = '';
  const screen = openScreen({
    columns,
    write: (part) => {
      text += part;
      return true;
    },
  });
  return frames.map((frame) => {
    screen.paint(frame);
    const written = text;
    text = '';
    return written;
  });
}

/** What is written when one frame follows another, without the sequences around it. */
function change(before: Lines, after: Lines, columns: number | undefined): string {
  const text = writesOf([before, after], columns)[1] ?? '';
  return text.replace('\x1b[?2026h', '').replace('\x1b[?2026l', '');
}

describe('a screen writes', () => {
  test.each([
    ['the digits that changed', 'price 12.50', 'price 12.75', '\x1b[1;10H75'],
    ['letters between two that changed', 'a1bcd1e', 'a2bcd2e', '\x1b[1;2H2bcd2'],
    [
      'two places far from each other',
      '1 three words here 1',
      '2 three words here 2',
      '\x1b[1;1H2\x1b[1;20H2',
    ],
    ['a longer text', 'one', 'one two', '\x1b[1;5Htwo'],
    ['an erased end', 'one two three', 'one', '\x1b[1;4H\x1b[K'],
    [
      'an end erased after its change',
      `one ${green('two')} three`,
      `one ${green('2')}`,
      '\x1b[1;5H\x1b[32m2\x1b[m\x1b[K',
    ],
    ['no blanks over a short end', 'one1', 'one', '\x1b[1;4H\x1b[K'],
    ['a text with a new colour', green('+1.2%'), red('+1.2%'), '\x1b[1;1H\x1b[31m+1.2%\x1b[m'],
    [
      'a digit in its colour and weight',
      bold(green('+1.2%')),
      bold(green('+1.3%')),
      '\x1b[1;4H\x1b[1;32m3\x1b[m',
    ],
    ['one colour after another', red(1) + green(2), red(3) + green(4), '\x1b[1;1H\x1b[31m3\x1b[;32m4\x1b[m'],
    ['plain text after a colour', `${red(1)}2`, `${red(3)}4`, '\x1b[1;1H\x1b[31m3\x1b[m4'],
    ['blanks with a background', inverse('a'), inverse('a  '), '\x1b[1;2H\x1b[7m  \x1b[m'],
    ['a wide character beside another', '株式', '株会', '\x1b[1;3H会'],
    ['a wide character over letters', 'abcd', '株cd', '\x1b[1;1H株'],
    ['letters over half a wide character', '株cd', 'a cd', '\x1b[1;1Ha '],
    ['wide characters moved by one cell', 'a株式b', '株式ab', '\x1b[1;1H株式a'],
  ])('%s', (_, before, after, written) => {
    expect(change([before], [after], 40)).toBe(written);
  });

  test.each([
    ['nothing changes', [bold('one'), 'two'], [bold('one'), 'two']],
    ['other sequences give the same look', [bold('o') + bold('ne')], [bold('one')]],
    ['styles are nested in another order', [bold(green('one'))], [green(bold('one'))]],
    ['blanks follow a line', ['one'], ['one   ']],
  ])('nothing when %s', (_, before, after) => {
    expect(writesOf([before, after], 40)[1]).toBe('');
  });

  test('the style of neighbouring changes once, and ends in the default style', () => {
    const lines = (text: string) => [`a ${green(text)}`, 'unchanged', `b ${green(text)} c`];
    expect(change(lines('1'), lines('2'), 40)).toBe('\x1b[1;3H\x1b[32m2\x1b[3;3H2\x1b[m');
  });

  test.each([
    ['that does not fit', 6, ['123 567'], ['124 567'], '\x1b[1;1H\x1b[K124 567'],
    ['that did not fit', 6, ['123 567'], ['123'], '\x1b[1;1H\x1b[K123'],
    ['whose last blank does not fit', 3, ['12'], ['123 '], '\x1b[1;1H\x1b[K123 '],
    ['of a terminal of unknown width', undefined, ['1'], ['2'], '\x1b[1;1H\x1b[K2'],
    ['in the default style', 1, [red(1), '23'], [red(2), '24'], '\x1b[1;1H\x1b[31m2\x1b[m\x1b[2;1H\x1b[K24'],
  ])('the whole of a line %s', (_, columns, before, after, written) => {
    expect(change(before, after, columns)).toBe(written);
  });
});

describe('the pane of 120 × 40 with 90 rows writes', () => {
  const NOW = Date.UTC(2026, 5, 3, 14, 30, 12);

  /** The pane of 15 boards with six rows each, where the change of row `index` is `changeOf(index)` percent. */
  function pane(changeOf: (index: number) => number, palette: 'classic' | 'colorblind'): Lines {
    const keys = Array.from({ length: 15 }, (_, index) => `board${index}`);
    const rows = Array.from({ length: 90 }, (_, index) =>
      rowOf({ rank: 1 + (index % 6), symbol: `S${index}`, dayPct: changeOf(index) }),
    );
    const boards = Object.fromEntries(keys.map((key, n) => [key, rows.slice(n * 6, n * 6 + 6)]));
    const shown = createLoosePane({ palette, timeframes: TIMEFRAMES, now: () => NOW });
    shown.receive(snapshotOf({ boards, boardNames: keys }));
    return shown.render();
  }

  test.each(['classic', 'colorblind'] as const)(
    'at most 7 KB for new percentages in all 90 rows (%s)',
    (palette) => {
      const before = pane((index) => ((index * 7.13) % 19) - 9, palette);
      const after = pane((index) => ((index * 3.71) % 17) - 8, palette);
      const [, written = ''] = writesOf([before, after], 120);
      expect(before.filter((line, index) => line !== after[index]).length).toBeGreaterThan(25);
      expect(Buffer.byteLength(written)).toBeLessThan(7000);
    },
  );

  test('less than 40 bytes for one new percentage', () => {
    const before = pane(() => 1.23, 'classic');
    const after = pane((index) => (index === 20 ? 4.56 : 1.23), 'classic');
    const [, written = ''] = writesOf([before, after], 120);
    expect(written).toContain('4.56');
    expect(Buffer.byteLength(written)).toBeLessThan(40);
  });
});

describe('random frames, painted one after the other, look like the last one alone', () => {
  const COLUMNS = 16;
  const ROWS = 5;
  const paint = fc.constantFrom(
    (text: string) => text,
    bold,
    dim,
    inverse,
    red,
    chalk.bold.green,
    chalk.ansi256(166),
    chalk.hex('#1e90ff'),
    chalk.bgBlue.whiteBright,
    chalk.bgHex('#102030'),
    (text: string) => dim(`${bold(text.slice(0, 2))}${text.slice(2)}`),
    (text: string) => red(`${text.slice(0, 1)}${chalk.underline.green(text.slice(1))}`),
  );
  const text = fc.string({ unit: fc.constantFrom('a', '1', ' ', ' ', '─', 'é', '株', '式'), maxLength: 6 });
  const piece = fc.tuple(text, paint).map(([plain, painted]) => painted(plain));
  const line = fc.array(piece, { maxLength: 8 });
  const frame = fc.array(line, { minLength: 1, maxLength: ROWS });
  // Frames that share most of their pieces, as those of the pane do, have changes of all lengths.
  const edit = fc.record({ row: fc.nat(ROWS - 1), place: fc.nat(7), removed: fc.nat(2), piece });
  const similar = fc
    .tuple(frame, fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([first, edits]) => [
      first,
      first.map((pieces, index) =>
        edits
          .filter(({ row }) => row === index)
          .reduce((kept, { place, removed, piece }) => kept.toSpliced(place, removed, piece), pieces),
      ),
    ]);
  const frames = fc
    .oneof(fc.array(frame, { minLength: 2, maxLength: 3 }), similar)
    .map((all) => all.map((lines) => lines.map((pieces) => pieces.join(''))));

  test.each(UNICODE_VERSIONS)('with the width table of Unicode %s', async (unicodeVersion) => {
    const cellsAfter = async (painted: ReadonlyArray<Lines>) => {
      const emulator = createEmulator({ columns: COLUMNS, rows: ROWS, unicodeVersion });
      await emulator.write(writesOf(painted, COLUMNS).join(''));
      return emulator.cells();
    };
    await fc.assert(
      fc.asyncProperty(frames, async (painted) => {
        expect(await cellsAfter(painted)).toEqual(await cellsAfter(painted.slice(-1)));
      }),
      { numRuns: 120 },
    );
  });
});
