import { type Command, Option } from 'commander';
import { parseTypedBaseUrl } from '../config/base-url.ts';
import { parseBoardKeys, parseLimit, parsePalette, parseTimeframes } from '../config/values.ts';
import { UsageError } from '../errors.ts';
import { looksLikeKey, unexpected } from '../quote.ts';
import { suggestionHint } from '../suggest.ts';
import { COLOR_WHEN, type ColorWhen } from '../view/color-level.ts';
import {
  BIASES,
  type Bias,
  COLUMNS,
  type Column,
  PALETTES,
  type Palette,
  type Timeframe,
} from '../vocabulary.ts';

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

/** Which snapshots: shared by every data command. */
export function addSnapshotOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '-t, --timeframe <names>',
        'scalp, day, swing, position, investing (comma-separated) or all',
      ).argParser(parseTimeframes),
    )
    .addOption(new Option('-l, --limit <1-10>', 'rows per board').argParser(parseLimit));
}

/** Which boards of them. */
export function addBoardOption(command: Command): Command {
  return command.addOption(
    new Option('-b, --board <keys>', 'only these boards, comma-separated, in this order').argParser(
      parseBoardKeys,
    ),
  );
}

/** Which boards and rows of them; `columns` are those that the command can show and sort by. */
export function addSelectionOptions(command: Command, columns: ReadonlyArray<Column> = COLUMNS): Command {
  return addBoardOption(command)
    .addOption(
      new Option('--symbol <tickers>', 'only rows of these symbols, comma-separated').argParser((text) =>
        parseTickers(text, '--symbol'),
      ),
    )
    .addOption(
      new Option('--bias <bias>', BIASES.join(', ')).argParser((text) => oneOf('--bias', BIASES, text)),
    )
    .addOption(
      new Option('--min-boards <n>', 'only symbols on at least n boards').argParser(
        wholeNumber('--min-boards', 0, 100),
      ),
    )
    .addOption(
      new Option('--sort <field>', `order by one of: ${columns.join(', ')}`).argParser((text) =>
        oneOf('--sort', columns, text),
      ),
    )
    .addOption(
      new Option('--columns <names>', 'which columns, in which order').argParser((text) =>
        parseNames('--columns', columns, text),
      ),
    );
}

/** A machine format beside `--json`. */
export function addCsvOption(command: Command): Command {
  return command.addOption(new Option('--csv', 'rows for a spreadsheet (RFC 4180)').conflicts('json'));
}

/** Where from, and how to speak of it. */
export function addServiceOptions(command: Command): Command {
  return command
    .option('--sandbox', 'simulated data from the built-in service: needs no key')
    .addOption(new Option('--base-url <url>', "the service's address").argParser(parseTypedBaseUrl))
    .addOption(timeoutOption('time-out of an attempt, in seconds'))
    .addOption(
      new Option('--retries <n>', 'attempts after a failed one')
        .argParser(wholeNumber('--retries', 0, 20))
        .default(2),
    )
    .option('-q, --quiet', 'no spinner and no notes')
    .option('--debug', 'requests, answers and causes on stderr');
}

/** For whatever speaks to the service. */
export function timeoutOption(description: string): Option {
  return new Option('--timeout <s>', description).argParser(seconds('--timeout', 600)).default(10);
}

export function addColorOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--color <when>', COLOR_WHEN.join(', ')).argParser((text) =>
        oneOf('--color', COLOR_WHEN, text),
      ),
    )
    .option('--no-color', 'same as --color never')
    .addOption(new Option('--palette <name>', PALETTES.join(', ')).argParser(parsePalette));
}

/** A whole number in plain digits. */
export function wholeNumber(option: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const fault = `${option} takes a whole number from ${least} to ${most}, not`;
    throw unexpected(fault, text, `For example: ${option} ${least + 1}`);
  };
}

/** Seconds, with or without a fraction. */
function seconds(option: string, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
    if (value > 0 && value <= most) return value;
    const fault = `${option} takes seconds, more than 0 and at most ${most}, not`;
    throw unexpected(fault, text, `For example: ${option} 10`);
  };
}

/** `whole`: the list that the text is part of. */
function oneOf<T extends string>(option: string, values: ReadonlyArray<T>, text: string, whole = text): T {
  const found = values.find((value) => value.toLowerCase() === text.trim().toLowerCase());
  if (found !== undefined) return found;
  throw unexpected(`${option} does not know`, text, suggestionHint(text, values), whole);
}

function parseNames<T extends string>(
  option: string,
  values: ReadonlyArray<T>,
  text: string,
): ReadonlyArray<T> {
  const words = text.split(',').filter((word) => word.trim() !== '');
  if (words.length > 0) return [...new Set(words.map((word) => oneOf(option, values, word, text)))];
  throw new UsageError(`${option} takes one or more names`, { hint: suggestionHint('', values) });
}

const MOST_TICKER_CHARACTERS = 12;

/** Tickers in upper case, separated by commas or blanks. Throws UsageError, with `where` they were given. */
export function parseTickers(text: string, where: string): ReadonlyArray<string> {
  const tickers = text.split(/\s+/).flatMap((word) => tickersOf(word, where));
  if (tickers.length > 0) return [...new Set(tickers.map((ticker) => ticker.toUpperCase()))];
  throw new UsageError(`${where} takes one or more tickers`, { hint: `For example: ${where} NVDA,AMD` });
}

function tickersOf(word: string, where: string): ReadonlyArray<string> {
  const tickers = word.split(',').filter((ticker) => ticker !== '');
  const wrong = tickers.find((ticker) => !isTicker(ticker) || (looksLikeKey(word) && !isTyped(ticker)));
  if (wrong === undefined) return tickers;
  throw unexpected(`${where} takes tickers, not`, wrong, `For example: ${where} NVDA,AMD`, word);
}

function isTicker(text: string): boolean {
  return /^[A-Za-z0-9.^=/-]+$/.test(text) && text.length <= MOST_TICKER_CHARACTERS;
}

/** False for a part of a key with commas in it: nobody mixes capitals and small letters inside a ticker. */
function isTyped(ticker: string): boolean {
  return ticker.length <= 5 || /^([^a-z]*|.[^A-Z]*)$/.test(ticker);
}
