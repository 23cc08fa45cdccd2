import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field } from '../../src/fields/field.ts';
import { FIELDS, fieldsOf } from '../../src/fields/fields.ts';
import { text } from '../../src/lib/json-schema.ts';
import { screensAfter } from '../support/play.ts';
import { runCli } from '../support/world.ts';

/** The symbol backwards: a fact that no code but this object knows. */
const BACKWARDS: Field = {
  id: 'backwards',
  label: 'Back',
  doc: 'the symbol backwards; null: no symbol',
  of: ['row', 'topPlay', 'symbol'],
  choice: 'columns and sort',
  cells: { min: 6, max: 6 },
  column: { place: 35, order: 15, isInTiles: true },
  schema: text,
  raw: ({ symbol }) => backwards(symbol),
  text: ({ symbol }) => backwards(symbol) ?? '–',
  role: () => 'strong',
};

function backwards(symbol: string | null): string | null {
  return symbol === null ? null : [...symbol].toReversed().join('');
}

describe('a field that is added to the registry', () => {
  // As if the source listed it.
  const registry = FIELDS as Array<Field>;
  beforeAll(() => {
    registry.push(BACKWARDS);
  });
  afterAll(() => {
    registry.splice(registry.indexOf(BACKWARDS), 1);
  });

  const outputOf = async (line: string, options = {}) => {
    const { exitCode, stdout, stderr } = await runCli(line, options);
    expect({ exitCode, stderr: stderr.replace(/^note: SANDBOX.*\n/, '') }).toEqual({
      exitCode: 0,
      stderr: '',
    });
    return stripVTControlCharacters(stdout);
  };
  const terminal = { isTTY: true, columns: 120, rows: 40 };

  test('is in plain output, CSV and templates', async () => {
    expect(await outputOf('boards -b movers --sandbox')).toMatch(
      / tag +backwards\n +1 +(\w)(\w).* \w*\2\1\n/,
    );
    const [header = '', row = ''] = (await outputOf('boards -b movers --csv --sandbox')).split('\n');
    expect(header).toMatch(/,tag,backwards$/);
    expect(row.split(',').at(-1)).toBe(backwards(row.split(',')[4] ?? ''));
    expect(await outputOf('confluence --min-boards 3 --sandbox')).toMatch(/ backwards\n/);
    for (const command of ['boards', 'top', 'confluence', 'symbol']) {
      const ticker = command === 'symbol' ? 'TLLT' : '';
      const lines = await runCli(
        [
          'boards' === command ? '' : command,
          ticker,
          '--sandbox',
          '--format',
          '{symbol} {Backwards:raw}',
        ].filter(Boolean),
      );
      const [symbol = '', back] = (lines.stdout.split('\n')[0] ?? '').split(' ');
      expect(back).toBe(backwards(symbol));
    }
  });

  test('can be chosen and sorted by, by its id and its header, in tables and in the pane', async () => {
    const tables = await outputOf(
      'boards -b movers --columns symbol,back --sort backwards --sandbox',
      terminal,
    );
    const rows = [...tables.matchAll(/^ *\d+ +(\w+) +(\w+)$/gm)].map(([, symbol = '', back]) => ({
      symbol,
      back,
    }));
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.map(({ back }) => back)).toEqual(rows.map(({ symbol }) => backwards(symbol)).toSorted());
    const wide = await outputOf('boards -b movers --wide --columns symbol,backwards --sandbox', terminal);
    expect(wide).toMatch(/Symbol +Back\n/);
    expect(await outputOf('confluence --columns symbol,backwards --sandbox', terminal)).toMatch(
      /Symbol +Back\n/,
    );
    const screens = await screensAfter('watch --columns symbol,backwards', ['', 'z'], { columns: 120 });
    for (const screen of screens) expect(screen).toMatch(/ 1 +(\w)(\w)\w* +\w*\2\1\b/);
  });

  test('has a column in the tables of boards and of confluence, in tiles, in the zoom and in the confluence of the pane', async () => {
    for (const line of ['boards', 'boards -w', 'boards -b movers', 'confluence'])
      expect(await outputOf(`${line} --sandbox --no-plain`, terminal)).toMatch(/ 1 +(\w)(\w)\w* +\w*\2\1\b/);
    const screens = await screensAfter('watch', ['', 'z', 'c'], { columns: 120 });
    for (const screen of screens) expect(screen).toMatch(/ 1[ ▸]+(\w)(\w)\w* +\w*\2\1\b/);
  });

  test('is in the help, the schema and the lists of options', async () => {
    expect(await outputOf('help json')).toMatch(
      /^ {2}backwards +\(text\) the symbol backwards; null: no symbol$/m,
    );
    const { $defs } = JSON.parse(await outputOf('help schema'));
    for (const name of ['row', 'topPlay'])
      expect($defs[name].properties.backwards.description).toBe('The symbol backwards; null: no symbol');
    expect((await outputOf('boards --help')).replace(/\s+/g, ' ')).toContain(
      'now, gain, backwards --reverse',
    );
    expect((await outputOf('top --help')).replace(/\s+/g, ' ')).toMatch(/Fields: .*backwards/);
  });
});

describe.each([
  ['boards', 'row', 'asOf,timeframe,board,rank,symbol,'],
  ['confluence', 'symbol', 'asOf,timeframe,rank,symbol,'],
] as const)('the fields of %s', (command, subject, first) => {
  const ids = fieldsOf(subject).map(({ id }) => id);
  const run = async (...words: ReadonlyArray<string>) => {
    const { exitCode, stdout } = await runCli([command, '--sandbox', '--at', '15m', ...words]);
    expect(exitCode).toBe(0);
    return stdout;
  };

  test('are the same in --columns, of CSV and of plain output, --format and help format', async () => {
    const columns = ids.join(',');
    expect((await run('--csv', '--columns', columns)).split('\n')[0]).toBe(columns);
    expect(
      (await run('--columns', columns)).split('\n').map((line) => line.trim().replace(/ +/g, ',')),
    ).toContain(columns);
    await run('--format', ids.map((id) => `{${id}} {${id}:raw}`).join(' '));
    const { stdout } = await runCli('help format');
    for (const id of ids) expect(stdout).toMatch(new RegExp(`^ +${id} `, 'm'));
  });

  test('are those of CSV by default, with what says where a row is from first', async () => {
    const header = (await run('--csv')).split('\n')[0] ?? '';
    expect(header.startsWith(first)).toBe(true);
    expect(header).toMatch(/,now,gain$/);
    for (const id of header.split(',')) expect(ids).toContain(id);
  });
});

test.each(['boards -b movers', 'confluence -b movers'])(
  '%s has times whole where they are chosen',
  async (line) => {
    const { stdout } = await runCli(`${line} --columns symbol,asOf --sandbox --no-plain`);
    expect(stdout.match(/ 14:30:00$/gm)).toHaveLength(10);
  },
);

test('a field of an empty row is never a zero', async () => {
  const { EMPTY_ROW } = await import('../../src/fields/field.ts');
  for (const { id, raw, text: textOf } of FIELDS) {
    for (const mode of ['screen', 'plain', 'template'] as const) {
      const shown = textOf(EMPTY_ROW, { mode, now: 0, timeZone: undefined }, 9);
      expect({ id, shown, raw: raw(EMPTY_ROW) }).not.toMatchObject({ shown: expect.stringContaining('0') });
      expect(raw(EMPTY_ROW)).not.toBe(0);
    }
  }
});
