import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { dateOf } from '../../src/market/market-day.ts';
import { TIMEFRAMES } from '../../src/vocabulary.ts';
import { temporaryDirectory } from './directories.ts';
import { PROGRAM } from './program.ts';
import { writeRecording } from './recordings.ts';
import { bodyOf, rowOf } from './snapshots.ts';

/** The key that the environment has, that `pass` prints, and that stdin has. */
export const KEY = 'of-the-test';
const SYMBOLS = ['NVDA', 'AMD', 'X', 'AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', 'GGG', 'HHH', 'III', 'JJJ'];
const LISTED = 10;

/** The boards at a time: in each second all symbols change their ranks, and one enters. */
function bodyAt(milliseconds: number, timeframe: string) {
  const second = Math.floor(milliseconds / 1000);
  const rotated = SYMBOLS.map((_, index) => SYMBOLS[(index + second) % SYMBOLS.length] ?? '');
  const rows = rotated
    .slice(0, LISTED)
    .map((symbol, index) => rowOf({ symbol, rank: index + 1, boards: (index + second) % 6 }));
  const { topPlay } = bodyOf();
  return bodyOf({
    asOf: new Date(second * 1000).toISOString(),
    timeframe,
    topPlay: { ...Object(topPlay), symbol: rotated[0] },
    boards: { movers: rows, rvol: rows, buzz: rows },
    boardNames: ['movers', 'rvol', 'buzz'],
  });
}

/** A loopback service whose boards change every second, for any number of requests. */
export function startService(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(({ url = '/' }, response) => {
    const timeframe = new URL(url, 'http://127.0.0.1').searchParams.get('timeframe') ?? 'day';
    response
      .setHeader('Content-Type', 'application/json')
      .setHeader('X-RateLimit-Limit', '60')
      .setHeader('X-RateLimit-Remaining', '59')
      .end(JSON.stringify(bodyAt(Date.now(), timeframe)));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port }: Partial<AddressInfo> = Object(server.address());
      resolve({ url: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() });
    });
  });
}

/** A time zone in which it is afternoon now, so that 10:15 and the time 15 minutes ago are of today. */
function afternoonZone(now: Date): string {
  const ahead = 16 - now.getUTCHours();
  // The sign of these names is that of the distance to Greenwich, not of the time.
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.min(12, Math.abs(ahead))}`;
}

/** The environment of a user with a home directory of its own, a key, and recordings of the service. */
export function homeOf(url: string): {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
} {
  const home = temporaryDirectory();
  const write = (path: string, text: string) => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  for (const [name, script] of [
    ['boards', `exec '${process.execPath}' '${PROGRAM}' "$@"`],
    ['pass', `echo ${KEY}`],
  ]) {
    write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
    chmodSync(join(home, 'bin', name ?? ''), 0o755);
  }
  // A change every second instead of every minute.
  write('.config/ranked-boards/config.json', JSON.stringify({ interval: 1 }));
  chmodSync(join(home, '.config/ranked-boards'), 0o700);
  chmodSync(join(home, '.config/ranked-boards/config.json'), 0o600);
  // fish creates this directory when it starts.
  mkdirSync(join(home, '.config/fish/completions'), { recursive: true });
  mkdirSync(join(home, 'work'));
  write('work/file', `${KEY}\n`);
  record(join(home, '.local/state/ranked-boards'), new URL(url).port);
  const { PATH = '' } = process.env;
  const env = {
    PATH: `${join(home, 'bin')}:${PATH}`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local/state'),
    TZ: afternoonZone(new Date()),
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    BOARDS_BASE_URL: url,
    BOARDS_API_KEY: KEY,
  };
  return { home, env };
}

/** Recordings of every timeframe: of the last eight hours, and of the day that README names. */
function record(directory: string, port: string): void {
  const now = Date.now();
  const recent = Array.from({ length: 31 }, (_, index) => now - (31 - index) * 900_000 - 60_000);
  const times = [Date.parse('2026-11-20T15:00:00Z'), ...recent];
  for (const timeframe of TIMEFRAMES) {
    for (const day of new Set(times.map((time) => dateOf(time, false)))) {
      const ofDay = times.filter((time) => dateOf(time, false) === day).sort();
      const lines = ofDay.map((time) => JSON.stringify(bodyAt(time, timeframe)));
      writeRecording(directory, `127.0.0.1_${port}/${day}/${timeframe}.ndjson`, lines);
    }
  }
}
