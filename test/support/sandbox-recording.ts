import { join } from 'node:path';
import { createSandboxTransport, createService, SANDBOX_KEY } from '../../src/sandbox/protocol/service.ts';
import type { Timeframe } from '../../src/vocabulary.ts';
import { temporaryDirectory } from './directories.ts';
import { createFakeClock } from './fake-clock.ts';
import { writeRecording } from './recordings.ts';
import { BASE_URL } from './world.ts';

const START = Date.UTC(2026, 5, 3, 13, 40);
/** There is a hole of some minutes between two parts, and the last is newer than the hole. */
const MINUTES = [...Array(24).keys(), ...[...Array(20).keys()].map((minute) => minute + 31)];

/**
 * A data directory with a recording of the service of the fake world: of two timeframes, from 13:40 to 14:30 with a hole, and
 * a bad line. It is what a watch would have recorded of the sandbox, with five rows a board.
 */
export async function recordedSandbox(
  timeframes: ReadonlyArray<Timeframe> = ['day', 'swing'],
): Promise<string> {
  const directory = temporaryDirectory();
  for (const timeframe of timeframes) {
    const lines = await linesOf(timeframe);
    writeRecording(join(directory, 'boards.example_443', '2026-06-03'), `${timeframe}.ndjson`, [
      ...lines.slice(0, 3),
      'torn {"asOf":',
      ...lines.slice(3),
    ]);
  }
  return directory;
}

/** Computed once for all files of tests. */
const linesOfTimeframes = new Map<Timeframe, Promise<ReadonlyArray<string>>>();

function linesOf(timeframe: Timeframe): Promise<ReadonlyArray<string>> {
  const lines =
    linesOfTimeframes.get(timeframe) ?? Promise.all(MINUTES.map((minute) => lineOf(timeframe, minute)));
  linesOfTimeframes.set(timeframe, lines);
  return lines;
}

async function lineOf(timeframe: Timeframe, minute: number): Promise<string> {
  const clock = createFakeClock(START + minute * 60_000 + 500);
  const send = createSandboxTransport(createService({ seed: 1, recomputeSeconds: 60 }), clock);
  const url = new URL(`${BASE_URL}/api/v1/boards?timeframe=${timeframe}&limit=5`);
  const { body } = await send({
    url,
    headers: { 'X-API-Key': SANDBOX_KEY },
    timeoutMilliseconds: 10_000,
    signal: new AbortController().signal,
  });
  return new TextDecoder().decode(body);
}
