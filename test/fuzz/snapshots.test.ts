import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderBy } from '../../src/fields/fields.ts';
import { boardRows } from '../../src/fields/row.ts';
import { type Selection, selectBoards, selectRaw } from '../../src/market/selection.ts';
import { renderSnapshot } from '../../src/output/boards.ts';
import { csvFields, renderCsv } from '../../src/output/csv.ts';
import { renderJson } from '../../src/output/json.ts';
import { decodeSnapshot, type Snapshot } from '../../src/service/snapshot.ts';
import { paneWidth } from '../../src/text/capabilities.ts';
import { createTheme } from '../../src/text/theme.ts';
import { BIASES, BOARD_CATALOGUE, PALETTES } from '../../src/vocabulary.ts';
import { transportOf } from '../support/responses.ts';
import { COLUMNS, ctxOf } from '../support/view-fixtures.ts';
import { runCli } from '../support/world.ts';
import { expectHarmless, expectPlain } from './harmless.ts';
import { hostileBody, toWire } from './hostile.ts';
import { fuzzOptions, fuzzTitle, FUZZ_TIMEOUT_MS as timeout } from './runs.ts';

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const columns = maybe(fc.uniqueArray(fc.constantFrom(...COLUMNS), { minLength: 1 }));
const width = fc.oneof(fc.constantFrom(0, 1, 20, 30, 79, 80, 10_000), fc.nat(300));

const selection: fc.Arbitrary<Selection> = fc.record(
  {
    boards: maybe(fc.array(fc.constantFrom(...BOARD_CATALOGUE.map(({ key }) => key)), { maxLength: 3 })),
    symbols: maybe(fc.constantFrom(['AAA'], ['aaa', 'BRK.B'])),
    bias: maybe(fc.constantFrom(...BIASES)),
    minBoards: maybe(fc.nat(4)),
    sort: maybe(fc.constantFrom(...COLUMNS.map((id) => orderBy(id)))),
  },
  { requiredKeys: [] },
);
const style = fc.record({
  width: width.map(paneWidth),
  palette: fc.constantFrom(...PALETTES),
  level: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  columns,
  isSimulated: fc.boolean(),
  indented: fc.boolean(),
});

type Style = typeof style extends fc.Arbitrary<infer T> ? T : never;

function expectShown(
  snapshot: Snapshot,
  chosen: Selection,
  { palette, level, indented, ...style }: Style,
): void {
  const theme = createTheme(palette, level);
  const view = { ...ctxOf(style.width, { theme }), ...style };
  expectHarmless(renderSnapshot(snapshot, selectBoards(snapshot, chosen), view), style.width);
  const json = renderJson(selectRaw(snapshot, chosen), indented);
  expectPlain(json);
  if (!indented) expect(json.indexOf('\n')).toBe(json.length - 1);
  const whole = JSON.stringify(snapshot.raw);
  expect(JSON.stringify(JSON.parse(renderJson(snapshot.raw, indented)))).toBe(whole);
  expectPlain(renderCsv(boardRows(snapshot, chosen), csvFields('row', false)), '\r\n');
}

/** Plain output, the default without a terminal, is as wide as its longest text. */
const isCut = (args: string) => args.includes('--no-plain');

describe('hostile snapshots', () => {
  test(fuzzTitle('are rendered without escape sequences or invisible characters'), { timeout }, () => {
    fc.assert(
      fc.property(hostileBody, selection, style, (body, chosen, style) => {
        const snapshot = decodeSnapshot(JSON.parse(toWire(body)));
        if (snapshot !== null) expectShown(snapshot, chosen, style);
      }),
      fuzzOptions(),
    );
  });

  const COMMANDS = [
    '',
    '--no-plain',
    '--plain --color always',
    '--json',
    '--csv',
    'top',
    'top --no-plain',
    'top -t all',
    'top -t all --no-plain',
    'top --json',
    'confluence',
    'confluence --no-plain',
    'confluence --csv',
    'confluence --json',
  ];
  const command = fc.constantFrom(
    ...COMMANDS,
    'symbol AAA',
    'top --format {symbol}|{name}|{reasons:raw}|{bias:raw}',
    '--format {board}|{symbol:raw}|{name:raw}|{tag}|{metric:raw}|{timeframe:raw}|{asOf:raw}',
    'confluence --format {on}|{on:raw}|{timeframes}|{name:raw}|{session}',
    'symbol AAA --format {board:raw}|{metric}|{tag:raw}|{name:raw}',
    'symbol AAA --no-plain',
    'symbol AAA NVDA --json',
    '-t all',
    '--sort name --no-plain',
  );
  test(fuzzTitle('make every command exit with 0 or 8', 5), { timeout }, async () => {
    const { world } = await runCli('--version');
    await fc.assert(
      fc.asyncProperty(hostileBody, command, width, async (body, args, columns) => {
        const headers = { 'content-type': 'application/json' };
        const response = { status: 200, headers, body: new TextEncoder().encode(toWire(body)) };
        const env = { BOARDS_CONFIG_DIR: world.configDirectory, COLUMNS: String(columns) };
        const { exitCode, stdout, stderr } = await runCli(args, { transport: transportOf(response), env });
        expect([0, 8]).toContain(exitCode);
        if (exitCode === 8) expect(stdout).toBe('');
        if (stdout !== '' && args.endsWith('--csv')) expectPlain(stdout, '\r\n');
        else if (args.endsWith('--json')) expectHarmless(stdout.split('\n'), Number.POSITIVE_INFINITY);
        else expectHarmless(stdout.split('\n'), isCut(args) ? paneWidth(columns) : Number.POSITIVE_INFINITY);
        if (stderr !== '') expectPlain(stderr);
      }),
      fuzzOptions(5),
    );
  });
});
