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
import type { SymbolHistory } from '../market/symbol-history.ts';
import { jsonParts } from '../output/json.ts';
import { DAY_SECONDS, duration } from '../parse-duration.ts';
import { tickerArguments } from '../parse-tickers.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { startProgress } from '../terminal/progress.ts';
import type { StyleOptions } from '../text/screen-style.ts';
import type { TimeZone } from '../time-zone.ts';
import type { FoundHistories } from './history-source.ts';
import { createNotes, noteOrigin } from './notes.ts';
import { isPlain, writeLines } from './write.ts';

interface HistoryOptions
  extends Pick<
    DataOptions,
    'timeframe' | 'json' | 'csv' | 'sandbox' | 'baseUrl' | 'plain' | 'color' | 'palette' | 'quiet' | 'debug'
  > {
  /** Seconds. */
  readonly since?: number;
}

export const history = (context: Context): Specification => ({
  arguments: [new Argument('<ticker...>', 'one or more tickers, such as NVDA AMD')],
  options: [
    timeframeOption(),
    valueOption(
      '--since <duration>',
      duration('--since', DAY_SECONDS, '2h'),
      'only this long before the newest snapshot: 30m, 2h',
    ),
    jsonOption('[{symbol, timeframe, points}]'),
    csvOption(),
  ],
  notes: [
    'Reads what watch --record has recorded of the newest market day. Sends nothing, and needs no key. The number of boards counts ranks 1 to 5 of each board.',
    'Without -t: all timeframes that are recorded. With --sandbox, which needs no recording: the preference timeframe, and the last 4 hours unless --since asks for more of the UTC day. boards help json explains --csv.',
  ],
  examples: {
    'boards history TLLT --sandbox --since 30m': 'simulated data',
    'boards history AME TLLT --sandbox --csv': 'for a spreadsheet',
  },
  run: (options: HistoryOptions, words: ReadonlyArray<string>) =>
    runHistory(tickerArguments('boards history', words), options, context),
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
  const request = { symbols, timeframes, settings, notes, isForCards: !isData };
  const since = options.since === undefined ? undefined : options.since * 1000;
  const { recordedHistories, sandboxHistories } = await import('./history-source.ts');
  const progress = startProgress(isSandbox ? 'computing' : 'reading recordings', context, options);
  const reading = isSandbox ? sandboxHistories(request, since, context) : recordedHistories(request, context);
  const read = await reading.finally(progress.stop);
  const found = { ...read, histories: read.histories.map((history) => cutTo(history, since)) };
  const style = { color: options.color, palette: settings.palette.value, timeZone: settings.timeZone };
  if (isData) await writeHistories(found, options, settings.timeZone, context);
  else await writeCards(found, { ...style, plain: isPlain(options, context) }, context);
}

/** Only the points of so many milliseconds before the newest snapshot. Ages are still those of the whole day. */
function cutTo(history: SymbolHistory, since: number | undefined): SymbolHistory {
  const newest = history.points.at(-1)?.asOfMilliseconds ?? 0;
  const start = since === undefined ? 0 : newest - since;
  return { ...history, points: history.points.filter((point) => point.asOfMilliseconds >= start) };
}

/** Data to stdout, and the label of what is not live to stderr, even with `--quiet`. */
async function writeHistories(
  { histories, isSimulated, isRecorded }: FoundHistories,
  options: HistoryOptions,
  zone: TimeZone,
  context: Context,
): Promise<void> {
  const { HISTORY_COLUMNS, historyJson, historyRows } = await import('../market/history-data.ts');
  const notes = createNotes(options, context);
  const snapshot = { asOfMilliseconds: newestOf(histories) };
  noteOrigin([{ isSimulated, isRecorded, snapshot }], notes, zone);
  if (options.csv === true) {
    const { csvTableParts } = await import('../output/csv.ts');
    for (const part of csvTableParts(HISTORY_COLUMNS, chained(histories.map(historyRows))))
      context.stdout.write(part);
    return;
  }
  for (const part of jsonParts(histories.map(historyJson), context.stdout.isTTY === true))
    context.stdout.write(part);
}

function* chained<T>(lists: Iterable<Iterable<T>>): Generator<T, void> {
  for (const list of lists) yield* list;
}

async function writeCards(
  { histories, isSimulated, isRecorded }: FoundHistories,
  { plain, ...styleOptions }: StyleOptions & { readonly plain: boolean },
  context: Context,
): Promise<void> {
  const { screenStyle } = await import('../text/screen-style.ts');
  const render = plain
    ? (await import('../output/plain.ts')).renderPlainHistory
    : (await import('../output/history.ts')).renderHistory;
  const { historyCards } = await import('./history-source.ts');
  const { renderLogLine } = await import('../pane/views/log-line.ts');
  const style = screenStyle(styleOptions, context.stdout, context.env, plain ? 'plain' : 'screen');
  const lines = render(historyCards(histories), {
    ...style,
    nowMilliseconds: nowOf(histories, context),
    isSimulated,
    isRecorded,
    renderEntry: renderLogLine,
  });
  writeLines(lines, style, context);
}

function newestOf(histories: ReadonlyArray<SymbolHistory>): number {
  return Math.max(...histories.map(({ points }) => points.at(-1)?.asOfMilliseconds ?? 0));
}

/** The clock may have been set back since the recording: its times are known nevertheless. */
function nowOf(histories: ReadonlyArray<SymbolHistory>, { clock }: Context): number {
  return Math.max(clock.now(), newestOf(histories));
}
