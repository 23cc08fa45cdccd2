import { type Command, Option } from 'commander';
import type { Context } from '../../context.ts';
import { variable } from '../../environment.ts';
import type { Subject } from '../../fields/field.ts';
import { columnsOf, columnsParser, fieldAliases, orderBy } from '../../fields/fields.ts';
import type { Selection } from '../../market/selection.ts';
import type { Template } from '../../output/template.ts';
import { oneOf, parseBoardKeys, parseLimit, parseTimeframes, wholeNumber } from '../../parse.ts';
import { tickers } from '../../parse-tickers.ts';
import type { ColorWhen } from '../../text/color-level.ts';
import { BIASES, type Bias, type Column, type Palette, type Timeframe } from '../../vocabulary.ts';
import { listOption, valueOption } from './common-options.ts';

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

/** `usual`, if given: the timeframes without the option. */
export function timeframeOption(usual?: string): Option {
  const names = 'scalp, day, swing, position, investing, or all';
  const help = usual === undefined ? names : `${names} (default: ${usual})`;
  return listOption('-t, --timeframe <names>', parseTimeframes, help);
}

/** Whether the command line or the environment names timeframes: of the preference, commands about symbols take no notice. */
export function isTimeframeChosen(
  { timeframe }: Pick<DataOptions, 'timeframe'>,
  { env }: Pick<Context, 'env'>,
): boolean {
  return timeframe !== undefined || variable('BOARDS_TIMEFRAME', env) !== undefined;
}

/** Options that choose snapshots; `usual` as for `timeframeOption`. */
export function addSnapshotOptions(command: Command, usual?: string): Command {
  const rows = 'rows per board or tier of moneyFlow (default: 10)';
  return command
    .addOption(timeframeOption(usual))
    .addOption(valueOption('-l, --limit <1-10>', parseLimit, rows));
}

export function addBoardOption(command: Command): Command {
  return command.addOption(
    listOption('-b, --board <keys>', parseBoardKeys, 'only these boards, in this order'),
  );
}

/** Options that choose boards, rows and columns. A pane does not show older data alone. */
export function addSelectionOptions(command: Command, ...subjects: ReadonlyArray<Subject>): Command {
  const isPane = subjects.includes('remembered');
  const columns = columnsOf(...subjects).filter(({ isOfOlder }) => !(isPane && isOfOlder));
  const names = columns.map(({ id }) => id);
  const unordered = columns.flatMap(({ id, choice }) => (choice === 'columns' ? [id] : []));
  const sortable = names.filter((name) => !unordered.includes(name));
  const exception = unordered.length === 0 ? '' : `, but not ${unordered.join(', ')}`;
  return addBoardOption(command)
    .addOption(listOption('--symbol <tickers>', tickers('--symbol'), 'only rows of these tickers'))
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
        oneOf('field', sortable, fieldAliases(columns.filter(({ id }) => sortable.includes(id)))),
        `sort rows by one of the fields of --columns${exception}`,
      ),
    )
    .addOption(
      listOption(
        '--columns <names>',
        columnsParser(columns),
        `show only these, in this order: ${names.join(', ')}`,
      ).conflicts(['json', 'events', 'format']),
    );
}

export function addWideOptions(command: Command): Command {
  return command
    .option('-w, --wide', 'all columns, one board a row (preference: wide)')
    .option('--no-wide', 'boards side by side; overrides the preference wide');
}

/** Accepts the options of `addWideOptions` without help, for commands that had them. */
export function acceptWideOptions(command: Command): Command {
  const options = ['-w, --wide', '--no-wide'].map((flags) => new Option(flags).hideHelp());
  return options.reduce((known, option) => known.addOption(option), command);
}

/** The one effect that `acceptWideOptions` has. */
export function noteWide({ wide }: Pick<DataOptions, 'wide'>, note: (text: string) => void): void {
  if (wide === true) note('--wide is for `boards`; in the pane, z shows all columns of a board');
}

export function addCsvOption(command: Command): Command {
  return command.addOption(new Option('--csv', 'rows as CSV (RFC 4180)').conflicts('json'));
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
  return { boards, symbols, bias, minBoards, sort: sort === undefined ? null : orderBy(sort) };
}
