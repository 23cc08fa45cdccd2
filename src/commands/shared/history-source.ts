import { decodeSnapshot, type Snapshot } from '../../api/snapshot.ts';
import type { Settings } from '../../config/settings.ts';
import type { Context } from '../../context.ts';
import { onlySymbols } from '../../model/only-symbols.ts';
import {
  createSymbolHistories,
  type SymbolHistories,
  type SymbolHistory,
} from '../../model/symbol-history.ts';
import type { DayFile } from '../../recording/days.ts';
import { countSkipped } from '../../recording/lines.ts';
import { notRecorded } from '../../recording/not-recorded.ts';
import { readSymbols } from '../../recording/symbol-lines.ts';
import { MINUTE_MS, utcDayStart } from '../../time-units.ts';
import { TIMEFRAMES, type Timeframe } from '../../vocabulary.ts';
import { SANDBOX_SEED } from './connection.ts';
import { type Notes, noteSkipped } from './notes.ts';
import { findRecordedPlace } from './recorded-place.ts';

/** What a history is read from, or computed. */
export interface FoundHistories {
  /** Symbol by symbol, each in the order of the timeframes. Each has points. */
  readonly histories: ReadonlyArray<SymbolHistory>;
  readonly isSimulated: boolean;
}

export interface HistoryRequest {
  readonly symbols: ReadonlyArray<string>;
  /** Null: all that are recorded. */
  readonly timeframes: ReadonlyArray<Timeframe> | null;
  readonly settings: Settings;
  readonly notes: Notes;
}

/** Computing takes some 10 ms a snapshot. */
const DEFAULT_SANDBOX_MS = 4 * 60 * MINUTE_MS;

/**
 * Reads the newest recorded market day of the service. Sends nothing and needs no key. Throws NotRecordedError if none of the
 * timeframes is recorded, ConfigError without a base URL or a place for recordings.
 */
export async function recordedHistories(request: HistoryRequest, context: Context): Promise<FoundHistories> {
  const place = await findRecordedPlace(request.settings, context);
  const wanted = request.timeframes ?? TIMEFRAMES;
  const files = place.files.filter(({ timeframe }) => wanted.includes(timeframe));
  const { onSkipped, count } = countSkipped();
  for (const date of new Set(files.map((file) => file.date))) {
    const ofDay = files.filter((file) => file.date === date);
    const found = await readDay(ofDay, { ...request, ...place, timeframes: wanted, onSkipped }, context);
    if (found.length === 0) continue;
    noteSkipped(count(), request.notes);
    noteMissing(date, request, found);
    return { histories: bySymbol(request.symbols, found), isSimulated: place.isSimulated };
  }
  noteSkipped(count(), request.notes);
  const what = request.timeframes === null ? 'no snapshot' : `no snapshot of ${wanted.join(', ')}`;
  throw await notRecorded(`${what} is recorded`, place, request.settings.timeZone);
}

interface DayRequest extends HistoryRequest {
  readonly timeframes: ReadonlyArray<Timeframe>;
  readonly isSimulated: boolean;
  readonly onSkipped: (count: number) => void;
}

/** What one day has, by timeframe; those without a snapshot are left out. */
async function readDay(
  files: ReadonlyArray<DayFile>,
  { symbols, timeframes, isSimulated, onSkipped }: DayRequest,
  { signal }: Context,
): Promise<ReadonlyArray<ReadonlyArray<SymbolHistory>>> {
  const found: Array<ReadonlyArray<SymbolHistory>> = [];
  for (const timeframe of timeframes) {
    const recorded = files.filter((file) => file.timeframe === timeframe);
    const create = () => {
      const histories = createSymbolHistories(timeframe, symbols);
      const add = (snapshot: Snapshot) => {
        signal.throwIfAborted();
        histories.add(snapshot);
      };
      return { histories, add };
    };
    const { histories } = await readSymbols(recorded, create, { symbols, isSimulated, onSkipped });
    if (histories.length > 0) found.push(histories.all());
  }
  return found;
}

/** Computes the UTC day so far, one snapshot a minute: the last four hours, or what `since`, in milliseconds, asks for. */
export async function sandboxHistories(
  { symbols, settings, notes }: HistoryRequest,
  since: number | undefined,
  { clock, signal }: Context,
): Promise<FoundHistories> {
  const { createPast } = await import('../../sandbox/protocol/past.ts');
  const now = clock.now();
  const today = utcDayStart(now);
  const start = Math.max(today, now - (since ?? DEFAULT_SANDBOX_MS));
  if (start > today && since === undefined)
    notes.note('simulated data of the last 4h is computed; --since 24h computes the whole UTC day');
  const newest = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const oldest = Math.min(Math.ceil(start / MINUTE_MS) * MINUTE_MS, newest);
  const past = createPast(SANDBOX_SEED);
  const found: Array<ReadonlyArray<SymbolHistory>> = [];
  for (const timeframe of settings.timeframes.value) {
    const histories: SymbolHistories = createSymbolHistories(timeframe, symbols);
    for (let time = oldest; time <= newest; time += MINUTE_MS) {
      // Signals are heard between two snapshots.
      await new Promise(setImmediate);
      signal.throwIfAborted();
      const snapshot = decodeSnapshot(past.at(timeframe, time));
      if (snapshot !== null) histories.add(onlySymbols(snapshot, symbols));
    }
    found.push(histories.all());
  }
  return { histories: bySymbol(symbols, found), isSimulated: true };
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
