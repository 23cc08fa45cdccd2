/** How costs grow: with the boards and rows of a snapshot, with timeframes, and with the hours that the pane remembers. */

import { renderSnapshot } from '../../.bench/src/output/snapshot.js';
import { decodeSnapshot } from '../../.bench/src/service/snapshot.js';
import { createTheme } from '../../.bench/src/text/theme.js';
import { createLoosePane } from '../../.bench/test/support/pane-content.js';
import { PROGRAM } from './installed.mjs';
import { START, snapshotAt } from './past.mjs';
import { cleanEnvironment, measurePaired, startService } from './processes.mjs';
import { median, renderTable } from './statistics.mjs';

const KEY = 'rb_live_0123456789abcdef0123456789abcdef';
const MINUTE = 60_000;
const RUNS = 60;
const WARM_UP = 40;

/** [boards, rows of each] */
const SHAPES = [
  [15, 10],
  [60, 10],
  [240, 10],
  [15, 40],
  [15, 160],
];
const HOURS = [1, 4, 16];
const TIMEFRAMES = ['day', 'day,swing,position', 'all'];

export async function benchGrowth(runs) {
  return [growthOfSnapshots(), await growthOfTimeframes(runs), growthOfMemory()].join('\n\n');
}

function growthOfSnapshots() {
  const rows = SHAPES.map(([boards, rowsOfEach]) => {
    const body = JSON.stringify(snapshotOf(boards, rowsOfEach));
    const snapshot = decodeSnapshot(JSON.parse(body));
    const pane = paneOf([snapshot]);
    const nowMilliseconds = START;
    const screen = { width: 120, theme: createTheme('classic', 2), columns: null, wide: false };
    const header = { nowMilliseconds, isSimulated: true, isRecorded: false, showAge: true, timeZone: 'UTC' };
    return [
      `${boards} boards of ${rowsOfEach} rows`,
      (body.length / 1024).toFixed(0),
      milliseconds(() => decodeSnapshot(JSON.parse(body))),
      milliseconds(() => renderSnapshot(snapshot, snapshot.boards, { ...screen, ...header })),
      milliseconds(() => pane.render()),
    ];
  });
  return renderTable(
    ['a snapshot', 'KB', 'decode, ms', 'tiles of `boards`, ms', 'frame of the pane, ms'],
    rows,
  );
}

/** The board of the sandbox with the most rows, repeated until there are enough boards and rows. */
function snapshotOf(boards, rowsOfEach) {
  const { raw } = snapshotAt('day', START);
  const [[, sample]] = Object.entries(raw.boards).toSorted(([, a], [, b]) => b.length - a.length);
  const rows = Array.from({ length: rowsOfEach }, (_, index) => ({
    ...sample[index % sample.length],
    rank: index + 1,
    symbol: `S${index}`,
  }));
  const names = Array.from({ length: boards }, (_, index) => `board${index}`);
  return { ...raw, boardNames: names, boards: Object.fromEntries(names.map((name) => [name, rows])) };
}

async function growthOfTimeframes(runs) {
  const service = await startService([]);
  try {
    const env = cleanEnvironment({
      BOARDS_BASE_URL: `http://127.0.0.1:${service.http}`,
      BOARDS_API_KEY: KEY,
      COLUMNS: '120',
    });
    const command = (...args) => ({ command: [process.execPath, PROGRAM, ...args], env });
    const rows = TIMEFRAMES.map((names) => {
      const { boards, json } = measurePaired(
        { boards: command('-t', names, '--no-plain'), json: command('-t', names, '--json') },
        runs,
      );
      return [`\`-t ${names}\``, json.milliseconds.toFixed(0), boards.milliseconds.toFixed(0)];
    });
    return renderTable(['timeframes', '`--json`, ms', 'tables, ms'], rows);
  } finally {
    service.close();
  }
}

function growthOfMemory() {
  const rows = HOURS.map((hours) => {
    const snapshots = Array.from({ length: hours * 60 }, (_, index) =>
      snapshotAt('day', START + index * MINUTE),
    );
    const pane = paneOf(snapshots.slice(0, -1));
    const start = performance.now();
    pane.receive(snapshots.at(-1), 'day', true);
    const added = performance.now() - start;
    pane.press('e');
    return [`${hours} h`, added.toFixed(2), milliseconds(() => pane.render())];
  });
  return renderTable(['the pane remembers', 'add a snapshot, ms', 'open the log, ms'], rows);
}

function paneOf(snapshots) {
  let now = START;
  const pane = createLoosePane({ now: () => now });
  for (const [index, snapshot] of snapshots.entries()) {
    now = START + index * MINUTE;
    pane.receive(snapshot, 'day', true);
  }
  return pane;
}

/** The median time of an action, after the engine has compiled it. */
function milliseconds(action) {
  const times = [];
  for (let run = 0; run < RUNS + WARM_UP; run++) {
    const start = performance.now();
    action();
    if (run >= WARM_UP) times.push(performance.now() - start);
  }
  return median(times).toFixed(2);
}
