import type { Transport, TransportResponse } from '../../src/context.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { TIMEFRAMES, type Timeframe } from '../../src/market/catalogue.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { responseOf } from './responses.ts';
import { bodyOf, ranked } from './snapshots.ts';

/** The default time of the first snapshot. */
export const START = Date.UTC(2026, 5, 3, 14, 30, 0);

/** Three minutes before midnight in New York, when a new market day begins. */
export const NIGHT = Date.UTC(2026, 5, 4, 3, 57, 0);

export interface MinuteService {
  readonly clock: FakeClock;
  readonly transport: Transport;
}

/** Minutes count from 0. */
type FieldsIn = (minute: number, timeframe: Timeframe) => JsonObject;

type Failures = (minute: number, timeframe: Timeframe) => TransportResponse | Error | null;

export function minuteService(
  fieldsIn: FieldsIn,
  fail: Failures = () => null,
  start: number = START,
): MinuteService {
  const clock = createFakeClock(start);
  const transport: Transport = async ({ url }) => {
    const minute = Math.floor(clock.monotonic() / 60_000);
    const requested = url.searchParams.get('timeframe');
    const timeframe = TIMEFRAMES.find((name) => name === requested) ?? 'day';
    const failure = fail(minute, timeframe);
    if (failure instanceof Error) throw failure;
    if (failure !== null) return failure;
    const fields = fieldsIn(minute, timeframe);
    const asOf = new Date(start + minute * 60_000).toISOString();
    return responseOf(
      200,
      bodyOf({ asOf, timeframe, boardNames: Object.keys(fields.boards ?? {}), ...fields }),
    );
  };
  return { clock, transport };
}

/** Calls `happen` this long after the first request, so that the time to load a command does not count. */
export function withLater(
  service: MinuteService,
  milliseconds: number,
  happen: (clock: FakeClock) => void,
): MinuteService {
  const { clock } = service;
  let requests = 0;
  const transport: Transport = (request) => {
    if (requests++ === 0) void clock.sleep(milliseconds).then(() => happen(clock));
    return service.transport(request);
  };
  return { clock, transport };
}

/** Takes boards as `{ movers: 'AAA BBB' }`, in order of rank. */
export function boardsOf(boards: Readonly<Record<string, string>>): JsonObject {
  return {
    boards: Object.fromEntries(
      Object.entries(boards).map(([key, symbols]) => [key, symbols === '' ? [] : ranked(symbols)]),
    ),
  };
}

/** AAA and BBB swap ranks every minute, NEW replaces OLD for a minute, and the price rises by 1. */
export function swapping(minute: number): JsonObject {
  const symbols = minute % 2 === 0 ? 'AAA BBB OLD' : 'BBB AAA NEW';
  return { boards: { movers: ranked(symbols, { price: 100 + minute }) } };
}
