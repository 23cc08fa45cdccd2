import type { Transport, TransportResponse } from '../../src/context.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { TIMEFRAMES, type Timeframe } from '../../src/market/catalogue.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { responseOf } from './responses.ts';
import { bodyOf, ranked } from './snapshots.ts';

/** 14:30:00, when the first snapshot of a minute service is built. */
export const START = Date.UTC(2026, 5, 3, 14, 30, 0);

/** 03:57:00, three minutes before the market day begins in New York. */
export const NIGHT = Date.UTC(2026, 5, 4, 3, 57, 0);

export interface MinuteService {
  readonly clock: FakeClock;
  readonly transport: Transport;
}

/** The fields of the snapshot of a minute, counted from 0. */
type Minutes = (minute: number, timeframe: Timeframe) => JsonObject;

/** The failure of the requests in a minute; null for none. */
type Failures = (minute: number, timeframe: Timeframe) => TransportResponse | Error | null;

/** A service that rebuilds every minute, from a time on. */
export function minuteService(
  minutes: Minutes,
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
    const fields = minutes(minute, timeframe);
    const asOf = new Date(start + minute * 60_000).toISOString();
    return responseOf(
      200,
      bodyOf({ asOf, timeframe, boardNames: Object.keys(fields.boards ?? {}), ...fields }),
    );
  };
  return { clock, transport };
}

/** The service, and what happens so long after its first request, whatever time a command takes to be loaded. */
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

/** Boards of a snapshot, each given by its symbols in order of rank. */
export function boardsOf(boards: Readonly<Record<string, string>>): JsonObject {
  return {
    boards: Object.fromEntries(
      Object.entries(boards).map(([key, symbols]) => [key, symbols === '' ? [] : ranked(symbols)]),
    ),
  };
}

/** AAA and BBB change ranks every minute, NEW replaces OLD for a minute, and the price increases by 1. */
export function swapping(minute: number): JsonObject {
  const symbols = minute % 2 === 0 ? 'AAA BBB OLD' : 'BBB AAA NEW';
  return { boards: { movers: ranked(symbols, { price: 100 + minute }) } };
}
