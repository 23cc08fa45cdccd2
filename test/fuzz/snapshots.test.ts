import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BOARD_CATALOGUE } from '../../src/market/catalogue.ts';
import { paneWidth } from '../../src/text/capabilities.ts';
import { PALETTES } from '../../src/text/palettes.ts';
import { responseOf, transportOf } from '../support/responses.ts';
import { COLUMNS } from '../support/view-fixtures.ts';
import { runCli } from '../support/world.ts';
import { expectHarmless, expectPlain } from './harmless.ts';
import { hostileBody, toWire } from './hostile.ts';
import { fuzzOptions, fuzzTitle, FUZZ_TIMEOUT_MS as timeout } from './runs.ts';

const width = fc.oneof(fc.constantFrom(0, 1, 20, 30, 79, 80, 10_000), fc.nat(300));

/** Options of tables, plain output and CSV. */
const options = fc
  .uniqueArray(
    fc.oneof(
      fc.constantFrom(...COLUMNS).map((column) => `--sort ${column}`),
      fc
        .uniqueArray(fc.constantFrom(...COLUMNS), { minLength: 1 })
        .map((columns) => `--columns ${columns.join()}`),
      fc.constantFrom(...BOARD_CATALOGUE).map(({ key }) => `-b ${key}`),
      fc.constantFrom(...PALETTES).map((palette) => `--palette ${palette}`),
      fc.constantFrom('--bias bullish', '--min-boards 2', '-l 1', '--symbol AAA,BRK.B', '--wide'),
    ),
    // Columns that are given twice are refused.
    { maxLength: 2, selector: (option) => option.replace(/^(--columns) .*/, '$1') },
  )
  .map((all) => all.join(' '));

const command = fc.oneof(
  fc.tuple(fc.constantFrom('--no-plain', '--plain', '--csv'), options).map((words) => words.join(' ').trim()),
  fc.constantFrom(
    '--plain --color always',
    '--json',
    '--json --columns board,symbol,name,price,metric,asOf,session,dataAge,source',
    'confluence --json --columns symbol,name,bias,timeframes,on',
    'symbol AAA --json --columns name,metric,tag,rank',
    'top',
    'top --no-plain',
    'top -t all',
    'top -t all --no-plain',
    'top --json',
    'confluence',
    'confluence --no-plain',
    'confluence --csv',
    'confluence --json',
    'symbol AAA',
    'top --format {symbol}|{name}|{reasons:raw}|{bias:raw}',
    '--format {board}|{symbol:raw}|{name:raw}|{tag}|{metric:raw}|{timeframe:raw}|{asOf:raw}|{dataAge}|{dataAge:raw}',
    'confluence --format {on}|{on:raw}|{timeframes}|{name:raw}|{session}',
    'symbol AAA --format {board:raw}|{metric}|{tag:raw}|{name:raw}',
    'symbol AAA --no-plain',
    'symbol AAA NVDA --json',
    '-t all',
  ),
);

test(fuzzTitle('hostile snapshots make every command exit as documented, and show no escape sequence', 2), {
  timeout,
}, async () => {
  const { world } = await runCli('--version');
  await fc.assert(
    fc.asyncProperty(hostileBody, command, width, async (body, args, columns) => {
      const json = { 'content-type': 'application/json' };
      const transport = transportOf(responseOf(200, toWire(body), json));
      const env = { BOARDS_CONFIG_DIR: world.configDirectory, COLUMNS: String(columns) };
      const { exitCode, stdout, stderr } = await runCli(args, { transport, env });
      // 2 for a board that the snapshot does not have.
      expect(args.includes('-b ') ? [0, 2, 8] : [0, 8]).toContain(exitCode);
      // Of several timeframes, people get those that came.
      const isPartial = /-t all|^symbol/.test(args) && !/--json|--format/.test(args);
      if (exitCode !== 0 && !isPartial) expect(stdout).toBe('');
      // Plain output, the default without a terminal, is as wide as its longest text.
      const isCut = args.includes('--no-plain');
      if (stdout !== '' && args.includes('--csv')) expectPlain(stdout);
      else expectHarmless(stdout.split('\n'), isCut ? paneWidth(columns) : Number.POSITIVE_INFINITY);
      if (args === '--json' && exitCode === 0) expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
      if (stderr !== '') expectPlain(stderr);
    }),
    fuzzOptions(2),
  );
});
