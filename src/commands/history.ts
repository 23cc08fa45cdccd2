import { Argument } from 'commander';
import {
  csvOption,
  type DataOptions,
  isTimeframeChosen,
  jsonOption,
  timeframeOption,
  valueOption,
} from '../cli/options.ts';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';
import { cardOf, cardTimeframe } from '../market/card.ts';
import {
  HISTORY_COLUMNS,
  historyJson,
  historyRows,
  type SymbolHistory,
  symbolHistories,
} from '../market/symbol-history.ts';
import type { HistoryCard } from '../output/history.ts';
import { jsonParts } from '../output/json.ts';
import { DAY_SECONDS, day, duration, isDate, parseTickers } from '../parse.ts';
import { unexpected } from '../quote.ts';
import { entriesOf, snapshotsIn } from '../recording/find.ts';
import type { Simulated } from '../service/snapshot.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { startProgress } from '../terminal/progress.ts';
import type { ScreenStyle } from '../text/ctx.ts';
import { labelNotes } from '../text/label.ts';
import { SECOND_MS } from '../time.ts';
import { findRecording } from './recordings.ts';
import { createNotes, styleOf, writeLines } from './write.ts';

interface HistoryOptions
  extends Pick<
    DataOptions,
    'timeframe' | 'json' | 'csv' | 'sandbox' | 'baseUrl' | 'plain' | 'color' | 'palette' | 'quiet' | 'debug'
  > {
  /** `2026-11-20`. */
  readonly day?: string;
  /** Seconds; `since` in version 0.2. */
  readonly last?: number;
  readonly since?: number;
}

export const command = (context: Context): Specification => ({
  arguments: [new Argument('<ticker...>', 'one or more tickers, such as NVDA AMD')],
  options: [
    timeframeOption(),
    valueOption('--day <date>', day('--day'), 'the recorded day, such as 2026-11-20 (default: the newest)'),
    valueOption(
      '--last <duration>',
      duration('--last', DAY_SECONDS, '2h'),
      'only this long before the newest snapshot: 30m, 2h',
    ),
    valueOption('--since <duration>', duration('--since', DAY_SECONDS, '2h'), 'as --last').hideHelp(),
    jsonOption('[{symbol, timeframe, points}]'),
    csvOption(),
  ],
  notes: [
    'Reads what watch has recorded of a market day (boards help recordings). Sends nothing, and needs no key. The number of boards counts ranks 1 to 5 of each board.',
    'Without -t: all timeframes that are recorded. With --sandbox, which needs no recording: the preference timeframe, and the last 4 hours.',
  ],
  examples: {
    'boards history TLLT --sandbox --last 30m': 'simulated data',
    'boards history AME TLLT --sandbox --csv': 'for a spreadsheet',
  },
  run(options: HistoryOptions, words: ReadonlyArray<string>) {
    const date = words.find(isDate);
    if (date === undefined) return runHistory(parseTickers(words.join(' ')), options, context);
    throw unexpected('a date is not a ticker:', date, `Give the day as \`--day ${date}\`.`);
  },
});

/** Reads or computes the histories of the symbols, and writes them. */
async function runHistory(
  symbols: ReadonlyArray<string>,
  options: HistoryOptions,
  context: Context,
): Promise<void> {
  const isSandbox = options.sandbox === true;
  const notes = createNotes(options, context);
  const settings = resolveSettings(options, context, { needsService: !isSandbox });
  settings.warnings.forEach(notes.note);
  // What is computed takes time, what is recorded is there.
  const isChosen = isSandbox || isTimeframeChosen(options, context);
  const timeframes = isChosen ? settings.timeframe.value : null;
  const isData = options.json === true || options.csv === true;
  const seconds = options.last ?? options.since;
  const last = seconds === undefined ? undefined : seconds * SECOND_MS;
  const progress = startProgress(isSandbox ? 'computing' : 'reading recordings', context, options);
  const read = async () => {
    const found = await findRecording(
      { isSandbox, date: options.day, timeframes, last },
      settings,
      notes,
      context,
    );
    const byTimeframe: Array<ReadonlyArray<SymbolHistory>> = [];
    for (const timeframe of found.timeframes) {
      const snapshots = snapshotsIn(entriesOf(found.recording, timeframe));
      byTimeframe.push(await symbolHistories(symbols, timeframe, snapshots, !isData));
    }
    found.noteSkipped();
    const histories = symbols.flatMap((symbol) =>
      byTimeframe.flatMap((each) => each.filter((one) => one.symbol === symbol)),
    );
    const { isSimulated } = found.recording;
    return { histories: histories.map((each) => cutTo(each, last)), isSimulated, isRecorded: !isSandbox };
  };
  const histories = await read().finally(progress.stop);
  if (!isData) return writeCards(histories, await styleOf(options, settings, context), context);
  const snapshot = { asOfMilliseconds: newestOf(histories.histories) };
  labelNotes([{ ...histories, snapshot }], settings.timeZone).forEach(notes.noteAlways);
  return writeHistories(histories.histories, options, context);
}

/** Only the points of so many milliseconds before the newest snapshot. Ages are still those of the whole day. */
function cutTo(history: SymbolHistory, last: number | undefined): SymbolHistory {
  const newest = history.points.at(-1)?.asOfMilliseconds ?? 0;
  const start = last === undefined ? 0 : newest - last;
  return { ...history, points: history.points.filter((point) => point.asOfMilliseconds >= start) };
}

async function writeHistories(
  histories: ReadonlyArray<SymbolHistory>,
  { csv }: HistoryOptions,
  { stdout }: Context,
): Promise<void> {
  if (csv === true) {
    const { csvLines } = await import('../output/csv.ts');
    stdout.write(csvLines([HISTORY_COLUMNS]));
    for (const each of histories) stdout.write(csvLines(historyRows(each)));
    return;
  }
  for (const part of jsonParts(histories, historyJson, stdout.isTTY === true)) stdout.write(part);
}

async function writeCards(
  { histories, isSimulated, isRecorded }: FoundHistories,
  style: ScreenStyle,
  context: Context,
): Promise<void> {
  const { renderHistory, renderPlainHistory } = await import('../output/history.ts');
  const render = style.style === 'plain' ? renderPlainHistory : renderHistory;
  const lines = render(historyCards(histories), {
    ...style,
    // The clock may have been set back since the recording: its times are known nevertheless.
    nowMilliseconds: Math.max(context.clock.now(), newestOf(histories)),
    isSimulated,
    isRecorded,
  });
  writeLines(lines, style, context);
}

function newestOf(histories: ReadonlyArray<SymbolHistory>): number {
  return Math.max(...histories.map(({ points }) => points.at(-1)?.asOfMilliseconds ?? 0));
}

/** What was read or computed. */
interface FoundHistories {
  /** Symbol by symbol, each in the order of the timeframes. Each has points. */
  readonly histories: ReadonlyArray<SymbolHistory>;
  readonly isSimulated: Simulated;
  readonly isRecorded: boolean;
}

/** The cards of some symbols, as the pane shows them, of the part of the day that their points are of. */
function historyCards(histories: ReadonlyArray<SymbolHistory>): ReadonlyArray<HistoryCard> {
  return histories.map(({ symbol, timeframe, points, last, remembered }) => {
    const startsAt = points[0]?.asOfMilliseconds ?? 0;
    const card = cardOf({
      symbol,
      timeframe,
      snapshot: remembered.snapshot,
      remembered,
      last: () => last,
      timeframes: histories
        .filter((other) => other.symbol === symbol)
        .map((other) => cardTimeframe(symbol, other.timeframe, other.remembered.snapshot)),
      isPinned: false,
      isRecorded: true,
      from: startsAt,
    });
    return { card, snapshots: points.length, startsAt, endsAt: points.at(-1)?.asOfMilliseconds ?? startsAt };
  });
}
