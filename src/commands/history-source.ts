import type { Context } from '../context.ts';
import { groupBy } from '../group-by.ts';
import { isAbout, logLines } from '../market/log.ts';
import { onlySymbols } from '../market/only-symbols.ts';
import {
  createSymbolHistories,
  type SymbolHistories,
  type SymbolHistory,
  type SymbolMemory,
} from '../market/symbol-history.ts';
import type { Card, CardTimeframe } from '../output/card.ts';
import type { HistoryCard } from '../output/history.ts';
import { topPlayDuration } from '../output/top-play.ts';
import { countSkipped, type IndexOptions, indexFiles } from '../recording/day.ts';
import type { DayFile } from '../recording/days.ts';
import { notRecorded } from '../recording/not-recorded.ts';
import { decodeSnapshot } from '../service/snapshot.ts';
import type { Settings } from '../settings/resolve.ts';
import { MINUTE_MS, utcDayStart } from '../time-units.ts';
import { TIMEFRAMES, type Timeframe } from '../vocabulary.ts';
import { SANDBOX_SEED } from './connect.ts';
import type { Notes } from './notes.ts';
import { noteSkipped, recordingsOf } from './recordings.ts';

/** What a history is read from, or computed. */
export interface FoundHistories {
  /** Symbol by symbol, each in the order of the timeframes. Each has points. */
  readonly histories: ReadonlyArray<SymbolHistory>;
  readonly isSimulated: boolean;
  readonly isRecorded: boolean;
}

export interface HistoryRequest {
  readonly symbols: ReadonlyArray<string>;
  /** Null: all that are recorded. */
  readonly timeframes: ReadonlyArray<Timeframe> | null;
  readonly settings: Settings;
  readonly notes: Notes;
  /** Cards have what data has not. */
  readonly isForCards: boolean;
}

const PART_LINES = 500;
/** Computing takes some 10 ms a snapshot. */
const DEFAULT_SANDBOX_MS = 4 * 60 * MINUTE_MS;

/**
 * Reads the newest recorded market day of the service. Sends nothing and needs no key. Throws NotRecordedError if none of the
 * timeframes is recorded, ConfigError without a base URL or a place for recordings.
 */
export async function recordedHistories(request: HistoryRequest, context: Context): Promise<FoundHistories> {
  const { symbols, settings, notes } = request;
  const recordings = await recordingsOf({ settings, note: notes.note }, context);
  const { isSimulated } = recordings;
  const wanted = request.timeframes ?? TIMEFRAMES;
  const days = groupBy(recordings.files, ({ date }) => date);
  const { onSkipped, count } = countSkipped();
  for (const [date, files] of days) {
    const found: Array<ReadonlyArray<SymbolHistory>> = [];
    for (const timeframe of wanted) {
      const ofTimeframe = files.filter((file) => file.timeframe === timeframe);
      const options = { isSimulated, onSkipped, signal: context.signal };
      const histories = await readHistories(ofTimeframe, timeframe, request, options);
      if (histories.length > 0) found.push(histories.all());
    }
    if (found.length === 0) continue;
    noteSkipped(count(), notes);
    noteMissing(date, request, found);
    return { histories: bySymbol(symbols, found), isSimulated, isRecorded: true };
  }
  noteSkipped(count(), notes);
  const what = request.timeframes === null ? 'no snapshot' : `no snapshot of ${wanted.join(', ')}`;
  throw await notRecorded(`${what} is recorded`, recordings, settings.timeZone, context.signal);
}

/** The histories of one day and timeframe. Only lines that may list one of the symbols are parsed. */
async function readHistories(
  files: ReadonlyArray<DayFile>,
  timeframe: Timeframe,
  { symbols, isForCards }: HistoryRequest,
  options: IndexOptions,
): Promise<SymbolHistories> {
  const histories = createSymbolHistories(timeframe, symbols, isForCards);
  const { linesOf, close } = await indexFiles(files, { ...options, symbols });
  const { times, read } = linesOf(timeframe);
  try {
    for (const [index, time] of times.entries()) {
      // Lines that are not parsed are not waited for: signals are heard between two parts of them.
      if (index % PART_LINES === 0) await new Promise(setImmediate);
      options.signal?.throwIfAborted();
      const snapshot = await read(time);
      if (snapshot !== null) histories.add(onlySymbols(snapshot, symbols));
    }
  } finally {
    await close();
  }
  return histories;
}

/** Computes the UTC day so far, one snapshot a minute: the last four hours, or what `since`, in milliseconds, asks for. */
export async function sandboxHistories(
  { symbols, settings, notes, isForCards }: HistoryRequest,
  since: number | undefined,
  { clock, signal }: Context,
): Promise<FoundHistories> {
  const { createPast } = await import('../sandbox/protocol/past.ts');
  const now = clock.now();
  const today = utcDayStart(now);
  const start = Math.max(today, now - (since ?? DEFAULT_SANDBOX_MS));
  if (start > today && since === undefined)
    notes.note('simulated data of the last 4h is computed; --since 24h computes the whole UTC day');
  const newest = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const oldest = Math.min(Math.ceil(start / MINUTE_MS) * MINUTE_MS, newest);
  const past = createPast(SANDBOX_SEED);
  const found: Array<ReadonlyArray<SymbolHistory>> = [];
  for (const timeframe of settings.timeframe.value) {
    const histories = createSymbolHistories(timeframe, symbols, isForCards);
    for (let time = oldest; time <= newest; time += MINUTE_MS) {
      // Signals are heard between two snapshots.
      await new Promise(setImmediate);
      signal.throwIfAborted();
      const snapshot = decodeSnapshot(past.at(timeframe, time));
      if (snapshot !== null) histories.add(onlySymbols(snapshot, symbols));
    }
    found.push(histories.all());
  }
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

/** The cards of some symbols from their histories, as the pane shows them; `points` are those of the part of the day to show. */
export function historyCards(histories: ReadonlyArray<SymbolHistory>): ReadonlyArray<HistoryCard> {
  return histories.map((history) =>
    historyCard(history, histories.filter(({ symbol }) => symbol === history.symbol).map(timeframeOf)),
  );
}

function historyCard(history: SymbolHistory, timeframes: ReadonlyArray<CardTimeframe>): HistoryCard {
  const { symbol, timeframe, points, last } = history;
  const memory = memoryOf(history);
  const { path, remembered } = memory;
  const [first, newest] = [points.at(0), points.at(-1)];
  const start = first?.asOfMilliseconds ?? 0;
  const standing = last?.standing ?? null;
  const isListed = path.lastSeenAt === remembered.asOf;
  const isTopPlay = remembered.snapshot?.topPlay?.symbol === symbol;
  const card: Card = {
    symbol,
    name: last?.name ?? null,
    price: last?.price ?? null,
    dayPct: standing?.dayPct ?? null,
    volume: last?.volume ?? null,
    bias: standing?.bias ?? null,
    tag: isListed ? (standing?.placements.find(({ row }) => row.tag !== null)?.row.tag ?? null) : null,
    boards: isListed ? (standing?.boards ?? 0) : 0,
    topPlayFor: isTopPlay ? topPlayDuration(remembered.asOf, remembered) : null,
    isPinned: false,
    isRecorded: true,
    timeframe,
    lastSeenAt: isListed ? null : path.lastSeenAt,
    memoryStartsAt: path.points[0]?.asOf ?? null,
    record: path.record,
    points: path.points.filter(({ asOf }) => asOf >= start),
    maxGap: remembered.maxGap,
    places: isListed ? placesOf(memory, last, start) : [],
    left: path.left,
    timeframes,
    log: logLines(remembered.log().filter((item) => item.asOf >= start && isAbout(item, symbol, false))),
  };
  return { card, snapshots: points.length, startsAt: start, endsAt: newest?.asOfMilliseconds ?? start };
}

function memoryOf({ memory }: SymbolHistory): SymbolMemory {
  if (memory === null) throw new Error('the history was read as data');
  return memory;
}

function timeframeOf(history: SymbolHistory): CardTimeframe {
  const { path, remembered } = memoryOf(history);
  const { timeframe, last } = history;
  const standing = path.lastSeenAt === remembered.asOf ? (last?.standing ?? null) : null;
  const off = { boards: 0, bias: null, dayPct: null, placements: [] };
  return { timeframe, asOf: remembered.asOf, standing: standing ?? off, isAsked: false };
}

/** A board that lists the symbol twice is one place. */
function placesOf(
  { path, remembered }: SymbolMemory,
  last: SymbolHistory['last'],
  start: number,
): Card['places'] {
  const placements = last?.standing.placements ?? [];
  return path.places.map((place) => {
    const { board, rank, symbol } = place;
    const row = placements.find((placement) => placement.board === board)?.row;
    const [group, metric] = [row?.group ?? null, row?.metric ?? null];
    const shown = { ...place, trail: place.trail.filter(({ asOf }) => asOf >= start) };
    return {
      board,
      rank,
      group,
      metric,
      path: shown,
      trend: remembered.pastOf(board, symbol)?.trend ?? null,
    };
  });
}
