import { Option } from 'commander';
import {
  boardOption,
  columnsOption,
  csvOption,
  filterOptions,
  isTimeframeChosen,
  type Options,
  TICKERS_NOTE,
  tickersArgument,
  timeframeOption,
  valueOption,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import { DAY_SECONDS, duration, formatSeconds } from '../cli/values/durations.ts';
import { parseTickers } from '../cli/values/lists.ts';
import { datesOf, parseDays } from '../cli/values/times.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { labelNotes } from '../fields/data-origin.ts';
import { fieldNamed, jsonColumns } from '../fields/fields.ts';
import { describeOtherSeparators } from '../fields/notes.ts';
import { groupBy } from '../lib/group-by.ts';
import { jsonParts } from '../lib/json-text.ts';
import { shellWord } from '../lib/quote.ts';
import { SECOND_MS } from '../lib/time.ts';
import { type Card, cardOf } from '../market/card.ts';
import {
  HISTORY_COLUMNS,
  historyRows,
  type SymbolHistory,
  symbolHistories,
} from '../market/symbol-history.ts';
import { entriesOf, snapshotsIn } from '../recording/read.ts';
import { startProgress } from '../terminal/progress.ts';
import { oneTimeframe, REPORT_NOTES, runReport } from './history-report.ts';
import { flags, sourceFlags } from './shared/next-steps.ts';
import { styleOf, writeLines } from './shared/print.ts';
import { findRecording } from './shared/recordings.ts';
import { openSession } from './shared/session.ts';

export const command = (context: Context): Specification => ({
  arguments: [tickersArgument('[ticker...]')],
  options: [
    timeframeOption(),
    valueOption(
      '--day <date>',
      parseDays,
      'recorded day, such as 2026-11-20 (default: the newest); without a ticker, a day or FROM..TO (default: the newest ten)',
    ),
    valueOption(
      '--last <duration>',
      duration('--last', DAY_SECONDS, '2h'),
      'only this time before the newest snapshot: 30m, 2h',
    ),
    boardOption(),
    ...filterOptions(),
    new Option(
      '--json',
      'print JSON: [{symbol, timeframe, points}]; without a ticker, {timeframe, days, gaps, groups, entries}',
    ),
    csvOption(),
    columnsOption(
      HISTORY_COLUMNS.map(fieldNamed),
      'with a ticker and --json or --csv, print rows with these fields',
    ),
  ],
  notes: [
    TICKERS_NOTE,
    'history reads what watch has recorded (boards help recordings). It sends no request and needs no key. With --sandbox, it needs no recording and shows the last 4 hours of simulated data.',
    'With a ticker, history shows where the symbol was during the day: its ranks, and on how many boards it had rank 1 to 5. Without -t, it shows all recorded timeframes, or with --sandbox those of the preference timeframe.',
    'On a terminal, the log shows as many of its newest lines as fit, but at least three for each ticker and timeframe. To print the whole log, use --no-plain in a pipe. Plain output has no log.',
    ...REPORT_NOTES,
  ],
  examples: {
    'boards history QI --sandbox --last 30m': 'show a symbol in simulated data',
    'boards history QI LUNR --sandbox --csv': 'print rows for a spreadsheet',
    'boards history --sandbox --last 2h': 'show how symbols performed',
    'boards history --day 2026-11-20..2026-11-24': 'use only these days',
    'boards history -b movers --bias bullish --csv': 'print entries for a spreadsheet',
  },
  check: checkOptions,
  run(options, words: ReadonlyArray<string>) {
    if (words.length === 0) return runReport(options, context);
    return runHistory(parseTickers(words.join(',')), options, context);
  },
});

/** Throws UsageError for a report option with a ticker, and for a ticker option without a ticker. */
function checkOptions(options: Options, words: unknown): void {
  const { board, bias, minBoards, day = '', timeframe, columns, json, csv } = options;
  const hasTicker = Array.isArray(words) && words.length > 0;
  if (columns !== undefined && !(hasTicker && (json === true || csv === true)))
    throw new UsageError(`--columns needs ${hasTicker ? '--json or --csv' : 'a ticker'}`, {
      hint: 'For example: `boards history NVDA --csv --columns asOf,board,rank`',
    });
  if (!hasTicker) {
    if (timeframe !== undefined) oneTimeframe(timeframe);
    return;
  }
  const [from, to] = datesOf(day);
  const given = { '-b': board, '--bias': bias, '--min-boards': minBoards };
  const [flag] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (flag !== undefined)
    throw new UsageError(`${flag} cannot be used with a ticker`, {
      hint: 'Leave out the ticker, as in `boards history -b movers`.',
    });
  if (from !== to)
    throw new UsageError('with a ticker, --day must be a single date', { hint: `For example: --day ${to}.` });
}

async function runHistory(tickers: ReadonlyArray<string>, options: Options, context: Context): Promise<void> {
  const isSandbox = options.sandbox === true;
  const session = openSession(options, context);
  const { settings, note, noteAlways } = session;
  const isData = options.json === true || options.csv === true;
  const { last: seconds = Infinity } = options;
  const last = seconds * SECOND_MS;
  const progress = startProgress(
    isSandbox ? 'computing simulated data' : 'reading recordings',
    context,
    session.options,
  );
  const read = async () => {
    const found = await findRecording({ date: options.day, last }, session);
    const { recording } = found;
    const histories: Array<SymbolHistory> = [];
    try {
      for (const timeframe of found.timeframes) {
        const snapshots = snapshotsIn(entriesOf(recording, timeframe));
        histories.push(...(await symbolHistories(tickers, timeframe, snapshots, !isData)));
      }
    } finally {
      recording.close();
    }
    found.noteSkipped();
    const sorted = tickers.flatMap((ticker) =>
      spelledAlike(histories.filter((each) => each.ticker === ticker)),
    );
    return { histories: sorted, isSimulated: recording.isSimulated, isRecorded: !isSandbox };
  };
  const { histories, ...origin } = await read().finally(progress.stop);
  noteOtherSeparators(histories, note);
  if (isData) {
    const newest = Math.max(...histories.map(({ points }) => timeOf(points.at(-1))));
    const snapshot = { time: newest };
    labelNotes([{ ...origin, snapshot }], settings.timeZone).forEach(noteAlways);
    const isOfOne =
      (isTimeframeChosen(options, context) || isSandbox) && settings.timeframe.value.length === 1;
    return writeHistories(
      histories.map((each) => cutTo(each, last)),
      { ...options, isOfSeveral: !isOfOne },
      context,
    );
  }
  const style = await styleOf(session);
  const { renderHistory } = await import('../output/card-lines.ts');
  const cards = cardsOf(histories, last, origin.isRecorded);
  const { isTTY, rows = 0 } = context.stdout;
  // The prompt of the shell needs a line.
  const lines = isTTY === true && rows > 0 ? rows - 1 : Infinity;
  const period = flags({
    '--day': options.day,
    '--last': Number.isFinite(seconds) ? formatSeconds(seconds) : undefined,
  });
  const allCommand = `boards history ${shellWord(tickers.join(','))}${sourceFlags(options)}${period} --no-plain | less -R`;
  const reading = { ...style, ...origin, lines, allCommand, now: context.clock.now() };
  writeLines(renderHistory(cards, reading), style, context);
}

/** Uses the spelling of the first timeframe that lists the symbol for all timeframes. */
function spelledAlike(histories: ReadonlyArray<SymbolHistory>): ReadonlyArray<SymbolHistory> {
  const symbol = histories.find(({ last }) => last !== null)?.symbol;
  return histories.map((each) => (symbol === undefined ? each : { ...each, symbol }));
}

function noteOtherSeparators(histories: ReadonlyArray<SymbolHistory>, note: (text: string) => void): void {
  for (const [ticker, each] of groupBy(histories, (history) => history.ticker)) {
    if (each.some(({ last }) => last !== null)) continue;
    const similar = each.flatMap((history) => history.similar);
    describeOtherSeparators([ticker], similar, 'not recorded').forEach(note);
  }
}

function timeOf(point: SymbolHistory['points'][number] | undefined): number {
  return Date.parse(point?.asOf ?? '');
}

function cutTo(history: SymbolHistory, periodMs: number): SymbolHistory {
  const start = timeOf(history.points.at(-1)) - periodMs;
  return { ...history, points: history.points.filter((point) => timeOf(point) >= start) };
}

async function writeHistories(
  histories: ReadonlyArray<SymbolHistory>,
  { csv, columns, isOfSeveral }: Options & { readonly isOfSeveral: boolean },
  { stdout }: Context,
): Promise<void> {
  if (csv === true) {
    const { csvLines } = await import('../output/csv.ts');
    const shown = columns ?? HISTORY_COLUMNS;
    stdout.write(csvLines([shown]));
    for (const each of histories) stdout.write(csvLines(historyRows(each, shown)));
    return;
  }
  const isIndented = stdout.isTTY === true;
  if (columns === undefined) {
    const json = ({ symbol, timeframe, points }: SymbolHistory) => ({ symbol, timeframe, points });
    for (const part of jsonParts(histories, json, isIndented)) stdout.write(part);
    return;
  }
  const shown = jsonColumns(columns, isOfSeveral);
  const rows = histories.flatMap((each) => historyRows(each, shown));
  const json = (row: (typeof rows)[number]) =>
    Object.fromEntries(shown.map((column, index) => [column, row[index]]));
  for (const part of jsonParts(rows, json, isIndented)) stdout.write(part);
}

/** Ages on the cards cover the whole day, even if the period is shorter. */
function cardsOf(
  histories: ReadonlyArray<SymbolHistory>,
  periodMs: number,
  isPast: boolean,
): ReadonlyArray<Card> {
  return histories.map(({ symbol, timeframe, last, memory }) =>
    cardOf({
      symbol,
      timeframe,
      isPast,
      memory,
      last: () => last,
      snapshots: histories
        .filter((other) => other.symbol === symbol)
        .map((other) => ({ timeframe: other.timeframe, snapshot: other.memory.completed })),
      isPinned: false,
      from: memory.time - periodMs,
    }),
  );
}
