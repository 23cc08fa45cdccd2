import { type Command, Option } from 'commander';
import { parseTypedBaseUrl } from '../../config/base-url.ts';
import type { Selection } from '../../model/selection.ts';
import {
  duration,
  freeParser,
  listOf,
  oneOf,
  type Parser,
  parseBoardKeys,
  parseLimit,
  parsePalette,
  parseTimeframes,
  tickers,
  wholeNumber,
} from '../../parse.ts';
import { COLOR_WHEN, type ColorWhen } from '../../view/color-level.ts';
import { BIASES, type Bias, COLUMNS, type Column, type Palette, type Timeframe } from '../../vocabulary.ts';

const MAX_TIMEOUT_SECONDS = 600;

/** What all data commands take (product: data commands), after parsing. */
export interface DataOptions {
  readonly timeframe?: ReadonlyArray<Timeframe>;
  readonly limit?: number;
  readonly board?: ReadonlyArray<string>;
  readonly symbol?: ReadonlyArray<string>;
  readonly bias?: Bias;
  readonly minBoards?: number;
  readonly sort?: Column;
  readonly columns?: ReadonlyArray<Column>;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly sandbox?: boolean;
  readonly baseUrl?: string;
  readonly timeout: number;
  readonly retries: number;
  /** False for `--no-color`. */
  readonly color?: ColorWhen | false;
  readonly palette?: Palette;
  readonly quiet?: boolean;
  readonly debug?: boolean;
}

/** An option with a value, whose parser knows what is allowed; without a description it lists that. */
export function valueOption(
  flags: string,
  parse: Parser<unknown>,
  description = parse.allowed.words.join(', '),
): Option {
  return new Option(flags, description).argParser(parse);
}

/** Which snapshots: shared by every data command. */
export function addSnapshotOptions(command: Command): Command {
  return command
    .addOption(
      valueOption(
        '-t, --timeframe <names>',
        parseTimeframes,
        'scalp, day, swing, position, investing (comma-separated) or all',
      ),
    )
    .addOption(valueOption('-l, --limit <1-10>', parseLimit, 'rows per board'));
}

/** Which boards of them. */
export function addBoardOption(command: Command): Command {
  return command.addOption(
    valueOption('-b, --board <keys>', parseBoardKeys, 'only these boards, comma-separated, in this order'),
  );
}

/** Which boards and rows of them; `columns` are those that the command can show and sort by. */
export function addSelectionOptions(command: Command, columns: ReadonlyArray<Column> = COLUMNS): Command {
  return addBoardOption(command)
    .addOption(
      valueOption('--symbol <tickers>', tickers('--symbol'), 'only rows of these symbols, comma-separated'),
    )
    .addOption(valueOption('--bias <bias>', oneOf('bias', BIASES)))
    .addOption(
      valueOption(
        '--min-boards <n>',
        wholeNumber('--min-boards', 0, 100),
        'only symbols on at least n boards',
      ),
    )
    .addOption(
      valueOption('--sort <field>', oneOf('field', columns), `order by one of: ${columns.join(', ')}`),
    )
    .addOption(valueOption('--columns <names>', listOf('column', columns), 'which columns, in which order'));
}

/** A machine format beside `--json`. */
export function addCsvOption(command: Command): Command {
  return command.addOption(new Option('--csv', 'rows for a spreadsheet (RFC 4180)').conflicts('json'));
}

/** Where the data comes from, and what is said about that. */
export function addServiceOptions(command: Command): Command {
  return command
    .option('--sandbox', 'simulated data from the built-in service: needs no key')
    .addOption(baseUrlOption("the service's address"))
    .addOption(timeoutOption('time-out of an attempt'))
    .addOption(
      valueOption('--retries <n>', wholeNumber('--retries', 0, 20), 'attempts after a failed one').default(2),
    )
    .option('-q, --quiet', 'no spinner and no notes')
    .option('--debug', 'requests, responses and causes on stderr');
}

export function baseUrlOption(description: string): Option {
  return valueOption('--base-url <url>', freeParser('url', parseTypedBaseUrl), description);
}

/** In seconds; for every command that sends a request. */
export function timeoutOption(description: string): Option {
  return valueOption('--timeout <duration>', duration('--timeout', MAX_TIMEOUT_SECONDS), description).default(
    10,
    '10 s',
  );
}

export function addColorOptions(command: Command): Command {
  return command
    .addOption(valueOption('--color <when>', oneOf('colour mode', COLOR_WHEN)))
    .option('--no-color', 'same as --color never')
    .addOption(valueOption('--palette <name>', parsePalette));
}

/** Puts command lines, and what each of them does, at the end of a command's help. */
export function addExamples(command: Command, examples: Readonly<Record<string, string>>): Command {
  const width = Math.max(...Object.keys(examples).map((line) => line.length));
  const lines = Object.entries(examples).map(([line, meaning]) => `  ${line.padEnd(width)}  ${meaning}`);
  return command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'));
}

/** What of a snapshot is shown; `boards` are those of the option or of the preference. */
export function selectionOf(options: DataOptions, boards?: ReadonlyArray<string>): Selection {
  const { symbol: symbols, bias, minBoards, sort } = options;
  return { boards, symbols, bias, minBoards, sort };
}
