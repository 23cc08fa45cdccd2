import { type Command, Option } from 'commander';
import { parseTypedBaseUrl } from '../../config/base-url.ts';
import type { Selection } from '../../model/selection.ts';
import {
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
import { duration } from '../../parse-duration.ts';
import { COLOR_WHEN, type ColorWhen } from '../../view/color-level.ts';
import type { Template } from '../../view/template.ts';
import {
  BIASES,
  type Bias,
  COLUMN_HEADERS,
  COLUMNS,
  type Column,
  type Palette,
  type Timeframe,
} from '../../vocabulary.ts';

const MAX_TIMEOUT_SECONDS = 600;

/** The parsed options of the data commands. */
export interface DataOptions {
  readonly timeframe?: ReadonlyArray<Timeframe>;
  readonly limit?: number;
  readonly board?: ReadonlyArray<string>;
  readonly symbol?: ReadonlyArray<string>;
  readonly bias?: Bias;
  readonly minBoards?: number;
  readonly sort?: Column;
  readonly columns?: ReadonlyArray<Column>;
  /** False for `--no-wide`. */
  readonly wide?: boolean;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly format?: Template;
  /** False for `--no-plain`; undefined: plain if stdout is not a terminal. */
  readonly plain?: boolean;
  /** In milliseconds since 1970; undefined for live data. */
  readonly at?: number;
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

/** An option with a value. The description defaults to the allowed values. */
export function valueOption(
  flags: string,
  parse: Parser<unknown>,
  description = parse.allowed.words.join(', '),
): Option {
  return new Option(flags, description).argParser(parse);
}

/** Options that choose snapshots. */
export function addSnapshotOptions(command: Command): Command {
  return command
    .addOption(
      valueOption(
        '-t, --timeframe <names>',
        parseTimeframes,
        'scalp, day, swing, position, investing (comma-separated) or all',
      ),
    )
    .addOption(valueOption('-l, --limit <1-10>', parseLimit, 'rows per board; default 10'));
}

export function addBoardOption(command: Command): Command {
  return command.addOption(
    valueOption('-b, --board <keys>', parseBoardKeys, 'only these boards, comma-separated, in this order'),
  );
}

/** Options that choose boards, rows and columns; `columns` are those that the command can show and sort by. */
export function addSelectionOptions(command: Command, columns: ReadonlyArray<string> = COLUMNS): Command {
  return addBoardOption(command)
    .addOption(
      valueOption('--symbol <tickers>', tickers('--symbol'), 'only rows of these tickers, comma-separated'),
    )
    .addOption(valueOption('--bias <bias>', oneOf('bias', BIASES)))
    .addOption(
      valueOption(
        '--min-boards <n>',
        wholeNumber('--min-boards', { min: 0, max: 100, example: 3 }),
        'only symbols on at least n boards',
      ),
    )
    .addOption(
      valueOption(
        '--sort <field>',
        oneOf('field', columns, COLUMN_HEADERS),
        `sort rows by one of: ${columns.join(', ')}`,
      ),
    )
    .addOption(
      valueOption(
        '--columns <names>',
        listOf('column', columns, COLUMN_HEADERS),
        'show these columns, comma-separated, in this order',
      ),
    );
}

export function addWideOptions(command: Command): Command {
  return command
    .option('-w, --wide', 'all columns, one board a row')
    .option('--no-wide', 'boards side by side; overrides the preference wide');
}

export function addCsvOption(command: Command): Command {
  return command.addOption(new Option('--csv', 'rows as CSV (RFC 4180)').conflicts('json'));
}

/** Options for the service, requests and notes. */
export function addServiceOptions(command: Command, retriesHelp = 'retries after a failed attempt'): Command {
  return command
    .option('--sandbox', 'use simulated data; needs no key')
    .addOption(baseUrlOption('base URL of the service'))
    .addOption(timeoutOption('timeout of each attempt'))
    .addOption(
      valueOption(
        '--retries <n>',
        wholeNumber('--retries', { min: 0, max: 20, example: 3 }),
        retriesHelp,
      ).default(2),
    )
    .option('-q, --quiet', 'no spinner and no notes')
    .option('--debug', 'print requests, responses and causes of errors to stderr');
}

/** Options of the commands that read recordings and send nothing. */
export function addReadingOptions(command: Command, sandboxHelp: string): Command {
  return command
    .option('--sandbox', sandboxHelp)
    .addOption(baseUrlOption('base URL of the service that was recorded'))
    .option('-q, --quiet', 'no spinner and no notes')
    .option('--debug', 'print causes of errors to stderr');
}

export function baseUrlOption(description: string): Option {
  return valueOption('--base-url <url>', freeParser('url', parseTypedBaseUrl, 'https://…'), description);
}

/** The timeout of a request, in seconds. */
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

/** Appends examples, from command line to description, to the help of a command. */
export function addExamples(command: Command, examples: Readonly<Record<string, string>>): Command {
  const width = Math.max(...Object.keys(examples).map((line) => line.length));
  const lines = Object.entries(examples).map(
    ([line, description]) => `  ${line.padEnd(width)}  ${description}`,
  );
  return command.addHelpText('after', ['', 'Examples:', ...lines].join('\n'));
}

/** The boards and rows to show; `boards` come from the option or the preference. */
export function selectionOf(
  options: Pick<DataOptions, 'symbol' | 'bias' | 'minBoards' | 'sort'>,
  boards?: ReadonlyArray<string>,
): Selection {
  const { symbol: symbols, bias, minBoards, sort } = options;
  return { boards, symbols, bias, minBoards, sort };
}
