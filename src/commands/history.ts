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
import { groupBy } from '../group-by.ts';
import { cardOf, cardTimeframe } from '../market/card.ts';
import { dateOf } from '../market/market-day.ts';
import {
  HISTORY_COLUMNS,
  historyJson,
  historyRows,
  type SymbolHistory,
  symbolHistories,
} from '../market/symbol-history.ts';
import type { HistoryCard } from '../output/history.ts';
import { jsonParts } from '../output/json.ts';
import { DAY_SECONDS, day, duration, tickerArguments } from '../parse.ts';
import { countSkipped, type IndexOptions, indexFiles } from '../recording/day.ts';
import type { DayFile } from '../recording/days.ts';
import { notRecorded } from '../recording/find.ts';
import type { Snapshot } from '../service/snapshot.ts';
import { resolveSettings, type Settings } from '../settings/resolve.ts';
import { startProgress } from '../terminal/progress.ts';
import type { ScreenStyle } from '../text/ctx.ts';
import { labelNotes } from '../text/label.ts';
import { MINUTE_MS, SECOND_MS, type TimeZone, utcDayStart } from '../time.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import { sandboxSnapshots } from './connect.ts';
import { SANDBOX_PAST_MS } from './past.ts';
import { noteSkipped, notInSandbox, recordingsOf } from './recordings.ts';
import { createNotes, type Notes, styleOf, writeLines } from './write.ts';

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
    'Without -t: all timeframes that are recorded. With --sandbox, which needs no recording: the preference timeframe, and the last 4 hours unless --last asks for more of the UTC day.',
  ],
  examples: {
    'boards history TLLT --sandbox --last 30m': 'simulated data',
    'boards history AME TLLT --sandbox --csv': 'for a spreadsheet',
  },
  run: (options: HistoryOptions, words: ReadonlyArray<string>) =>
    runHistory(
      tickerArguments('boards history', words, (date) => `--day ${date}`),
      options,
      context,
    ),
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
  const timeframes = isTimeframeChosen(options, context) ? settings.timeframe.value : null;
  const isData = options.json === true || options.csv === true;
  const request = { symbols, timeframes, day: options.day, settings, notes, isForCards: !isData };
  const seconds = options.last ?? options.since;
  const last = seconds === undefined ? undefined : seconds * SECOND_MS;
  const progress = startProgress(isSandbox ? 'computing' : 'reading recordings', context, options);
  const reading = isSandbox ? sandboxHistories(request, last, context) : recordedHistories(request, context);
  const read = await reading.finally(progress.stop);
  const found = { ...read, histories: read.histories.map((history) => cutTo(history, last)) };
  if (isData) await writeHistories(found, options, settings.timeZone, context);
  else await writeCards(found, await styleOf(options, settings, context), context);
}

/** Only the points of so many milliseconds before the newest snapshot. Ages are still those of the whole day. */
function cutTo(history: SymbolHistory, last: number | undefined): SymbolHistory {
  const newest = history.points.at(-1)?.asOfMilliseconds ?? 0;
  const start = last === undefined ? 0 : newest - last;
  return { ...history, points: history.points.filter((point) => point.asOfMilliseconds >= start) };
}

/** Data to stdout, and the label of what is not live to stderr, even with `--quiet`. */
async function writeHistories(
  { histories, isSimulated, isRecorded }: FoundHistories,
  options: HistoryOptions,
  zone: TimeZone,
  context: Context,
): Promise<void> {
  const notes = createNotes(options, context);
  const snapshot = { asOfMilliseconds: newestOf(histories) };
  labelNotes([{ isSimulated, isRecorded, snapshot }], zone).forEach(notes.noteAlways);
  if (options.csv === true) {
    const { csvLines } = await import('../output/csv.ts');
    context.stdout.write(csvLines([HISTORY_COLUMNS]));
    for (const each of histories) context.stdout.write(csvLines(historyRows(each)));
    return;
  }
  for (const part of jsonParts(histories, historyJson, context.stdout.isTTY === true))
    context.stdout.write(part);
}

async function writeCards(
  { histories, isSimulated, isRecorded }: FoundHistories,
  style: ScreenStyle,
  context: Context,
): Promise<void> {
  const { renderHistory, renderPlainHistory } = await import('../output/history.ts');
  const { renderLogLine } = await import('../pane/views/log-line.ts');
  const render = style.style === 'plain' ? renderPlainHistory : renderHistory;
  const lines = render(historyCards(histories), {
    ...style,
    // The clock may have been set back since the recording: its times are known nevertheless.
    nowMilliseconds: Math.max(context.clock.now(), newestOf(histories)),
    isSimulated,
    isRecorded,
    renderEntry: renderLogLine,
  });
  writeLines(lines, style, context);
}

function newestOf(histories: ReadonlyArray<SymbolHistory>): number {
  return Math.max(...histories.map(({ points }) => points.at(-1)?.asOfMilliseconds ?? 0));
}

/** What a history is read from, or computed. */
interface FoundHistories {
  /** Symbol by symbol, each in the order of the timeframes. Each has points. */
  readonly histories: ReadonlyArray<SymbolHistory>;
  readonly isSimulated: boolean;
  readonly isRecorded: boolean;
}

interface HistoryRequest {
  readonly symbols: ReadonlyArray<string>;
  /** Null: all that are recorded. */
  readonly timeframes: ReadonlyArray<Timeframe> | null;
  /** Undefined: the newest one that is recorded. */
  readonly day: string | undefined;
  readonly settings: Settings;
  readonly notes: Notes;
  /** Cards have what data has not. */
  readonly isForCards: boolean;
}

/**
 * Reads a recorded market day of the service, the newest by default. Sends nothing and needs no key. Throws NotRecordedError if none of the
 * timeframes is recorded, ConfigError without a base URL or a place for recordings.
 */
async function recordedHistories(request: HistoryRequest, context: Context): Promise<FoundHistories> {
  const { symbols, day, settings, notes } = request;
  const recordings = await recordingsOf({ settings, note: notes.note, date: day }, context);
  const { isSimulated } = recordings;
  const wanted = request.timeframes ?? TIMEFRAMES;
  const files = recordings.files.filter(({ date }) => day === undefined || date === day);
  const days = groupBy(files, ({ date }) => date);
  const { onSkipped, count } = countSkipped();
  for (const [date, ofDay] of days) {
    const found: Array<ReadonlyArray<SymbolHistory>> = [];
    for (const timeframe of wanted) {
      const ofTimeframe = ofDay.filter((file) => file.timeframe === timeframe);
      const options = { isSimulated, onSkipped, signal: context.signal };
      const snapshots = recordedSnapshots(ofTimeframe, timeframe, options);
      const histories = await symbolHistories(symbols, timeframe, snapshots, request.isForCards);
      if (histories.some(({ points }) => points.length > 0)) found.push(histories);
    }
    if (found.length === 0) continue;
    noteSkipped(count(), notes);
    noteMissing(date, request, found);
    return { histories: bySymbol(symbols, found), isSimulated, isRecorded: true };
  }
  noteSkipped(count(), notes);
  const what = request.timeframes === null ? 'no snapshot' : `no snapshot of ${wanted.join(', ')}`;
  const when = day === undefined ? '' : ` on ${day}`;
  throw await notRecorded(`${what} is recorded${when}`, recordings, settings.timeZone, context.signal);
}

/** Those of one day and timeframe. */
async function* recordedSnapshots(
  files: ReadonlyArray<DayFile>,
  timeframe: Timeframe,
  options: IndexOptions,
): AsyncGenerator<Snapshot, void> {
  const { times, read, close } = await indexFiles(files, options);
  try {
    for (const time of times.get(timeframe) ?? []) {
      const snapshot = await read(timeframe, time);
      if (snapshot !== null) yield snapshot;
    }
  } finally {
    close();
  }
}

/** Computes the UTC day so far, one snapshot a minute: the last four hours, or what `last`, in milliseconds, asks for. */
async function sandboxHistories(
  { symbols, day, settings, notes, isForCards }: HistoryRequest,
  last: number | undefined,
  { clock, signal }: Context,
): Promise<FoundHistories> {
  const snapshotAt = await sandboxSnapshots();
  const now = clock.now();
  const today = utcDayStart(now);
  const start = Math.max(today, now - (last ?? SANDBOX_PAST_MS));
  if (day !== undefined && day !== dateOf(now, true)) throw notInSandbox(day, now);
  if (start > today && last === undefined)
    notes.note('simulated data of the last 4h is computed; --last 24h computes the whole UTC day');
  const newest = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const oldest = Math.min(Math.ceil(start / MINUTE_MS) * MINUTE_MS, newest);
  async function* computed(timeframe: Timeframe): AsyncGenerator<Snapshot, void> {
    for (let time = oldest; time <= newest; time += MINUTE_MS) {
      // Signals are heard between two snapshots.
      await new Promise(setImmediate);
      signal.throwIfAborted();
      const snapshot = snapshotAt(timeframe, time);
      if (snapshot !== null) yield snapshot;
    }
  }
  const found: Array<ReadonlyArray<SymbolHistory>> = [];
  for (const timeframe of settings.timeframe.value)
    found.push(await symbolHistories(symbols, timeframe, computed(timeframe), isForCards));
  return { histories: bySymbol(symbols, found), isSimulated: true, isRecorded: false };
}

function bySymbol(
  symbols: ReadonlyArray<string>,
  found: ReadonlyArray<ReadonlyArray<SymbolHistory>>,
): ReadonlyArray<SymbolHistory> {
  return symbols.flatMap((symbol) => found.flatMap((each) => each.filter((one) => one.symbol === symbol)));
}

/** Names the timeframes that were asked for but not recorded on that day. */
function noteMissing(
  date: string,
  { timeframes, notes }: HistoryRequest,
  found: ReadonlyArray<ReadonlyArray<SymbolHistory>>,
): void {
  const recorded = found.flat().map(({ timeframe }) => timeframe);
  const missing = (timeframes ?? []).filter((timeframe) => !recorded.includes(timeframe));
  if (missing.length > 0) notes.note(`not recorded on ${date}: ${missing.join(', ')}`);
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
