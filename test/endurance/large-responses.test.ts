import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dateOf } from '../../src/market/market-day.ts';
import { temporaryDirectory } from '../support/directories.ts';
import { serveHttp } from '../support/loopback.ts';
import { openProgram, PANE_READY, runProgram } from '../support/program.ts';
import { withFault } from '../support/shell.ts';
import { bodyOf, rowOf } from '../support/snapshots.ts';

/** Boards `b0`, `b1` … with rows of symbols that differ. */
function boardsOf(boards: number, rows: number) {
  const names = Array.from({ length: boards }, (_, index) => `b${index}`);
  const listOf = (board: number) =>
    Array.from({ length: rows }, (_, index) => ({ rank: index + 1, symbol: `S${board * rows + index}` }));
  return { boards: Object.fromEntries(names.map((key, index) => [key, listOf(index)])), boardNames: names };
}

/** A service on loopback with a new snapshot each second. */
async function serve(fields: object) {
  const server = await serveHttp((_, response) => {
    const asOf = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ ...bodyOf({ asOf }), ...fields }));
  });
  return { BOARDS_BASE_URL: `http://${server.host}`, BOARDS_API_KEY: 'of-the-test' };
}

describe('the pane in a terminal', () => {
  test.each([
    [20_000, 1, /100 of 20000 boards/],
    [1, 20_000, /100 of 20000 rows/],
    [100_000, 0, /too many boards/],
  ])('of %d boards of %d rows hears keys and signals', async (boards, rows, shown) => {
    // It exists, so that the pane has nothing to say of its recording.
    const env = { ...(await serve(boardsOf(boards, rows))), BOARDS_DATA_DIR: temporaryDirectory() };
    const panes = ['q', 'SIGTERM'].map(() => openProgram(['watch', '-n', '1'], { env, columns: 120 }));
    const [first, second] = panes;
    for (const pane of panes) await pane.waitFor(shown);
    for (const key of ['?', 'q', 'e', 'q', 'c', 'q', 'z', 'q']) first?.type(key);
    first?.type('q');
    second?.kill('SIGTERM');
    expect(await first?.ended).toMatchObject({ exitCode: 0 });
    expect(await second?.ended).toMatchObject({ exitCode: 143 });
  });
});

/** The program gets SIGTERM while it parses a long line: it has work to do yet, and nothing of it waits. */
const SIGNAL_AT_PARSE = withFault(`
  const { parse } = JSON;
  JSON.parse = (text, ...rest) => {
    if (text.length > 1e6) process.kill(process.pid, 'SIGTERM');
    return parse(text, ...rest);
  };
`);

test('confluence --at of a line of 99,000 rows is cut, and ends at a signal', async () => {
  const BOARDS_DATA_DIR = temporaryDirectory();
  const asOf = Date.now() - 600_000;
  const directory = join(BOARDS_DATA_DIR, 'boards.example_443', dateOf(asOf));
  mkdirSync(directory, { recursive: true });
  const body = { ...bodyOf({ asOf: new Date(asOf).toISOString() }), ...boardsOf(330, 300) };
  writeFileSync(join(directory, 'day.ndjson'), `${JSON.stringify(body)}\n`);
  const env = { BOARDS_DATA_DIR, BOARDS_BASE_URL: 'https://boards.example' };
  const args = ['confluence', '--at', '9m'];
  const whole = await runProgram(args, { env });
  expect(whole).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1000 symbols') });
  const stopped = await runProgram(args, { env: { ...env, ...SIGNAL_AT_PARSE } });
  expect(stopped.signal).toBe('SIGTERM');
});

test('a recorded line that is nested too deeply is skipped, and the pane lives', async () => {
  const env = await serve({});
  const BOARDS_DATA_DIR = temporaryDirectory();
  const asOf = Date.now() - 600_000;
  const place = new URL(env.BOARDS_BASE_URL).host.replace(':', '_');
  const directory = join(BOARDS_DATA_DIR, place, dateOf(asOf));
  mkdirSync(directory, { recursive: true });
  const line = (minutes: number, more: string) => {
    const time = new Date(asOf + minutes * 60_000).toISOString();
    const body = bodyOf({ asOf: time, boards: { movers: [rowOf({ symbol: 'OLD' })] } });
    return `${JSON.stringify(body).slice(0, -1)}${more}}\n`;
  };
  const deep = (levels: number) => `,"odd":${'['.repeat(levels)}${']'.repeat(levels)}`;
  writeFileSync(
    join(directory, 'day.ndjson'),
    line(0, deep(60)) + line(1, deep(500_000)) + line(2, deep(65)) + line(3, ''),
  );
  const pane = openProgram(['watch', '-n', '1'], { env: { ...env, BOARDS_DATA_DIR }, columns: 120 });
  await pane.waitFor(PANE_READY);
  // Two of the four lines are snapshots, which are read after the first frame.
  await pane.waitFor((screen) => {
    const isPast = /PAST|RECORDED/.test(screen);
    if (!isPast) pane.type('[');
    return isPast;
  });
  pane.type('qq');
  expect(await pane.ended).toMatchObject({ exitCode: 0 });
});
