import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM } from './installed.mjs';
import { START, snapshotAt } from './past.mjs';
import { cleanEnvironment, isInstalled, measurePaired } from './processes.mjs';
import { renderTable } from './statistics.mjs';

const MEGABYTE = 1_000_000;
const RUNS = 5;
const SNAPSHOTS = 120;
const DATE = new Date(START).toISOString().slice(0, 10);
const NEW_YORK_MIDNIGHT = Date.parse(`${DATE}T04:00:00Z`);
const DAY_MS = 24 * 60 * 60 * 1000;
const SELECTION =
  '{asOf, on: [.boards | to_entries[] | .key as $board | .value[] | select(.symbol == $symbol) | {board: $board, rank, price, dayPct}]}';
const PRINT_PEAK_MEMORY = `
  const { writeSync } = require('node:fs');
  process.on('exit', () => writeSync(2, '\\npeak ' + process.resourceUsage().maxRSS));
`;

/** Compares the reading of recordings with jq and with an idle start. */
export function benchRecordings() {
  const directory = mkdtempSync(join(tmpdir(), 'boards-bench-'));
  try {
    const bodies = Array.from(
      { length: SNAPSHOTS },
      (_, index) => snapshotAt('day', START + index * 180_000).raw,
    );
    return [
      benchHistory(recordingOf(directory, bodies, 125), symbolsOf(bodies)),
      benchAt(recordingOf(directory, bodies, 21)),
      benchMemory(recordingOf(directory, bodies, 500), symbolsOf(bodies), directory),
    ].join('\n');
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function recordingOf(parent, bodies, megabytes) {
  const directory = join(parent, String(megabytes));
  const day = join(directory, 'boards.example_443', DATE);
  mkdirSync(day, { recursive: true });
  const file = join(day, 'day.ndjson');
  const count = Math.ceil((megabytes * MEGABYTE) / Buffer.byteLength(`${JSON.stringify(bodies[0])}\n`));
  const handle = openSync(file, 'w');
  for (let index = 0; index < count; index++) {
    const asOf = new Date(NEW_YORK_MIDNIGHT + Math.floor((index * DAY_MS) / count)).toISOString();
    writeSync(handle, `${JSON.stringify({ ...bodies[index % bodies.length], asOf })}\n`);
  }
  closeSync(handle);
  const env = cleanEnvironment({ BOARDS_BASE_URL: 'https://boards.example', BOARDS_DATA_DIR: directory });
  return { file, env };
}

/** Returns a symbol that is in one snapshot, one that is in half of them, and one that is in all. */
function symbolsOf(bodies) {
  const counts = new Map();
  for (const { boards } of bodies)
    for (const symbol of new Set(
      Object.values(boards)
        .flat()
        .map((row) => row.symbol),
    ))
      counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  const nearest = (count) =>
    [...counts].reduce((best, each) =>
      Math.abs(each[1] - count) < Math.abs(best[1] - count) ? each : best,
    )[0];
  return { rare: nearest(1), half: nearest(SNAPSHOTS / 2), all: nearest(SNAPSHOTS) };
}

function benchHistory({ file, env }, symbols) {
  if (!isInstalled('jq')) return 'History of 125 MB: jq is not installed.';
  const rows = Object.entries(symbols).map(([where, symbol]) => {
    const boards = { command: [process.execPath, PROGRAM, 'history', symbol, '--json'], env };
    const jq = { command: ['jq', '-c', '--arg', 'symbol', symbol, SELECTION, file], env };
    const figures = measurePaired({ boards, jq }, RUNS);
    const { milliseconds } = figures.boards;
    return [
      where,
      milliseconds.toFixed(0),
      figures.jq.milliseconds.toFixed(0),
      (1 / figures.jq.ratio).toFixed(1),
    ];
  });
  return renderTable(['`boards history`, 125 MB; lines with the symbol', 'ms', 'jq ms', 'jq ÷ boards'], rows);
}

function benchAt({ env }) {
  const at = new Date(NEW_YORK_MIDNIGHT + DAY_MS / 2).toISOString();
  const command = (...args) => ({ command: [process.execPath, PROGRAM, ...args], env });
  const figures = measurePaired(
    { boards: command('--at', at, '--json'), idle: command('--sandbox', '--json') },
    20,
  );
  const above = figures.boards.milliseconds - figures.idle.milliseconds;
  return `\n\`boards --at\` in 21 MB: ${above.toFixed(0)} ms above \`boards --sandbox --json\`.`;
}

function benchMemory({ env }, symbols, directory) {
  const report = join(directory, 'report.cjs');
  writeFileSync(report, PRINT_PEAK_MEMORY);
  const peak = (...args) => {
    const run = spawnSync(process.execPath, ['-r', report, PROGRAM, ...args], { env, maxBuffer: 2 ** 28 });
    return Number(/peak (\d+)$/.exec(run.stderr.toString())[1]) / 1024;
  };
  const idle = peak('--version');
  const figures = Object.entries(symbols).map(
    ([where, symbol]) => `${(peak('history', symbol, '--json') - idle).toFixed(0)} MB (${where})`,
  );
  return `Peak of \`boards history\` over 500 MB above \`boards --version\`: ${figures.join(', ')}.`;
}
