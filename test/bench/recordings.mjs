import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PROGRAM } from './installed.mjs';
import { START, snapshotAt } from './past.mjs';
import { cleanEnvironment, here, isInstalled, measurePaired } from './processes.mjs';
import { renderTable } from './statistics.mjs';

const MEGABYTE = 1_000_000;
const MAX_RUNS = 5;
const REPORT_DAYS = 10;
const SNAPSHOTS = 120;
const DATE = new Date(START).toISOString().slice(0, 10);
/** Midnight in New York. */
const MIDNIGHT = Date.parse(`${DATE}T04:00:00Z`);
const DAY_MS = 24 * 60 * 60 * 1000;
const SELECTION =
  '{asOf, on: [.boards | to_entries[] | .key as $board | .value[] | select(.symbol == $symbol) | {board: $board, rank, price, dayPct}]}';
/** The rows from which `FIRST_AND_LAST` finds the first time of each symbol in the top of a board, and its last price. */
const ROWS =
  '.asOf as $time | .boards | to_entries[] | .key as $board | .value[] | [$time[:10], $time, .symbol, $board, .rank, .price] | @tsv';
const FIRST_AND_LAST =
  '{ last[$1, $3] = $6 } $5 <= 5 && !(($1, $3, $4) in first) { first[$1, $3, $4] = $2 " " $6 } END { for (each in first) print each, first[each]; for (each in last) print each, last[each] }';

/** Reading of a recorded day: time against jq and an idle start, and memory above an idle start. */
export function benchRecordings(setting) {
  return withRecordings((directory, bodies) => {
    const symbols = symbolsOf(bodies);
    const day = (megabytes) => recordingOf(join(directory, String(megabytes)), bodies, megabytes);
    const large = day(500);
    const peaks = Object.entries(symbols).map(
      ([where, symbol]) => `${peakAbove(['history', symbol, '--json'], large.env)} MB (${where})`,
    );
    return [
      benchHistory(day(125), symbols, setting),
      benchAt(day(21), setting),
      `Peak of \`boards history\` over 500 MB above \`boards --version\`: ${peaks.join(', ')}.`,
    ].join('\n');
  });
}

/** The report of ten recorded days, all but the newest compressed, against jq and awk finding entries and last prices. */
export function benchReport(setting) {
  return withRecordings((directory, bodies) => {
    const days = Array.from({ length: REPORT_DAYS }, (_, index) => recordingOf(directory, bodies, 21, index));
    const [{ env }] = days;
    days.slice(1).forEach(({ file }) => {
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
      rmSync(file);
    });
    const pipeline = `gzip -dcf ${directory}/*/*/* | jq -r '${ROWS}' | awk -F '\\t' '${FIRST_AND_LAST}'`;
    const figures = measurePaired(
      {
        boards: { command: [process.execPath, PROGRAM, 'history', '--json'], env },
        ...(isInstalled('jq') ? { jq: { command: ['/bin/sh', '-c', pipeline], env } } : {}),
      },
      fewer(setting),
    );
    const [boards, jq] = [figures.boards, figures.jq].map(
      (each) => each?.milliseconds.toFixed(0) ?? 'absent',
    );
    const peak = peakAbove(['history', '--json'], env);
    return renderTable(
      ['`boards history`, ten days of 21 MB', 'ms', 'jq, awk: ms', 'MB above `boards --version`'],
      [['report', boards, jq, peak]],
    );
  });
}

function withRecordings(use) {
  const directory = mkdtempSync(join(tmpdir(), 'boards-bench-'));
  try {
    const bodies = Array.from(
      { length: SNAPSHOTS },
      (_, index) => snapshotAt('day', START + index * 180_000).raw,
    );
    return use(directory, bodies);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function fewer(setting) {
  return { ...setting, runs: Math.min(setting.runs, MAX_RUNS) };
}

/** A day of so many megabytes, so many days before the newest, as `watch --record` writes it. */
function recordingOf(directory, bodies, megabytes, daysBefore = 0) {
  const midnight = MIDNIGHT - daysBefore * DAY_MS;
  const day = join(directory, 'boards.example_443', new Date(midnight).toISOString().slice(0, 10));
  mkdirSync(day, { recursive: true });
  const file = join(day, 'day.ndjson');
  const count = Math.ceil((megabytes * MEGABYTE) / Buffer.byteLength(`${JSON.stringify(bodies[0])}\n`));
  const handle = openSync(file, 'w');
  for (let index = 0; index < count; index++) {
    const asOf = new Date(midnight + Math.floor((index * DAY_MS) / count)).toISOString();
    writeSync(handle, `${JSON.stringify({ ...bodies[index % bodies.length], asOf })}\n`);
  }
  closeSync(handle);
  const env = cleanEnvironment({ BOARDS_BASE_URL: 'https://boards.example', BOARDS_DATA_DIR: directory });
  return { file, env };
}

/** A symbol of one snapshot, one of half of them, and one of all. */
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

function benchHistory({ file, env }, symbols, setting) {
  const { other } = setting;
  if (!isInstalled('jq')) return 'History of 125 MB: jq is not installed.';
  const rows = Object.entries(symbols).map(([where, symbol]) => {
    const history = (program) => ({ command: [process.execPath, program, 'history', symbol, '--json'], env });
    const commands = {
      boards: history(PROGRAM),
      jq: { command: ['jq', '-c', '--arg', 'symbol', symbol, SELECTION, file], env },
      ...(other === undefined ? {} : { other: history(other.program) }),
    };
    const figures = measurePaired(commands, fewer(setting));
    return [
      where,
      figures.boards.milliseconds.toFixed(0),
      figures.jq.milliseconds.toFixed(0),
      (1 / figures.jq.ratio).toFixed(1),
      ...(other === undefined ? [] : [figures.other.ratio.toFixed(2)]),
    ];
  });
  const head = ['`boards history`, 125 MB; lines with the symbol', 'ms', 'jq ms', 'jq ÷ boards'];
  if (other !== undefined) head.push(`× ${other.name}`);
  return renderTable(head, rows);
}

function benchAt({ env }, setting) {
  const at = new Date(MIDNIGHT + DAY_MS / 2).toISOString();
  const command = (...args) => ({ command: [process.execPath, PROGRAM, ...args], env });
  const figures = measurePaired(
    { boards: command('--at', at, '--json'), idle: command('--sandbox', '--json') },
    setting,
  );
  const [past, now] = [figures.boards, figures.idle].map(({ milliseconds }) => milliseconds.toFixed(0));
  return `\n\`boards --at --json\` in 21 MB: ${past} ms; \`boards --sandbox --json\`: ${now} ms.`;
}

/** Megabytes of the peak of a command above the peak of `boards --version`. */
function peakAbove(args, env) {
  const [peak, idle] = [args, ['--version']].map((each) => {
    const run = spawnSync(process.execPath, ['-r', here('peak.cjs'), PROGRAM, ...each], {
      env,
      maxBuffer: 2 ** 28,
    });
    return Number(/peak (\d+)$/.exec(run.stderr.toString())[1]) / 1024;
  });
  return (peak - idle).toFixed(0);
}
