import { eastAsianWidth } from 'get-east-asian-width';
import { beforeAll, describe, expect, test } from 'vitest';
import { HEAVY, LIGHT } from '../../src/text/lines.ts';
import { cleanText, displayWidth } from '../../src/text/safe-text.ts';
import { createTheme } from '../../src/text/theme.ts';
import { createEmulator, UNICODE_VERSIONS } from '../support/emulator.ts';
import { boardLines, rowsBoard, styleOf } from '../support/view-fixtures.ts';

/** With names, whose characters are of all kinds. */
const NAMED = ['symbol', 'name', 'metric', 'tag'] as const;

const DRAWING_CHARACTERS = [...`${LIGHT}${HEAVY}▲▼◆●○◐◑█▓░–…·•→←↑↓▸▏`];
const LAST_CODE_POINT = 0x10ffff;

/** Every character that cleanText keeps. */
function keptCharacters(): ReadonlyArray<string> {
  const kept: Array<string> = [];
  for (let code = 0; code <= LAST_CODE_POINT; code++) {
    const character = String.fromCodePoint(code);
    if (cleanText(character) === character) kept.push(character);
  }
  return kept;
}

/** The column of the last bar on each line, in a terminal with the given width table. */
async function barColumns(lines: ReadonlyArray<string>, columns: number, unicodeVersion: '6' | '11') {
  const emulator = createEmulator({ columns, rows: lines.length, unicodeVersion });
  await emulator.write(lines.join('\n'));
  return emulator.columnsOfLast('│');
}

/** A seeded random number generator: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SEQUENCES = [
  '👩‍💻',
  '👨‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇩🇪',
  '🇺',
  '👍🏽',
  '1️⃣',
  '#⃣',
  '❤️',
  '☺︎',
  'é',
  'x̷̡̧̛',
  '각',
  'ᄀᄀ',
  'क्षि',
  'กำ',
  'ตู้',
  'ﷺ',
  '𒐫',
];
const RANGES: ReadonlyArray<readonly [from: number, to: number]> = [
  [0x00, 0x2ff],
  [0x300, 0x36f],
  [0x370, 0x6ff],
  [0x700, 0xdff],
  [0xe00, 0xeff],
  [0xf00, 0x11ff],
  [0x1200, 0x1fff],
  [0x2000, 0x206f],
  [0x2070, 0x2bff],
  [0x2e80, 0x33ff],
  [0x4dc0, 0x4e20],
  [0xa960, 0xa97f],
  [0xac00, 0xac50],
  [0xd7b0, 0xd8ff],
  [0xfe00, 0xfeff],
  [0xff00, 0xffff],
  [0x1f100, 0x1faff],
  [0x20000, 0x20050],
  [0xe0000, 0xe01ef],
  [0, LAST_CODE_POINT],
];

function hostileName(random: () => number): string {
  const pick = <T>(items: ReadonlyArray<T>): T => items[Math.floor(random() * items.length)] as T;
  let name = '';
  for (let length = 1 + Math.floor(random() * 30); length > 0; length--) {
    const [from, to] = pick(RANGES);
    name +=
      random() < 0.2 ? pick(SEQUENCES) : String.fromCodePoint(from + Math.floor(random() * (to - from + 1)));
  }
  return name;
}

describe.each(UNICODE_VERSIONS)('with the width table of Unicode %s', (version) => {
  test('every kept character takes the number of cells that displayWidth returns', async () => {
    const kept = keptCharacters();
    expect(kept.length).toBeGreaterThan(40_000);
    const mismatches: Array<string> = [];
    const perLine = 16;
    const groups = Array.from({ length: Math.ceil(kept.length / perLine) }, (_, i) =>
      kept.slice(i * perLine, (i + 1) * perLine),
    );
    const lines = groups.map((group) => `${group.join('')}│`);
    const columns = await barColumns(lines, perLine * 2 + 2, version);
    for (const [index, group] of groups.entries()) {
      if (columns[index] !== displayWidth(group.join(''))) mismatches.push(group.join(''));
    }
    expect(mismatches).toEqual([]);
  });

  test('what stands beside 3,000 hostile rows is in one column', async () => {
    const random = createRandom(38);
    const rows = Array.from({ length: 3000 }, (_, index) => ({
      rank: index % 100,
      symbol: hostileName(random),
      name: hostileName(random),
      metric: hostileName(random).slice(0, 12),
      tag: hostileName(random),
    }));
    const boards = [
      rowsBoard(rows, hostileName(random)),
      rowsBoard(
        rows.map(() => ({ symbol: '│' })),
        'beside',
      ),
    ];
    const lines = boardLines(boards, styleOf(200), NAMED);
    expect(lines).toHaveLength(3002);
    const columns = await barColumns(lines.slice(2), 200, version);
    expect(new Set(columns).size).toBe(1);
    expect(columns[0]).toBeGreaterThan(60);
  });

  test('the program draws with characters of one cell only', async () => {
    const lines = DRAWING_CHARACTERS.map((character) => `${character}${character}${character}│`);
    expect(await barColumns(lines, 10, version)).toEqual(DRAWING_CHARACTERS.map(() => 3));
  });
});

describe('with the newest East Asian Width table', () => {
  let kept: ReadonlyArray<string> = [];
  beforeAll(() => {
    kept = keptCharacters();
  });

  test('every kept character takes the number of cells that displayWidth returns', () => {
    const mismatches = kept.filter(
      (character) => eastAsianWidth(character.codePointAt(0) ?? 0) !== displayWidth(character),
    );
    expect(mismatches).toEqual([]);
  });

  test('the program draws with characters of one cell only, and cleanText keeps them', () => {
    expect(
      DRAWING_CHARACTERS.filter((character) => eastAsianWidth(character.codePointAt(0) ?? 0) !== 1),
    ).toEqual([]);
    expect(DRAWING_CHARACTERS.map(cleanText)).toEqual(DRAWING_CHARACTERS);
  });
});

test('colours do not shift what stands beside', async () => {
  const boards = [
    rowsBoard([{ name: '株式会社 トヨタ' }, { name: 'Aldermont' }, { name: '🚀🚀🚀' }]),
    rowsBoard([{ symbol: '│' }, { symbol: '│' }, { symbol: '│' }], 'beside'),
  ];
  const lines = boardLines(boards, styleOf(150, { theme: createTheme('classic', 3) }), NAMED);
  const emulator = createEmulator({ columns: 150, rows: lines.length });
  await emulator.write(lines.join('\n'));
  const columns = emulator.columnsOfLast('│').slice(2);
  expect(columns).toEqual([columns[0], columns[0], columns[0]]);
  expect(columns[0]).toBeGreaterThan(40);
  expect(emulator.lines()).toEqual(boardLines(boards, styleOf(150), NAMED));
});
