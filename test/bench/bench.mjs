/**
 * `npm run bench -- [--runs 20] [--polls 10000] [--idle 20] [--only start-up,frames,…] [--processor-time]
 * [--against <tarball>] [--executable <file>]`: installed programs are paired with those of another packed version, too, and
 * starts with the executable. `--processor-time` compares processes by the work of the processors, which other load on the
 * machine affects less.
 */
import { cpus } from 'node:os';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFrames } from './frames.mjs';
import { install } from './installed.mjs';
import { benchRecordings, benchReport } from './recordings.mjs';
import { benchStartUp } from './start-up.mjs';
import { benchIdleWatch, benchPolls, benchResident } from './watch.mjs';

const ALL = 'start-up,frames,polls,idle,resident,history,report';
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    polls: { type: 'string', default: '10000' },
    idle: { type: 'string', default: '20' },
    only: { type: 'string', default: ALL },
    'processor-time': { type: 'boolean', default: false },
    against: { type: 'string' },
    executable: { type: 'string' },
  },
});
const { against, executable, 'processor-time': isProcessorTime } = values;
const setting = {
  runs: Number(values.runs),
  isProcessorTime,
  other: against === undefined ? undefined : { name: basename(against, '.tgz'), program: install(against) },
  executable: executable === undefined ? undefined : resolve(executable),
};

const PARTS = {
  'start-up': () => benchStartUp(setting),
  polls: () => benchPolls(Number(values.polls)),
  idle: () => benchIdleWatch(Number(values.idle), setting.other),
  resident: benchResident,
  frames: benchFrames,
  history: () => benchRecordings(setting),
  report: () => benchReport(setting),
};

const [{ model }] = cpus();
const machine = `${cpus().length} × ${model.trim()}, Node ${process.version}`;
const date = new Date().toISOString().slice(0, 10);
const measure = isProcessorTime ? 'processor time' : 'time';
process.stdout.write(`${date}, ${machine}; ${measure}, medians of ${values.runs} paired runs.\n`);
for (const name of values.only.split(',')) process.stdout.write(`\n${await PARTS[name]()}\n`);
